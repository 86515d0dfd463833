"""One line across the screen, its ends apart: the title above, the status below."""

from __future__ import annotations

from collections.abc import Sequence

from textual.strip import Strip

from pitui.rendering.picture import Span, fit, spread
from pitui.tui.widgets.painting import Painter


class Bar(Painter):
    """A line with a left and a right part; the left one gives way."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._left: Sequence[Span] = ()
        self._right: Sequence[Span] = ()

    def show(self, left: Sequence[Span], right: Sequence[Span] = ()) -> None:
        """Say something else."""
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if y > 0:
            return self.paint((), width)
        return self.paint(spread(self._left, self._right, width) if self._right else fit(self._left, width), width)
