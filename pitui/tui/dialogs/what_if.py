"""Trying other numbers: how much is kept, how much is reserved, how large the window is."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, Input, Static

from pitui.core.javascript.numbers import MAX_SAFE_INTEGER
from pitui.tui.dialogs.dialog import Dialog, words

_FIELDS = (("keep", "keep recent"), ("reserve", "reserve"), ("window", "window"))


@dataclass(frozen=True, slots=True)
class WhatIfNumbers:
    """Numbers to try, in tokens."""

    keep_recent_tokens: int
    reserve_tokens: int
    window: int | None


class WhatIf(Dialog[WhatIfNumbers]):
    """Asks for numbers to try; the answer holds them, None for a change of mind. Nothing is saved anywhere."""

    def __init__(self, numbers: WhatIfNumbers) -> None:
        super().__init__("What if")
        self._numbers = numbers

    def compose_body(self) -> ComposeResult:
        yield words("Numbers to try here, in tokens. pi's settings stay as they are.", classes="dialog--about")
        window = self._numbers.window
        texts = (self._numbers.keep_recent_tokens, self._numbers.reserve_tokens, "" if window is None else window)
        for (name, label), text in zip(_FIELDS, texts, strict=True):
            with Horizontal(classes="dialog--row"):
                yield Static(Content(label), classes="dialog--label")
                yield Input(str(text), type="integer", id=name, compact=True)

    def compose_buttons(self) -> ComposeResult:
        yield Button("Try", id="try", variant="primary", compact=True)
        yield Button("Cancel", id="cancel", compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._try()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        super().on_button_pressed(event)
        if event.button.id == "try":
            self._try()

    def _try(self) -> None:
        keep, reserve, window = (self.query_one(f"#{name}", Input).value.strip() for name, _ in _FIELDS)
        if not (_is_count(keep) and _is_count(reserve) and (not window or _is_count(window))):
            self.notify(
                "Each must be a whole number of tokens, 0 or more.",
                title="A number is wrong",
                severity="warning",
                markup=False,
            )
            return
        self.dismiss(WhatIfNumbers(int(keep), int(reserve), int(window) if window else None))


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 17 and int(text) <= MAX_SAFE_INTEGER
