"""The session tree as a widget: rows made when they are painted, however many there are."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.reactive import reactive

from pitui.core.session.session import Session
from pitui.rendering.picture import Line
from pitui.rendering.tree_line import TreeColumns, tree_line
from pitui.rendering.tree_rows import Row, TreeRows, tree_rows
from pitui.tui.bars import filter_words
from pitui.tui.keys import bindings
from pitui.tui.messages import EntryFocused, FoldsChanged, SwitchRequested
from pitui.tui.view_state import ViewState
from pitui.tui.widgets.line_list import LineList


class SessionTree(LineList):
    """The entries of a session, one a row (pi: the tree command).

    Straight runs stay flat and only forks indent. Bright rows are sent to the model; dim ones are folded into a
    summary, struck ones are omitted by an edit, slanted ones lie on another branch.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("tree")]

    view: reactive[ViewState | None] = reactive(None)

    _rows: TreeRows | None = None
    _laid_out_for: tuple[object, ...] = ()

    def row_count(self) -> int:
        return len(self._rows.rows) if self._rows is not None else 0

    def empty_words(self) -> str:
        if self.view is None or not self.view.session.entries:
            return "This session has no entries yet; they appear as pi writes them."
        return f"No entry passes the filter “{filter_words(self.view)}”. Press ^D for the default one."

    @property
    def rows(self) -> TreeRows | None:
        """The rows as they are laid out now."""
        return self._rows

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self._rows.rows[self.cursor] if self._rows is not None and self.row_count() else None

    def watch_view(self, view: ViewState | None) -> None:
        if view is None:
            return
        wanted = (view.session, view.leaf.leaf_id, view.filter, view.narrowed, view.folded, view.revealed)
        if wanted != self._laid_out_for:
            self._laid_out_for = wanted
            self._lay_out(view)
        self.refresh()

    def _lay_out(self, view: ViewState) -> None:
        leaf_id = view.leaf.leaf_id
        self._rows = tree_rows(
            view.session,
            leaf_id,
            view.shows,
            view.folded,
        )
        first = self.virtual_size.height <= 1
        row = self._rows.nearest(view.session, view.cursor_id)
        self.set_reactive(LineList.cursor, max(0, row))
        self.rows_changed()
        self.call_after_refresh(self.show_cursor, centre=first)

    def row_line(self, row: int, width: int) -> Line:
        view, rows = self.view, self._rows
        if view is None or rows is None:
            return ()
        columns = TreeColumns(view.column, view.label_times, view.search.query)
        return tree_line(view.session, view.tree_leaf, rows, row, width, columns)

    def go_to(self, entry_id: str | None) -> bool:
        """Move the cursor to an entry, or to its nearest ancestor shown; False when there is none."""
        session = self._session
        row = self._rows.nearest(session, entry_id) if self._rows is not None and session is not None else -1
        if row < 0:
            return False
        self.cursor = row
        self.show_cursor()
        return True

    def row_is_leaf(self, entry_id: str) -> bool:
        """Whether an entry's row stands for the leaf: its own, or that of a leaf the filter hides."""
        return self._rows is not None and self._rows.index.get(entry_id, -2) == self._rows.leaf_row

    def watch_cursor(self, before: int, now: int) -> None:
        super().watch_cursor(before, now)
        row = self.row
        if before != now and row is not None:
            self.post_message(EntryFocused(row.entry.id))

    def action_choose(self) -> None:
        if self.row is not None:
            self.post_message(SwitchRequested(self.row.entry.id))

    def action_fold_or_parent(self) -> None:
        row = self.row
        if row is None:
            return
        if row.children and not row.hidden:
            self._fold(row.entry.id)
        elif row.parent >= 0:
            self.cursor = row.parent

    def action_unfold(self) -> None:
        row = self.row
        if row is not None and row.hidden:
            self._unfold(row.entry.id)
        else:
            self.cursor += 1

    def action_segment(self, direction: int) -> None:
        """Fold or unfold the segment's head, or jump from head to head."""
        row = self.row
        if row is None:
            return
        if direction < 0 and row.heads and row.children and not row.hidden:
            self._fold(row.entry.id)
        elif direction > 0 and row.hidden:
            self._unfold(row.entry.id)
        else:
            self._jump_to_head(direction)

    def action_fold_others(self) -> None:
        """Fold every fork's side branches; when all are folded, unfold everything."""
        view, rows = self.view, self._rows
        if view is None or rows is None:
            return
        heads = {row.entry.id for row in rows.rows if row.heads and not row.active and (row.children or row.hidden)}
        self.post_message(FoldsChanged(frozenset() if heads <= view.folded else view.folded | heads))

    def action_sibling(self, direction: int) -> None:
        rows, current = self._rows, self.row
        if rows is None or current is None:
            return
        head = self._head_above(self.cursor)
        mates = [place for place, row in enumerate(rows.rows) if row.heads and row.parent == rows.rows[head].parent]
        place = mates.index(head) + direction if head in mates else -1
        if 0 <= place < len(mates):
            self.cursor = mates[place]

    def action_parent(self) -> None:
        if self.row is not None and self.row.parent >= 0:
            self.cursor = self.row.parent

    def action_next_fork(self) -> None:
        rows = self._rows
        if rows is not None:
            below = range(self.cursor + 1, len(rows.rows))
            self.cursor = next((place for place in below if rows.rows[place].children > 1), self.cursor)

    def action_to_leaf(self) -> None:
        if self.view is not None:
            self.go_to(self.view.leaf.leaf_id)

    def _fold(self, entry_id: str) -> None:
        if self.view is not None:
            self.post_message(FoldsChanged(self.view.folded | {entry_id}))

    def _unfold(self, entry_id: str) -> None:
        if self.view is not None:
            self.post_message(FoldsChanged(self.view.folded - {entry_id}))

    def _jump_to_head(self, direction: int) -> None:
        rows = self._rows.rows if self._rows is not None else ()
        places = range(self.cursor - 1, -1, -1) if direction < 0 else range(self.cursor + 1, len(rows))
        self.cursor = next((place for place in places if rows[place].heads), self.cursor)

    def _head_above(self, row: int) -> int:
        rows = self._rows.rows if self._rows is not None else ()
        while row > 0 and not rows[row].heads and rows[row].parent >= 0:
            row = rows[row].parent
        return row

    @property
    def _session(self) -> Session | None:
        return self.view.session if self.view is not None else None
