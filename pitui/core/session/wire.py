"""One line of a session file to the head of an entry, and one entry to its line."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from pitui.core.javascript.json import Json, JsonObject, parse, stringify
from pitui.core.javascript.text import trim


class _Present(msgspec.Struct, gc=False):
    """An object that is there, whatever is in it."""


class MessageHead(msgspec.Struct, gc=False):
    """Who speaks in a message, and whether it holds calls that its tool made in turn."""

    role: Any = None
    nestedCalls: _Present | None = None


class Head(msgspec.Struct, gc=False):
    """The few fields of a line that place it in the tree; everything else is skipped over."""

    type: Any = None
    id: Any = None
    parentId: Any = None
    timestamp: Any = math.nan
    message: MessageHead | None = None
    targetId: Any = None
    label: Any = None
    name: Any = None
    version: Any = None

    @property
    def role(self) -> str | None:
        role = self.message.role if self.message is not None else None
        return role if isinstance(role, str) else None


class LineError(ValueError):
    """A line that is no JSON object; the text says why, for a person."""


class MalformedLineError(LineError):
    """A line that is no JSON at all."""


_heads = msgspec.json.Decoder(Head)
_BLANK = b" \t\r\n"


def read_head(line: bytes | memoryview) -> Head | None:
    """The head of a line; None for a blank line or one of JavaScript's falsy values, which pi passes over.

    Raises MalformedLineError for what is not JSON, LineError for JSON that is no object.
    """
    try:
        return _heads.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _read_slowly(bytes(line))


def _read_slowly(line: bytes) -> Head | None:
    if not line.strip(_BLANK):
        return None
    try:
        value = parse(line)
    except ValueError as error:
        if not trim(line.decode("utf-8", "replace")):
            return None
        raise MalformedLineError("not valid JSON") from error
    if isinstance(value, dict):
        message = _message_head(value.get("message"))
        fields = {name: value[name] for name in Head.__struct_fields__ if name != "message" and name in value}
        return Head(message=message, **fields)
    if not value and not isinstance(value, list):
        return None
    raise LineError(f"{_kind(value)} where an object should stand")


def _message_head(message: Json) -> MessageHead | None:
    if not isinstance(message, dict):
        return None
    return MessageHead(message.get("role"), _Present() if isinstance(message.get("nestedCalls"), dict) else None)


def _kind(value: Json) -> str:
    match value:
        case bool():
            return "a truth value"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "a number"


def read_body(line: bytes) -> JsonObject:
    """The whole object of a line; an empty one when the line is no object (any more)."""
    try:
        value = parse(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def write_line(body: JsonObject) -> bytes:
    """The line pi would write for an entry, newline included; only lone surrogates are escaped."""
    return stringify(body).encode("utf-8") + b"\n"
