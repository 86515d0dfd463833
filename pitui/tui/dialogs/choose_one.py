"""A short menu: the answer is the id of the line chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from pitui.rendering.sanitize import one_line
from pitui.tui.dialogs.dialog import Dialog, words


class ChooseOne(Dialog[str]):
    """Asks for one of several; the answer is its id, None for a change of mind."""

    def __init__(
        self,
        title: str,
        choices: Mapping[str, str],
        chosen: str | None = None,
        about: str = "",
        *,
        preview: Callable[[str], None] | None = None,
    ) -> None:
        """`preview` is told of each line the cursor comes to."""
        super().__init__(title)
        self._choices = choices
        self._chosen = chosen
        self._about = about
        self._preview = preview

    def compose_body(self) -> ComposeResult:
        if self._about:
            yield words(self._about, classes="dialog--about")
        options = [Option(Content(one_line(text)), id=key) for key, text in self._choices.items()]
        yield OptionList(*options, compact=True)

    def compose_buttons(self) -> ComposeResult:
        yield from ()

    def on_mount(self) -> None:
        menu = self.query_one(OptionList)
        places = [place for place, key in enumerate(self._choices) if key == self._chosen]
        menu.highlighted = places[0] if places else 0
        menu.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self._preview is not None and event.option.id is not None:
            self._preview(event.option.id)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option.id)
