"""A conversation as plain text, so that a model summarises it instead of carrying it on."""

from __future__ import annotations

from collections.abc import Iterable

from pitui.core.javascript.json import Json, ordered_items, stringify
from pitui.core.javascript.text import head, join_surrogates, units
from pitui.core.session.content import as_text, blocks_of, text_of
from pitui.core.session.messages import Message

TOOL_RESULT_UNITS = 2000
"""How much of a tool result is told, in UTF-16 units."""


def serialize_conversation(messages: Iterable[Message], *, include_thinking: bool = True) -> str:
    """Messages, already converted for a model, as text with one part a speaker (pi: `serializeConversation`)."""
    parts: list[str] = []
    for message in messages:
        match message.role:
            case "user":
                text = text_of(message.content)
                if text:
                    parts.append(f"[User]: {text}")
            case "assistant":
                parts += _assistant_parts(message.content, include_thinking)
            case "toolResult":
                text = text_of(message.content)
                if text:
                    parts.append(f"[Tool result]: {_shortened(text)}")
            case _:
                pass
    return join_surrogates("\n\n".join(parts))


def _assistant_parts(content: Json, include_thinking: bool) -> list[str]:
    parts: list[str] = []
    thinking = [as_text(block.get("thinking")) for block in blocks_of(content, "thinking")] if include_thinking else []
    if thinking:
        # An empty thought still has its line, as in the pi that told thinking.
        parts.append("[Assistant thinking]: " + "\n".join(thinking))
    if isinstance(content, str):
        parts.append(f"[Assistant]: {content}")
    elif blocks_of(content, "text"):
        parts.append(f"[Assistant]: {text_of(content, chr(10))}")
    calls = [_call(as_text(block.get("name")), block.get("arguments")) for block in blocks_of(content, "toolCall")]
    if calls:
        parts.append(f"[Assistant tool calls]: {'; '.join(calls)}")
    return parts


def _call(name: str, arguments: Json) -> str:
    return f"{name}({', '.join(f'{key}={stringify(value)}' for key, value in _members(arguments))})"


def _members(arguments: Json) -> list[tuple[str, Json]]:
    """The members `Object.entries` lists: an object's, a list's, a text's units; of anything else none."""
    if isinstance(arguments, dict):
        return ordered_items(arguments)
    if isinstance(arguments, list):
        return [(str(index), value) for index, value in enumerate(arguments)]
    if isinstance(arguments, str):
        raw = arguments.encode("utf-16-le", "surrogatepass")
        halves = (raw[place : place + 2].decode("utf-16-le", "surrogatepass") for place in range(0, len(raw), 2))
        return [(str(index), half) for index, half in enumerate(halves)]
    return []


def _shortened(text: str) -> str:
    length = units(text)
    if length <= TOOL_RESULT_UNITS:
        return text
    return f"{head(text, TOOL_RESULT_UNITS)}\n\n[... {length - TOOL_RESULT_UNITS} more characters truncated]"
