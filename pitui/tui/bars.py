"""What the lines above and below the panes say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pitui.core.session.content import as_text
from pitui.core.settings.other import TreeFilterMode
from pitui.core.summary.summarizer import Destination, SummaryRequest
from pitui.rendering.numbers import cost, estimate, plural, tokens
from pitui.rendering.picture import Span
from pitui.rendering.request_page import request_tokens
from pitui.rendering.sanitize import one_line
from pitui.tui.compaction_desk import CompactionDesk
from pitui.tui.view_state import ViewState

Parts = tuple[list[Span], list[Span]]

FILTER_NAMES: dict[TreeFilterMode, str] = {
    "default": "Default: no bookkeeping",
    "no-tools": "No tool results",
    "user-only": "User messages only",
    "labeled-only": "Labelled entries only",
    "all": "All entries",
}


def title_parts(view: ViewState) -> Parts:
    """Name and project on the left; model, thinking level, liveness and leaf on the right."""
    session = view.session
    name = one_line(session.name or session.path.stem)
    left = [Span(" pitui ", "accent"), Span(f" {name}", "strong"), Span(f"  {_project(session.cwd)}", "muted")]
    model = view.leaf.projection.model
    named = one_line(as_text(model[1])) if model is not None else "no model yet"
    live = Span("   ● live", "good") if view.live else Span("   ○ idle", "muted")
    right = [
        Span(f"  {named} · {view.leaf.thinking_level}"),
        live,
        Span(f"   leaf {one_line((view.leaf.leaf_id or 'none')[:8])} ", "muted"),
    ]
    return left, right


def status_parts(view: ViewState, rows: int) -> Parts:
    """Filter and rows on the left; what has come in and what is wrong on the right."""
    left = [Span(f" {filter_words(view)}", "muted"), Span(f"   {rows}/{len(view.session.by_id)}", "muted")]
    if view.search.text:
        left += _search_parts(view)
    if view.follows_cursor:
        left.append(Span("   leaf follows the cursor", "warning"))
    right: list[Span] = []
    if view.elsewhere:
        right.append(Span("looking elsewhere, esc goes back   ", "warning"))
    if view.unseen:
        right.append(
            Span(f"+{view.unseen} {'new entry' if view.unseen == 1 else 'new entries'}, . to see   ", "accent")
        )
    damage = len(view.session.damage)
    if damage:
        right.append(Span(f"! {plural(damage, 'fault')} in the file   ", "warning"))
    if view.session.version < 3:
        right.append(Span(f"version {view.session.version} file   ", "muted"))
    return left, right


def filter_words(view: ViewState) -> str:
    """What the tree is filtered by."""
    return one_line(str(view.narrowed)) if view.narrowed is not None else FILTER_NAMES[view.filter]


def _search_parts(view: ViewState) -> list[Span]:
    """What is searched for, and which hit the cursor stands on."""
    search = view.search
    told = Span(f"   /{one_line(search.text)}  ", "accent")
    if search.problem:
        return [told, Span(one_line(search.problem), "alarm")]
    if search.running:
        return [told, Span("searching…", "muted")]
    if not search.hits:
        return [told, Span("not found", "warning")]
    place = f"{search.hits.index(view.cursor_id) + 1} of " if view.cursor_id in search.hits else ""
    return [told, Span(f"{place}{plural(len(search.hits), 'hit')}", "strong")]


def _project(cwd: str | None) -> str:
    if cwd is None:
        return "no project folder"
    home = str(Path.home())
    short = f"~{cwd[len(home) :]}" if cwd == home or cwd.startswith(home + "/") else cwd
    return one_line(short)


def compaction_title(desk: CompactionDesk) -> Parts:
    """The session on the left; why a move went nowhere, and what is tried, on the right."""
    session, choice = desk.leaf.session, desk.choice
    state = "the cut is moved by hand" if choice.cut is not None else "what pi would do"
    state += " · what if" if choice.tries_numbers else ""
    left = [Span(" Compact ", "accent"), Span(f" {one_line(session.name or session.path.stem)}", "strong")]
    return left, [Span(f"  {choice.note}   " if choice.note else "  ", "warning"), Span(f"{state} ", "accent")]


def asks_parts(requests: Sequence[SummaryRequest], destination: Destination, window: int | None) -> Parts:
    """Who is asked, how much goes in and comes out, and what it costs at most."""
    sent = sum(request_tokens(request) for request in requests)
    capped = sum(request.max_tokens for request in requests)
    prices = destination.cost_per_token if destination.host is not None else None
    price = f", at most {cost(sent * prices[0] + capped * prices[1])}" if prices is not None else ""
    times = f"{len(requests)} requests, " if len(requests) > 1 else ""
    left = [
        Span(" Asks         ", "muted"),
        Span(one_line(destination.label), "strong"),
        Span(f"   {times}{estimate(sent)} in, ≤{tokens(capped)} out{price}", "muted"),
    ]
    largest = max((request_tokens(request) + request.max_tokens for request in requests), default=0)
    too_large = destination.host is not None and window is not None and largest > window
    return left, [Span(" the request may not fit the window ", "alarm")] if too_large else []


def sends_parts(destination: Destination, reason: str) -> Parts:
    """Where the text goes, or why it stays here."""
    if destination.host is not None:
        return [Span(f" sends this session's text to {one_line(destination.host)}", "warning")], []
    return [Span(f" {one_line(reason)}", "muted")], []
