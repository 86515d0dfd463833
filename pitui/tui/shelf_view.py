"""What the shelf shows, as one frozen value; the rows and their order are worked out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pitui.core.session.file import Stamp
from pitui.core.session.search import NO_QUERY, Query
from pitui.core.session.shelf import ShelfRow
from pitui.core.session.shelf_order import Order, Placed, arrange
from pitui.core.session.shelf_search import Hit
from pitui.rendering.shelf_line import ShelfItem
from pitui.store.shelf_marks import ShelfMarks

_LIVE = 60_000
"""For so long a file counts as being worked on after another program wrote to it, in milliseconds."""


@dataclass(frozen=True, slots=True)
class ShelfSearch:
    """What is looked for among the sessions, and where it was found so far."""

    text: str = ""
    query: Query = NO_QUERY
    """The words of it, to be made to stand out."""
    hits: Mapping[Path, Hit] = field(default_factory=dict)
    done: int = 0
    """How many sessions were looked through."""
    of: int = 0
    problem: str = ""
    """Why the text cannot be searched for."""

    @property
    def running(self) -> bool:
        """Whether more may be found."""
        return self.done < self.of


NO_SHELF_SEARCH: Final = ShelfSearch()


@dataclass(frozen=True, eq=False)
class ShelfView:
    """What the shelf shows."""

    rows: Mapping[Path, ShelfRow] = field(default_factory=lambda: MappingProxyType({}))
    """Every session there is, whatever is shown of them."""
    project: str | None = None
    """The folder whose sessions are shown; None for all."""
    order: Order = "threads"
    marks: ShelfMarks = field(default_factory=ShelfMarks)
    show_archived: bool = False
    marked: frozenset[Path] = frozenset()
    """Sessions that are to be acted on together."""
    asked: frozenset[Path] = frozenset()
    """Sessions the person is asked to delete."""
    search: ShelfSearch = NO_SHELF_SEARCH
    windows: Mapping[tuple[str, str], int | None] = field(default_factory=dict)
    """How many tokens each model takes that a session names."""
    gone: frozenset[str] = frozenset()
    """Project folders that are not there."""
    own: Mapping[Path, Stamp] = field(default_factory=dict)
    """The state pitui itself has left files in."""
    loading: bool = True
    """Whether there may be more sessions than are known yet."""
    read: int = 0
    """How many of them were read whole so far, while they are read; 0 when all are."""
    now: float = 0.0

    @cached_property
    def placed(self) -> list[Placed]:
        """The sessions in the order they are shown."""
        rows, order = self.in_scope, self.order
        if self.search.text and not self.search.problem:
            # What was found stands alone, not below a session that was not.
            order = "recent" if order == "threads" else order
            rows = [row for row in rows if row.path in self.search.hits]
        return arrange(rows, order, self.marks.pinned)

    @cached_property
    def in_scope(self) -> list[ShelfRow]:
        """The sessions that are looked at: this project's or all, without those put away."""
        hidden = frozenset() if self.show_archived else self.marks.archived
        return [row for row in self.rows.values() if self.project in (None, row.cwd) and row.path not in hidden]

    @cached_property
    def put_away(self) -> int:
        """How many sessions are not shown because they are archived."""
        if self.show_archived:
            return 0
        rows = (row for row in self.rows.values() if self.project in (None, row.cwd))
        return sum(row.path in self.marks.archived for row in rows)

    def is_live(self, row: ShelfRow) -> bool:
        """Whether another program has written to a file within the last minute."""
        stamp = row.stamp
        return stamp is not None and self.now - stamp.modified_ns / 1e6 < _LIVE and self.own.get(row.path) != stamp

    def orphaned_without(self, paths: frozenset[Path]) -> int:
        """How many sessions lose the one they were forked from with some others."""
        names = {str(path) for path in paths}
        return sum(row.parent_session in names and row.path not in paths for row in self.rows.values())

    def item(self, placed: Placed) -> ShelfItem:
        """One of them with everything its row shows; made for the few rows on screen."""
        row = placed.row
        return ShelfItem(
            row,
            placed.more_follow,
            window=self.windows.get(row.model) if row.model is not None else None,
            pinned=row.path in self.marks.pinned,
            archived=row.path in self.marks.archived,
            marked=row.path in self.marked,
            asked=row.path in self.asked,
            live=self.is_live(row),
            gone=row.cwd in self.gone,
            hit=self.search.hits.get(row.path) if self.search.text else None,
            query=self.search.query,
        )
