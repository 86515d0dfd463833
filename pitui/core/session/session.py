"""A session as it was read: its header, its entries in file order, and what they say about each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pitui.core.errors import UnknownEntryError
from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.content import as_text
from pitui.core.session.damage import Damage
from pitui.core.session.entries import Entry
from pitui.core.session.file import SessionFile, Stamp
from pitui.core.session.tree import SessionTree, path_to


@dataclass(frozen=True, slots=True)
class Label:
    """A name somebody gave an entry."""

    text: Json
    """As the file has it, nearly always a text."""
    timestamp: Json
    """When it was given, as the label entry's own timestamp."""

    def __str__(self) -> str:
        return as_text(self.text)


@dataclass(frozen=True, eq=False)
class Session:
    """One reading of a session file; a change on disk makes a new one (pi: session-format)."""

    file: SessionFile
    stamp: Stamp
    """The state of the file this was read from."""
    header: JsonObject
    version: int
    """The version on disk: 1, 2 or 3. Below 3 the first write migrates the file."""
    entries: Sequence[Entry]
    """Every entry with an id, in file order; an id written twice stands twice."""
    by_id: Mapping[str, Entry]
    """The last entry of each id, in the order the ids first appeared."""
    labels: Mapping[str, Label]
    """Labels by the entry they name; one may name an entry that is not here."""
    name: str | None
    line_damage: Sequence[Damage]
    """Faults of single lines."""
    end: int
    """Where the last whole line ends, in bytes; a torn line may follow."""
    line_count: int
    """How many whole lines end before `end`."""

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self.file.path

    @property
    def id(self) -> str:
        """The session's id."""
        return as_text(self.header.get("id"))

    @property
    def cwd(self) -> str | None:
        """The folder the session belongs to; None when the header has no usable one."""
        cwd = self.header.get("cwd")
        return cwd if isinstance(cwd, str) and cwd else None

    @property
    def leaf_id(self) -> str | None:
        """The file's leaf, where pi resumes: its last entry of any type."""
        return self.entries[-1].id if self.entries else None

    @cached_property
    def tree(self) -> SessionTree:
        """The entries as a tree."""
        return SessionTree(self.by_id)

    @cached_property
    def damage(self) -> Sequence[Damage]:
        """All faults, of lines and of the tree, in the order of their lines."""
        return sorted([*self.line_damage, *self.tree.damage], key=lambda fault: fault.line)

    def entry(self, entry_id: str) -> Entry:
        """The entry of an id; raises UnknownEntryError."""
        found = self.by_id.get(entry_id)
        if found is None:
            raise UnknownEntryError(f"This session has no entry {entry_id}.")
        return found

    def branch(self, leaf_id: str | None) -> list[Entry]:
        """The path from the root to a leaf; empty without a leaf, ended by a missing parent or a repeat.

        Raises UnknownEntryError for a leaf that is not here.
        """
        return [] if leaf_id is None else path_to(self.entry(leaf_id), self.by_id)
