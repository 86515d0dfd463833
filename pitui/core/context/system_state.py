"""The system prompt in force: every system message of a context replayed into one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitui.core.context.once import once_per_projection
from pitui.core.context.projection import ProjectedEntry, Projection
from pitui.core.javascript.json import Json
from pitui.core.session.content import as_list, as_mapping, text_of
from pitui.core.session.messages import Message

_UNSET: Final = object()


def current_system_message(messages: Iterable[Message]) -> Message | None:
    """The one system message that stands for all of them; None when none carries a timestamp or tools.

    Contents are joined by blank lines, sections patched by name (null removes), tools added and removed
    (pi: session-format, "System Messages").
    """
    contents: list[str] = []
    sections: dict[str, Json] = {}
    tools: dict[str, Json] = {}
    timestamp: Json = _UNSET
    for message in messages:
        if message.role != "system":
            continue
        if timestamp is _UNSET or timestamp is None:
            timestamp = message.data.get("timestamp", _UNSET)
        text = text_of(message.content, "\n")
        if text:
            contents.append(text)
        for name, value in as_mapping(message.data.get("sections")).items():
            if value is None:
                sections.pop(name, None)
            else:
                sections[name] = value
        for removed in as_list(message.data.get("toolsRemoved")):
            tools.pop(_name(removed), None)
        for added in as_list(message.data.get("toolsAdded")):
            tools[_name(added)] = added
    if timestamp is _UNSET and not tools:
        return None
    data: dict[str, Json] = {"role": "system", "content": "\n\n".join(contents)}
    if sections:
        data["sections"] = sections
    if tools:
        data["toolsAdded"] = list(tools.values())
    data["timestamp"] = 0 if timestamp is _UNSET or timestamp is None else timestamp
    return Message(data)


@once_per_projection
def system_in_force(projection: Projection) -> Message | None:
    """The system message that a projection's context adds up to."""
    return current_system_message(message for projected in system_entries(projection) for message in projected.messages)


def system_entries(projection: Projection) -> list[ProjectedEntry]:
    """The context entries that may give system messages, told without a look at their bodies."""
    return [
        projected
        for projected in projection.entries
        if projected.entry.role == "system" or projected.entry.type == "compaction"
    ]


def _name(tool: Json) -> str:
    name = as_mapping(tool).get("name")
    return name if isinstance(name, str) else ""
