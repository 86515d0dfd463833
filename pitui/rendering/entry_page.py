"""One entry as a page to read: who spoke, when and how much, what was said, what it cost, where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from pitui.core.context.fate import Fate
from pitui.core.context.projection import ProjectedEntry, intrinsic_measure
from pitui.core.session.entries import Entry
from pitui.core.session.session import Session
from pitui.rendering.clock import moment, time_of_day
from pitui.rendering.entry_body import body_lines
from pitui.rendering.message_body import FOLDED, Unfolded, content_lines
from pitui.rendering.numbers import plural, size, tokens
from pitui.rendering.picture import Line, Meaning, Picture, Span, fit, line, spread
from pitui.rendering.raw_json import json_lines
from pitui.rendering.ribbon import MEANINGS, WORDS
from pitui.rendering.sanitize import one_line
from pitui.rendering.wrap import flow

_FATES: Final[dict[Fate, tuple[str, Meaning]]] = {
    "sent": ("sent to the model", "good"),
    "folded": ("folded into a summary", "folded"),
    "omitted": ("omitted by an edit", "omitted"),
    "replaced": ("replaced by an edit", "replaced"),
    "silent": ("not for the model", "muted"),
    "elsewhere": ("on another branch", "elsewhere"),
}


@dataclass(frozen=True, slots=True)
class PageView:
    """How a page is looked at."""

    unfolded: Unfolded = FOLDED
    raw: bool = False
    """The entry's JSON instead of its words."""
    zone: tzinfo | None = None
    """Whose clock tells the times; None is the machine's."""


AS_READ: Final = PageView()


def entry_page(
    session: Session,
    entry: Entry,
    cells: int,
    *,
    fate: Fate | None = None,
    projected: ProjectedEntry | None = None,
    view: PageView = AS_READ,
) -> Picture:
    """The page in lines of at most `cells` cells.

    `projected` is the entry's place in the context, if it has one: an edit's other words come from there.
    """
    return [fit(spans, cells) for spans in _page(session, entry, cells, fate, projected, view)]


def _page(
    session: Session, entry: Entry, cells: int, fate: Fate | None, projected: ProjectedEntry | None, view: PageView
) -> Iterator[Line]:
    yield _header(entry, cells, view)
    yield from flow(_marks(session, entry, fate), cells)
    yield ()
    if view.raw:
        yield from json_lines(entry.body, cells)
    else:
        yield from body_lines(session, entry, cells, view.unfolded)
        if projected is not None and projected.replaced:
            yield from _instead(projected, cells, view)
    yield ()
    yield from flow(_whereabouts(entry, view), cells, " · ")


def _header(entry: Entry, cells: int, view: PageView) -> Line:
    kind = entry.role if entry.role and entry.type == "message" else entry.type
    weight = intrinsic_measure(entry).total
    left = line(
        Span(one_line(kind) or "entry without a type", MEANINGS.get(WORDS.get(kind, ""), "strong")),
        Span(f"   {time_of_day(entry.timestamp, view.zone)}"),
        Span(f"   {plural(weight, 'token') if weight < 1000 else f'{tokens(weight)} tokens'}" if weight else ""),
    )
    return spread(left, line(Span(f" #{one_line(entry.id)}", "muted")), cells)


def _marks(session: Session, entry: Entry, fate: Fate | None) -> list[Line]:
    label = session.labels.get(entry.id)
    marks = [line(Span(f"[{one_line(str(label))}]", "label"))] if label is not None else []
    return [*marks, line(Span(*_FATES[fate]))] if fate is not None else marks


def _instead(projected: ProjectedEntry, cells: int, view: PageView) -> Iterator[Line]:
    yield ()
    yield line(Span("the model gets instead", "replaced"))
    for message in projected.messages:
        yield from content_lines(message.content, cells, view.unfolded, raw=message.role == "toolResult")


def _whereabouts(entry: Entry, view: PageView) -> list[Line]:
    parent = f"parent {one_line(entry.parent_id)}" if entry.parent_id else "a root"
    parts = [moment(entry.timestamp, view.zone), f"id {one_line(entry.id)}", parent]
    parts += [f"line {entry.line}", size(entry.length)] if entry.line else ["not in the file yet"]
    return [line(Span(part, "muted")) for part in parts if part]
