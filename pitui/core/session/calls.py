"""Which tool call a result answers, found by walking up from it."""

from __future__ import annotations

from collections.abc import Mapping

from pitui.core.javascript.json import JsonObject
from pitui.core.session.content import as_mapping, blocks_of
from pitui.core.session.entries import Entry

_REACH = 200
"""How many entries up a call is looked for; parallel results and bookkeeping lie between, never whole turns."""


def call_of(result: Entry, by_id: Mapping[str, Entry]) -> JsonObject | None:
    """The `toolCall` block a tool result answers; None when no assistant message above it has made it."""
    call_id = as_mapping(result.body.get("message")).get("toolCallId")
    current = by_id.get(result.parent_id or "")
    for _ in range(_REACH):
        if current is None:
            return None
        if current.role == "assistant":
            for block in blocks_of(as_mapping(current.body.get("message")).get("content"), "toolCall"):
                if block.get("id") == call_id:
                    return block
        current = by_id.get(current.parent_id or "")
    return None
