"""Rows in columns that line up, measured in cells."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import Literal

from rich.cells import cell_len

from pitui.rendering.picture import clip
from pitui.rendering.sanitize import one_line

_GAP = "  "


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
