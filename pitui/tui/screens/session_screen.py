"""A screen over one session file: what it shows, how it keeps up with the file, and how it writes to it."""

from __future__ import annotations

from dataclasses import replace

from textual.reactive import reactive

from pitui.core.errors import PituiError
from pitui.core.hooks import HookFailure, Hooks
from pitui.core.operations import Written
from pitui.core.session.follow import SessionFollower
from pitui.core.session.session import Session
from pitui.core.settings.other import TreeFilterMode, tree_filter_mode
from pitui.hook_files import HookFile, load_hooks
from pitui.rendering.sanitize import one_line
from pitui.tui.flows.trusting import ask_about_hooks
from pitui.tui.flows.writing import Operation
from pitui.tui.messages import SessionChanged
from pitui.tui.screens.base import PituiScreen
from pitui.tui.services import Services
from pitui.tui.view_state import FILTERS, Leaf, ViewState

_POLL_SECONDS = 0.15
_LIVE_SECONDS = 60
"""For so long a file counts as being worked on after another program wrote to it."""


class SessionScreen(PituiScreen[None]):
    """Holds one `ViewState`; a new session enters through `take`, whoever wrote it."""

    view: reactive[ViewState | None] = reactive(None)
    """What is shown, for widgets to be bound to; `state` is the same for the screen's own use."""

    def __init__(self, follower: SessionFollower, services: Services, entry_id: str | None = None) -> None:
        """`entry_id` is where the cursor starts; the leaf without one."""
        super().__init__()
        self.follower = follower
        self.services = services
        self.hooks = Hooks.none()
        self.unasked_hooks: tuple[HookFile, ...] = ()
        self._foreign_write = follower.session.stamp.modified_ns / 1e6
        session = follower.session
        leaf = Leaf(session, session.leaf_id, services.home_of(session))
        first = services.config.filter or tree_filter_mode(leaf.home.settings)
        mode: TreeFilterMode = next((mode for mode in FILTERS if mode == first), "default")
        cursor_id = entry_id or session.leaf_id
        # What a search has found is shown although the filter would hide it.
        revealed = frozenset({entry_id} if entry_id is not None else ())
        view = ViewState(session, leaf, cursor_id, filter=mode, revealed=revealed, live=self.is_live)
        self.set_reactive(SessionScreen.view, view)

    def on_mount(self) -> None:
        self.set_interval(_POLL_SECONDS, self.poll)
        self._say_problems()
        self.load_hooks()
        ask_about_hooks(self)

    @property
    def state(self) -> ViewState:
        """What is shown; there always is something."""
        assert self.view is not None
        return self.view

    def change(self, **fields: object) -> None:
        """Show another state."""
        self.view = replace(self.state, **fields)  # type: ignore[arg-type]

    def leaf_of(self, session: Session, leaf_id: str | None) -> Leaf:
        """A leaf, with pi's settings for the session's project."""
        return Leaf(session, leaf_id, self.state.leaf.home)

    # What happens to the file

    @property
    def is_live(self) -> bool:
        """Whether another program has written to the file within the last minute."""
        return self.services.pen.now() - self._foreign_write < _LIVE_SECONDS * 1000

    def poll(self) -> None:
        """Look at the file, and tell of what another program has done to it."""
        news = self.follower.poll()
        if news.kind in ("grown", "replaced"):
            self._foreign_write = self.services.pen.now()
        if self.state.live != self.is_live:
            self.change(live=self.is_live)
        if news.kind == "gone":
            self._say_gone()
        elif news.session is not self.state.session:
            self.remove_class("gone")
            self.post_message(SessionChanged(news))

    def on_session_changed(self, event: SessionChanged) -> None:
        event.stop()
        self.take(event.news.session, event.news.added)
        if event.news.kind == "replaced":
            words = "The file was replaced by other content and has been read anew."
            self.notify(words, title="Another file", severity="warning", markup=False)

    def take(self, session: Session, added: int = 0) -> None:
        """Show a newer reading of the file, without moving the reader."""
        view = self.state
        if session is view.session:
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

    def action_reload(self) -> None:
        try:
            session = self.follower.reload()
        except PituiError as error:
            self.say_failed(error)
            return
        self.remove_class("gone")
        self.take(session)

    # Writing

    def write(self, operation: Operation, done: str | None = None) -> Written | None:
        """Do one thing that writes, and say how it went; None when it failed.

        A caller that tells of the outcome better gives no words.
        """
        try:
            written = operation()
        except PituiError as error:
            self.say_failed(error)
            return None
        self.take(written.session)
        if written.backup is not None:
            words = f"The old file is kept as {one_line(written.backup.name)}."
            self.notify(words, title="Brought up to version 3", timeout=12, markup=False)
        if done is not None:
            self.notify("", title=done, timeout=3, markup=False)
        return written

    def say_failed(self, error: PituiError) -> None:
        """Tell of a refusal or failure, long enough to be read."""
        self.notify(one_line(error.sentence), title=error.title, severity="error", timeout=12, markup=False)

    def load_hooks(self) -> None:
        """Load the hooks that apply to this session; what fails in one is shown, whenever it fails."""
        loaded = load_hooks(self.state.leaf.home.project, self._say_hook_failed)
        self.hooks, self.unasked_hooks = loaded.hooks, loaded.unasked

    def _say_hook_failed(self, failure: HookFailure) -> None:
        self.notify(one_line(str(failure)), title="A hook failed", severity="error", timeout=12, markup=False)

    def _say_gone(self) -> None:
        if not self.has_class("gone"):
            self.add_class("gone")
            words = "It was moved, deleted or damaged; what you see is the last that was read."
            self.notify(words, title="The file is gone", severity="error", timeout=10, markup=False)

    def _say_problems(self) -> None:
        leaf = self.state.leaf
        for problem in leaf.home.problems:
            self.notify(one_line(str(problem)), title="pi's files", severity="warning", timeout=10, markup=False)
        if isinstance(leaf.settings, PituiError):
            self.say_failed(leaf.settings)
