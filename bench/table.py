"""The results as a table in Markdown: what was done, how long each side took, and how many times faster pitui is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.race import PEAK, Pi, Results, Task


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of one task, and what it is in words."""

    words: str
    task: Task
    name: str


def table(rows: Sequence[Row], results: Results, pi: Pi | None) -> Iterator[str]:
    """The lines of the table; without pi, pitui's column alone."""
    head = ["", "pitui", *([f"pi {pi.version}", "pi / pitui"] if pi is not None else [])]
    yield _line(head)
    yield _line(["---", *["---:"] * (len(head) - 1)])
    for row in rows:
        ours = results.median("pitui", row.task, row.name)
        theirs = results.median("pi", row.task, row.name)
        cells = [row.words, _figure(ours, row.name)]
        if pi is not None:
            cells += [_figure(theirs, row.name), f"{theirs / ours:.1f}" if ours and theirs else ""]
        yield _line(cells)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _figure(value: float | None, name: str) -> str:
    """A figure with its unit, to two or three digits that mean something; a dash where there is none."""
    if value is None:
        return "–"
    unit = "MB" if name == PEAK else "ms"
    return f"{value:,.0f} {unit}" if value >= 20 else f"{value:.1f} {unit}"
