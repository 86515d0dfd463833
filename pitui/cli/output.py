"""What commands print: safe text for people, exact JSON for programs, one sentence on stderr for what went wrong."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterable

from pitui.core.javascript.json import Json, stringify
from pitui.rendering.sanitize import one_line

_TAB_WIDTH = 4
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


def use_any_encoding() -> None:
    """Let characters that the terminal's encoding lacks show as question marks instead of stopping the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def print_lines(lines: Iterable[str]) -> None:
    """Print lines of text; nothing in them can act on the terminal."""
    for text in lines:
        sys.stdout.write(one_line(text.expandtabs(_TAB_WIDTH)) + "\n")


def print_json(value: Json) -> None:
    """Print one JSON value on one line, in characters the output can carry."""
    text = stringify(value)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = _BEYOND_ASCII.sub(lambda match: json.dumps(match.group())[1:-1], text)
    sys.stdout.write(text + "\n")


def note(sentence: str) -> None:
    """Say something on stderr, apart from what is printed."""
    sys.stderr.write(one_line(sentence) + "\n")


def leave_quietly() -> None:
    """Hand over what is printed already, or drop it in silence where nobody takes it any more."""
    try:
        sys.stdout.flush()
    except OSError:
        # The interpreter flushes once more when it ends, and would complain aloud.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
