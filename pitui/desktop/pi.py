"""pi itself, on a session: the command, and whether it can be run from here."""

from __future__ import annotations

import shutil
from pathlib import Path

PI = "pi"


def resume_command(session: Path) -> list[str]:
    """The command that opens a session in pi, good from any folder."""
    return [PI, "--session", str(session.absolute())]


def cannot_open(cwd: str | None) -> str | None:
    """Why pi cannot be run in a session's folder, in a sentence; None when it can."""
    if shutil.which(PI) is None:
        return "The program pi is not on the PATH."
    if cwd is None:
        return "The session names no folder that pi could be started in."
    return None if _is_folder(cwd) else f"The session's folder {cwd} is not there any more."


def _is_folder(cwd: str) -> bool:
    try:
        return Path(cwd).is_dir()
    except (OSError, ValueError):
        return False
