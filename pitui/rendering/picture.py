"""The vocabulary of every picture: spans of text, each with a meaning, in lines measured in cells.

A meaning has a name before it has a colour: the screen's theme and the command line's styles look it up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from rich.cells import cell_len, set_cell_size

Meaning: TypeAlias = Literal[
    "",
    "system",
    "summary",
    "user",
    "assistant",
    "thinking",
    "tool",
    "image",
    "free",
    "reserve",
    "unknown",
    "folded",
    "omitted",
    "replaced",
    "elsewhere",
    "label",
    "muted",
    "strong",
    "accent",
    "good",
    "warning",
    "alarm",
    "cut",
    "match",
]

ELLIPSIS = "…"


class Span(NamedTuple):
    """Text with one meaning; the text is already safe to show."""

    text: str
    meaning: Meaning = ""


Line: TypeAlias = tuple[Span, ...]
"""One line of a picture."""

Picture: TypeAlias = list[Line]


def line(*parts: Span | str) -> Line:
    """A line of spans, plain text among them."""
    return tuple(part if isinstance(part, Span) else Span(part) for part in parts)


def width(spans: Iterable[Span]) -> int:
    """How many cells a line takes."""
    return sum(cell_len(span.text) for span in spans)


def text_of(spans: Iterable[Span]) -> str:
    """A line's text alone."""
    return "".join(span.text for span in spans)


def clip(text: str, cells: int) -> str:
    """A text in at most `cells` cells, an ellipsis at the end where something is missing."""
    if cell_len(text) <= cells:
        return text
    if cells <= 0:
        return ""
    return set_cell_size(text, cells - 1).rstrip() + ELLIPSIS


def fit(spans: Iterable[Span], cells: int) -> Line:
    """A line in exactly `cells` cells: clipped at a cell edge or filled with blanks."""
    fitted: list[Span] = []
    left = cells
    for span in spans:
        size = cell_len(span.text)
        if size > left:
            if left > 0:
                clipped = clip(span.text, left)
                fitted.append(Span(clipped, span.meaning))
                left -= cell_len(clipped)
            break
        fitted.append(span)
        left -= size
    if left > 0:
        fitted.append(Span(" " * left))
    return tuple(fitted)


def clipped(spans: Iterable[Span], cells: int) -> Line:
    """A line in at most `cells` cells, clipped at a cell edge where it is longer."""
    spans = tuple(spans)
    return spans if width(spans) <= cells else rstrip(fit(spans, cells))


def spread(left: Iterable[Span], right: Iterable[Span], cells: int) -> Line:
    """Two parts at both ends of `cells` cells; the left one gives way, the right one stays whole."""
    right = tuple(right)
    room = cells - width(right)
    if room < 0:
        return fit(right, cells)
    return (*fit(left, room), *right)


def rstrip(spans: Line) -> Line:
    """A line without blanks at its end, for plain text output."""
    kept = list(spans)
    while kept and not kept[-1].text.strip(" "):
        kept.pop()
    if kept:
        kept[-1] = Span(kept[-1].text.rstrip(" "), kept[-1].meaning)
    return tuple(kept)
