"""What stands below a strip: brackets over stretches of it, and an arrow at one of its columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitui.rendering.picture import Line, Meaning, Span, fit, width


class Bracket(NamedTuple):
    """A bracket under some columns, its label in the middle."""

    left: int
    right: int
    """The last column it covers."""
    labels: tuple[str, ...]
    """What it may say, the longest first; nothing where none has room."""
    meaning: Meaning = ""


def bracket_line(brackets: Iterable[Bracket], cells: int) -> Line:
    """The brackets of one line, which do not overlap, in exactly `cells` cells."""
    spans: list[Span] = []
    column = 0
    for bracket in sorted(brackets):
        spans += [Span(" " * (bracket.left - column)), Span(_drawn(bracket), bracket.meaning)]
        column = bracket.right + 1
    return fit(spans, cells)


def arrow_line(column: int, words: Line, cells: int) -> Line:
    """`↑ words` with the arrow in a column; the words stand before it where there is more room."""
    before, behind = max(0, column - 1), max(0, cells - column - 2)
    if behind >= min(before, width(words)):
        return fit([Span(" " * column), Span("↑ ", "cut"), *words], cells)
    blank = Span(" " * max(0, before - width(words)))
    return fit([blank, *fit(words, min(before, width(words))), Span(" ↑", "cut")], cells)


def _drawn(bracket: Bracket) -> str:
    size = bracket.right - bracket.left + 1
    if size < 2:
        return "╵" * max(0, size)
    label = next((f" {label} " for label in bracket.labels if label and len(label) + 4 <= size), "")
    return "└" + label.center(size - 2, "─") + "┘"
