"""JSON as JavaScript reads and prints it: strict in syntax, generous in depth, its own key order.

Reading takes msgspec's quick road and falls back to the standard library, then to a parser without
recursion, for what the quick road refuses and `JSON.parse` accepts: lone surrogates, bytes that are not
UTF-8, numbers beyond every range, nesting by the hundred thousand.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NoReturn, TypeAlias

import msgspec

from pitui.core.javascript.deep_json import parse_deep
from pitui.core.javascript.numbers import MAX_SAFE_INTEGER, format_number
from pitui.core.javascript.text import join_surrogates

Json: TypeAlias = Any
"""A JSON value: None, bool, int, float, str, list or dict, as deep as the file has it."""
JsonObject: TypeAlias = Mapping[str, Json]

_decoder = msgspec.json.Decoder()
_encoder = msgspec.json.Encoder()
_INDEX_KEY = re.compile(r"(?:0|[1-9][0-9]{0,9})\Z")
_BEYOND_PYTHON = re.compile(r"[\ud800-\udfff]")
_SHALLOW = 16
"""How deep the quick road of printing looks; deeper values take the slow one."""


def parse(text: bytes | str) -> Json:
    """The value `JSON.parse` would give for this text.

    Bytes that are not UTF-8 count as U+FFFD, as a reader of the file sees them. Raises ValueError where
    `JSON.parse` throws.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError):
        return _parse_slowly(text)


def _parse_slowly(text: bytes | str) -> Json:
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    if text.startswith("\ufeff"):
        raise ValueError("a byte order mark is no JSON")
    try:
        return _strict.decode(text.strip(" \t\r\n"))
    except RecursionError:
        return parse_deep(text)


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


_strict = json.JSONDecoder(parse_constant=_refuse, parse_int=float)


def stringify(value: Json) -> str:
    """The text `JSON.stringify` prints: no spaces, integer-like keys first, lone surrogates escaped."""
    if _is_plain(value, _SHALLOW):
        with suppress(UnicodeEncodeError):
            return _encoder.encode(value).decode()
    return _stringify_slowly(value)


def _is_plain(value: Json, depth: int) -> bool:
    """Whether every JSON printer prints this alike, but for lone surrogates: texts, and safe integers by type."""
    kind = type(value)
    if kind is str or value is None or kind is bool:
        return True
    if kind is int:
        return bool(-MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER)
    if kind is dict and depth:
        return all(not key[:1].isdigit() and _is_plain(member, depth - 1) for key, member in value.items())
    if kind is list and depth:
        return all(_is_plain(member, depth - 1) for member in value)
    return False


def _stringify_slowly(value: Json) -> str:
    if isinstance(value, str):
        return _quote(value)
    parts: list[str] = []
    pending: list[Json] = [_Value(value)]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        inner = item.value
        if isinstance(inner, Mapping):
            pending.append("}")
            for position, (key, member) in reversed(list(enumerate(ordered_items(inner)))):
                pending.append(_Value(member))
                pending.append(("," if position else "") + _quote(key) + ":")
            pending.append("{")
        elif isinstance(inner, list | tuple):
            pending.append("]")
            for position, member in reversed(list(enumerate(inner))):
                pending.append(_Value(member))
                if position:
                    pending.append(",")
            pending.append("[")
        else:
            parts.append(_scalar(inner))
    return "".join(parts)


class _Value:
    """Marks a value still to be printed, apart from text that is ready."""

    __slots__ = ("value",)

    def __init__(self, value: Json) -> None:
        self.value = value


def ordered_items(value: Mapping[str, Json]) -> list[tuple[str, Json]]:
    """An object's members in `Object.entries` order: integer-like keys ascending, the rest as written."""
    if not any(key[:1].isdigit() for key in value):
        return list(value.items())
    numbered = sorted((int(key), key) for key in value if _is_index(key))
    rest = [key for key in value if not _is_index(key)]
    return [(key, value[key]) for _, key in numbered] + [(key, value[key]) for key in rest]


def is_true(value: Json) -> bool:
    """Whether JavaScript takes a value for true: empty lists and objects are."""
    return isinstance(value, dict | list) or bool(value)


def _is_index(key: str) -> bool:
    return key.isascii() and _INDEX_KEY.match(key) is not None and int(key) < 2**32 - 1


def _scalar(value: Json) -> str:
    if isinstance(value, str):
        return _quote(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, float) and not math.isfinite(value):
        return "null"
    return format_number(value)


def _quote(text: str) -> str:
    quoted = json.dumps(text, ensure_ascii=False)
    if quoted.isascii() or not _BEYOND_PYTHON.search(quoted):
        return quoted
    return _BEYOND_PYTHON.sub(lambda half: f"\\u{ord(half.group()):04x}", join_surrogates(quoted))
