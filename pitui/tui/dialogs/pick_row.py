"""A list to pick from, narrowed by what is typed above it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from pitui.core.session.fuzzy import looseness
from pitui.rendering.picture import Line
from pitui.tui.dialogs.dialog import Dialog
from pitui.tui.widgets.line_list import LineList

_FEWEST, _MOST = 4, 18
"""Rows the list has room for; it keeps its height while it is narrowed."""


@dataclass(frozen=True, slots=True)
class PickRow:
    """One row to pick."""

    id: str
    found_by: str
    """The words it is found by."""
    draw: Callable[[int], Line]
    """The row for a width in cells."""


class PickList(LineList):
    """The rows that match, the best match first."""

    def __init__(self, rows: Sequence[PickRow]) -> None:
        super().__init__()
        self._all = rows
        self.rows = list(rows)

    def row_count(self) -> int:
        return len(self.rows)

    def row_line(self, row: int, width: int) -> Line:
        return self.rows[row].draw(width)

    def empty_words(self) -> str:
        return "Nothing matches. Delete some letters to see more."

    def narrow(self, query: str) -> None:
        """Show the rows a query finds, in their own order where they match alike."""
        found = [(loose, row) for row in self._all if (loose := looseness(query, row.found_by)) is not None]
        self.rows = [row for _, row in sorted(found, key=lambda pair: pair[0])]
        self.cursor = 0
        self.rows_changed()


class PickOne(Dialog[str]):
    """Asks for one row of a list; the answer is its id, None for a change of mind."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move('move', -1)", "up", show=False),
        Binding("down", "move('move', 1)", "down", show=False),
        Binding("pageup", "move('page', -1)", "page up", show=False),
        Binding("pagedown", "move('page', 1)", "page down", show=False),
    ]

    def __init__(self, title: str, rows: Sequence[PickRow], chosen: str | None = None) -> None:
        """`chosen` is the id of the row the cursor starts on."""
        super().__init__(title)
        self._rows = rows
        self._chosen = chosen

    def compose_body(self) -> ComposeResult:
        yield Input(placeholder="type to narrow the list", compact=True)
        yield PickList(self._rows)

    def compose_buttons(self) -> ComposeResult:
        yield from ()

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        places = [place for place, row in enumerate(self._rows) if row.id == self._chosen]
        listing = self.query_one(PickList)
        listing.styles.height = max(_FEWEST, min(len(self._rows), _MOST))
        listing.cursor = places[0] if places else 0

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.query_one(PickList).narrow(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one(PickList).action_choose()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        self.dismiss(self.query_one(PickList).rows[event.row].id)

    def action_move(self, how: str, amount: int) -> None:
        listing = self.query_one(PickList)
        if how == "page":
            listing.action_page(amount)
        else:
            listing.action_move(amount)
