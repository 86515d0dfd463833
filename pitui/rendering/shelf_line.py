"""One session on the shelf, in a row of columns: as many as there is room for, the most telling ones first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from rich.cells import cell_len

from pitui.core.context.budget import ALARM_SHARE, WARNING_SHARE
from pitui.core.session.search import NO_QUERY, Query
from pitui.core.session.shelf import ShelfRow
from pitui.core.session.shelf_search import Hit
from pitui.rendering.highlight import highlighted
from pitui.rendering.numbers import UNKNOWN, cost, estimate, percent, size, tokens
from pitui.rendering.picture import ELLIPSIS, Line, Meaning, Span, clip, clipped, fit, width
from pitui.rendering.sanitize import one_line

_NAME: Final = 26
"""A column is shown when this much is left for the name."""
_FOUND: Final = 64
"""The same while what was found stands beside the name."""
_DEEPEST: Final = 4
"""Forks of forks of forks are indented no further."""
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


@dataclass(frozen=True, slots=True)
class ShelfItem:
    """A session as the shelf shows it now."""

    row: ShelfRow
    more_follow: tuple[bool, ...] = ()
    """Its place in a thread, as `Placed` has it."""
    window: int | None = None
    """How many tokens its model takes."""
    pinned: bool = False
    archived: bool = False
    marked: bool = False
    """Whether it is one of several that are to be acted on."""
    asked: bool = False
    """Whether the person is asked to delete it."""
    live: bool = False
    """Whether another program has written to it within the last minute."""
    gone: bool = False
    """Whether its project folder is not there."""
    hit: Hit | None = None
    query: Query = NO_QUERY

    @property
    def share(self) -> float | None:
        """The used share of the window."""
        return self.row.tokens / self.window if self.row.tokens is not None and self.window else None


class _Column(NamedTuple):
    head: str
    cells: int
    """Its width, the gap before it included."""
    told: Callable[[ShelfItem, float], str]
    meaning: Callable[[ShelfItem], Meaning] = lambda _: ""
    left: bool = False


def shelf_heading(cells: int, *, show_project: bool, found: bool) -> Line:
    """The names of the columns; `found` while hits are shown."""
    columns = _columns(cells, show_project, found)
    room = cells - sum(column.cells for column in columns)
    return (
        *fit([Span("   session", "muted")], room),
        *(Span(_aligned(column.head, column), "muted") for column in columns),
    )


def shelf_line(item: ShelfItem, now: float, cells: int, *, show_project: bool) -> Line:
    """A row in exactly `cells` cells; `now` in milliseconds since 1970."""
    if item.asked:
        question = Span("  to the trash?  y yes · esc no", "alarm")
        return fit([*clipped(_title(item), cells - width((question,))), question], cells)
    if item.row.problem is not None:
        return fit(_title(item), cells)
    columns = _columns(cells, show_project, item.hit is not None)
    room = cells - sum(column.cells for column in columns)
    flags = _flags(item)
    left = fit(_title(item), max(0, room - width(flags)))
    figures = (Span(_aligned(column.told(item, now), column), column.meaning(item)) for column in columns)
    return fit([*left, *flags, *figures], cells)


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


def project_words(cwd: str | None) -> str:
    """A project's folder, short under home."""
    if cwd is None:
        return "no project"
    home = str(Path.home())
    return one_line(f"~{cwd[len(home) :]}" if cwd == home or cwd.startswith(home + "/") else cwd)


def problem_words(row: ShelfRow) -> str:
    """Why nothing can be told of a file that is named beside it."""
    return one_line((row.problem or "").removeprefix(f"{row.path}: "))


def _title(item: ShelfItem) -> list[Span]:
    """What the person is to act on, where it hangs, and what it is called."""
    row = item.row
    side = "★" if item.pinned else "▽" if item.archived else " "
    lead = [
        Span("✓" if item.marked else " ", "accent"),
        Span(f"{side} ", "label"),
        Span(_twig(item.more_follow), "muted"),
    ]
    if row.problem is not None:
        return [*lead, Span(one_line(row.path.name), "muted"), Span(f"  {problem_words(row)}", "warning")]
    name = one_line(row.name) if row.name else ""
    words = one_line(row.first_words) or "(nothing said yet)"
    told = (Span(name, "strong"), Span(f"  {words}", "muted")) if name else (Span(words),)
    if item.hit is None:
        return [*lead, *told]
    snippet = one_line(item.hit.snippet)
    title = Span(clip(name or words, _NAME if snippet else 999), "strong")
    return [*lead, *highlighted((title, Span(f"  {snippet}" if snippet else "")), item.query)]


def _twig(more_follow: tuple[bool, ...]) -> str:
    if not more_follow:
        return ""
    *above, last = more_follow[-_DEEPEST:]
    return "".join("│  " if follows else "   " for follows in above) + ("├─ " if last else "└─ ")


def _flags(item: ShelfItem) -> list[Span]:
    """What to know before opening it, in words."""
    flags: list[Span] = []
    if item.hit is not None and item.hit.places > 1:
        flags.append(Span(f"  ×{item.hit.places}", "accent"))
    if item.live:
        flags.append(Span("  ● live", "good"))
    if item.row.faults:
        flags.append(Span(f"  ⚠ {item.row.faults}", "warning"))
    if item.gone:
        flags.append(Span("  no folder", "warning"))
    return flags


def _tail(text: str, cells: int) -> str:
    """The end of a path in at most `cells` cells: that is what tells projects apart."""
    if cell_len(text) <= cells:
        return text
    while cell_len(text) >= cells:
        text = text[1:]
    return ELLIPSIS + text


def _figure(amount: int | None) -> str:
    return "" if amount is None else str(amount) if amount < 100_000 else tokens(amount)


def _context(item: ShelfItem) -> str:
    weight = item.row.tokens
    return "" if weight is None else tokens(weight) if item.row.reported else estimate(weight)


def _share(item: ShelfItem) -> str:
    told = percent(item.share)
    return "" if told == UNKNOWN else told


def _level(item: ShelfItem) -> Meaning:
    share = item.share or 0
    return "alarm" if share > ALARM_SHARE else "warning" if share > WARNING_SHARE else ""


def _model(item: ShelfItem) -> str:
    return one_line(item.row.model[1]) if item.row.model is not None else ""


_COLUMNS: Final = {
    "project": _Column(
        "project",
        18,
        lambda item, _: _tail(project_words(item.row.cwd), 16),
        lambda item: "warning" if item.gone else "accent",
        left=True,
    ),
    "model": _Column("model", 20, lambda item, _: _model(item), lambda _: "assistant", left=True),
    "messages": _Column("msgs", 6, lambda item, _: _figure(item.row.messages)),
    "branches": _Column("br", 4, lambda item, _: _figure(item.row.branches)),
    "compactions": _Column("cmp", 4, lambda item, _: _figure(item.row.compactions)),
    "tokens": _Column("tokens", 7, lambda item, _: _context(item)),
    "share": _Column("%", 5, lambda item, _: _share(item), _level),
    "cost": _Column("cost", 7, lambda item, _: "" if item.row.cost is None else cost(item.row.cost)),
    "size": _Column("size", 8, lambda item, _: size(item.row.stamp.size) if item.row.stamp else "", lambda _: "muted"),
    "age": _Column("age", 5, lambda item, now: age(now - item.row.last_activity), lambda _: "muted"),
}
"""In the order they stand."""
_TELLING: Final = ("age", "tokens", "share", "cost", "project", "messages", "branches", "compactions", "model", "size")
"""In the order they are given room."""


def _columns(cells: int, show_project: bool, found: bool) -> list[_Column]:
    room = cells - (_FOUND if found else _NAME)
    chosen: set[str] = set()
    for name in _TELLING:
        if _COLUMNS[name].cells <= room and (show_project or name != "project"):
            chosen.add(name)
            room -= _COLUMNS[name].cells
    return [column for name, column in _COLUMNS.items() if name in chosen]


def _aligned(text: str, column: _Column) -> str:
    """A text in the column's width, a blank before it at least."""
    short = clip(text, column.cells - 1 - column.left)
    gap = " " * (column.cells - width((Span(short),)))
    return f"  {short}{gap[2:]}" if column.left else gap + short
