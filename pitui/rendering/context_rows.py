"""The context as the model gets it, one row a message: known from heads and measures, without reading a body."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Final

from pitui.core.context.llm import as_llm
from pitui.core.context.projection import ProjectedEntry, Projection

_SENT_AS: Final = {
    "system": "system",
    "user": "user",
    "assistant": "assistant",
    "toolResult": "toolResult",
    "custom": "user",
    "bashExecution": "user",
    "branchSummary": "user",
    "compactionSummary": "user",
}
"""What a message's role is when it is sent; any other role is not."""


@dataclass(frozen=True, slots=True)
class ContextRow:
    """One message of the context, or an entry that would give one and does not."""

    place: int
    """The entry among the projection's entries."""
    inside: int
    """Which of the entry's messages it is."""
    entry_id: str
    number: int | None
    """The message's number as it is sent; None for what is not."""
    role: str
    """As the model gets it; as the file has it where nothing is sent."""
    tokens: int
    total: int
    """Tokens up to and including this message."""
    note: str = ""
    """Why it is not sent, or not as it was written."""


def context_rows(projection: Projection) -> list[ContextRow]:
    """The rows of a context in the order of its messages; entries that are only bookkeeping have none."""
    rows: list[ContextRow] = []
    number = total = 0
    for place, projected in enumerate(projection.entries):
        identity = projected.entry.id
        note = _edited(projected)
        if projected.omitted:
            role = projected.entry.role or projected.entry.type
            rows.append(ContextRow(place, 0, identity, None, role, 0, total, note))
            continue
        for inside, (role, tokens) in enumerate(zip(projected.roles, projected.measure.tokens, strict=True)):
            held_back = _held_back(projected, inside, role)
            if held_back:
                rows.append(ContextRow(place, inside, identity, None, role, 0, total, held_back))
                continue
            number += 1
            total += tokens
            rows.append(ContextRow(place, inside, identity, number, _SENT_AS[role], tokens, total, note))
    return rows


def largest(rows: Sequence[ContextRow], amount: int = 10) -> list[ContextRow]:
    """The rows that weigh most, the heaviest first."""
    return nlargest(amount, rows, key=lambda row: row.tokens)


def only_in(first: Sequence[ContextRow], second: Sequence[ContextRow]) -> list[ContextRow]:
    """What one context sends and another does not, or not with the same words."""
    known = {(row.entry_id, row.inside, row.note) for row in second if row.number is not None}
    return [row for row in first if row.number is not None and (row.entry_id, row.inside, row.note) not in known]


def sent(rows: Sequence[ContextRow]) -> Iterator[ContextRow]:
    """The rows that are sent."""
    return (row for row in rows if row.number is not None)


def _edited(projected: ProjectedEntry) -> str:
    if projected.edit is None:
        return ""
    return f"{'omitted' if projected.omitted else 'replaced'} by edit #{projected.edit.id}"


def _held_back(projected: ProjectedEntry, inside: int, role: str) -> str:
    """Why a message is not sent; only commands a person ran have to be read to know."""
    if role not in _SENT_AS:
        return "a role that no model is sent"
    if role == "bashExecution" and as_llm(projected.messages[inside]) is None:
        return "kept from the model"
    return ""
