"""One session on the shelf, in a row of columns."""

from __future__ import annotations

from pathlib import Path

from rich.cells import cell_len

from pitui.core.session.shelf import ShelfRow
from pitui.rendering.numbers import plural, size
from pitui.rendering.picture import Line, Span, clip, fit
from pitui.rendering.sanitize import one_line

_AGE, _COUNT, _SIZE, _PROJECT = 5, 7, 8, 24
_WIDE = 84
"""From this width on, project, branches and size have a column of their own."""

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def shelf_heading(width: int) -> Line:
    """The names of the columns."""
    words = [
        Span("  session".ljust(_told_width(width)), "muted"),
        *_columns("messages", "branches", "size", "age", width),
    ]
    return fit(words, width)


def shelf_line(row: ShelfRow, now: float, width: int, *, show_project: bool) -> Line:
    """A row in exactly `width` cells; `now` in milliseconds since 1970."""
    room = _told_width(width)
    told = fit([Span("  "), *_told(row, room - 2, show_project)], room)
    if row.problem is not None:
        return fit([*told, Span(" " * (width - room))], width)
    messages = "" if row.messages is None else str(row.messages)
    branches = "" if row.branches is None else str(row.branches) + (" ⚠" if row.faults else "")
    bytes_ = size(row.stamp.size) if row.stamp is not None else ""
    return fit([*told, *_columns(messages, branches, bytes_, age(now - row.last_activity), width)], width)


def age(milliseconds: float) -> str:
    """How long ago, in pi's short form: `now`, `5m`, `3h`, `2d`, `1w`, `2mo`, `1y`."""
    seconds = milliseconds / 1000
    if seconds < _MINUTE:
        return "now"
    for limit, unit, word in (
        (_HOUR, _MINUTE, "m"),
        (_DAY, _HOUR, "h"),
        (7 * _DAY, _DAY, "d"),
        (30 * _DAY, 7 * _DAY, "w"),
        (365 * _DAY, 30 * _DAY, "mo"),
    ):
        if seconds < limit:
            return f"{seconds / unit:.0f}{word}"
    return f"{seconds / (365 * _DAY):.0f}y"


def summary(rows: int, project: str | None) -> str:
    """What the list holds, in words."""
    return plural(rows, "session") + (f" of {one_line(project)}" if project else ", all projects")


def _told(row: ShelfRow, room: int, show_project: bool) -> list[Span]:
    if row.problem is not None:
        return [Span(one_line(row.path.name), "muted"), Span(f"  {one_line(row.problem)}", "warning")]
    name = one_line(row.name) if row.name else ""
    words = one_line(row.first_words) or "(nothing said yet)"
    told = [Span(name, "strong"), Span(f"  {words}", "muted")] if name else [Span(words)]
    if not show_project:
        return told
    project = _project(row.cwd)
    gone = row.cwd is not None and not Path(row.cwd).is_dir()
    mark = " (gone)" if gone else ""
    tail = clip(project, _PROJECT - len(mark)) + mark
    left = fit(told, max(0, room - cell_len(tail) - 2))
    return [*left, Span("  "), Span(tail, "warning" if gone else "accent")]


def _project(cwd: str | None) -> str:
    if cwd is None:
        return "no project"
    home = str(Path.home())
    return one_line(f"~{cwd[len(home) :]}" if cwd == home or cwd.startswith(home + "/") else cwd)


def _told_width(width: int) -> int:
    return max(10, width - (_COUNT * 2 + _SIZE + _AGE + 7 if width >= _WIDE else _COUNT + _AGE + 5))


def _columns(messages: str, branches: str, bytes_: str, age_: str, width: int) -> list[Span]:
    if width < _WIDE:
        return [Span(f"{messages[:8]:>{_COUNT + 2}}"), Span(f"{age_:>{_AGE + 1}}  ", "muted")]
    cells = f"{messages:>{_COUNT + 2}}{branches:>{_COUNT + 2}}"
    return [Span(cells), Span(f"{bytes_:>{_SIZE}}{age_:>{_AGE}}  ", "muted")]
