"""An entry's JSON as it is, one member a line; as deep as any file has it."""

from __future__ import annotations

from collections.abc import Iterator

from pitui.core.javascript.json import Json, ordered_items, stringify
from pitui.rendering.picture import Line
from pitui.rendering.wrap import capped

_DEEPEST = 12
"""Levels that are laid out; what lies deeper stands on one line."""


def json_lines(value: Json, cells: int, most: int | None = None) -> Iterator[Line]:
    """A JSON value in lines of at most `cells` cells, at most `most` of them."""
    return capped("\n".join(_laid_out(value, "", "", _DEEPEST)), cells, most)


def _laid_out(value: Json, indent: str, tail: str, levels: int) -> Iterator[str]:
    """The lines of a value; its first has no indent of its own, `tail` is what follows its last."""
    if not levels or not value or not isinstance(value, dict | list):
        yield f"{stringify(value)}{tail}"
        return
    is_object = isinstance(value, dict)
    members = (
        [(f"{stringify(key)}: ", member) for key, member in ordered_items(value)]
        if isinstance(value, dict)
        else [("", member) for member in value]
    )
    yield "{" if is_object else "["
    for place, (key, member) in enumerate(members):
        comma = "," if place < len(members) - 1 else ""
        first, *rest = _laid_out(member, f"{indent}  ", comma, levels - 1)
        yield f"{indent}  {key}{first}"
        yield from rest
    yield f"{indent}{'}' if is_object else ']'}{tail}"
