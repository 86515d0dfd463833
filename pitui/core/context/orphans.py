"""Tool results without their call, which providers refuse: nothing before them in the context made it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pitui.core.context.projection import ProjectedEntry, Projection
from pitui.core.session.content import blocks_of
from pitui.core.session.messages import Message


def orphaned_results(projection: Projection) -> frozenset[str]:
    """The ids of context entries with a tool result whose call no earlier assistant message of the context has."""
    made: set[str] = set()
    orphans: set[str] = set()
    for projected in projection.entries:
        if "assistant" in projected.roles:
            made.update(_ids(projected, "calls", _calls))
        elif "toolResult" in projected.roles and not made.issuperset(_ids(projected, "answers", _answers)):
            orphans.add(projected.entry.id)
    return frozenset(orphans)


def _ids(projected: ProjectedEntry, kind: str, read: Callable[[Message], Iterable[object]]) -> frozenset[str]:
    """Call ids of an entry's messages, worked out once for the life of its source while no edit applies."""
    key = (kind, projected.entry.offset)
    known = projected.entry.source.memo.get(key) if projected.edit is None else None
    if isinstance(known, frozenset):
        return known
    # An id that is no text names nothing, and a result without a text for an id answers nothing.
    ids = frozenset(name if isinstance(name, str) else "" for message in projected.messages for name in read(message))
    if projected.edit is None:
        projected.entry.source.memo[key] = ids
    return ids


def _calls(message: Message) -> Iterable[object]:
    return (block.get("id") for block in blocks_of(message.content, "toolCall") if isinstance(block.get("id"), str))


def _answers(message: Message) -> Iterable[object]:
    return (message.data.get("toolCallId"),)
