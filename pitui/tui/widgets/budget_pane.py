"""The budget at the shown leaf, and what it would be at the cursor."""

from __future__ import annotations

from textual.reactive import reactive

from pitui.core.context.history import context_history
from pitui.core.session.session import Session
from pitui.rendering.budget_meter import budget_lines
from pitui.rendering.picture import Picture
from pitui.tui.view_state import Leaf, ViewState
from pitui.tui.widgets.picture_view import PictureView


class BudgetPane(PictureView):
    """The context set against the model's window (pi: compaction, "When It Triggers").

    The bar shows what the context is spent on, where compaction would run by itself, and what is kept in
    reserve. A figure with a tilde is an estimate; `reported` is the provider's own.
    """

    view: reactive[ViewState | None] = reactive(None)

    _shown: tuple[Session, str | None, str | None] | None = None

    def watch_view(self, view: ViewState | None) -> None:
        if view is None:
            return
        wanted = (view.session, view.leaf.leaf_id, view.cursor_id)
        if wanted != self._shown:
            self._shown = wanted
            self.show(self._picture, keep_place=True)

    def _picture(self, width: int) -> Picture:
        view = self.view
        if view is None:
            return []
        # The second bar stands there for every entry, the leaf too, so that nothing jumps as the cursor moves.
        at_cursor = Leaf(view.session, view.cursor_id, view.leaf.home).budget if view.cursor_id else None
        history = context_history(view.leaf.projection)
        return budget_lines(view.leaf.budget, width, max(3, self.size.height), at_cursor=at_cursor, history=history)
