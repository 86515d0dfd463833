"""A session as a run writes it: one entry after the other under a leaf, into a file or only into memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from pitui.core.errors import UnknownEntryError
from pitui.core.javascript.json import JsonObject
from pitui.core.session.entries import Entry, draft_entry
from pitui.core.session.follow import SessionFollower
from pitui.core.session.session import Session
from pitui.core.session.tree import path_to
from pitui.core.session.writing import NewId, Pen, stamped, unused_id, write


class Journal(Protocol):
    """Where a run's entries go; the leaf is the last one written, or where the journal was moved to."""

    @property
    def path(self) -> Sequence[Entry]:
        """The entries from the root to the leaf."""
        ...

    def append(self, fields: JsonObject) -> Entry:
        """Write an entry under the leaf, and make it the leaf.

        `fields` begin with `type` and are all but the entry's id, parent and time. Raises PituiError when it
        could not be written; the leaf stays then.
        """
        ...

    def now(self) -> float:
        """The time by the journal's clock, in milliseconds since 1970."""
        ...


class MemoryJournal:
    """A session that no file has, for runs that need not be kept."""

    def __init__(self, pen: Pen, entries: Iterable[Entry] = ()) -> None:
        """Start empty, or behind the last of some entries in file order."""
        self._pen = pen
        self._entries = {entry.id: entry for entry in entries}
        self._leaf_id = next(reversed(self._entries), None)

    @property
    def entries(self) -> Sequence[Entry]:
        """Every entry, in the order they were written."""
        return list(self._entries.values())

    @property
    def path(self) -> Sequence[Entry]:
        """The entries from the root to the leaf."""
        return path_to(self._entries[self._leaf_id], self._entries) if self._leaf_id is not None else []

    def append(self, fields: JsonObject) -> Entry:
        """Keep an entry under the leaf, and make it the leaf."""
        entry_id = unused_id(self._entries, self._pen)
        entry = draft_entry(stamped(fields, entry_id=entry_id, parent_id=self._leaf_id, now=self.now()))
        self._entries[entry.id] = entry
        self._leaf_id = entry.id
        return entry

    def move(self, leaf_id: str | None) -> None:
        """Go on under another entry, None being before the first; raises UnknownEntryError."""
        if leaf_id is not None and leaf_id not in self._entries:
            raise UnknownEntryError(f"This session has no entry {leaf_id}.")
        self._leaf_id = leaf_id

    def now(self) -> float:
        """The time by the pen's clock, in milliseconds since 1970."""
        return self._pen.now()


class FileJournal:
    """A session file, written to under a leaf of its own: what others append elsewhere does not move it."""

    def __init__(self, follower: SessionFollower, pen: Pen) -> None:
        """Start at the file's leaf."""
        self._follower = follower
        self._pen = pen
        self._leaf_id = follower.session.leaf_id

    @property
    def session(self) -> Session:
        """The session as it was last read."""
        return self._follower.session

    @property
    def path(self) -> Sequence[Entry]:
        """The entries from the root to the leaf."""
        return self.session.branch(self._leaf_id)

    def append(self, fields: JsonObject) -> Entry:
        """Append an entry under the leaf, and make it the leaf; raises StaleFileError or WriteError."""

        def compose(_: Session, new_id: NewId) -> Sequence[JsonObject]:
            return [stamped(fields, entry_id=new_id(), parent_id=self._leaf_id, now=self.now())]

        [entry] = write(self._follower, compose, self._pen).entries
        self._leaf_id = entry.id
        return entry

    def move(self, leaf_id: str | None) -> None:
        """Go on under another entry, None being before the first; raises UnknownEntryError.

        Only the next entry shows it: until then pi would resume at the file's last line.
        """
        self._leaf_id = self.session.entry(leaf_id).id if leaf_id is not None else None

    def now(self) -> float:
        """The time by the pen's clock, in milliseconds since 1970."""
        return self._pen.now()
