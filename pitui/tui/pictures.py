"""From what the browser shows to the pictures of its tabs."""

from __future__ import annotations

from pitui.core.compaction.outlook import outlook
from pitui.core.compaction.preparation import why_nothing
from pitui.rendering.compaction_picture import compaction_picture
from pitui.rendering.picture import Picture, Span, line
from pitui.rendering.ribbon import ribbon_of
from pitui.rendering.wrap import wrap
from pitui.tui.view_state import ViewState


def compaction(view: ViewState, width: int) -> Picture:
    """What compacting at the shown leaf would do."""
    preparation = view.leaf.preparation
    if preparation is None:
        return _words(why_nothing(view.leaf.path), width)
    ribbon = ribbon_of(view.leaf.projection)
    return compaction_picture(view.session, preparation, outlook(preparation), ribbon, width).lines


def _words(text: str, width: int) -> Picture:
    return [line(Span(part, "muted")) for part in wrap(text, max(1, width))]


def entry(view: ViewState, width: int) -> Picture:
    return []


def context(view: ViewState, width: int) -> Picture:
    return []


def stats(view: ViewState, width: int) -> Picture:
    return []
