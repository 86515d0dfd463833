"""The shelf: every session there is, newest activity first."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Footer
from textual.worker import get_current_worker

from pitui.core.session.shelf import ShelfRow, newest_first, scan, shelf
from pitui.rendering.picture import Line, Span
from pitui.rendering.sanitize import one_line
from pitui.rendering.shelf_line import shelf_heading, shelf_line, summary
from pitui.tui.keys import bindings
from pitui.tui.messages import SessionChosen
from pitui.tui.screens.base import PituiScreen
from pitui.tui.services import Services
from pitui.tui.widgets.bar import Bar
from pitui.tui.widgets.line_list import LineList


class ShelfList(LineList):
    """The sessions in rows; those that cannot be read say why."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("sessions")]

    def __init__(self, services: Services) -> None:
        super().__init__(id="sessions")
        self._services = services
        self.rows: list[ShelfRow] = []
        self.show_project = True
        self.loading_rows = True

    def row_count(self) -> int:
        return len(self.rows)

    def row_line(self, row: int, width: int) -> Line:
        return shelf_line(self.rows[row], self._services.pen.now(), width, show_project=self.show_project)

    def empty_words(self) -> str:
        if self.loading_rows:
            return "Looking for sessions…"
        if self.show_project:
            folder = one_line(str(self._services.sessions.folder))
            return f"No sessions yet. Start pi in a project, or see “pitui demo”. Looked in {folder}."
        return "No sessions of this project yet. Press Tab for all projects."

    def show_rows(self, rows: list[ShelfRow]) -> None:
        """Show other rows, the cursor staying on its session."""
        chosen = self.rows[self.cursor].path if self.rows else None
        self.rows = rows
        place = next((number for number, row in enumerate(rows) if row.path == chosen), self.cursor)
        self.set_reactive(LineList.cursor, max(0, min(place, len(rows) - 1)))
        self.rows_changed()


class ShelfScreen(PituiScreen[None]):
    """Chooses a session: this project's, if it has any, else all of them."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("shelf", "everywhere")]

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._all: dict[Path, ShelfRow] = {}
        self._project: str | None = str(Path.cwd())
        self._chose_scope = False

    def compose(self) -> ComposeResult:
        yield Bar(id="title")
        with Vertical(classes="pane", id="shelf-pane") as pane:
            pane.border_title = "Sessions"
            yield Bar(id="heading")
            yield ShelfList(self.services)
        yield Bar(id="status")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        self.query_one("#title", Bar).show([Span(" pitui ", "accent"), Span(" your pi sessions", "strong")])
        self.query_one(ShelfList).focus()
        self.look()

    def on_resize(self) -> None:
        self.query_one("#heading", Bar).show(shelf_heading(self.size.width - 3))

    @work(thread=True, group="shelf", exclusive=True)
    def look(self) -> None:
        """Glance at every session, then read each in full, newest first."""
        worker = get_current_worker()
        rows: dict[Path, ShelfRow] = {}
        for row in shelf(self.services.sessions.folder, flat=self.services.sessions.flat):
            if worker.is_cancelled:
                return
            rows[row.path] = row
            if len(rows) in (40, 400, 4000):
                self.app.call_from_thread(self._take, dict(rows), False)
        self.app.call_from_thread(self._take, dict(rows), True)
        for count, row in enumerate(newest_first(rows.values()), 1):
            if worker.is_cancelled:
                return
            if row.problem is None:
                rows[row.path] = scan(row.path)
            if count % 25 == 0 or count == len(rows):
                self.app.call_from_thread(self._take, dict(rows), True, count)

    def _take(self, rows: dict[Path, ShelfRow], complete: bool, read: int = 0) -> None:
        self._all = rows
        if complete and not self._chose_scope:
            self._chose_scope = True
            if not any(row.cwd == self._project for row in rows.values()):
                self._project = None
        self.query_one(ShelfList).loading_rows = not complete
        self._show(read)

    def _show(self, read: int = 0) -> None:
        listing = self.query_one(ShelfList)
        listing.show_project = self._project is None
        rows = newest_first(row for row in self._all.values() if self._project in (None, row.cwd))
        listing.show_rows(rows)
        progress = [Span(f"reading {read} of {len(self._all)} ", "muted")] if 0 < read < len(self._all) else []
        self.query_one("#status", Bar).show([Span(f" {summary(len(rows), self._project)}", "muted")], progress)

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        self.action_open()

    def action_open(self) -> None:
        listing = self.query_one(ShelfList)
        if listing.rows:
            self.post_message(SessionChosen(listing.rows[listing.cursor].path))

    def action_scope(self) -> None:
        self._project = None if self._project is not None else str(Path.cwd())
        self._show()

    def action_reload(self) -> None:
        self.look()
