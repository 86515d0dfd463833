"""The bar of a model's window: a glyph and a meaning for each class of tokens, so that it reads without colour."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from pitui.core.context.budget import Budget
from pitui.core.context.tokens import TokenClass
from pitui.rendering.numbers import tokens
from pitui.rendering.picture import Line, Meaning, Span, fit, line

GLYPHS: Final[dict[TokenClass, tuple[str, Meaning, str]]] = {
    "system": ("█", "system", "system"),
    "summary": ("▓", "summary", "summary"),
    "user": ("▒", "user", "you"),
    "assistant": ("░", "assistant", "model"),
    "thinking": ("∴", "thinking", "thinking"),
    "tools": ("▞", "tool", "tools"),
    "images": ("▣", "image", "images"),
}
"""Glyph, meaning and word of each class."""

UNACCOUNTED: Final[tuple[str, Meaning, str]] = ("⠿", "unknown", "not in the file")
_FREE: Final[tuple[str, Meaning]] = ("·", "free")
_RESERVE: Final[tuple[str, Meaning]] = ("╱", "reserve")
_BEYOND: Final[tuple[str, Meaning]] = (" ", "")
_THRESHOLD: Final[tuple[str, Meaning]] = ("┊", "warning")


def budget_bar(budget: Budget, cells: int) -> Line:
    """The window in exactly `cells` cells; where nobody knows it, the context alone.

    Parts are estimates: where they run over the report they are drawn smaller, so that the fill is the figure.
    """
    inner = max(0, cells - 2)
    whole = max(budget.window.tokens or 0, budget.used, 1)
    bounds = _bounds(budget)
    drawn = [_piece_at(bounds, (place + 0.5) * whole / inner) for place in range(inner)]
    if drawn and budget.used > 0 and drawn[0][1] == "free":
        drawn[0] = bounds[0][1]
    mark = budget.threshold if budget.settings.enabled else None
    if mark is not None and 0 <= mark < whole and inner:
        drawn[int(inner * mark / whole)] = _THRESHOLD
    runs = [(piece, len(list(same))) for piece, same in groupby(drawn)]
    body = [Span(glyph * length, meaning) for (glyph, meaning), length in runs]
    return fit([Span("▐", "muted"), *body, Span("▌", "muted")], cells)


def legend(budget: Budget) -> list[Line]:
    """A short piece for each class that weighs something: its glyph, its word, its tokens."""
    entries = [(*GLYPHS[kind], amount) for kind, amount in budget.parts if amount]
    if budget.unaccounted > 0:
        entries.append((*UNACCOUNTED, int(budget.unaccounted)))
    return [line(Span(glyph, meaning), Span(f" {word} {tokens(amount)}")) for glyph, meaning, word, amount in entries]


def _bounds(budget: Budget) -> list[tuple[float, tuple[str, Meaning]]]:
    """Where each piece of the bar ends, in tokens, in the order they are drawn."""
    shrunk = budget.used / budget.estimated if budget.unaccounted < 0 else 1
    bounds: list[tuple[float, tuple[str, Meaning]]] = []
    end = 0.0
    for kind, amount in budget.parts:
        if amount:
            end += amount * shrunk
            bounds.append((end, GLYPHS[kind][:2]))
    if budget.unaccounted > 0:
        bounds.append((budget.used, UNACCOUNTED[:2]))
    if budget.window.tokens is not None and budget.threshold is not None:
        bounds.append((budget.threshold, _FREE))
        bounds.append((budget.window.tokens, _RESERVE))
    return bounds


def _piece_at(bounds: list[tuple[float, tuple[str, Meaning]]], amount: float) -> tuple[str, Meaning]:
    return next((piece for end, piece in bounds if amount < end), _BEYOND)
