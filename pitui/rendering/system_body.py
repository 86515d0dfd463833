"""A system message as a page: its text, its sections by name, the tools it adds and takes away."""

from __future__ import annotations

from collections.abc import Iterator

from pitui.core.javascript.json import JsonObject, ordered_items, stringify
from pitui.core.javascript.text import units
from pitui.core.session.content import as_list, as_mapping, as_text, text_of
from pitui.rendering.numbers import tokens
from pitui.rendering.picture import Line, Span, clip, line
from pitui.rendering.sanitize import one_line
from pitui.rendering.wrap import capped


def system_lines(data: JsonObject, cells: int, most: int | None) -> Iterator[Line]:
    """The message in lines of at most `cells` cells, at most `most` of its text and of each section."""
    text = text_of(data.get("content"), "\n")
    if text:
        yield from capped(text, cells, most)
    for name, section in ordered_items(as_mapping(data.get("sections"))):
        gone = section is None
        yield line(Span(clip(f"§ {one_line(name)}{'  taken away' if gone else ''}", cells), "system"))
        if not gone:
            yield from capped(as_text(section), cells, most)
    for tool in as_list(data.get("toolsAdded")):
        weight = tokens(-(-units(stringify(tool)) // 4))
        yield line(Span(clip(f"+ tool {_name(as_mapping(tool))}  {weight} tokens", cells), "tool"))
    for tool in as_list(data.get("toolsRemoved")):
        yield line(Span(clip(f"- tool {one_line(as_text(tool)) or _name(as_mapping(tool))}", cells), "tool"))


def _name(tool: JsonObject) -> str:
    return one_line(as_text(tool.get("name"))) or "without a name"
