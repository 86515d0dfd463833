"""The shelf: every session there is, what is known of it, and what can be done with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.widgets import Footer

from pitui.core.errors import PituiError
from pitui.core.session.file import Stamp
from pitui.core.session.shelf import ShelfRow
from pitui.core.session.shelf_order import ORDERS
from pitui.rendering.picture import Picture, Span
from pitui.rendering.sanitize import one_line
from pitui.rendering.shelf_line import shelf_heading
from pitui.rendering.shelf_page import shelf_page
from pitui.tui.flows import shelf_reading, shelf_searching, shelving
from pitui.tui.keys import bindings
from pitui.tui.messages import SessionChosen
from pitui.tui.screens.base import PituiScreen
from pitui.tui.services import Services
from pitui.tui.shelf_bars import status_parts
from pitui.tui.shelf_view import ShelfView
from pitui.tui.view_state import Leaf
from pitui.tui.widgets.bar import Bar
from pitui.tui.widgets.line_list import LineList
from pitui.tui.widgets.picture_view import PictureView
from pitui.tui.widgets.search_box import SearchBox
from pitui.tui.widgets.shelf_list import ShelfList

_LOOK_SECONDS = 10
_SEARCHES = 'words, "a phrase", re: role: tool: file: label: model: since:3d has:compaction'


class ShelfScreen(PituiScreen[None]):
    """Chooses a session: this project's, if it has any, else all of them.

    A search finds words in everything that was said and in ids, and forgives slips in names and folders. role:user,
    tool:bash, file:server.ts, label:, model:, since:3d and has:compaction narrow it down.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("shelf", "everywhere")]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 - as Textual has it

    view: reactive[ShelfView] = reactive(ShelfView)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.undos: list[shelving.Undo] = []
        self._chose_scope = False
        self._told: str | None = None
        self._previewed: tuple[Path, Stamp | None, Leaf | None] | None = None
        self.set_reactive(ShelfScreen.view, ShelfView(project=str(Path.cwd()), now=services.pen.now()))

    def compose(self) -> ComposeResult:
        yield Bar(id="title")
        with Horizontal(id="panes"):
            with Vertical(classes="pane", id="shelf-pane") as pane:
                pane.border_title = "Sessions"
                yield Bar(id="heading")
                yield ShelfList(self.services.sessions.folder).data_bind(ShelfScreen.view)
                yield SearchBox(_SEARCHES)
            with Vertical(classes="pane", id="preview-pane") as beside:
                beside.border_title = "Preview"
                yield PictureView(self._page, id="preview")
        yield Bar(id="status")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        self.query_one("#title", Bar).show([Span(" pitui ", "accent"), Span(" your pi sessions", "strong")])
        self.query_one(ShelfList).focus()
        self.set_interval(_LOOK_SECONDS, self._look_again)

    def on_screen_resume(self) -> None:
        self.action_reload()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    def watch_view(self) -> None:
        if self.is_mounted:
            self.call_after_refresh(self._show)

    def change(self, **fields: object) -> None:
        """Show another state."""
        self.view = replace(self.view, **fields, now=self.services.pen.now())  # type: ignore[arg-type]

    def take(
        self,
        rows: Mapping[Path, ShelfRow],
        *,
        problem: PituiError | None = None,
        loading: bool = False,
        **fields: object,
    ) -> None:
        """Take in what was found in the folder; while more comes in, what was known stays."""
        view = self.view
        if not loading and not self._chose_scope:
            self._chose_scope = True
            if not any(row.cwd == view.project for row in rows.values()):
                fields["project"] = None
        self.change(rows={**view.rows, **rows} if loading else rows, loading=loading, **fields)
        if problem is not None and problem.sentence != self._told:
            self._told = problem.sentence
            self.say_failed(problem)

    def take_preview(self, path: Path, stamp: Stamp | None, leaf: Leaf) -> None:
        """Take in a session that was read for the page beside the list."""
        self._previewed = (path, stamp, leaf)
        self._show_preview(anew=True)

    def is_live(self, path: Path, stamp: Stamp) -> bool:
        """Whether another program has written to a file within the last minute."""
        return replace(self.view, now=self.services.pen.now()).is_live(ShelfRow(path, stamp))

    def say_failed(self, error: PituiError) -> None:
        """Tell of a refusal or failure, long enough to be read."""
        self.notify(one_line(error.sentence), title=error.title, severity="error", timeout=12, markup=False)

    def _look_again(self) -> None:
        """See what other programs have written, unless that is being done."""
        busy = any(worker.group == "shelf" and not worker.is_finished for worker in self.workers)
        if self.is_current and not busy:
            shelf_reading.look(self)

    # What is shown

    def _show(self) -> None:
        listing = self.query_one(ShelfList)
        cells = listing.scrollable_content_region.width
        found = bool(self.view.search.hits)
        heading = shelf_heading(cells, show_project=self.view.project is None, found=found)
        self.query_one("#heading", Bar).show(heading)
        self.query_one("#status", Bar).show(*status_parts(self.view))
        self._show_preview()

    def _show_preview(self, *, anew: bool = False) -> None:
        """Draw the page of the session under the cursor, and read the session if that was not done."""
        if not self.has_class("-wide"):
            return
        item = self.query_one(ShelfList).item
        wanted = (item.row.path, item.row.stamp) if item is not None else None
        known = self._previewed
        if item is not None and item.row.problem is None and (known is None or known[:2] != wanted):
            kept = known[2] if known is not None and known[0] == item.row.path else None
            anew = anew or known is None or known[0] != item.row.path
            self._previewed = (item.row.path, item.row.stamp, kept)
            shelf_reading.preview(self, item.row.path, item.row.stamp)
        self.query_one(PictureView).show(self._page, keep_place=not anew)

    def _page(self, width: int) -> Picture:
        item = self.query_one(ShelfList).item
        if item is None:
            return []
        known = self._previewed
        leaf = known[2] if known is not None and known[0] == item.row.path else None
        budget = leaf.budget if leaf is not None else None
        return shelf_page(item, leaf.session if leaf is not None else None, budget, self.view.now, width)

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        event.stop()
        if self.view.asked:
            self.change(asked=frozenset())
        self._show_preview(anew=True)

    # Choosing

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        item = self.query_one(ShelfList).item
        if item is None:
            return
        if self.view.asked:
            self.notify("y moves it to the trash, esc keeps it.", title="To the trash?", timeout=4, markup=False)
            return
        self.post_message(SessionChosen(item.row.path, item.hit.entry_id if item.hit is not None else None))

    def action_scope(self) -> None:
        self.change(project=None if self.view.project is not None else str(Path.cwd()), asked=frozenset())
        self._search_again()

    def action_sort(self) -> None:
        self.change(order=ORDERS[(ORDERS.index(self.view.order) + 1) % len(ORDERS)])

    def action_reload(self) -> None:
        shelf_reading.look(self)

    def action_peel(self) -> None:
        """Escape takes back a question, then a search, then the marks."""
        view = self.view
        if view.asked:
            self.change(asked=frozenset())
        elif view.search.text:
            self.query_one(SearchBox).action_clear_search()
        elif view.marked:
            self.change(marked=frozenset())

    # Searching

    def action_search(self) -> None:
        self.query_one(SearchBox).open()

    def on_search_box_asked(self, event: SearchBox.Asked) -> None:
        event.stop()
        shelf_searching.search(self, event.text)

    def on_search_box_left(self, event: SearchBox.Left) -> None:
        event.stop()
        self.query_one(ShelfList).focus()

    def _search_again(self) -> None:
        if self.view.search.text:
            shelf_searching.search(self, self.view.search.text)

    # Acts

    @property
    def chosen(self) -> frozenset[Path]:
        """What is acted on: the marked sessions, else the one under the cursor."""
        path = self.query_one(ShelfList).path
        return self.view.marked & self.view.rows.keys() or frozenset({path} if path is not None else ())

    def on_shelf_list_mark_asked(self, event: ShelfList.MarkAsked) -> None:
        event.stop()
        self.change(marked=self.view.marked ^ {event.path})

    def action_rename(self) -> None:
        path = self.query_one(ShelfList).path
        if path is not None:
            shelving.rename(self, path)

    def action_delete(self) -> None:
        self.change(asked=self.chosen)

    def action_delete_yes(self) -> None:
        asked = self.view.asked
        if asked:
            self.change(asked=frozenset())
            shelving.delete(self, asked)

    def action_pin(self) -> None:
        if self.chosen:
            shelving.mark(self, "pinned", self.chosen)

    def action_archive(self) -> None:
        if self.chosen:
            shelving.mark(self, "archived", self.chosen)

    def action_show_archive(self) -> None:
        self.change(show_archived=not self.view.show_archived)
        self._search_again()

    def action_undo(self) -> None:
        shelving.undo(self)
