"""The tree as rows: straight runs stay flat, only forks indent, the branch in use comes first.

Rows are heads only; the words of an entry are made when its row is painted. Everything is a loop over arrays,
since a session has as many rows as it has entries.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pitui.core.session.entries import Entry
from pitui.core.session.session import Session

_BRANCH, _LAST, _THROUGH, _GAP = "├─ ", "└─ ", "│  ", "   "


class Row(NamedTuple):
    """One row of the tree."""

    entry: Entry
    guides: str
    """The lines left of the row, up to the mark."""
    parent: int
    """The row of the nearest ancestor shown; -1 for none."""
    active: bool
    """Whether the entry lies on the path to the leaf."""
    heads: bool
    """Whether a segment starts here: a root, or a child of a fork."""
    children: int
    """How many rows hang on it, folded or not."""
    hidden: int
    """How many entries a fold hides; 0 for a row that is not folded."""


@dataclass(frozen=True)
class TreeRows:
    """All rows of a tree under a filter and folds."""

    rows: Sequence[Row]
    index: dict[str, int]
    """The row of each entry that has one."""
    total: int
    """How many entries the tree has."""
    leaf_row: int
    """The row of the leaf, or of its nearest ancestor shown; -1 in an empty tree."""

    def nearest(self, session: Session, entry_id: str | None) -> int:
        """The row of an entry, or of its nearest ancestor that has one; -1 when there is none."""
        return nearest_row(session, self.index, entry_id)


def tree_rows(
    session: Session, leaf_id: str | None, is_shown: Callable[[Entry], bool], folded: Collection[str] = ()
) -> TreeRows:
    """Lay out the entries a filter shows; those it hides hand their children to the nearest one shown."""
    active = {entry.id for entry in session.branch(leaf_id)} if leaf_id in session.by_id else set()
    children, roots, counts = _visible_tree(session, is_shown, active, folded)
    rows: list[Row] = []
    index: dict[str, int] = {}
    pending: list[tuple[Entry, int, str, str, bool]] = []
    _push(pending, roots, -1, "", forks=len(roots) > 1)
    while pending:
        entry, parent, guides, below, heads = pending.pop()
        row = len(rows)
        mine = children.get(entry.id, ())
        is_folded = entry.id in folded and counts.get(entry.id, 0) > 0
        hidden = counts.get(entry.id, 0) if is_folded else 0
        rows.append(Row(entry, guides, parent, entry.id in active, heads, len(mine), hidden))
        index[entry.id] = row
        if not is_folded:
            _push(pending, mine, row, below, forks=len(mine) > 1)
    leaf_row = nearest_row(session, index, leaf_id)
    return TreeRows(rows, index, len(session.by_id), leaf_row)


def nearest_row(session: Session, index: dict[str, int], entry_id: str | None) -> int:
    """The row of an entry, or of its nearest ancestor that has one; -1 when there is none."""
    seen: set[str] = set()
    while entry_id is not None and entry_id not in index and entry_id not in seen:
        seen.add(entry_id)
        entry = session.by_id.get(entry_id)
        entry_id = session.tree.parent_id(entry) if entry is not None else None
    return index.get(entry_id, -1) if entry_id is not None else -1


def _push(
    pending: list[tuple[Entry, int, str, str, bool]], entries: Sequence[Entry], parent: int, base: str, *, forks: bool
) -> None:
    """Put entries on the stack so that the first is taken first; a fork's children get connectors."""
    for place in range(len(entries) - 1, -1, -1):
        if not forks:
            pending.append((entries[place], parent, base, base, parent < 0))
            continue
        last = place == len(entries) - 1
        pending.append(
            (entries[place], parent, base + (_LAST if last else _BRANCH), base + (_GAP if last else _THROUGH), True)
        )


def _visible_tree(
    session: Session, is_shown: Callable[[Entry], bool], active: set[str], folded: Collection[str]
) -> tuple[dict[str, list[Entry]], list[Entry], dict[str, int]]:
    """Children and roots among the entries shown, and how many entries hang below each folded one."""
    children: dict[str, list[Entry]] = {}
    roots: list[Entry] = []
    nearest: dict[str, str | None] = {}
    order: list[Entry] = []
    tree = session.tree
    pending: list[tuple[Entry, str | None]] = [(root, None) for root in reversed(_active_first(tree.roots, active))]
    while pending:
        entry, above = pending.pop()
        order.append(entry)
        if is_shown(entry):
            (children.setdefault(above, []) if above is not None else roots).append(entry)
            above = entry.id
        nearest[entry.id] = above
        below = tree.children(entry.id)
        if len(below) > 1:
            below = _active_first(below, active)
        for place in range(len(below) - 1, -1, -1):
            pending.append((below[place], above))
    return children, roots, _counts_below(session, order, folded) if folded else {}


def _counts_below(session: Session, order: Sequence[Entry], folded: Collection[str]) -> dict[str, int]:
    """How many entries lie below each entry, summed up from the last to the first."""
    counts: dict[str, int] = {}
    for entry in reversed(order):
        parent = session.tree.parent_id(entry)
        if parent is not None:
            counts[parent] = counts.get(parent, 0) + counts.get(entry.id, 0) + 1
    return {entry_id: counts.get(entry_id, 0) for entry_id in folded}


def _active_first(entries: Sequence[Entry], active: set[str]) -> list[Entry]:
    return sorted(entries, key=lambda entry: entry.id not in active)
