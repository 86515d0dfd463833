"""A page to read: help, damage, a request, an error in full."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from pitui.rendering.picture import Line, text_of
from pitui.rendering.sanitize import one_line
from pitui.tui.widgets.picture_view import PictureView


class PageScreen(ModalScreen[None]):
    """Shows one picture, to be scrolled and copied; Escape and q close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", "close", show=False),
        Binding("ctrl+x", "copy", "copy", show=False),
    ]

    def __init__(self, title: str, draw: Callable[[int], Sequence[Line]]) -> None:
        super().__init__()
        self._title = one_line(title)
        self._draw = draw

    def compose(self) -> ComposeResult:
        with Vertical(id="page-box") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content("esc closes · ^X copies")
            yield PictureView(self._draw, id="page")

    def on_mount(self) -> None:
        self.query_one(PictureView).focus()

    def action_copy(self) -> None:
        self.app.copy_to_clipboard("\n".join(text_of(line).rstrip() for line in self._draw(100)))
        self.notify("The page is on the clipboard.", title="Copied", timeout=3, markup=False)
