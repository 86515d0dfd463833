"""A small tree lying on its side, as a sketch of branches: `A ─┬─ B ─ C` over `   └─ E`."""

from __future__ import annotations

from typing import Final, NamedTuple

from pitui.rendering.picture import Line, Picture, Span, width

_ONLY: Final = (" ─ ", "   ")
_FIRST: Final = (" ─┬─ ", "  │  ")
_MIDDLE: Final = ("  ├─ ", "  │  ")
_LAST: Final = ("  └─ ", "     ")


class Twig(NamedTuple):
    """A stretch of a branch, and what grows from its end."""

    stem: Line
    children: tuple[Twig, ...] = ()


def draw(twig: Twig) -> Picture:
    """The twig in as many lines as it has ends."""
    drawn: Picture = []
    last = len(twig.children) - 1
    for number, child in enumerate(twig.children):
        rules = (_ONLY if not last else _FIRST) if not number else _LAST if number == last else _MIDDLE
        for row, spans in enumerate(draw(child)):
            stem = (Span(" " * width(twig.stem)),) if drawn else twig.stem
            drawn.append((*stem, Span(rules[min(row, 1)], "muted"), *spans))
    return drawn or [twig.stem]
