"""The sessions as a widget: the cursor stands on a session, wherever its row goes while more of them are found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message
from textual.reactive import reactive

from pitui.core.session.shelf_order import Placed
from pitui.rendering.picture import Line
from pitui.rendering.sanitize import one_line
from pitui.rendering.shelf_line import ShelfItem, shelf_line
from pitui.tui.keys import bindings
from pitui.tui.shelf_view import ShelfView
from pitui.tui.widgets.line_list import LineList


class ShelfList(LineList):
    """The sessions in rows; those that cannot be read say why.

    ★ is pinned, ▽ archived, ✓ marked; ● another program is writing to it, ⚠ counts faults in the file. A weight
    with a tilde is an estimate, % is its share of the model's window.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("sessions")]

    view: reactive[ShelfView | None] = reactive(None)

    _placed: Sequence[Placed] = ()
    _searched: str = ""

    @dataclass
    class MarkAsked(Message):
        """The person wants a session marked, or no longer."""

        path: Path

    def __init__(self, folder: Path) -> None:
        """`folder` is where sessions are looked for, to be told where there are none."""
        super().__init__(id="sessions")
        self._folder = folder

    @property
    def item(self) -> ShelfItem | None:
        """The session under the cursor."""
        return self.view.item(self._placed[self.cursor]) if self.view is not None and self._placed else None

    @property
    def path(self) -> Path | None:
        """Its file."""
        return self._placed[self.cursor].row.path if self._placed else None

    def row_count(self) -> int:
        return len(self._placed)

    def row_line(self, row: int, width: int) -> Line:
        view = self.view
        if view is None:
            return ()
        return shelf_line(view.item(self._placed[row]), view.now, width, show_project=view.project is None)

    def empty_words(self) -> str:
        view = self.view
        if view is None or (view.loading and not view.rows):
            return "Looking for sessions…"
        if view.search.text:
            return "Searching…" if view.search.running else "Nothing found. Press esc for all sessions."
        if view.put_away:
            return f"All {view.put_away} are archived. Press A to see them."
        if view.project is None:
            folder = one_line(str(self._folder))
            return f"No sessions yet. Start pi in a project, or see “pitui demo”. Looked in {folder}."
        return "No sessions of this project yet. Press Tab for all projects."

    def watch_view(self, view: ShelfView | None) -> None:
        """Show other rows, the cursor staying on its session; another search starts at its best hit."""
        if view is None:
            return
        chosen = self.path
        if view.search.text != self._searched:
            self._searched = view.search.text
            chosen = None if view.search.text else chosen
            start = 0
        else:
            start = self.cursor
        self._placed = view.placed
        place = next((number for number, placed in enumerate(view.placed) if placed.row.path == chosen), start)
        self.set_reactive(LineList.cursor, max(0, min(place, len(self._placed) - 1)))
        self.rows_changed()
        self.call_after_refresh(self.show_cursor)

    def action_mark(self) -> None:
        """Mark the session, and go on to the next."""
        if self.path is not None:
            self.post_message(self.MarkAsked(self.path))
            self.cursor += 1
