"""The context before and after a compaction as two bars, and what is saved."""

from __future__ import annotations

from pitui.core.compaction.outlook import Outlook
from pitui.rendering.numbers import estimate, tokens
from pitui.rendering.picture import Line, Meaning, Picture, Span, fit, line, spread

_FIGURE_WIDTH = 6


def savings_bars(outlook: Outlook, cells: int) -> Picture:
    """The two bars, drawn to one scale, in exactly `cells` cells a line."""
    before, after = outlook.tokens_before, outlook.tokens_after
    told = f" saves {estimate(outlook.saved)}" if outlook.saved >= 0 else f" adds {estimate(-outlook.saved)}"
    room = max(0, cells - _FIGURE_WIDTH - 3 - len(told))
    most = max(before, after, 1)
    above = _bar(tokens(before), round(room * before / most), "muted")
    below = _bar(estimate(after), round(room * after / most), "good")
    return [fit(above, cells), spread(below, line(Span(told, "strong")), cells)]


def _bar(figure: str, size: int, meaning: Meaning) -> Line:
    return line(Span(f"{figure:>{_FIGURE_WIDTH}} ", "strong"), Span("▐" + "█" * size + "▌", meaning))
