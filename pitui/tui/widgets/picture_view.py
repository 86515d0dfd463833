"""A page of lines to read and scroll: it asks for its picture at the width it has, and again when that changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.events import Resize
from textual.geometry import Size
from textual.strip import Strip

from pitui.rendering.picture import Line
from pitui.tui.keys import bindings
from pitui.tui.widgets.painting import Painter

Draw = Callable[[int], Sequence[Line]]
"""Makes a picture for a width in cells."""


class PictureView(Painter, can_focus=True):
    """Shows one picture."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("list")]

    def __init__(
        self, draw: Draw | None = None, *, name: str | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self._draw: Draw = draw if draw is not None else lambda _: ()
        self._lines: Sequence[Line] = ()
        self._drawn_for = (-1, -1)

    def show(self, draw: Draw, *, keep_place: bool = False) -> None:
        """Show another picture, from its top unless the reader's place is kept."""
        self._draw = draw
        self._drawn_for = (-1, -1)
        self._redraw()
        if not keep_place:
            self.scroll_home(animate=False, immediate=True)

    def on_mount(self) -> None:
        self._redraw()

    def on_resize(self, _: Resize) -> None:
        self._redraw()

    def _redraw(self) -> None:
        width = self.scrollable_content_region.width
        if width <= 0 or (width, self.size.height) == self._drawn_for:
            return
        self._drawn_for = (width, self.size.height)
        self._lines = self._draw(width)
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        row = y + round(self.scroll_offset.y)
        width = self.scrollable_content_region.width
        return self.paint(self._lines[row] if row < len(self._lines) else (), width)

    def action_move(self, rows: int) -> None:
        self.scroll_relative(y=rows, animate=False, immediate=True)

    def action_page(self, pages: int) -> None:
        self.scroll_relative(y=pages * max(1, self.size.height - 1), animate=False, immediate=True)

    def action_first(self) -> None:
        self.scroll_home(animate=False, immediate=True)

    def action_last(self) -> None:
        self.scroll_end(animate=False, immediate=True)

    def action_choose(self) -> None:
        """Reading has nothing to choose."""
