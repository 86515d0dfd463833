"""The entries as a tree: roots, children in time's order, and the faults a broken tree can have.

Everything here is a loop: real chains run to hundreds of thousands of entries.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from pitui.core.javascript.dates import parse_date
from pitui.core.session.damage import Damage
from pitui.core.session.entries import Entry


class Node(NamedTuple):
    """One entry's place in a walk of the tree."""

    entry: Entry
    parent_id: str | None
    """The parent in the tree; None for a root, also where the file names a parent that is not there."""
    depth: int
    place: int
    """Which of its siblings the entry is, from 0."""


class SessionTree:
    """Parents and children of a session's entries (pi: session-format, "Tree Structure")."""

    def __init__(self, by_id: Mapping[str, Entry]) -> None:
        self._by_id = by_id
        self._children: dict[str, list[Entry]] = {}
        self._roots: list[Entry] = []
        self._orphans: list[Entry] = []
        self._cycle_members: frozenset[str] = frozenset()
        forks: dict[str, list[Entry]] = {}
        points_ahead = False
        for entry in by_id.values():
            parent = entry.parent_id
            if parent is None or parent == entry.id:
                self._roots.append(entry)
                continue
            above = by_id.get(parent)
            if above is None:
                self._roots.append(entry)
                self._orphans.append(entry)
                continue
            points_ahead = points_ahead or above.line >= entry.line
            siblings = self._children.get(parent)
            if siblings is None:
                self._children[parent] = [entry]
            else:
                siblings.append(entry)
                forks[parent] = siblings
        if points_ahead:
            # Only then can there be a cycle: a chain that always leads to earlier lines comes to an end.
            self._free_cycles()
        for siblings in forks.values():
            _sort_by_time(siblings)

    @property
    def roots(self) -> Sequence[Entry]:
        """Entries without a parent here, in file order; members of a cycle among them."""
        return self._roots

    @property
    def cycle_members(self) -> frozenset[str]:
        """Ids of entries whose parents lead in a circle that no root reaches."""
        return self._cycle_members

    def children(self, entry_id: str) -> Sequence[Entry]:
        """The children of an entry, oldest first."""
        return self._children.get(entry_id, ())

    def parent_id(self, entry: Entry) -> str | None:
        """The parent in the tree; None for roots, orphans and members of a cycle."""
        parent = entry.parent_id
        if parent is None or parent == entry.id or parent not in self._by_id or entry.id in self._cycle_members:
            return None
        return parent

    def walk(self) -> Iterator[Node]:
        """Every entry, parents before children."""
        pending = [Node(root, None, 0, index) for index, root in reversed(list(enumerate(self._roots)))]
        while pending:
            node = pending.pop()
            yield node
            children = self._children.get(node.entry.id, ())
            for index in range(len(children) - 1, -1, -1):
                pending.append(Node(children[index], node.entry.id, node.depth + 1, index))

    @cached_property
    def tips(self) -> list[Entry]:
        """The entries without children: the ends of all branches, in file order."""
        return [entry for entry in self._by_id.values() if entry.id not in self._children]

    @cached_property
    def branch_tips(self) -> list[Entry]:
        """The tips a person would call branches: the results of one reply, side by side, are no fork."""
        goes_on: set[str] = set()
        for tip in self.tips:
            if tip.role != "toolResult":
                goes_on.update(self._above(tip, goes_on))
        counted: list[Entry] = []
        for tip in self.tips:
            if tip.role == "toolResult":
                reply = next((id_ for id_ in self._above(tip, ()) if self._by_id[id_].role == "assistant"), tip.id)
                if reply in goes_on:
                    continue
                goes_on.add(reply)
            counted.append(tip)
        return counted

    @cached_property
    def damage(self) -> list[Damage]:
        """Orphans and cycles."""
        faults = [
            Damage("orphan", entry.line, f"its parent {entry.parent_id} is not in the file; shown as a root", entry.id)
            for entry in self._orphans
        ]
        faults += [
            Damage("cycle", entry.line, "its parents lead in a circle; shown as a root", entry.id)
            for entry in self._by_id.values()
            if entry.id in self._cycle_members
        ]
        return faults

    def _above(self, entry: Entry, known: Container[str]) -> Iterator[str]:
        """The ids from an entry up to its root, or to one that is known already."""
        current: str | None = entry.id
        while current is not None and current not in known:
            yield current
            current = self.parent_id(self._by_id[current])

    def _free_cycles(self) -> None:
        """Make roots of the members of cycles, so that every entry can be reached."""
        settled = self._reachable()
        members: set[str] = set()
        if len(settled) == len(self._by_id):
            return
        for entry in self._by_id.values():
            trail: list[str] = []
            on_trail: set[str] = set()
            current = entry
            while current.id not in settled and current.id not in on_trail:
                trail.append(current.id)
                on_trail.add(current.id)
                current = self._by_id[current.parent_id or ""]
            if current.id in on_trail:
                members.update(trail[trail.index(current.id) :])
            settled.update(trail)
        self._cycle_members = frozenset(members)
        for entry in self._by_id.values():
            if entry.id in members:
                siblings = self._children[entry.parent_id or ""]
                siblings.remove(entry)
                if not siblings:
                    del self._children[entry.parent_id or ""]
                self._roots.append(entry)

    def _reachable(self) -> set[str]:
        reached: set[str] = set()
        pending = [root.id for root in self._roots]
        while pending:
            current = pending.pop()
            reached.add(current)
            pending.extend(child.id for child in self._children.get(current, ()))
        return reached


def path_to(leaf: Entry, by_id: Mapping[str, Entry]) -> list[Entry]:
    """The entries from the root to a leaf, ended by a missing parent or a repeat."""
    path: dict[str, Entry] = {}
    current: Entry | None = leaf
    while current is not None and current.id not in path:
        path[current.id] = current
        current = by_id.get(current.parent_id) if current.parent_id else None
    return list(reversed(path.values()))


def _sort_by_time(siblings: list[Entry]) -> None:
    """Oldest first; an unreadable time is neither before nor behind another, which leaves it where it stands."""
    siblings.sort(key=lambda entry: parse_date(entry.timestamp))
