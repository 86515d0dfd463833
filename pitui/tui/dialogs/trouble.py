"""Something that could not be done from here, and the command that does it elsewhere."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Button

from pitui.tui.dialogs.dialog import Dialog, words


class Trouble(Dialog[None]):
    """Tells why, and shows a command to be copied; there is nothing to answer."""

    def __init__(self, title: str, sentence: str, command: str) -> None:
        super().__init__(title)
        self._sentence = sentence
        self._command = command

    def compose_body(self) -> ComposeResult:
        yield words(f"{self._sentence} This is the command:", classes="dialog--about")
        yield words(self._command, id="command")

    def compose_buttons(self) -> ComposeResult:
        yield Button("Copy the command", id="copy", variant="primary", compact=True)
        yield Button("Close", id="cancel", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        super().on_button_pressed(event)
        if event.button.id == "copy":
            self.app.copy_to_clipboard(self._command)
            self.notify("The command is on the clipboard.", title="Copied", timeout=3, markup=False)
