"""The context before and after a compaction as two bars, and what is saved."""

from __future__ import annotations

from pitui.core.compaction.outlook import Outlook
from pitui.core.context.usage import plain_estimate
from pitui.rendering.numbers import estimate, tokens
from pitui.rendering.picture import Line, Meaning, Picture, Span, fit, line, spread

_FIGURE_WIDTH = 6


def savings_bars(outlook: Outlook, cells: int) -> Picture:
    """The two bars, drawn to one scale, in exactly `cells` cells a line."""
    before, after = outlook.tokens_before, tokens_after(outlook)
    told = f" saves {estimate(outlook.saved)}" if outlook.saved >= 0 else f" adds {estimate(-outlook.saved)}"
    room = max(0, cells - _FIGURE_WIDTH - 3 - len(told))
    most = max(before, after, 1)
    above = _bar(tokens(before), round(room * before / most), "muted")
    below = _bar(estimate(after), round(room * after / most), "good")
    return [fit(above, cells), spread(below, line(Span(told, "strong")), cells)]


def tokens_after(outlook: Outlook) -> float:
    """The context after; its plain estimate where a report that is smaller than its estimate leaves nothing."""
    return outlook.tokens_after if outlook.tokens_after > 0 else plain_estimate(outlook.after)


def _bar(figure: str, size: int, meaning: Meaning) -> Line:
    return line(Span(f"{figure:>{_FIGURE_WIDTH}} ", "strong"), Span("▐" + "█" * size + "▌", meaning))
