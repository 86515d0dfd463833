"""From what the browser shows to the pictures of its tabs."""

from __future__ import annotations

from pitui.core.compaction.outlook import outlook
from pitui.core.compaction.preparation import why_nothing
from pitui.core.context.orphans import orphaned_results
from pitui.rendering.compaction_picture import compaction_picture
from pitui.rendering.context_page import breakdown, context_heading, context_line, context_title
from pitui.rendering.context_rows import context_rows
from pitui.rendering.counted import counted_sentence
from pitui.rendering.entry_page import PageView, entry_page
from pitui.rendering.message_body import FOLDED, WHOLE
from pitui.rendering.picture import Picture, Span, line
from pitui.rendering.ribbon import ribbon_of
from pitui.rendering.stats_page import stats_page, totals
from pitui.rendering.wrap import wrap
from pitui.tui.view_state import ViewState


def entry(view: ViewState, width: int, *, whole: bool = False) -> Picture:
    """The entry under the cursor; in full when that is wanted, whatever is folded on the screen."""
    found = view.session.by_id.get(view.cursor_id or "")
    if found is None:
        return _words("Move the cursor onto an entry to read it here.", width)
    unfolded = WHOLE if view.open_all or whole else FOLDED
    return entry_page(
        view.session,
        found,
        width,
        fate=view.leaf.fates[found.id],
        projected=view.leaf.projection.by_id.get(found.id),
        view=PageView(unfolded, view.raw),
    )


def compaction(view: ViewState, width: int) -> Picture:
    """What compacting at the shown leaf would do."""
    preparation = view.leaf.preparation
    if preparation is None:
        return _words(why_nothing(view.leaf.path), width)
    ribbon = ribbon_of(view.leaf.projection)
    return compaction_picture(view.session, preparation, outlook(preparation), ribbon, width).lines


def context(view: ViewState, width: int) -> Picture:
    """What the model gets from the shown leaf."""
    projection = view.leaf.projection
    rows = context_rows(projection)
    orphans = orphaned_results(projection)
    shown = [context_line(projection, row, width, orphans) for row in rows]
    counted = _words(counted_sentence(view.counted), width) if view.counted is not None else []
    top = [context_title(projection, rows, width), *breakdown(projection, width), *counted, ()]
    return [*top, context_heading(width), *shown]


def stats(view: ViewState, width: int) -> Picture:
    """Messages, tools, files, tokens and cost, of the branch and of the whole file."""
    path = view.leaf.path
    return stats_page(view.session, path, totals(path), totals(view.session.entries), width, counted=view.counted)


def _words(text: str, width: int) -> Picture:
    return [line(Span(part, "muted")) for part in wrap(text, max(1, width))]
