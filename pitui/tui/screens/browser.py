"""The main screen: the tree, the budget, and what is known of the entry under the cursor."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer

from pitui.core.branching.switch import plan_switch
from pitui.core.errors import NothingToDoError, PituiError
from pitui.core.settings.other import TreeFilterMode
from pitui.rendering.numbers import plural
from pitui.rendering.sanitize import one_line
from pitui.tui import flows
from pitui.tui.bars import status_parts, title_parts
from pitui.tui.keys import bindings
from pitui.tui.messages import EntryFocused, FoldsChanged, ShelfRequested, SwitchRequested
from pitui.tui.screens.session_screen import SessionScreen
from pitui.tui.view_state import COLUMNS, FILTERS, Tab, ViewState
from pitui.tui.widgets.bar import Bar
from pitui.tui.widgets.budget_pane import BudgetPane
from pitui.tui.widgets.detail_pane import DetailPane
from pitui.tui.widgets.search_box import SearchBox
from pitui.tui.widgets.session_tree import SessionTree
from pitui.tui.widgets.tab_line import TabLine


class BrowserScreen(SessionScreen):
    """One session: its tree on the left, its budget and one entry on the right.

    The shown leaf follows the file's leaf until you look elsewhere; both are marked when they differ.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("browser", "everywhere")]
    HORIZONTAL_BREAKPOINTS = [(0, "-single"), (76, "-narrow"), (110, "-wide")]  # noqa: RUF012 - as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-tall")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        yield Bar(id="title")
        with Horizontal(id="panes"):
            with Vertical(id="tree-pane", classes="pane"):
                yield SessionTree(id="tree").data_bind(BrowserScreen.view)
                yield SearchBox()
            with Vertical(id="side"):
                with Vertical(id="budget-pane", classes="pane") as budget:
                    budget.border_title = "Context"
                    yield BudgetPane(id="budget").data_bind(BrowserScreen.view)
                with Vertical(id="detail-pane", classes="pane"):
                    yield DetailPane(id="detail").data_bind(BrowserScreen.view)
        yield Bar(id="status")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        self.query_one(SessionTree).focus()
        self.call_after_refresh(self._show_frame)

    def watch_view(self, _: ViewState | None) -> None:
        if self.is_mounted:
            # The tree lays its rows out first; the frame says how many there are.
            self.call_after_refresh(self._show_frame)
            flows.keep_count(self)

    def _show_frame(self) -> None:
        """Say in the lines and borders around the panes what is shown in them."""
        view = self.state
        pane = self.query_one("#tree-pane")
        entries = plural(len(view.session.by_id), "entry", "entries")
        branches = plural(len(view.session.tree.branch_tips), "branch", "branches")
        pane.border_title = Content("Session")
        pane.border_subtitle = Content(f"{entries} · {branches}")
        rows = self.query_one(SessionTree).row_count()
        self.query_one("#title", Bar).show(*title_parts(view))
        self.query_one("#status", Bar).show(*status_parts(view, rows))
        self.title = one_line(view.session.name or view.session.path.name)

    def look_at(self, leaf_id: str | None) -> None:
        """Show the session from a leaf, the cursor on it."""
        self.change(leaf=self.leaf_of(self.state.session, leaf_id), cursor_id=leaf_id, unseen=0)
        self.query_one(SessionTree).go_to(leaf_id)

    # What the tree says

    def on_entry_focused(self, event: EntryFocused) -> None:
        event.stop()
        view = self.state
        if view.follows_cursor:
            self.change(cursor_id=event.entry_id, leaf=self.leaf_of(view.session, event.entry_id))
        else:
            at_leaf = event.entry_id == view.leaf.leaf_id
            self.change(cursor_id=event.entry_id, unseen=0 if at_leaf else view.unseen)

    def on_folds_changed(self, event: FoldsChanged) -> None:
        event.stop()
        self.change(folded=event.folded)

    def on_switch_requested(self, event: SwitchRequested) -> None:
        event.stop()
        try:
            if self.query_one(SessionTree).row_is_leaf(event.entry_id):
                raise NothingToDoError("You are already at this point.", title="Already here")
            plan = plan_switch(self.state.session, self.state.leaf.leaf_id, event.entry_id)
        except PituiError as error:
            self.notify(error.sentence, title=error.title, markup=False)
            return
        flows.switch(self, plan)

    # Acts

    def action_before_compaction(self) -> None:
        leaf = self.state.leaf
        compaction = next((entry for entry in reversed(leaf.path) if entry.type == "compaction"), None)
        if compaction is None or compaction.parent_id not in leaf.session.by_id:
            self.notify("There is no compaction on this branch to go back before.", title="No compaction", markup=False)
            return
        flows.switch(self, plan_switch(leaf.session, leaf.leaf_id, compaction.parent_id or "", onto=True))

    def action_compact(self) -> None:
        flows.compact(self)

    def action_llm_view(self) -> None:
        flows.llm_view(self)

    def action_damage(self) -> None:
        flows.damage(self)

    def action_label(self) -> None:
        flows.label(self)

    def action_rename(self) -> None:
        flows.rename(self)

    def action_copy_entry(self) -> None:
        flows.copy_text(self)

    def action_copy_menu(self) -> None:
        flows.copy_menu(self)

    def action_open_in_pi(self) -> None:
        flows.open_in_pi(self)

    def action_page_entry(self) -> None:
        flows.page_entry(self)

    def action_export(self) -> None:
        flows.export(self)

    def action_sessions(self) -> None:
        self.post_message(ShelfRequested())

    def action_peel(self) -> None:
        """Escape ends a search, then leads back to the leaf after a look elsewhere."""
        if self.state.search.text:
            self.query_one(SearchBox).action_clear_search()
        elif self.state.elsewhere:
            self.look_at(self.state.session.leaf_id)

    # Searching

    def action_search(self) -> None:
        self.query_one(SearchBox).open()

    def action_hit(self, step: int) -> None:
        flows.jump(self, step)

    def on_search_box_asked(self, event: SearchBox.Asked) -> None:
        event.stop()
        flows.search(self, event.text)

    def on_search_box_left(self, event: SearchBox.Left) -> None:
        event.stop()
        self.query_one(SessionTree).focus()

    # Jumping

    def action_go_to_label(self) -> None:
        flows.go_to_label(self)

    def action_go_to_branch(self) -> None:
        flows.go_to_branch(self)

    def action_go_to_id(self) -> None:
        flows.go_to_id(self)

    # What is shown

    def action_tab(self, tab: Tab) -> None:
        self.change(tab=tab)

    def on_tab_line_opened(self, event: TabLine.Opened) -> None:
        event.stop()
        self.change(tab=event.tab)

    def action_filter(self, mode: TreeFilterMode) -> None:
        again = self.state.narrowed is None and mode == self.state.filter
        self.change(filter="default" if again else mode, narrowed=None)

    def action_next_filter(self, step: int) -> None:
        place = FILTERS.index(self.state.filter) + step
        self.change(filter=FILTERS[place % len(FILTERS)], narrowed=None)

    def action_filter_menu(self) -> None:
        flows.filter_menu(self)

    def action_columns(self) -> None:
        self.change(column=COLUMNS[(COLUMNS.index(self.state.column) + 1) % len(COLUMNS)])

    def action_label_times(self) -> None:
        self.change(label_times=not self.state.label_times)

    def action_raw(self) -> None:
        self.change(raw=not self.state.raw, tab="entry")

    def action_open_all(self) -> None:
        self.change(open_all=not self.state.open_all, tab="entry")

    def action_follow(self) -> None:
        view = self.state
        follows = not view.follows_cursor
        leaf_id = view.cursor_id if follows else view.session.leaf_id
        self.change(follows_cursor=follows, leaf=self.leaf_of(view.session, leaf_id))

    def action_next_pane(self) -> None:
        if self.has_class("-single"):
            self.toggle_class("-side-shown")
            if self.has_class("-side-shown"):
                self.query_one(DetailPane).focus_inside()
            else:
                self.query_one(SessionTree).focus()
        else:
            self.focus_next()

    def action_previous_pane(self) -> None:
        if self.has_class("-single"):
            self.action_next_pane()
        else:
            self.focus_previous()
