"""Help: what the widget in focus is, and every key that works there."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from pitui.rendering.picture import Line, Picture, Span, fit, line
from pitui.rendering.wrap import wrap
from pitui.tui.keys import Key, Scope, of_scope, spelled
from pitui.tui.widgets.picture_view import PictureView

_KEY_WIDTH = 22
_HEADINGS: dict[Scope, str] = {
    "browser": "What you can do here",
    "compaction": "What you can do here",
    "context": "What you can do here",
    "shelf": "What you can do here",
    "review": "What you can do here",
    "messages": "In the list",
    "sessions": "In the list",
    "tree": "In the tree",
    "list": "In every list and page",
    "everywhere": "Everywhere",
}


class HelpScreen(ModalScreen[None]):
    """Shows what is here and which keys are live, read from the screen itself."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark,f1", "dismiss", "close", show=False)]

    def __init__(self, screen: Screen[Any], focused: Widget | None) -> None:
        super().__init__()
        self._about = [
            part for part in (screen, focused) if part is not None and type(part).__module__.startswith("pitui")
        ]
        self._keys: dict[str, list[str]] = {}
        for active in screen.active_bindings.values():
            if active.binding.id:
                self._keys.setdefault(active.binding.id, []).append(spelled(active.binding.key))

    def compose(self) -> ComposeResult:
        with Vertical(id="page-box") as box:
            box.border_title = Content("Help")
            box.border_subtitle = Content("esc closes")
            yield PictureView(self._picture, id="page")

    def on_mount(self) -> None:
        self.query_one(PictureView).focus()

    def _picture(self, width: int) -> Sequence[Line]:
        picture: Picture = []
        for part in self._about:
            for paragraph in (inspect.getdoc(type(part)) or "").split("\n\n"):
                picture += [line(Span(words)) for words in wrap(" ".join(paragraph.split()), width)]
                picture.append(())
        for scope, heading in _HEADINGS.items():
            rows = [part for key in of_scope(scope) if key.id in self._keys for part in self._key(key, width)]
            picture += [line(Span(heading, "strong")), *rows, ()] if rows else []
        return [fit(spans, width) for spans in picture]

    def _key(self, key: Key, width: int) -> Picture:
        return self._row(" ".join(self._keys[key.id]), key.sentence, width)

    def _row(self, keys: str, sentence: str, width: int) -> Picture:
        parts = wrap(sentence, max(10, width - _KEY_WIDTH - 2))
        return [
            line(Span((keys if number == 0 else "").ljust(_KEY_WIDTH), "accent"), Span("  "), Span(part))
            for number, part in enumerate(parts)
        ]
