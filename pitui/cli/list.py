"""`pitui list`: the sessions of this project, or of all of them, newest activity first."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from pitui.cli.arguments import add_json
from pitui.cli.output import note, print_json, print_lines
from pitui.cli.start import StartOptions, start_options
from pitui.cli.table import table
from pitui.core.javascript.dates import format_date
from pitui.core.javascript.json import Json
from pitui.core.session.shelf import ShelfRow, newest_first, scan, shelf
from pitui.rendering.numbers import UNKNOWN, count
from pitui.rendering.picture import clip
from pitui.rendering.sanitize import one_line

_HEAD = ("last activity", "id", "messages", "branches", "compactions", "session", "project")
_SHORTEST_ID = 8
_TITLE_WIDTH = 60


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--all", action="store_true", help="every project, also where this one has sessions")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the sessions."""
    options = start_options(arguments)
    rows = newest_first(scan(row.path) if row.problem is None else row for row in _chosen(options, arguments.all))
    if arguments.json:
        print_json([as_json(row) for row in rows])
    elif rows:
        print_lines(as_lines(rows))
    else:
        note(f"There are no sessions in {options.sessions(options.home(Path.cwd())).folder}.")
    return 0


def _chosen(options: StartOptions, everything: bool) -> list[ShelfRow]:
    """This project's sessions if it has any and not all are asked for; else all there are."""
    cwd = str(Path.cwd())
    place = options.sessions(options.home(cwd))
    if not (everything or place.flat):
        mine = list(shelf(place.project_folder(cwd), flat=True))
        if mine:
            return mine
    rows = list(shelf(place.folder, flat=place.flat))
    return [row for row in rows if row.cwd == cwd and not everything] or rows


def as_lines(rows: Sequence[ShelfRow]) -> Iterator[str]:
    """The rows as a table; what could not be read stands below it with its reason."""
    readable = [row for row in rows if row.problem is None]
    if readable:
        yield from table([_HEAD, *_cells(readable)], ("left", "left", "right", "right", "right", "left", "left"))
    for row in rows:
        if row.problem is not None:
            yield f"not readable: {row.problem}"


def _cells(rows: Sequence[ShelfRow]) -> Iterator[tuple[str, ...]]:
    length = _telling_length([row.id for row in rows])
    for row in rows:
        figures = (UNKNOWN if n is None else count(n) for n in (row.messages, row.branches, row.compactions))
        title = clip(one_line(row.name or row.first_words or "(no messages)"), _TITLE_WIDTH)
        yield _when(row), row.id[:length], *figures, title, row.cwd or ""


def as_json(row: ShelfRow) -> Json:
    """One row with pi's own names for what pi's list has too."""
    return {
        "path": str(row.path),
        "id": row.id,
        "cwd": row.cwd,
        "name": row.name,
        "parentSessionPath": row.parent_session,
        "created": _time(row.created),
        "modified": _time(row.last_activity),
        "messageCount": row.messages,
        "firstMessage": row.first_words,
        "branches": row.branches,
        "compactions": row.compactions,
        "damaged": row.faults,
        "size": row.stamp.size if row.stamp is not None else None,
        "problem": row.problem,
    }


def _when(row: ShelfRow) -> str:
    return f"{datetime.fromtimestamp(row.last_activity / 1000):%Y-%m-%d %H:%M}"


def _time(milliseconds: float) -> str | None:
    return format_date(milliseconds) if milliseconds else None


def _telling_length(ids: Sequence[str]) -> int:
    """How much of the ids tells them apart."""
    length = _SHORTEST_ID
    while len({identity[:length] for identity in ids}) < len(set(ids)):
        length += 1
    return length
