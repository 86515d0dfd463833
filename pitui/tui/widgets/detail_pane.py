"""The tabs beside the tree: the entry, the LLM view, what compacting would do, the figures."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import reactive

from pitui.rendering.picture import Picture
from pitui.tui import pictures
from pitui.tui.view_state import ViewState
from pitui.tui.widgets.picture_view import PictureView
from pitui.tui.widgets.tab_line import TabLine

TABS = {"entry": "Entry", "llm": "LLM view", "compaction": "Compaction", "stats": "Stats"}


class DetailPane(Vertical):
    """One of four pictures: the entry under the cursor, or what follows from the shown leaf.

    1 shows the entry, 2 what the model gets from the leaf, 3 what compacting would do, 4 messages, tools, files
    and cost.
    """

    view: reactive[ViewState | None] = reactive(None)

    _shown: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        yield TabLine(TABS, id="tabs")
        yield PictureView(id="page")

    def focus_inside(self) -> None:
        """Put the focus on what can be scrolled."""
        self.query_one("#page").focus()

    def watch_view(self, _: ViewState | None) -> None:
        if self.is_mounted:
            self._show()

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        """Draw anew when something this tab depends on is other than it was."""
        view = self.view
        if view is None:
            return
        tab = view.tab
        self.query_one(TabLine).open = tab
        if tab == "entry":
            wanted: tuple[object, ...] = (tab, view.session, view.leaf.leaf_id, view.cursor_id, view.raw, view.open_all)
        else:
            wanted = (tab, view.session, view.leaf.leaf_id, view.counted if tab != "compaction" else None)
        if wanted != self._shown:
            same_place = self._shown[:1] == wanted[:1] and tab != "entry"
            self._shown = wanted
            self.query_one("#page", PictureView).show(lambda width: _picture(view, tab, width), keep_place=same_place)


def _picture(view: ViewState, tab: str, width: int) -> Picture:
    match tab:
        case "llm":
            return pictures.context(view, width)
        case "compaction":
            return pictures.compaction(view, width)
        case "stats":
            return pictures.stats(view, width)
        case _:
            return pictures.entry(view, width)
