"""One row of the tree, painted: lines, marks, the entry in words, its label and its figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from pitui.core.context.fate import Fate, Fates
from pitui.core.context.projection import Projection, intrinsic_measure
from pitui.core.javascript.dates import parse_date
from pitui.core.session.content import as_mapping
from pitui.core.session.entries import Entry
from pitui.core.session.search import NO_QUERY, Query
from pitui.core.session.session import Session
from pitui.rendering.entry_line import entry_line
from pitui.rendering.highlight import highlighted
from pitui.rendering.numbers import cost, count, tokens
from pitui.rendering.picture import Line, Meaning, Span, clipped, spread
from pitui.rendering.picture import width as cells
from pitui.rendering.sanitize import one_line
from pitui.rendering.tree_rows import TreeRows

Figure: TypeAlias = Literal["tokens", "total", "cost", "age"]

_FOLD_MARK = "⊞ "
_ACTIVE_MARK = "• "
_LEAF = " ◂ leaf"
_FILE_LEAF = " ◂ pi resumes here"
_FIGURE_WIDTH = 7
_WITH_FIGURES = 40
"""From this width on the figure has its column."""
_FEWEST_WORDS = 8
"""Cells the words have in any case; deep rows lose their marks instead."""


@dataclass(frozen=True, slots=True)
class TreeColumns:
    """What stands at the right of a row."""

    figure: Figure = "tokens"
    label_times: bool = False
    query: Query = NO_QUERY
    """What is searched for, to stand out."""


class LeafView(Protocol):
    """What a row needs to know of the shown leaf."""

    @property
    def leaf_id(self) -> str | None: ...
    @property
    def fates(self) -> Fates: ...
    @property
    def projection(self) -> Projection: ...


def tree_line(session: Session, leaf: LeafView, rows: TreeRows, place: int, width: int, columns: TreeColumns) -> Line:
    """A row in exactly `width` cells."""
    row = rows.rows[place]
    fate = leaf.fates[row.entry.id]
    mark = _FOLD_MARK if row.hidden else _ACTIVE_MARK if row.active else "  "
    head = [Span(f" {row.guides}", "muted"), Span(mark, "accent")]
    words = highlighted(_told(entry_line(session, row.entry), fate), columns.query)
    # Labels and marks stay whole where the words give way.
    tail = [
        *_fate_word(fate),
        *_label(session, row.entry, columns.label_times),
        *_marks(session, leaf, rows, place),
    ]
    hidden = [Span(f"  +{count(row.hidden)} hidden", "muted")] if row.hidden else []
    figure = Span(_figure(leaf, row.entry, columns.figure).rjust(_FIGURE_WIDTH) + " ", _figure_meaning(fate))
    right = [*hidden, figure] if width >= _WITH_FIGURES else hidden
    room = max(_FEWEST_WORDS, width - sum(cells(part) for part in (head, tail, right)))
    return spread([*head, *clipped(words, room), *tail], right, width)


def _told(words: Line, fate: Fate) -> Line:
    """The words in the look of the entry's fate; what is sent keeps its own colours."""
    looks: dict[Fate, Meaning] = {"folded": "folded", "omitted": "omitted", "elsewhere": "elsewhere"}
    look = looks.get(fate)
    return words if look is None else tuple(Span(span.text, look) for span in words)


def _fate_word(fate: Fate) -> list[Span]:
    if fate == "omitted":
        return [Span(" (omitted)", "muted")]
    return [Span(" (replaced)", "muted")] if fate == "replaced" else []


def _label(session: Session, entry: Entry, with_time: bool) -> list[Span]:
    label = session.labels.get(entry.id)
    if label is None:
        return []
    spans = [Span(f" [{one_line(str(label))}]", "label")]
    if with_time:
        spans.append(Span(f" {one_line(str(label.timestamp))[:16].replace('T', ' ')}", "muted"))
    return spans


def _marks(session: Session, leaf: LeafView, rows: TreeRows, place: int) -> list[Span]:
    """Where the shown leaf is and, when it is another, where pi would resume."""
    spans: list[Span] = []
    if place == rows.leaf_row:
        spans.append(Span(_LEAF, "accent"))
    if session.leaf_id != leaf.leaf_id and place == rows.nearest(session, session.leaf_id):
        spans.append(Span(_FILE_LEAF, "warning"))
    return spans


def _figure_meaning(fate: Fate) -> Meaning:
    return "" if fate in ("sent", "replaced") else "muted"


def _figure(leaf: LeafView, entry: Entry, figure: Figure) -> str:
    match figure:
        case "tokens":
            amount = intrinsic_measure(entry).total
            return tokens(amount) if amount else ""
        case "total":
            projected = leaf.projection.by_id.get(entry.id)
            return tokens(leaf.projection.running_totals[entry.id]) if projected is not None else ""
        case "cost":
            dollars = _cost_of(entry)
            return cost(dollars) if dollars else ""
        case "age":
            return _clock(entry)


def _cost_of(entry: Entry) -> float:
    body = entry.body
    holder = as_mapping(body.get("message")) if entry.type == "message" else body
    total = as_mapping(as_mapping(holder.get("usage")).get("cost")).get("total")
    return total if isinstance(total, int | float) and not isinstance(total, bool) else 0.0


def _clock(entry: Entry) -> str:
    text = entry.timestamp if isinstance(entry.timestamp, str) else ""
    return one_line(text[11:16]) if parse_date(text) == parse_date(text) else ""
