"""A tool call with its arguments: an edit as a diff, a file to be written as its text, the rest by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitui.core.javascript.json import Json, JsonObject, ordered_items, stringify
from pitui.core.session.content import as_list, as_mapping, as_text
from pitui.rendering.diff import diff_lines
from pitui.rendering.entry_line import call_text
from pitui.rendering.picture import Line, Span, clip, line
from pitui.rendering.sanitize import one_line
from pitui.rendering.wrap import capped

_INDENT: Final = Span("  ")
_TOLD: Final[dict[str, tuple[str, ...]]] = {"read": ("path", "offset", "limit"), "write": ("path",), "edit": ("path",)}
"""Arguments that stand in a tool's first line already."""

_EDIT_KEYS: Final = ("edits", "oldText", "newText")


def call_lines(call: JsonObject, cells: int, most: int | None) -> Iterator[Line]:
    """A `toolCall` block in lines of at most `cells` cells, at most `most` of a long argument."""
    name, arguments = as_text(call.get("name")), call.get("arguments")
    told = _TOLD.get(name, ())
    head = call_text(name, arguments) if told else f"[{one_line(name) or 'tool'}]"
    yield line(Span("→ ", "muted"), Span(clip(head, max(1, cells - 2)), "tool"))
    given = arguments if isinstance(arguments, dict) else {} if arguments is None else {"arguments": arguments}
    edits = _edits(given) if name == "edit" else []
    for old, new in edits:
        yield from ((_INDENT, *spans) for spans in diff_lines(old, new, max(1, cells - 2)))
    for key, value in ordered_items(given):
        if key not in told and not (edits and key in _EDIT_KEYS):
            yield from _argument(key, value, cells, most)


def _argument(key: str, value: Json, cells: int, most: int | None) -> Iterator[Line]:
    text = value if isinstance(value, str) else stringify(value)
    head = f"{one_line(key)}: "
    if "\n" not in text and len(head) + len(text) + 2 <= cells:
        yield from (
            (_INDENT, Span(head, "muted"), *spans) for spans in capped(text, max(1, cells - 2 - len(head)), most)
        )
        return
    yield line(_INDENT, Span(clip(head.rstrip(), cells - 2), "muted"))
    yield from ((Span("    "), *spans) for spans in capped(text, max(1, cells - 4), most))


def _edits(arguments: JsonObject) -> list[tuple[str, str]]:
    """The texts an edit takes out and puts in: a list of them, or one pair as older versions wrote it."""
    members = [as_mapping(member) for member in as_list(arguments.get("edits"))] or [arguments]
    pairs = [(member.get("oldText"), member.get("newText")) for member in members]
    return [(old, new) for old, new in pairs if isinstance(old, str) and isinstance(new, str)]
