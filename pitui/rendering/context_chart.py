"""The context's size along a branch as a small chart: compactions as falls, the threshold drawn in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from pitui.core.context.history import ContextHistory
from pitui.rendering.numbers import estimate, plural, tokens
from pitui.rendering.picture import Line, Meaning, Picture, Span, fit

_DOTS: Final = ((0x40, 0x04, 0x02, 0x01), (0x80, 0x20, 0x10, 0x08))
"""Braille dots of a cell's left and right column, from the bottom up."""
_FALL: Final = "▾"
_THRESHOLD: Final = "┈"
_TALLEST: Final = 3
"""How many times its peak a chart may be high so that the threshold is still in it."""


def context_chart(history: ContextHistory, threshold: float | None, cells: int, height: int) -> Picture:
    """The chart in `height` lines of at most `cells` cells; the last one says what it shows."""
    rows = height - 1
    if cells <= 0 or rows <= 0 or not history.peak:
        return [] if height <= 0 else [_caption(history, threshold, cells)]
    mark = threshold if threshold is not None and _in_sight(history, threshold) else 0
    top = max(history.peak, mark)
    columns = _columns(history.sizes, cells * 2)
    levels = [round(size / top * rows * 4) or (1 if size else 0) for size in columns]
    drawn = [[_cell(levels, column, row) for column in range(cells)] for row in reversed(range(rows))]
    if mark:
        _draw_threshold(drawn[rows - 1 - min(rows - 1, int(mark / top * rows))])
    for place in history.compactions:
        _draw_fall(drawn, min(cells - 1, place * cells // max(1, len(history.sizes))))
    picture: Picture = []
    for row_cells in drawn:
        runs = [(meaning, "".join(glyph for glyph, _ in run)) for meaning, run in groupby(row_cells, lambda c: c[1])]
        picture.append(tuple(Span(text, meaning) for meaning, text in runs))
    return [*picture, _caption(history, threshold, cells)]


def _in_sight(history: ContextHistory, threshold: float) -> bool:
    return 0 < threshold <= history.peak * _TALLEST


def _caption(history: ContextHistory, threshold: float | None, cells: int) -> Line:
    """What the chart shows; of its marks, those there is room to explain."""
    caption = f"context along this branch, peak {estimate(history.peak)}"
    if len(caption) > cells:
        caption = f"context, peak {estimate(history.peak)}"
    falls = len(history.compactions)
    notes = [f"{_FALL} {plural(falls, 'compaction')}"] if falls else []
    if threshold is not None and threshold > 0:
        drawn = f"{_THRESHOLD} " if _in_sight(history, threshold) else ""
        notes.append(f"{drawn}threshold {tokens(threshold)}")
    for note in notes:
        if len(caption) + len(note) + 3 <= cells:
            caption += f" · {note}"
    return fit([Span(caption, "muted")], max(0, cells))


def _columns(sizes: Sequence[float], count: int) -> list[float]:
    """One size a column: the largest of those that share it, the nearest where there are fewer."""
    total = len(sizes)
    return [
        max(sizes[total * column // count : max(total * column // count + 1, total * (column + 1) // count)])
        for column in range(count)
    ]


def _cell(levels: Sequence[int], column: int, row: int) -> tuple[str, Meaning]:
    dots = 0
    for side in (0, 1):
        filled = min(4, max(0, levels[column * 2 + side] - row * 4))
        dots |= sum(_DOTS[side][:filled])
    return (chr(0x2800 + dots), "accent") if dots else (" ", "")


def _draw_threshold(row: list[tuple[str, Meaning]]) -> None:
    for column, (glyph, _) in enumerate(row):
        if glyph == " ":
            row[column] = (_THRESHOLD, "warning")


def _draw_fall(drawn: list[list[tuple[str, Meaning]]], column: int) -> None:
    """Mark a compaction above the curve, in the lowest empty cell, or on top of it where there is none."""
    row = next((cells for cells in reversed(drawn) if cells[column][0] in (" ", _THRESHOLD)), drawn[0])
    row[column] = (_FALL, "summary")
