"""Pictures as plain text, the way a terminal without colour shows them, and texts that try to break them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len

from pitui.rendering.picture import Line, text_of

WIDTHS: Final = (1, 7, 20, 40, 60, 80, 140, 200)

HOSTILE: Final = (
    "[red]markup[/red] and [/nothing]",
    "\x1b]52;c;aGk=\x07\x1b[2J\x1bc\x9b31m",
    "abc\u202egnp.exe\u2066x\u2069\u200b\u200f",
    "مرحبا بالعالم שלום עולם",
    "日本語の長い文章" * 12,
    "👩‍👩‍👧‍👦 ☕️ é̂ 🇩🇪 " * 6,
    "tab\there\r\nand\rthere\x0b\x0c\x85\u2028\u2029",
    "lone \ud800 half",
    "\u200d\u200d\u200d",
    "x" * 500,
    "",
)
"""Texts as models, tools and web pages write them."""

_UNSHOWN: Final = {
    *range(0x20),
    *range(0x7F, 0xA0),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    *range(0xD800, 0xE000),
}


def plain(picture: Iterable[Line]) -> str:
    """The picture's text line by line, without blanks at the ends of lines."""
    return "".join(f"{text_of(spans).rstrip()}\n" for spans in picture)


def said(spans: Line, meaning: str) -> str:
    """The part of a line that has one meaning."""
    return "".join(span.text for span in spans if span.meaning == meaning)


def check(picture: Iterable[Line], cells: int) -> None:
    """No line is wider than asked for, and nothing in it can act on a terminal."""
    for spans in picture:
        text = text_of(spans)
        assert cell_len(text) <= cells, f"{cell_len(text)} cells, not {cells}: {text!r}"
        assert not _UNSHOWN & {ord(character) for character in text}, repr(text)
