"""Cuts and quotes pieces of text so that they stay on one line and of a readable length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pitui.core.javascript.json import Json
from pitui.core.javascript.text import head, units

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|\n+")
_LIST_MARK: Final = re.compile(r"^(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")


def plain_text(content: Json) -> str:
    """What a content says in words; anything but text and text blocks says nothing."""
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = (block.get("text") for block in blocks if isinstance(block, dict) and block.get("type") == "text")
    return "\n".join(text for text in texts if isinstance(text, str))


def line(text: str, limit: int) -> str:
    """A text on one line, cut with an ellipsis behind `limit` UTF-16 units."""
    flat = " ".join(_CONTROL.sub(" ", head(text, 4 * limit)).split())
    return flat if units(flat) <= limit else head(flat, limit - 1).rstrip() + "…"


def quoted(text: str, limit: int) -> str:
    """A text in quotation marks, as the person's own words."""
    return f"“{line(text, limit)}”"


def code(text: str, limit: int) -> str:
    """A text in backticks, more of them where it holds some itself."""
    inner = line(text, limit)
    fence = "``" if "`" in inner else "`"
    pad = " " if inner.startswith("`") or inner.endswith("`") else ""
    return f"{fence}{pad}{inner}{pad}{fence}"


def sentences(text: str) -> Iterator[str]:
    """The sentences and list items of a text, without their list marks; code blocks are passed over."""
    for number, part in enumerate(text.split("```")):
        if number % 2 == 0:
            for sentence in _SENTENCE_END.split(part):
                bare = _LIST_MARK.sub("", sentence.strip(" \t#>*_"))
                if bare:
                    yield bare


def last_lines(text: str, count: int = 2) -> str:
    """The last lines of a text that say something, in one: an error's words and the exit code behind them."""
    return " · ".join([row.strip() for row in text.splitlines() if row.strip()][-count:])
