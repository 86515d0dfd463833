"""The LLM view: exactly what the model gets from a leaf, message by message."""

from __future__ import annotations

import re
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer

from pitui.core.context.orphans import orphaned_results
from pitui.core.context.projection import Projection
from pitui.rendering.context_page import (
    breakdown,
    context_heading,
    context_line,
    context_title,
    largest_lines,
    message_lines,
    message_of,
)
from pitui.rendering.context_rows import ContextRow, context_rows, only_in
from pitui.rendering.counted import Counted, counted_words
from pitui.rendering.entry_line import entry_line
from pitui.rendering.picture import Line, Picture, Span, line, text_of
from pitui.rendering.wrap import wrap
from pitui.tui.keys import bindings
from pitui.tui.screens.base import PituiScreen
from pitui.tui.screens.page import PageScreen
from pitui.tui.services import Services
from pitui.tui.token_count import count_context, known_count
from pitui.tui.view_state import Leaf
from pitui.tui.widgets.bar import Bar
from pitui.tui.widgets.line_list import LineList
from pitui.tui.widgets.picture_view import PictureView


class ContextList(LineList):
    """The messages in order, each with its source entry, tokens and the running total."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("messages")]

    projection: Projection | None = None
    orphans: frozenset[str] = frozenset()

    def __init__(self) -> None:
        super().__init__(id="messages")
        self.rows: list[ContextRow] = []

    def show_rows(self, projection: Projection, rows: list[ContextRow]) -> None:
        """Show another context, from its top."""
        self.projection, self.rows = projection, rows
        self.orphans = orphaned_results(projection)
        self.set_reactive(LineList.cursor, 0)
        self.rows_changed()

    def row_count(self) -> int:
        return len(self.rows)

    def row_line(self, row: int, width: int) -> Line:
        if self.projection is None:
            return ()
        return context_line(self.projection, self.rows[row], width, self.orphans)

    def empty_words(self) -> str:
        return "Nothing is sent from here: no message lies on this path."


class ContextScreen(PituiScreen[None]):
    """What the model would get if the entry you came from were the leaf.

    Every message stands with the entry it comes from, its tokens and the running total. Omitted and replaced
    messages are marked with the reason, tool results without a call are flagged. `.` shows it from the leaf.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("context", "everywhere")]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012 - as Textual has it

    def __init__(self, here: Leaf, leaf: Leaf, services: Services) -> None:
        """`here` is seen first, `leaf` is the one to compare with."""
        super().__init__()
        self._services = services
        self._leaves = (here, leaf)
        self._shown = 0
        self._rows: list[ContextRow] = []
        self._counted = Counted(services.config.encoding)

    @property
    def shown(self) -> Leaf:
        """The leaf whose context is seen."""
        return self._leaves[self._shown]

    def compose(self) -> ComposeResult:
        yield Bar(id="title")
        with Horizontal(id="context-panes"):
            with Vertical(id="messages-pane", classes="pane") as pane:
                pane.border_title = "LLM view"
                yield Bar(id="heading")
                yield ContextList()
            with Vertical(id="message-pane", classes="pane"):
                yield PictureView(id="message")
        yield PictureView(id="breakdown")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        self.query_one(ContextList).focus()
        self._show()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_heading)

    def _show(self) -> None:
        projection = self.shown.projection
        self._rows = context_rows(projection)
        self.query_one(ContextList).show_rows(projection, self._rows)
        self.query_one("#breakdown", PictureView).show(lambda width: breakdown(projection, width))
        self._counted = known_count(projection, self._services.config.encoding)
        self._show_heading()
        self._show_message()
        if self._counted.tokens is None:
            self._count()

    @work(group="count", exclusive=True)
    async def _count(self) -> None:
        """Count the tokens in the background; the title tells them when they are there."""
        self._counted = await count_context(self.shown.projection, self._counted.encoding, self._services.worker)
        self._show_heading()

    def _show_heading(self) -> None:
        session, leaf_id = self.shown.session, self.shown.leaf_id
        entry = session.by_id.get(leaf_id or "")
        words = text_of(entry_line(session, entry)) if entry is not None else "an empty root"
        left = [Span(" LLM view ", "accent"), Span(f" from {words}", "strong")]
        where = "the leaf" if self._shown or leaf_id == self._leaves[1].leaf_id else "the cursor"
        self.query_one("#title", Bar).show(left, [Span(f"  {where} ", "muted")])
        width = max(20, self.query_one(ContextList).scrollable_content_region.width)
        self.query_one("#heading", Bar).show(context_heading(width))
        title = text_of(context_title(self.shown.projection, self._rows, 200))
        pane = self.query_one("#messages-pane")
        pane.border_title = Content(re.sub(" {2,}", " · ", title.strip()))
        pane.border_subtitle = Content(counted_words(self._counted))

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        event.stop()
        self._show_message()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        self.action_open_row()

    @property
    def _row(self) -> ContextRow | None:
        cursor = self.query_one(ContextList).cursor
        return self._rows[cursor] if cursor < len(self._rows) else None

    def _show_message(self) -> None:
        row = self._row
        projection = self.shown.projection
        self.query_one("#message", PictureView).show(lambda width: _message(projection, row, width))
        self.query_one("#message-pane").border_title = Content(f"{row.role} {row.entry_id}" if row is not None else "")

    def action_open_row(self) -> None:
        row, projection = self._row, self.shown.projection
        if row is not None:
            title = f"{row.role} {row.entry_id}"
            self.app.push_screen(PageScreen(title, lambda width: _message(projection, row, width)))

    def action_leaf(self) -> None:
        self._shown = 1 - self._shown
        self._show()

    def action_largest(self) -> None:
        projection, rows = self.shown.projection, self._rows
        self.app.push_screen(PageScreen("The ten largest", lambda width: largest_lines(projection, rows, width)))

    def action_compare(self) -> None:
        here, leaf = (candidate.projection for candidate in self._leaves)
        self.app.push_screen(PageScreen("The cursor against the leaf", lambda width: _comparison(here, leaf, width)))

    def action_peel(self) -> None:
        self.action_leave()


def _message(projection: Projection, row: ContextRow | None, width: int) -> Picture:
    """A message in full, or why it is not sent."""
    if row is None:
        return []
    message = message_of(projection, row)
    if message is None:
        return [line(Span(part, "omitted")) for part in wrap(f"Not sent: {row.note}.", width)]
    return message_lines(message, width)


def _comparison(here: Projection, leaf: Projection, width: int) -> Picture:
    """What each of two contexts has that the other has not."""
    first, second = context_rows(here), context_rows(leaf)
    picture: Picture = []
    for title, projection, rows in (
        ("only from the cursor", here, only_in(first, second)),
        ("only from the leaf", leaf, only_in(second, first)),
    ):
        picture.append(line(Span(f"{title}: {len(rows)}", "strong")))
        picture += [context_line(projection, row, width) for row in rows]
        picture.append(())
    return picture
