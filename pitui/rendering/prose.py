"""Markdown as a person reads it in a terminal: the words as written, its marks quiet, its structure visible."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pitui.rendering.picture import Line, Span
from pitui.rendering.sanitize import lines as safe_lines
from pitui.rendering.wrap import hang, wrap

_FENCE = re.compile(r" {0,3}(```+|~~~+)(.*)\Z")
_HEADING = re.compile(r" {0,3}(#{1,6}) +(.*)\Z")
_BULLET = re.compile(r"( *)([-*+]|\d{1,4}[.)]) +(\S.*)\Z")
_INLINE = re.compile(r"(`[^`]+`|\*\*[^*]+\*\*)")
CODE = Span("│ ", "muted")
"""Stands before each line of code."""


def prose(text: str, cells: int) -> Iterator[Line]:
    """A text's lines in at most `cells` cells; what is no Markdown stays as it is."""
    fence = ""
    for line in safe_lines(text):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
            else:
                yield from hang(line, cells, CODE, CODE)
        elif mark:
            fence = mark[1]
            if mark[2].strip():
                yield from hang(mark[2].strip(), cells, CODE, CODE, "muted")
        else:
            yield from _line(line, cells)


def _line(line: str, cells: int) -> Iterator[Line]:
    heading = _HEADING.match(line)
    if heading:
        yield from hang(heading[2], cells, Span(heading[1] + " ", "muted"), meaning="strong")
        return
    bullet = _BULLET.match(line)
    if bullet:
        mark = "•" if bullet[2] in "-*+" else bullet[2]
        indent = bullet[1] if len(bullet[1]) < cells // 2 else ""
        for first, *rest in hang(bullet[3], cells, Span(f"{indent}{mark} ", "muted")):
            yield (first, *(part for span in rest for part in _inline(span.text)))
    elif line.startswith(">"):
        yield from hang(line[1:].lstrip(" "), cells, Span("┃ ", "muted"), Span("┃ ", "muted"))
    else:
        for part in wrap(line, cells):
            yield _inline(part)


def _inline(text: str) -> Line:
    if "`" not in text and "**" not in text:
        return (Span(text),)
    parts = (part for part in _INLINE.split(text) if part)
    return tuple(Span(part, "accent" if part[0] == "`" else "strong" if part[:2] == "**" else "") for part in parts)
