"""What a model gets of some messages as one text, for a count of its tokens that is more than an estimate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitui.core.context.llm import convert_to_llm
from pitui.core.javascript.json import Json, is_true, stringify
from pitui.core.session.content import as_mapping, as_text, blocks
from pitui.core.session.messages import Message


def countable_text(messages: Iterable[Message]) -> str:
    """Texts, thinking, tool calls and system sections, a line each; images have no text."""
    return "\n".join(text for message in convert_to_llm(messages) for text in _texts(message) if text)


def _texts(message: Message) -> Iterator[str]:
    yield from _of_content(message.content)
    if message.role == "system":
        sections = as_mapping(message.data.get("sections")).values()
        yield from (as_text(section) for section in sections if is_true(section))
        if isinstance(message.data.get("toolsAdded"), list):
            yield stringify(message.data["toolsAdded"])


def _of_content(content: Json) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    for block in blocks(content):
        match block.get("type"):
            case "text":
                yield as_text(block.get("text"))
            case "thinking":
                yield as_text(block.get("thinking"))
            case "toolCall":
                yield f"{as_text(block.get('name'))} {stringify(block.get('arguments'))}"
            case _:
                pass
