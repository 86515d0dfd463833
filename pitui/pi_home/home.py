"""Everything pi keeps beside its sessions, as it bears on one project, read at one moment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from pitui.core.catalog import Model, ModelSources, find_model
from pitui.core.settings import CompactionSettings, Settings, resolve_compaction_settings
from pitui.pi_home.json_files import Problem
from pitui.pi_home.model_files import read_models
from pitui.pi_home.settings_files import read_settings
from pitui.pi_home.trust import Trust


@dataclass(frozen=True, slots=True)
class PiHome:
    """pi's settings and models for one project; load it again to see the files anew."""

    agent_dir: Path
    project: Path | None
    """The folder whose settings apply beside the agent's; None when the session names none that is there."""
    settings: Settings
    models: ModelSources
    problems: tuple[Problem, ...]
    """Files that are there and could not be used; to be shown."""
    trust: Trust | None
    """What pi thinks of the project; None where the project has no settings of its own."""

    def model(self, provider: str, model_id: str) -> Model:
        """What is known of a model; the first one that pi's own files don't describe costs some milliseconds."""
        return find_model(provider, model_id, self.models)

    def compaction(self, provider: str | None = None, model_id: str | None = None) -> CompactionSettings:
        """The compaction settings for a model; raises SettingsError where one is wrong."""
        return resolve_compaction_settings(self.settings, provider, model_id)


def load(agent_dir: Path, cwd: str | os.PathLike[str] | None = None) -> PiHome:
    """Read pi's files for a project folder: a session's own cwd, or the one pitui was started in.

    Nothing raises for what stands in the files: a file that cannot be used is among the problems. A relative
    cwd, or one that is no folder on this machine, has no settings.
    """
    project = _folder(cwd)
    files = read_settings(agent_dir, project)
    models, problems = read_models(agent_dir)
    return PiHome(agent_dir, project, files.settings, models, files.problems + problems, files.trust)


def _folder(cwd: str | os.PathLike[str] | None) -> Path | None:
    if not cwd:
        return None
    folder = Path(cwd)
    # A cwd from another machine may not even be a path here.
    try:
        return folder if folder.is_absolute() and folder.is_dir() else None
    except OSError:
        return None
