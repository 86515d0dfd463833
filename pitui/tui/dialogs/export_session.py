"""Before an export: the format, how much of the session, and where to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, Checkbox, Input, OptionList, Static
from textual.widgets.option_list import Option

from pitui.exports.saving import FORMATS
from pitui.tui.dialogs.dialog import Dialog, words

_TOLD: Final = {
    "md": "Markdown   to read and to paste",
    "html": "HTML       one page that fetches nothing and runs nothing",
    "jsonl": "JSONL      a session that pi opens again",
}
_ABOUT: Final = "Everything that was said and read goes in as it is, secrets too. Have a look before you share it."


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """What a person wants to export, and where to."""

    form: str
    whole: bool
    """Every branch, instead of the one to the shown leaf."""
    path: str
    """As it was typed."""


class ExportDialog(Dialog[ExportChoice]):
    """Asks how to export; the answer is a choice, None for a change of mind."""

    def __init__(self, suggest: Callable[[str], str], choice: ExportChoice | None = None) -> None:
        """`suggest` names a file for a format."""
        super().__init__("Export")
        self._suggest = suggest
        self._choice = choice or ExportChoice(FORMATS[0], False, suggest(FORMATS[0]))

    def compose_body(self) -> ComposeResult:
        yield words(_ABOUT, classes="dialog--about")
        yield OptionList(*(Option(Content(_TOLD[form]), id=form) for form in FORMATS), id="forms", compact=True)
        yield Checkbox("every branch, not only the one shown", self._choice.whole, id="whole", compact=True)
        with Horizontal(classes="dialog--row"):
            yield Static(Content("to"), classes="dialog--label")
            yield Input(self._choice.path, id="path", compact=True)

    def compose_buttons(self) -> ComposeResult:
        yield Button("Export", id="export", variant="primary", compact=True)
        yield Button("Cancel", id="cancel", compact=True)

    def on_mount(self) -> None:
        menu = self.query_one("#forms", OptionList)
        menu.highlighted = FORMATS.index(self._choice.form)
        menu.focus()

    @property
    def choice(self) -> ExportChoice:
        """The answer as the fields stand."""
        return ExportChoice(
            FORMATS[self.query_one("#forms", OptionList).highlighted or 0],
            self.query_one("#whole", Checkbox).value,
            self.query_one("#path", Input).value,
        )

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The file's ending goes with the format, unless it is one of the person's own."""
        event.stop()
        field, form = self.query_one("#path", Input), event.option.id or FORMATS[0]
        path = PurePath(field.value)
        if not field.value.strip():
            field.value = self._suggest(form)
        elif path.suffix[1:] in FORMATS:
            field.value = str(path.with_suffix(f".{form}"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.query_one("#path").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._export()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        super().on_button_pressed(event)
        if event.button.id == "export":
            self._export()

    def _export(self) -> None:
        if self.choice.path.strip():
            self.dismiss(self.choice)
        else:
            self.notify("Say where to write it.", title="No file named", severity="warning", markup=False)
