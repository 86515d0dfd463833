"""The person's pager: `$PAGER`, else `less` or `more`, fed with plain text."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Mapping
from typing import Final

_FALLBACKS: Final = ("less", "more")


def pager_command(
    environ: Mapping[str, str] = os.environ, which: Callable[[str], str | None] = shutil.which
) -> tuple[list[str] | None, str]:
    """The command to run, and a sentence where it is not the one that was asked for; None where there is none."""
    asked = environ.get("PAGER", "").strip()
    try:
        command = shlex.split(asked)
    except ValueError:
        command = []
    if command and which(command[0]):
        return command, ""
    found = next((name for name in _FALLBACKS if which(name)), None)
    why = f"$PAGER is {asked}, which cannot be run" if asked else "$PAGER is not set"
    if found is None:
        return None, f"{why}, and there is neither less nor more."
    return [found], f"{why}; {found} is used instead."
