"""A list of any length, drawn line by line: only the rows on screen are ever made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from textual.binding import BindingType
from textual.events import Click, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from pitui.rendering.picture import Line, Span
from pitui.rendering.wrap import wrap
from pitui.tui.keys import bindings
from pitui.tui.widgets.painting import Painter


class LineList(Painter, can_focus=True):
    """Rows with a cursor. A subclass says how many there are and what each looks like."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("list")]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"list--cursor"}

    cursor: reactive[int] = reactive(0, repaint=False)

    @dataclass
    class Moved(Message):
        """The cursor stands on another row."""

        list: LineList
        row: int

        @property
        def control(self) -> LineList:
            return self.list

    @dataclass
    class Chosen(Message):
        """A row was chosen, by Enter or by a second click."""

        list: LineList
        row: int

        @property
        def control(self) -> LineList:
            return self.list

    def row_count(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    def row_line(self, row: int, width: int) -> Line:
        """What a row looks like in `width` cells."""
        raise NotImplementedError

    def empty_words(self) -> str:
        """What an empty list says, and what to do next; wrapped where it is shown."""
        return "Nothing here."

    def rows_changed(self) -> None:
        """Take note that the rows are others now; the cursor stays within them."""
        self.virtual_size = Size(self.size.width, max(1, self.row_count()))
        self.set_reactive(LineList.cursor, max(0, min(self.cursor, self.row_count() - 1)))
        self.refresh()

    def on_resize(self, _: Resize) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, max(1, self.row_count()))
        self.show_cursor()

    def show_cursor(self, *, centre: bool = False) -> None:
        """Scroll so that the cursor's row is on screen."""
        self.scroll_to_region(
            Region(0, self.cursor, 1, 1), animate=False, immediate=True, center=centre, force=True, x_axis=False
        )

    def validate_cursor(self, row: int) -> int:
        return max(0, min(row, self.row_count() - 1))

    def watch_cursor(self, before: int, now: int) -> None:
        if before == now:
            return
        self.refresh_row(before)
        self.refresh_row(now)
        self.show_cursor()
        self.post_message(self.Moved(self, now))

    def refresh_row(self, row: int) -> None:
        """Paint one row anew."""
        self.refresh_line(row - round(self.scroll_offset.y))

    def refresh_line(self, y: int) -> None:
        self.refresh(Region(0, y, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        row = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        if not self.row_count():
            told = wrap(self.empty_words(), max(1, width - 2))
            return self.paint([Span(f" {told[y]}", "muted")] if y < len(told) else [], width)
        if row >= self.row_count():
            return self.paint([], width)
        return self.paint(self.row_line(row, width), width, self._cursor_style() if row == self.cursor else None)

    def _cursor_style(self) -> Style:
        return self.get_component_rich_style("list--cursor", partial=True)

    def action_move(self, rows: int) -> None:
        self.cursor += rows

    def action_page(self, pages: int) -> None:
        self.cursor += pages * max(1, self.size.height - 1)

    def action_first(self) -> None:
        self.cursor = 0

    def action_last(self) -> None:
        self.cursor = self.row_count() - 1

    def action_choose(self) -> None:
        if self.row_count():
            self.post_message(self.Chosen(self, self.cursor))

    def on_click(self, event: Click) -> None:
        row = event.y + round(self.scroll_offset.y)
        if row >= self.row_count():
            return
        if row == self.cursor and event.chain > 1:
            self.action_choose()
        self.cursor = row
