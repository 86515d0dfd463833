"""A strip's cells as two lines: the entries' numbers, and below them the cells between rules."""

from __future__ import annotations

from collections.abc import Sequence

from pitui.rendering.picture import Line, Picture, Span, fit, line
from pitui.rendering.strip import Cell


def strip_lines(strip: Sequence[Cell], cells: int, *, cut: int = 0, folded: int = 0) -> Picture:
    """The two lines in exactly `cells` cells; a heavy rule stands at the cut, entries before `folded` are dimmed."""
    return [_numbers(strip, cut, cells), fit(_cells(strip, cut, folded), cells)]


def column_of(strip: Sequence[Cell], place: int) -> int:
    """The first column of the cell a place lies in."""
    return next((cell.left for cell in strip if cell.start <= place < cell.end), 0)


def _cells(strip: Sequence[Cell], cut: int, folded: int) -> Line:
    spans: list[Span] = []
    for cell in strip:
        if spans:
            spans.append(Span("┃", "cut") if cell.start == cut else Span("│", "muted"))
        dimmed = cell.start > 0 and cell.end <= folded
        spans.append(Span(cell.text.ljust(cell.width), "folded" if dimmed else cell.meaning))
    return tuple(spans)


def _numbers(strip: Sequence[Cell], cut: int, cells: int) -> Line:
    """Each cell's first place above it: the cut's in any case, others where they do not run into a neighbour."""
    columns = [" "] * cells
    for cell in sorted(strip, key=lambda cell: cell.start != cut):
        number = str(cell.start)
        end = cell.left + len(number)
        if end <= cells and not "".join(columns[max(0, cell.left - 1) : end + 1]).strip():
            columns[cell.left : end] = number
    return line(Span("".join(columns), "muted"))
