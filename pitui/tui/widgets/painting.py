"""Pictures onto the screen: lines of spans become strips, meanings become styles from the stylesheets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.scroll_view import ScrollView
from textual.strip import Strip

from pitui.rendering.picture import Span
from pitui.tui.theme import MEANINGS


class Painter(ScrollView):
    """A widget that paints lines; `css/widgets/meanings.tcss` says what each meaning looks like."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"meaning--{name}" for name in MEANINGS}

    def paint(self, spans: Iterable[Span], width: int, base: Style | None = None) -> Strip:
        """A line as a strip of exactly `width` cells; `base` lies under every span, as a cursor does."""
        ground = self.rich_style if base is None else self.rich_style + base
        segments = [Segment(span.text, self._style(span.meaning, ground)) for span in spans]
        return Strip(segments).adjust_cell_length(width, ground)

    def _style(self, meaning: str, ground: Style) -> Style:
        if not meaning:
            return ground
        return ground + self.get_component_rich_style(f"meaning--{meaning}", partial=True)
