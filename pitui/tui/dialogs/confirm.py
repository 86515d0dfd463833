"""A yes-or-no question."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Button

from pitui.tui.dialogs.dialog import Dialog, words


class Confirm(Dialog[bool]):
    """Asks whether to go on; the answer is True, or None for a change of mind."""

    def __init__(self, title: str, about: str, yes: str) -> None:
        super().__init__(title)
        self._about = about
        self._yes = yes

    def compose_body(self) -> ComposeResult:
        yield words(self._about, classes="dialog--about")

    def compose_buttons(self) -> ComposeResult:
        yield Button(self._yes, id="yes", variant="warning", compact=True)
        yield Button("Cancel", id="cancel", compact=True)

    def on_mount(self) -> None:
        self.query_one("#cancel", Button).focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        super().on_button_pressed(event)
        if event.button.id == "yes":
            self.dismiss(True)
