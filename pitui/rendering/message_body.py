"""What a message holds, block by block: words, thoughts, tool calls, pictures, each in lines of a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pitui.core.context.tokens import IMAGE_UNITS
from pitui.core.javascript.json import Json, JsonObject, stringify
from pitui.core.javascript.text import units
from pitui.core.session.content import as_text, blocks
from pitui.rendering.numbers import plural, size, tokens
from pitui.rendering.picture import Line, Span, clip, line
from pitui.rendering.prose import prose
from pitui.rendering.sanitize import one_line
from pitui.rendering.tool_call import call_lines
from pitui.rendering.wrap import capped, paragraphs

RESULT_LINES: Final = 20
"""Lines of a tool's output that are shown unless all of it is asked for."""


@dataclass(frozen=True, slots=True)
class Unfolded:
    """Which long parts of a page are shown whole."""

    thinking: bool = False
    results: bool = False

    @property
    def most_lines(self) -> int | None:
        """How many lines of a tool's text are shown; None for all."""
        return None if self.results else RESULT_LINES


FOLDED: Final = Unfolded()
WHOLE: Final = Unfolded(thinking=True, results=True)


def content_lines(content: Json, cells: int, unfolded: Unfolded = FOLDED, *, raw: bool = False) -> Iterator[Line]:
    """A message's content in lines of at most `cells` cells; `raw` text is a tool's, long and no Markdown."""
    if isinstance(content, str):
        yield from _text(content, cells, unfolded, raw=raw)
        return
    found = blocks(content)
    if not found:
        yield line(Span("(no content)", "muted"))
    for number, block in enumerate(found):
        if number and block.get("type") != "toolCall":
            yield ()
        yield from _block_lines(block, cells, unfolded, raw=raw)


def _block_lines(block: JsonObject, cells: int, unfolded: Unfolded, *, raw: bool) -> Iterator[Line]:
    match block.get("type"):
        case "text":
            yield from _text(as_text(block.get("text")), cells, unfolded, raw=raw)
        case "thinking":
            yield from _thinking(as_text(block.get("thinking")), cells, unfolded)
        case "toolCall":
            yield from call_lines(block, cells, unfolded.most_lines)
        case "image":
            yield line(Span(clip(_image(block), cells), "image"))
        case kind:
            yield line(
                Span(clip(f"[{one_line(as_text(kind)) or 'block'}] {one_line(stringify(block))}", cells), "muted")
            )


def _text(text: str, cells: int, unfolded: Unfolded, *, raw: bool) -> Iterator[Line]:
    if not text:
        return iter([line(Span("(empty)", "muted"))])
    return capped(text, cells, unfolded.most_lines) if raw else prose(text, cells)


def _thinking(text: str, cells: int, unfolded: Unfolded) -> Iterator[Line]:
    if not text:
        yield line(Span(clip("thinking that cannot be read", cells), "thinking"))
        return
    told = f"thinking  {tokens(-(-units(text) // 4))} tokens, {plural(text.count(chr(10)) + 1, 'line')}"
    yield line(Span(clip(f"{'▾' if unfolded.thinking else '▸'} {told}", cells), "thinking"))
    if unfolded.thinking:
        yield from paragraphs(text, cells, "thinking")


def _image(block: JsonObject) -> str:
    data = block.get("data")
    weight = size(len(data) * 3 // 4) if isinstance(data, str) else "no data"
    kind = one_line(as_text(block.get("mimeType"))) or "image"
    return f"▣ {kind}  {weight}  {IMAGE_UNITS // 4} tokens"
