"""The main screen: the tree, the budget, and what is known of the entry under the cursor."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Footer

from pitui.core.branching.switch import plan_switch
from pitui.core.errors import NothingToDoError, PituiError
from pitui.core.operations import rename, set_label
from pitui.core.session.follow import SessionFollower
from pitui.core.session.session import Session
from pitui.core.settings.other import TreeFilterMode, tree_filter_mode
from pitui.rendering.numbers import plural
from pitui.rendering.sanitize import one_line
from pitui.tui import flows
from pitui.tui.bars import status_parts, title_parts
from pitui.tui.dialogs.ask_text import AskText
from pitui.tui.dialogs.choose_one import ChooseOne
from pitui.tui.keys import bindings
from pitui.tui.messages import EntryFocused, FoldsChanged, SessionChanged, ShelfRequested, SwitchRequested
from pitui.tui.screens.base import PituiScreen
from pitui.tui.services import Services
from pitui.tui.view_state import COLUMNS, FILTERS, Leaf, ViewState
from pitui.tui.widgets.bar import Bar
from pitui.tui.widgets.budget_pane import BudgetPane
from pitui.tui.widgets.detail_pane import DetailPane
from pitui.tui.widgets.session_tree import SessionTree

_POLL_SECONDS = 0.15
_LIVE_SECONDS = 60
"""For so long a file counts as being worked on after another program wrote to it."""
_FILTER_NAMES: dict[TreeFilterMode, str] = {
    "default": "Default: no bookkeeping",
    "no-tools": "No tool results",
    "user-only": "User messages only",
    "labeled-only": "Labelled entries only",
    "all": "All entries",
}


class BrowserScreen(PituiScreen[None]):
    """One session: its tree on the left, its budget and one entry on the right.

    The shown leaf follows the file's leaf until you look elsewhere; both are marked when they differ.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("browser", "everywhere")]
    HORIZONTAL_BREAKPOINTS = [(0, "-single"), (76, "-narrow"), (110, "-wide")]  # noqa: RUF012 - as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-tall")]  # noqa: RUF012

    view: reactive[ViewState | None] = reactive(None)

    def __init__(self, follower: SessionFollower, services: Services, entry_id: str | None = None) -> None:
        """`entry_id` is where the cursor starts; the leaf without one."""
        super().__init__()
        self.follower = follower
        self.services = services
        self._foreign_write = follower.session.stamp.modified_ns / 1e6
        session = follower.session
        leaf = self.leaf_of(session, session.leaf_id)
        first = services.config.filter or tree_filter_mode(leaf.home.settings)
        mode: TreeFilterMode = next((mode for mode in FILTERS if mode == first), "default")
        self.set_reactive(
            BrowserScreen.view, ViewState(session, leaf, entry_id or session.leaf_id, filter=mode, live=self.is_live)
        )

    def compose(self) -> ComposeResult:
        yield Bar(id="title")
        with Horizontal(id="panes"):
            with Vertical(id="tree-pane", classes="pane"):
                yield SessionTree(id="tree").data_bind(BrowserScreen.view)
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
        self.set_interval(_POLL_SECONDS, self._poll)
        self.call_after_refresh(self._show_frame)
        self._say_problems()

    # What is shown

    def leaf_of(self, session: Session, leaf_id: str | None) -> Leaf:
        """A leaf with pi's settings for its project."""
        view = self.view
        home = view.leaf.home if view is not None else self.services.home_of(session)
        return Leaf(session, leaf_id, home)

    def change(self, **fields: object) -> None:
        """Show another state."""
        if self.view is not None:
            self.view = replace(self.view, **fields)  # type: ignore[arg-type]

    def look_at(self, leaf_id: str | None, *, cursor_id: str | None = None) -> None:
        """Show the session from a leaf, the cursor on it unless it belongs elsewhere."""
        view = self.view
        if view is not None:
            leaf = self.leaf_of(view.session, leaf_id)
            self.change(leaf=leaf, cursor_id=cursor_id or leaf_id, unseen=0)
            self.query_one(SessionTree).go_to(cursor_id or leaf_id)

    def watch_view(self, _: ViewState | None) -> None:
        if self.is_mounted:
            # The tree lays its rows out first; the frame says how many there are.
            self.call_after_refresh(self._show_frame)

    def _show_frame(self) -> None:
        """Say in the lines and borders around the panes what is shown in them."""
        view = self.view
        if view is None:
            return
        pane = self.query_one("#tree-pane")
        entries = plural(len(view.session.by_id), "entry", "entries")
        branches = plural(len(view.session.tree.tips), "branch", "branches")
        pane.border_title = Content("Session")
        pane.border_subtitle = Content(f"{entries} · {branches}")
        rows = self.query_one(SessionTree).row_count()
        self.query_one("#title", Bar).show(*title_parts(view))
        self.query_one("#status", Bar).show(*status_parts(view, rows, _FILTER_NAMES[view.filter]))
        self.title = one_line(view.session.name or view.session.path.name)

    # What happens to the file

    @property
    def is_live(self) -> bool:
        """Whether another program has written to the file within the last minute."""
        return self.services.pen.now() - self._foreign_write < _LIVE_SECONDS * 1000

    def _poll(self) -> None:
        news = self.follower.poll()
        view = self.view
        if news.kind in ("grown", "replaced"):
            self._foreign_write = self.services.pen.now()
        if view is not None and view.live != self.is_live:
            self.change(live=self.is_live)
            view = self.view
        if news.kind == "gone":
            if view is not None and "gone" not in self.classes:
                self.add_class("gone")
                self.notify(
                    "It was moved, deleted or damaged; what you see is the last that was read.",
                    title="The file is gone",
                    severity="error",
                    timeout=10,
                    markup=False,
                )
        elif view is not None and news.session is not view.session:
            self.remove_class("gone")
            self.post_message(SessionChanged(news))

    def on_session_changed(self, event: SessionChanged) -> None:
        event.stop()
        self.take(event.news.session, event.news.added, replaced=event.news.kind == "replaced")

    def take(self, session: Session, added: int = 0, *, replaced: bool = False) -> None:
        """Show a newer reading of the file, without moving the reader."""
        view = self.view
        if view is None or session is view.session:
            return
        followed = not view.elsewhere
        leaf_id = session.leaf_id if followed or view.leaf.leaf_id not in session.by_id else view.leaf.leaf_id
        at_leaf = followed and view.cursor_id == view.leaf.leaf_id
        self.change(
            session=session,
            leaf=self.leaf_of(session, leaf_id),
            cursor_id=leaf_id if at_leaf else view.cursor_id,
            unseen=0 if at_leaf else view.unseen + added,
        )
        if replaced:
            self.notify(
                "The file was replaced by other content and has been read anew.",
                title="Another file",
                severity="warning",
                markup=False,
            )

    def _say_problems(self) -> None:
        view = self.view
        if view is None:
            return
        for problem in view.leaf.home.problems:
            self.notify(one_line(str(problem)), title="pi's files", severity="warning", timeout=10, markup=False)
        if isinstance(view.leaf.settings, PituiError):
            self.notify(
                one_line(view.leaf.settings.sentence),
                title=view.leaf.settings.title,
                severity="error",
                timeout=12,
                markup=False,
            )

    # What the tree says

    def on_entry_focused(self, event: EntryFocused) -> None:
        event.stop()
        view = self.view
        if view is None:
            return
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
        self._switch(event.entry_id)

    # Acts

    def _switch(self, target_id: str) -> None:
        view = self.view
        if view is None:
            return
        hides_leaf = self.query_one(SessionTree).row_is_leaf(target_id)
        try:
            if hides_leaf:
                raise NothingToDoError("You are already at this point.", title="Already here")
            plan = plan_switch(view.session, view.leaf.leaf_id, target_id)
        except PituiError as error:
            self.notify(error.sentence, title=error.title, markup=False)
            return
        flows.switch(self, plan)

    def action_before_compaction(self) -> None:
        view = self.view
        compaction = (
            next((entry for entry in reversed(view.leaf.path) if entry.type == "compaction"), None) if view else None
        )
        if view is None or compaction is None or compaction.parent_id not in view.session.by_id:
            self.notify("There is no compaction on this branch to go back before.", title="No compaction", markup=False)
            return
        flows.switch(self, plan_switch(view.session, view.leaf.leaf_id, compaction.parent_id or "", onto=True))

    def action_compact(self) -> None:
        flows.compact(self)

    def action_llm_view(self) -> None:
        flows.llm_view(self)

    def action_damage(self) -> None:
        flows.damage(self)

    def action_sessions(self) -> None:
        self.post_message(ShelfRequested())

    def action_tab(self, tab: str) -> None:
        self.query_one(DetailPane).open(tab)

    def action_filter(self, mode: TreeFilterMode) -> None:
        if self.view is not None:
            self.change(filter="default" if mode == self.view.filter else mode)

    def action_next_filter(self, step: int) -> None:
        if self.view is not None:
            self.change(filter=FILTERS[(FILTERS.index(self.view.filter) + step) % len(FILTERS)])

    @work(group="dialog")
    async def action_filter_menu(self) -> None:
        if self.view is None:
            return
        menu = ChooseOne("Filter", {mode: _FILTER_NAMES[mode] for mode in FILTERS}, self.view.filter)
        chosen = await self.app.push_screen_wait(menu)
        if chosen is not None:
            self.change(filter=chosen)

    def action_columns(self) -> None:
        if self.view is not None:
            self.change(column=COLUMNS[(COLUMNS.index(self.view.column) + 1) % len(COLUMNS)])

    def action_label_times(self) -> None:
        if self.view is not None:
            self.change(label_times=not self.view.label_times)

    def action_raw(self) -> None:
        if self.view is not None:
            self.change(raw=not self.view.raw)
            self.query_one(DetailPane).open("entry")

    def action_open_all(self) -> None:
        if self.view is not None:
            self.change(open_all=not self.view.open_all)
            self.query_one(DetailPane).open("entry")

    def action_follow(self) -> None:
        view = self.view
        if view is None:
            return
        follows = not view.follows_cursor
        leaf_id = view.cursor_id if follows else view.session.leaf_id
        self.change(follows_cursor=follows, leaf=self.leaf_of(view.session, leaf_id))

    @work(group="dialog")
    async def action_label(self) -> None:
        view = self.view
        if view is None or view.cursor_id is None:
            return
        target_id = view.cursor_id
        label = view.session.labels.get(target_id)
        dialog = AskText(
            "Label",
            "An empty label clears it. It is written to the session as one entry.",
            str(label) if label else "",
            "a few words",
        )
        text = await self.app.push_screen_wait(dialog)
        if text is not None and await self.may_write():
            self.write(
                lambda: set_label(self.follower, target_id, text, self.services.pen).session,
                "Labelled" if text else "Label cleared",
            )

    @work(group="dialog")
    async def action_rename(self) -> None:
        view = self.view
        if view is None:
            return
        dialog = AskText(
            "Rename the session",
            "It is written to the session as one entry; an empty name clears it.",
            view.session.name or "",
            "a name",
        )
        name = await self.app.push_screen_wait(dialog)
        if name is not None and await self.may_write():
            self.write(lambda: rename(self.follower, name, self.services.pen).session, "Renamed")

    async def may_write(self) -> bool:
        """Whether writing is all right: another program at work on the file is asked about first."""
        return await flows.may_write(self)

    def write(self, operation: flows.Operation, done: str | None = None) -> bool:
        """Do one thing that writes, and say how it went; a caller that says it better gives no words."""
        try:
            session = operation()
        except PituiError as error:
            self.notify(one_line(error.sentence), title=error.title, severity="error", timeout=12, markup=False)
            return False
        self.take(session)
        if done is not None:
            self.notify("", title=done, timeout=3, markup=False)
        return True

    def action_copy_entry(self) -> None:
        view = self.view
        if view is not None and (entry := view.session.by_id.get(view.cursor_id or "")) is not None:
            self.app.copy_to_clipboard(flows.plain_text(entry))
            self.notify("The entry's text is on the clipboard.", title="Copied", timeout=3, markup=False)

    def action_reload(self) -> None:
        try:
            session = self.follower.reload()
        except PituiError as error:
            self.notify(one_line(error.sentence), title=error.title, severity="error", markup=False)
            return
        self.remove_class("gone")
        self.take(session)

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

    def action_peel(self) -> None:
        view = self.view
        if view is not None and view.elsewhere:
            self.look_at(view.session.leaf_id)
