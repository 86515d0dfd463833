"""The entries around a cut, one a row: what goes into the summary above it, what stays below."""

from __future__ import annotations

from typing import Final

from pitui.core.compaction.cut_point import why_illegal
from pitui.core.compaction.preparation import CompactionPreparation
from pitui.core.context.projection import ProjectedEntry
from pitui.core.session.session import Session
from pitui.rendering.entry_line import entry_line
from pitui.rendering.numbers import tokens
from pitui.rendering.picture import Line, Meaning, Picture, Span, clipped, fit, line, spread, text_of

_SUMMARISE: Final = "summary "
_PREFIX: Final = "prefix  "
_KEPT: Final = "kept    "
_FIGURE: Final = 7


def cut_list(session: Session, preparation: CompactionPreparation, cells: int, height: int) -> Picture:
    """At most `height` lines of exactly `cells` cells, the cut in their middle; empty when there is no room."""
    if height < 4:
        return []
    entries = preparation.projection.entries
    cut = preparation.cut.first_kept_index
    shown = height - 2
    first = max(preparation.start, min(cut - shown // 2, len(entries) - shown))
    last = min(len(entries), first + shown)
    picture: Picture = [fit(line(Span(" around the cut", "muted")), cells)]
    for place in range(first, last):
        if place == cut:
            picture.append(_cut_line(cells))
        picture.append(_row(session, preparation, place, entries[place], cells))
    return picture


def _row(
    session: Session, preparation: CompactionPreparation, place: int, projected: ProjectedEntry, cells: int
) -> Line:
    fate, look = _fate(preparation, place)
    words = entry_line(session, projected.entry)
    told = words if look == "good" else line(Span(text_of(words), "folded" if look == "folded" else "muted"))
    figure = tokens(projected.tokens) if projected.tokens else ""
    mark = "·" if why_illegal(projected) is not None else "▏"
    left = line(
        Span(f" {fate}", look), Span(f"{mark} ", "muted"), *clipped(told, max(8, cells - len(fate) - _FIGURE - 6))
    )
    return spread(left, line(Span(figure.rjust(_FIGURE) + " ", "muted")), cells)


def _fate(preparation: CompactionPreparation, place: int) -> tuple[str, Meaning]:
    if place >= preparation.cut.first_kept_index:
        return _KEPT, "good"
    return (_SUMMARISE, "folded") if place < preparation.cut.history_end else (_PREFIX, "warning")


def _cut_line(cells: int) -> Line:
    label = "━━━ cut "
    return line(Span((label + "━" * max(0, cells - len(label)))[:cells], "cut"))
