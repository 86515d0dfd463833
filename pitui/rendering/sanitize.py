"""Any text made safe to show: nothing in it can act on a terminal, reorder a line or hide.

Session text is written by models, tools and web pages. Control characters show as symbols, invisible and
direction-changing characters as marks, and what is no character at all as a replacement.
"""

from __future__ import annotations

import re

_CONTROL_PICTURES: dict[int, str] = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "␡"}
_C1 = dict.fromkeys(range(0x80, 0xA0), "�")
_INVISIBLE = dict.fromkeys(
    [
        0x00AD,
        0x034F,
        0x061C,
        0x115F,
        0x1160,
        0x17B4,
        0x17B5,
        0x180E,
        0x200B,
        0x200C,
        0x200E,
        0x200F,
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        0x3164,
        0xFEFF,
        0xFFA0,
        *range(0xFFF9, 0xFFFC),
        *range(0xE0000, 0xE0080),
    ],
    "·",
)
_LINE_SEPARATORS = {0x2028: "⏎", 0x2029: "⏎", 0x0B: "␋", 0x0C: "␌"}
_TABLE: dict[int, str] = {**_CONTROL_PICTURES, **_C1, **_INVISIBLE, **_LINE_SEPARATORS}
_ONE_LINE: dict[int, str] = {**_TABLE, 0x0A: "⏎", 0x0D: "", 0x09: " "}
_MANY_LINES: dict[int, str] = {**_TABLE, 0x0D: ""}
del _MANY_LINES[0x0A]
_PLAIN = re.compile(r"[ -~]*\Z")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_JOINER_RUN = re.compile("\u200d{2,}")
_TAB_WIDTH = 4


def one_line(text: str) -> str:
    """A text for a row: line ends and tabs as one cell each, everything that could act made visible."""
    if _PLAIN.match(text):
        return text
    return _visible(text.replace("\r\n", "\n").translate(_ONE_LINE))


def lines(text: str) -> list[str]:
    """A text's lines for a page, tabs expanded, everything that could act made visible."""
    return [_line(part) for part in text.replace("\r\n", "\n").split("\n")]


def _line(text: str) -> str:
    if _PLAIN.match(text):
        return text
    return _visible(text.expandtabs(_TAB_WIDTH).translate(_MANY_LINES))


def _visible(text: str) -> str:
    # A run of joiners joins nothing; one between two characters is how emoji are made.
    return _SURROGATE.sub("�", _JOINER_RUN.sub("\u200d", text))
