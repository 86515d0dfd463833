"""The system's clipboard, through whichever of its programs is here; over ssh the terminal's own has to do."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

_SECONDS: Final = 3.0
"""A program that takes longer is left alone: it waits for a display that is not there."""


@dataclass(frozen=True, slots=True)
class ClipboardProgram:
    """A program that takes a text on its standard input and puts it on the clipboard."""

    command: tuple[str, ...]
    encoding: str = "utf-8"
    needs: str = ""
    """An environment variable without which it has no clipboard to write to."""


PROGRAMS: Final = (
    ClipboardProgram(("pbcopy",)),
    ClipboardProgram(("wl-copy",), needs="WAYLAND_DISPLAY"),
    ClipboardProgram(("xclip", "-selection", "clipboard"), needs="DISPLAY"),
    # Windows guesses the encoding unless the text says that it is UTF-16.
    ClipboardProgram(("clip.exe",), encoding="utf-16"),
)


def clipboard_program(
    environ: Mapping[str, str] = os.environ, which: Callable[[str], str | None] = shutil.which
) -> ClipboardProgram | None:
    """The first program that is here and has a clipboard to write to."""
    usable = (program for program in PROGRAMS if not program.needs or environ.get(program.needs))
    return next((program for program in usable if which(program.command[0])), None)


def copy(text: str) -> bool:
    """Put a text on the system's clipboard; False where there is none, or its program fails."""
    program = clipboard_program()
    if program is None:
        return False
    environ = {**os.environ, "LC_CTYPE": "UTF-8"} if program.command[0] == "pbcopy" else None
    try:
        # Some of these programs stay behind to serve the text; an output they hold open would be waited for.
        done = subprocess.run(
            program.command,
            input=text.encode(program.encoding, "replace"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environ,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
