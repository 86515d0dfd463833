"""The names of a pane's tabs in one line; a click or a number chooses."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from pitui.rendering.picture import Span, fit
from pitui.tui.widgets.painting import Painter

_GAP = " │ "


class TabLine(Painter):
    """Shows which tab is open."""

    open: reactive[str] = reactive("")

    @dataclass
    class Opened(Message):
        """Another tab was chosen."""

        tab: str

    def __init__(self, tabs: dict[str, str], *, id: str | None = None) -> None:
        """`tabs` are names by id, in order."""
        super().__init__(id=id)
        self._tabs = tabs
        self.set_reactive(TabLine.open, next(iter(tabs)))

    def render_line(self, y: int) -> Strip:
        spans: list[Span] = [Span(" ")]
        for number, (tab, name) in enumerate(self._tabs.items()):
            if number:
                spans.append(Span(_GAP, "muted"))
            spans.append(Span(name, "strong" if tab == self.open else "muted"))
        return self.paint(fit(spans if y == 0 else (), self.size.width), self.size.width)

    def on_click(self, event: Click) -> None:
        place = 1
        for tab, name in self._tabs.items():
            if place <= event.x < place + cell_len(name) + 1:
                self.post_message(self.Opened(tab))
                return
            place += cell_len(name) + len(_GAP)
