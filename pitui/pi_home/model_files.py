"""The two files in which pi describes models: the user's models.json and the fetched models-store.json."""

from __future__ import annotations

from pathlib import Path

from pitui.core.catalog import ModelSources, faults_in_models_json
from pitui.pi_home.json_files import JsonFile, Problem, read_object
from pitui.pi_home.prices import price_map


def read_models(agent_dir: Path) -> tuple[ModelSources, tuple[Problem, ...]]:
    """What is known of models on this machine, and the files that could not be used.

    As in pi, a models.json with one wrong field is set aside whole.
    """
    own = _without_faults(read_object(agent_dir / "models.json", commented=True))
    fetched = read_object(agent_dir / "models-store.json")
    problems = tuple(file.problem for file in (own, fetched) if file.problem is not None)
    return ModelSources(own.values, fetched.values, price_map), problems


def _without_faults(file: JsonFile) -> JsonFile:
    if not file.values:
        return file
    faults = faults_in_models_json(file.values)
    return file.set_aside(f"is not used, as pi would not use it: {' '.join(faults[:3])}") if faults else file
