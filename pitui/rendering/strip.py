"""A path as a row of cells as wide as their tokens warrant, scaled so that three entries or thirty thousand fit.

The cells around a focus are drawn one by one; what lies outside them is taken together, and parted wherever a
mark stands, so that a cut is in view however far the strip is moved.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from pitui.rendering.picture import Meaning, clip
from pitui.rendering.ribbon import OMITTED, QUIET, Ribbon
from pitui.rendering.strip_cell import Part, labels, meaning_of

_TURNS_A_STEP: Final = 4
"""How many times as many turns a cell holds with each step out."""


@dataclass(frozen=True, slots=True)
class StripView:
    """How a strip is looked at."""

    zoom: int = 0
    """0 shows as much as fits; a step in halves how far around the focus cells are drawn, a step out widens them."""
    offset: int = 0
    """Cells that the focus is moved from the cut, to older ones below 0."""


AS_FITS: Final = StripView()


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a strip shows of a path."""

    ribbon: Ribbon
    start: int
    end: int
    marks: tuple[int, ...]
    """Places where a cell begins in any case, in their order."""
    focus: int
    """The place that cells are drawn around."""


class Cell(NamedTuple):
    """One cell of a strip, and the places it stands for."""

    start: int
    end: int
    left: int
    """Its first column."""
    width: int
    text: str
    meaning: Meaning


def lay_out(stretch: Stretch, cells: int, view: StripView = AS_FITS) -> tuple[Cell, ...]:
    """The cells of a stretch in at most `cells` columns, with a rule between each two."""
    parts = _parts(stretch, cells, view)
    placed: list[Cell] = []
    left = 0
    for part, size in zip(parts, _widths(stretch.ribbon, parts, cells, view), strict=True):
        words = labels(stretch.ribbon, part)
        text = next((label for label in words if len(label) <= size), words[-1])
        placed.append(Cell(part.start, part.end, left, size, clip(text, size), meaning_of(stretch.ribbon, part)))
        left += size + 1
    return tuple(placed)


def _parts(stretch: Stretch, cells: int, view: StripView) -> list[Part]:
    """What each cell stands for: the finest parts that all fit, else as many around the focus as do."""
    parts: list[Part] = []
    for grain in _grains(stretch.ribbon, view.zoom):
        middle = _middle(stretch, grain, view.offset)
        edges = _edges(stretch, grain, middle, cells)
        last = len(edges) - 2
        at = min(last, bisect_right(edges, middle) - 1)
        most = max(at, last - at)

        def around(reach: int, edges: Sequence[int] = edges, at: int = at, last: int = last) -> list[Part]:
            return _around(stretch, edges, max(0, at - reach), min(last, at + reach) + 1)

        if _size(stretch.ribbon, around(most)) > cells:
            most = bisect_right(range(most), cells, key=lambda reach: _size(stretch.ribbon, around(reach))) - 1
        parts = around(max(0, most) >> max(0, view.zoom))
        if not any(part.outside for part in parts):
            break
    return parts


def _grains(ribbon: Ribbon, zoom: int) -> list[Sequence[int]]:
    """Where cells may begin, the finest first: at runs, at runs with a turn's tools taken together, or at turns."""
    if zoom >= 0:
        return [ribbon.runs] if zoom else [ribbon.runs, ribbon.work]
    turns = ribbon.turns[:: _TURNS_A_STEP ** (-zoom - 1)]
    return [sorted({0, 1, *turns, *ribbon.compactions})]


def _middle(stretch: Stretch, grain: Sequence[int], offset: int) -> int:
    """The place in the middle of the view: the focus, or where a cell begins that lies some cells off it."""
    if not offset:
        return stretch.focus
    at = min(len(grain) - 1, max(0, bisect_right(grain, stretch.focus) - 1 + offset))
    return min(stretch.end - 1, max(stretch.start, grain[at]))


def _edges(stretch: Stretch, grain: Sequence[int], middle: int, cells: int) -> list[int]:
    """Where cells begin around the middle, and where the last one ends; no more of them than could be drawn."""
    begin, stop = bisect_right(grain, stretch.start), bisect_left(grain, stretch.end)
    # A cell takes a column and a rule at least.
    centre, reach = bisect_right(grain, middle), cells // 2 + 1
    low, high = max(begin, centre - reach), min(stop, centre + reach)
    first = stretch.start if low == begin else grain[low]
    last = stretch.end if high == stop else grain[high]
    edges = {first, last, *grain[low:high], *stretch.marks}
    after = stretch.focus + 1
    if after < stretch.end and stretch.ribbon.words[after] not in (QUIET, OMITTED):
        edges.add(after)
    return sorted(edge for edge in edges if first <= edge <= last)


def _around(stretch: Stretch, edges: Sequence[int], first: int, last: int) -> list[Part]:
    """The parts between two edges one by one, and all before and behind them taken together."""
    before = _between(stretch.start, edges[first], stretch.marks)
    inside = [Part(start, end) for start, end in pairwise(edges[first : last + 1])]
    return [*before, *inside, *_between(edges[last], stretch.end, stretch.marks)]


def _between(start: int, end: int, marks: Sequence[int]) -> list[Part]:
    edges = sorted({start, end, *(mark for mark in marks if start < mark < end)})
    return [Part(*pair, outside=True) for pair in pairwise(edges)]


def _size(ribbon: Ribbon, parts: Sequence[Part]) -> int:
    return sum(_wanted(ribbon, part) + 1 for part in parts) - 1


def _wanted(ribbon: Ribbon, part: Part) -> int:
    """Columns a part asks for: its whole label, or the shortest where entries are taken together."""
    return len(labels(ribbon, part)[-1 if part.outside and part.end - part.start > 1 else 0])


def _widths(ribbon: Ribbon, parts: Sequence[Part], cells: int, view: StripView) -> list[int]:
    """A width for each part: what it wants, then what is left in proportion to tokens."""
    widths = [_wanted(ribbon, part) for part in parts]
    room = cells - len(parts) + 1
    while sum(widths) > room and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    spare = max(0, room - sum(widths))
    shares = [
        0 if part.outside and view.zoom > 0 else ribbon.weights[part.end] - ribbon.weights[part.start] for part in parts
    ]
    total = sum(shares)
    if not total:
        return widths
    given = [spare * share // total for share in shares]
    given[shares.index(max(shares))] += spare - sum(given)
    return [size + more for size, more in zip(widths, given, strict=True)]
