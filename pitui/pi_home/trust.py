"""Whether pi trusts a folder, from the decisions it has saved in trust.json (pi: security, "Project trust")."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from pitui.core.javascript.json import Json, JsonObject
from pitui.pi_home.json_files import JsonFile, read_object


@dataclass(frozen=True, slots=True)
class Trust:
    """A decision about one folder."""

    trusted: bool
    reason: str
    """Whose decision it is, in words that fit in brackets behind a setting."""


def read_trust(agent_dir: Path) -> JsonFile:
    """The saved decisions; pi, and so pitui, uses none of them when one is neither true, false nor null."""
    file = read_object(agent_dir / "trust.json")
    for folder, decision in file.values.items():
        if decision is not None and not isinstance(decision, bool):
            return file.set_aside(f"says neither true, false nor null for {folder}.")
    return file


def decide(decisions: JsonFile, default: Json, folder: Path) -> Trust:
    """Whether a folder that has settings of its own is trusted.

    The closest decision for it or a folder above it counts; without one pi's `defaultProjectTrust` does, and
    where that says to ask, nobody has said yes.
    """
    if decisions.problem is not None:
        return Trust(False, "project settings not used: trust.json is broken")
    place = Path(os.path.realpath(folder))
    for candidate in (place, *place.parents):
        decision = _saved(decisions.values, candidate)
        if decision is not None:
            words = "project trusted" if decision else "project settings not used"
            return Trust(decision, f"{words}: decided in pi for {candidate}")
    if default == "always":
        return Trust(True, "project trusted: defaultProjectTrust is always")
    return Trust(False, "project settings not used: not trusted in pi")


def _saved(decisions: JsonObject, folder: Path) -> bool | None:
    wanted = os.path.normcase(folder)
    for saved, decision in decisions.items():
        if isinstance(decision, bool) and os.path.normcase(os.path.normpath(saved)) == wanted:
            return decision
    return None
