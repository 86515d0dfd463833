"""Tables and pictures as lines of text, as wide as the terminal lets them be."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import Literal

from rich.cells import cell_len

from pitui.rendering.picture import Picture, clip, rstrip, text_of
from pitui.rendering.sanitize import one_line

_GAP = "  "
_PICTURE_WIDTH = 120
"""Cells a picture has where no terminal says how many."""


def table(rows: Sequence[Sequence[str]], sides: Sequence[Literal["left", "right"]]) -> Iterator[str]:
    """Lines of cells, each column as wide as its widest cell; on a terminal no wider than it."""
    cells = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    widest = line_width()
    for row in cells:
        padded = (
            " " * (width - cell_len(cell)) + cell if side == "right" else cell + " " * (width - cell_len(cell))
            for cell, width, side in zip(row, widths, sides, strict=True)
        )
        text = _GAP.join(padded).rstrip()
        yield text if widest is None else clip(text, widest)


def line_width() -> int | None:
    """How wide a line may be on the terminal; None where nothing limits it, as in a file."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def picture_width() -> int:
    """How wide a picture is drawn."""
    return line_width() or _PICTURE_WIDTH


def picture_lines(picture: Picture) -> Iterator[str]:
    """A picture's lines as text, without the blanks that fill them up."""
    return (text_of(rstrip(line)) for line in picture)
