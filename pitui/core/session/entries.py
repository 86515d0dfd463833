"""Entries: light heads over the lines of a session file, their bodies read when they are needed.

A session of hundreds of megabytes is tens of thousands of heads. Nothing outside `session/` knows where a
body lies: `entry.body` is all there is, whether the line is on disk, lifted from an old version, or a draft
that no file has yet.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar

import msgspec

from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.messages import Message

BOOKKEEPING = frozenset(
    {"label", "context_edit", "custom", "model_change", "thinking_level_change", "session_info", "usage"}
)
"""Entry types that keep the session's books rather than its conversation."""


T = TypeVar("T")


class Source(Protocol):
    """Where bodies come from, with a memory for what was worked out from them."""

    @property
    def memo(self) -> dict[Any, Any]:
        """Facts worked out from bodies, by what found them; they live as long as the source."""
        ...

    def body(self, entry: Entry, *, keep: bool = True) -> JsonObject:
        """The entry's whole JSON object; an empty one when the file no longer holds it.

        `keep` holds it in memory for the next who asks.
        """
        ...


class Entry(msgspec.Struct, frozen=True, eq=False, gc=False, kw_only=True):
    """The head of one entry (pi: session-format, "Entry Base")."""

    type: str
    """`message`, `compaction`, `branch_summary` and so on; any other text is carried as it is."""
    id: str
    parent_id: str | None
    timestamp: Json = None
    """As in the file: ISO text, or a number of milliseconds in old files; NaN where there is none."""
    role: str | None = None
    """The message's role, for entries of type `message`."""
    nested: bool = False
    """Whether the message holds calls that its tool made in turn."""
    offset: int
    """Where the line starts, in bytes."""
    length: int
    """How long the line is, in bytes without its newline."""
    line: int
    """The line's number in the file, from 1; 0 for a draft."""
    source: Source

    @property
    def body(self) -> JsonObject:
        """The whole entry as JSON, read from where it lies."""
        return self.source.body(self)

    @property
    def message(self) -> Message | None:
        """The message of a `message` entry; None where there is none to speak of."""
        return self.message_in(self.body)

    def read(self) -> JsonObject:
        """The body for one look, as when going over many entries: it is not kept in memory."""
        return self.source.body(self, keep=False)

    def message_in(self, body: JsonObject) -> Message | None:
        """The same for a body that is at hand."""
        message = body.get("message") if self.type == "message" else None
        return Message(message) if isinstance(message, dict) else None


class DraftSource:
    """Holds the body of an entry that no file has yet."""

    def __init__(self, body: JsonObject) -> None:
        self._body = body
        self.memo: dict[Any, Any] = {}

    def body(self, entry: Entry, *, keep: bool = True) -> JsonObject:
        return self._body


def draft_entry(body: JsonObject) -> Entry:
    """An entry in memory alone, fit to stand on a path as if it had been written.

    The body needs `type`, `id`, `parentId` and `timestamp`.
    """
    message = body.get("message")
    return Entry(
        type=body["type"],
        id=body["id"],
        parent_id=body["parentId"],
        timestamp=body.get("timestamp"),
        role=message.get("role") if isinstance(message, dict) else None,
        nested=isinstance(message, dict) and isinstance(message.get("nestedCalls"), dict),
        offset=0,
        length=0,
        line=0,
        source=DraftSource(body),
    )


def once_per_entry(find: Callable[[Entry], T]) -> Callable[[Entry], T]:
    """Have a fact about an entry found out only once for the life of its source."""

    @wraps(find)
    def known(entry: Entry) -> T:
        facts: dict[int, T] = entry.source.memo.setdefault(find, {})
        try:
            return facts[entry.offset]
        except KeyError:
            fact = facts[entry.offset] = find(entry)
            return fact

    return known
