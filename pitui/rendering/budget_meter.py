"""The budget as a picture: one bar of the model's window, what fills it, what is left before compaction."""

from __future__ import annotations

from typing import Final

from pitui.core.context.budget import ALARM_SHARE, WARNING_SHARE, Budget
from pitui.core.context.history import ContextHistory
from pitui.core.settings import Origin
from pitui.rendering.budget_bar import budget_bar, legend
from pitui.rendering.context_chart import context_chart
from pitui.rendering.numbers import count, estimate, percent, plural, tokens
from pitui.rendering.picture import Line, Meaning, Picture, Span, fit, line, spread, width
from pitui.rendering.sanitize import one_line
from pitui.rendering.wrap import flow

COMPACT_HEIGHT: Final = 3
_CHART_HEIGHT: Final = 4
_WIDE: Final = 60
_WORDS: Final[dict[str, tuple[str, Meaning]]] = {
    "calm": ("", ""),
    "warning": (f" ▲ over {WARNING_SHARE:.0%}", "warning"),
    "alarm": (f" ▲▲ over {ALARM_SHARE:.0%}", "alarm"),
}


def budget_lines(
    budget: Budget,
    cells: int,
    height: int | None = None,
    *,
    at_cursor: Budget | None = None,
    history: ContextHistory | None = None,
) -> Picture:
    """The budget in at most `height` lines of at most `cells` cells, the most telling ones first.

    Three lines are enough for bar, figures and headroom; the rest comes as there is room for it.
    """
    room = height if height is not None else 1_000
    if room <= COMPACT_HEIGHT:
        return [fit(part, cells) for part in (budget_bar(budget, cells), _figures(budget, cells), _left(budget))][:room]
    picture: Picture = [budget_bar(budget, cells), _figures(budget, cells)]
    blocks = [
        list(flow([*_sources(budget), _left(budget)], cells, "   ")),
        _at_cursor(at_cursor, cells) if at_cursor is not None else [],
        list(flow(legend(budget), cells)),
        list(flow(_remarks(budget), cells, "   ")),
        _chart(history.ending_at(budget.used), budget, cells) if history is not None else [],
        list(flow(_origins(budget), cells, " · ")),
    ]
    for block in blocks:
        if len(picture) + len(block) <= room:
            picture += block
    return [fit(part, cells) for part in picture]


def _chart(history: ContextHistory, budget: Budget, cells: int) -> Picture:
    threshold = budget.threshold if budget.settings.enabled else None
    return context_chart(history, threshold, cells, _CHART_HEIGHT)


def _figures(budget: Budget, cells: int) -> Line:
    """`142.3k of 200k  71%   compacts above 183.6k`"""
    used = tokens(budget.used) if budget.reported is not None else estimate(budget.used)
    if budget.window.tokens is None:
        return fit([Span(used, "strong"), Span(" of a window that nobody knows", "muted")], cells)
    assumed = " assumed" if budget.window.assumed else ""
    word, meaning = _WORDS[budget.level]
    left = line(
        Span(f"{used} of {tokens(budget.window.tokens)}{assumed}  ", "strong"),
        Span(percent(budget.share), meaning or "strong"),
        Span(word, meaning),
    )
    right = _threshold(budget)
    return spread(left, right, cells) if width(left) + width(right) + 2 <= cells else fit(left, cells)


def _threshold(budget: Budget) -> Line:
    if not budget.settings.enabled:
        return line(Span("auto-compaction off", "muted"))
    if budget.threshold is not None and budget.threshold < 0:
        return line(Span("the reserve exceeds the window", "warning"))
    if budget.over:
        return line(Span(f"compacts next, over {tokens(budget.threshold)}", "alarm"))
    return line(Span(f"compacts above {tokens(budget.threshold)}", "muted"))


def _sources(budget: Budget) -> list[Line]:
    reported = tokens(budget.reported)
    items = [line(f"reported {reported}")]
    if budget.unreported:
        items.append(line(Span(f"({budget.unreported})", "muted")))
    items.append(line(f"estimated {estimate(budget.estimated)}"))
    return items


def _left(budget: Budget) -> Line:
    """`headroom 41.3k ≈ 6 turns`"""
    if budget.headroom is None:
        return line(Span("headroom ?", "muted"))
    turns = "" if budget.turns_left is None else f" ≈ {plural(budget.turns_left, 'turn')}"
    if budget.turns_left == 0:
        turns = ", less than a turn"
    if budget.headroom < 0:
        return line(Span(f"{tokens(-budget.headroom)} over the limit", "alarm"))
    return line(Span(f"headroom {tokens(budget.headroom)}{turns}"))


def _at_cursor(budget: Budget, cells: int) -> Picture:
    words = "if you were at the cursor  " if cells >= _WIDE else "at cursor  "
    figures = _figures(budget, max(0, cells - len(words)))
    return [line(Span(words, "muted"), *figures), budget_bar(budget, cells)]


def _remarks(budget: Budget) -> list[Line]:
    remarks: list[Line] = []
    if budget.unaccounted < 0:
        remarks.append(line(Span(f"estimates run {tokens(-budget.unaccounted)} over the report", "muted")))
    if budget.trailing:
        remarks.append(line(Span(f"{estimate(budget.trailing)} of the report is estimated", "muted")))
    return remarks


def _origins(budget: Budget) -> list[Line]:
    settings = budget.settings
    numbers: list[tuple[str, str, Origin | str]] = [
        ("window", tokens(budget.window.tokens), budget.window.origin),
        ("reserve", count(settings.reserve_tokens), settings.reserve_tokens_origin),
        ("keep-recent", count(settings.keep_recent_tokens), settings.keep_recent_tokens_origin),
        ("auto-compaction", "on" if settings.enabled else "off", settings.enabled_origin),
    ]
    return [
        line(Span(f"{name} {value}" + (f" ({one_line(str(origin))})" if str(origin) else ""), "muted"))
        for name, value, origin in numbers
    ]
