"""What the line below the shelf says: how many, in which order, and what is going on."""

from __future__ import annotations

from typing import Final

from pitui.core.session.shelf_order import Order
from pitui.rendering.numbers import plural
from pitui.rendering.picture import Span
from pitui.rendering.sanitize import one_line
from pitui.rendering.shelf_line import project_words
from pitui.tui.bars import Parts
from pitui.tui.shelf_view import ShelfView

ORDER_WORDS: Final[dict[Order, str]] = {
    "threads": "threads, by newest activity",
    "recent": "newest activity first",
    "cost": "dearest first",
    "size": "largest first",
}


def status_parts(view: ShelfView) -> Parts:
    """Count, scope and order on the left; progress and questions on the right."""
    if view.asked:
        return _question(view)
    scope = f" of {project_words(view.project)}" if view.project is not None else ", all projects"
    left = [Span(f" {plural(len(view.placed), 'session')}{scope}", "muted")]
    if view.search.text:
        left += _search(view)
    else:
        left.append(Span(f" · {ORDER_WORDS[view.order]}", "muted"))
    if view.marked:
        left.append(Span(f" · {len(view.marked)} marked", "accent"))
    if view.put_away:
        left.append(Span(f" · {view.put_away} archived, A shows", "muted"))
    return left, _progress(view)


def _search(view: ShelfView) -> list[Span]:
    search = view.search
    told = Span(f"   /{one_line(search.text)}  ", "accent")
    if search.problem:
        return [told, Span(one_line(search.problem), "alarm")]
    places = sum(hit.places for hit in search.hits.values())
    found = [Span(plural(places, "entry", "entries"), "strong")] if places else []
    if not search.hits and not search.running:
        found = [Span("not found", "warning")]
    return [told, *found]


def _progress(view: ShelfView) -> list[Span]:
    if view.search.running:
        return [Span(f"searched {view.search.done} of {view.search.of} ", "muted")]
    if view.loading:
        return [Span(f"looking, {len(view.rows)} so far ", "muted")]
    return [Span(f"reading {view.read} of {len(view.rows)} ", "muted")] if view.read else []


def _question(view: ShelfView) -> Parts:
    """What deleting would do, beside the question on the row itself."""
    told = [f"{plural(len(view.asked), 'session')} to the trash"]
    orphaned = view.orphaned_without(view.asked)
    if orphaned:
        told.append("its fork will stand alone" if orphaned == 1 else f"{orphaned} forks will stand alone")
    live = sum(view.is_live(view.rows[path]) for path in view.asked if path in view.rows)
    if live:
        told.append(f"other programs are writing to {plural(live, 'session')} of these now")
    return [Span(f" {' · '.join(told)}", "warning")], [Span(" y yes · esc no ", "alarm")]
