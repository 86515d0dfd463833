"""A question whose answer is one line: a label, a name."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Button, Input

from pitui.tui.dialogs.dialog import Dialog, words


class AskText(Dialog[str]):
    """Asks for one line; the answer is the text, empty to clear, None for a change of mind."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, title: str, about: str, text: str, placeholder: str = "", yes: str = "Save") -> None:
        super().__init__(title)
        self._about = about
        self._text = text
        self._placeholder = placeholder
        self._yes = yes

    def compose_body(self) -> ComposeResult:
        yield words(self._about, classes="dialog--about")
        yield Input(value=self._text, placeholder=self._placeholder, compact=True)

    def compose_buttons(self) -> ComposeResult:
        yield Button(self._yes, id="save", variant="primary", compact=True)
        yield Button("Cancel", id="cancel", compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        super().on_button_pressed(event)
        if event.button.id == "save":
            self.dismiss(self.query_one(Input).value)
