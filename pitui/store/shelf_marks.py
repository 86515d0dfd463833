"""Which sessions are pinned and which are put away; kept in pitui's own file, never in pi's."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

from pitui import paths
from pitui.atomic import write_atomically
from pitui.core.errors import WriteError

Mark: TypeAlias = Literal["pinned", "archived"]


@dataclass(frozen=True, slots=True)
class ShelfMarks:
    """Sessions by path."""

    pinned: frozenset[Path] = frozenset()
    """Stand first in every order."""
    archived: frozenset[Path] = frozenset()
    """Are shown only when asked for."""


def load(file: Path | None = None) -> ShelfMarks:
    """The marks in the file; none when there is no file. Raises WriteError when it cannot be used."""
    file = file or _file()
    try:
        table = json.loads(file.read_text("utf-8"))
        return ShelfMarks(*(frozenset(Path(path) for path in table[mark]) for mark in ("pinned", "archived")))
    except FileNotFoundError:
        return ShelfMarks()
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise WriteError(f"{file} cannot be used; mend or remove it first: {error!r}.", title="No pins") from error


def change(mark: Mark, sessions: Collection[Path], on: bool, file: Path | None = None) -> ShelfMarks:
    """Set or clear a mark and give all marks back; raises WriteError when the file cannot be used or written."""
    file = file or _file()
    # Read anew each time: another pitui may have marked some.
    marks = load(file)
    known = frozenset(marks.pinned if mark == "pinned" else marks.archived)
    known = known | set(sessions) if on else known - set(sessions)
    marks = replace(marks, pinned=known) if mark == "pinned" else replace(marks, archived=known)
    table = {"pinned": sorted(map(str, marks.pinned)), "archived": sorted(map(str, marks.archived))}
    try:
        write_atomically(file, json.dumps(table, indent=2) + "\n")
    except OSError as error:
        raise WriteError(f"{file} cannot be written: {error.strerror or error}.") from error
    return marks


def _file() -> Path:
    return paths.state_folder() / "shelf.json"
