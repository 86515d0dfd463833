"""What a message's content says, read leniently: any JSON shape gives blocks and text, never an error."""

from __future__ import annotations

from pitui.core.javascript.json import Json, JsonObject
from pitui.core.javascript.numbers import format_number
from pitui.core.javascript.text import join_surrogates


def blocks(content: Json) -> list[JsonObject]:
    """The content's blocks in order; members that are no objects are passed over."""
    if not isinstance(content, list):
        return []
    return [block for block in content if isinstance(block, dict)]


def blocks_of(content: Json, kind: str) -> list[JsonObject]:
    """The blocks of one type: `text`, `thinking`, `image` or `toolCall`."""
    return [block for block in blocks(content) if block.get("type") == kind]


def text_of(content: Json, separator: str = "") -> str:
    """A text as it is, or the content's text blocks joined by `separator`."""
    if isinstance(content, str):
        return content
    return join_surrogates(separator.join(as_text(block.get("text")) for block in blocks_of(content, "text")))


def as_text(value: Json) -> str:
    """A JSON value as JavaScript's `join` prints it: null is nothing, a number its digits."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return format_number(value)
    if isinstance(value, list):
        return ",".join(as_text(member) for member in value)
    return "[object Object]"


def as_mapping(value: Json) -> JsonObject:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Json) -> list[Json]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []
