"""The box a search is typed into, below a list; letters in it are text, never commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input


class SearchBox(Input):
    """Says what is searched for at every letter; Enter leaves the box, Escape clears the search."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "clear_search", "clear", show=False)]

    @dataclass
    class Asked(Message):
        """Something else is searched for; an empty text is an end to it."""

        text: str

    class Left(Message):
        """The box was left; the search goes on."""

    def __init__(self, placeholder: str = 'words, "a phrase", re:a pattern') -> None:
        super().__init__(placeholder=placeholder, id="search", compact=True)
        self.display = False

    def open(self) -> None:
        """Show the box and type into it."""
        self.display = True
        self.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Asked(event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Left())

    def action_clear_search(self) -> None:
        self.value = ""
        self.display = False
        self.post_message(self.Left())
