"""The frame every dialog has: a title, what it is about, its fields, its buttons; Escape means no."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from pitui.rendering.sanitize import one_line

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer | None], Generic[Answer]):
    """A question with a frame around it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "cancel", show=False)]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = one_line(title)

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog--box", can_focus=False) as box:
            box.border_title = Content(self._title)
            yield from self.compose_body()
            with Horizontal(classes="dialog--buttons"):
                yield from self.compose_buttons()

    def compose_body(self) -> ComposeResult:
        """What the dialog is about, and its fields."""
        yield from ()

    def compose_buttons(self) -> ComposeResult:
        """The ways out."""
        yield Button("Close", id="cancel", compact=True)

    def action_cancel(self) -> None:
        """Leave without an answer."""
        self.dismiss(None)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "cancel":
            event.stop()
            self.action_cancel()


def words(text: str, *, classes: str | None = None, id: str | None = None) -> Static:
    """A paragraph of plain text; nothing in it is markup."""
    return Static(Content("\n".join(one_line(part) for part in text.split("\n"))), classes=classes, id=id)
