"""A JSON parser without recursion, for lines nested deeper than Python's own parsers go.

Slow and plain: it is reached only when the quick ones run out of stack.
"""

from __future__ import annotations

import json
import re
from typing import Any

_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORDS = {"true": True, "false": False, "null": None}
_strings = json.JSONDecoder()


def parse_deep(text: str) -> Any:
    """The value of a JSON text of any depth; raises ValueError where it is malformed."""
    root: list[Any] = []
    open_values: list[Any] = [root]
    keys: list[str | None] = [None]
    position = _skip(text, 0)
    expects_value = True
    while True:
        holder = open_values[-1]
        if expects_value:
            value, position, opened = _value(text, position)
            _put(holder, keys[-1], value)
            if opened:
                open_values.append(value)
                keys.append(None)
                position, expects_value = _enter(text, position, value, keys)
                if expects_value:
                    continue
            holder = open_values[-1]
        position = _skip(text, position)
        if holder is root:
            if position != len(text):
                raise ValueError("text after the value")
            return root[0]
        mark = text[position : position + 1]
        if mark == ("]" if isinstance(holder, list) else "}"):
            open_values.pop()
            keys.pop()
            position += 1
            expects_value = False
        elif mark == ",":
            position = _skip(text, position + 1)
            if isinstance(holder, dict):
                keys[-1], position = _key(text, position)
            expects_value = True
        else:
            raise ValueError(f"unexpected text at {position}")


def _enter(text: str, position: int, value: Any, keys: list[str | None]) -> tuple[int, bool]:
    """Step into a value just opened: whether a member follows, its key read if it is an object's."""
    position = _skip(text, position)
    if text[position : position + 1] == ("]" if isinstance(value, list) else "}"):
        return position, False
    if isinstance(value, dict):
        keys[-1], position = _key(text, position)
    return position, True


def _value(text: str, position: int) -> tuple[Any, int, bool]:
    mark = text[position : position + 1]
    if mark == "[":
        return [], position + 1, True
    if mark == "{":
        return {}, position + 1, True
    if mark == '"':
        string, position = _strings.raw_decode(text, position)
        return string, position, False
    for word, constant in _WORDS.items():
        if text.startswith(word, position):
            return constant, position + len(word), False
    number = _NUMBER.match(text, position)
    if number is None:
        raise ValueError(f"no value at {position}")
    return float(number.group()), number.end(), False


def _key(text: str, position: int) -> tuple[str, int]:
    if text[position : position + 1] != '"':
        raise ValueError(f"no key at {position}")
    key, position = _strings.raw_decode(text, position)
    position = _skip(text, position)
    if text[position : position + 1] != ":":
        raise ValueError(f"no colon at {position}")
    return key, _skip(text, position + 1)


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _put(holder: Any, key: str | None, value: Any) -> None:
    if isinstance(holder, list):
        holder.append(value)
    else:
        holder[key] = value
