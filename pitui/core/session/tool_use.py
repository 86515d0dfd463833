"""Which tool an entry calls or answers, and on which file; found out once for each entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from pitui.core.session.content import as_mapping, as_text, blocks_of
from pitui.core.session.entries import Entry, once_per_entry
from pitui.core.session.session import Session

_REACH = 200
"""How many entries up a call is looked for; parallel results and bookkeeping lie between, never whole turns."""


class ToolUse(NamedTuple):
    """One call of a tool."""

    call_id: str
    tool: str
    path: str
    """The file it is about; empty for a call about none."""


def tool_uses(entry: Entry, by_id: Mapping[str, Entry]) -> tuple[ToolUse, ...]:
    """The calls a reply makes, or the one that a result answers."""
    if entry.role == "assistant":
        return _made(entry)
    if entry.role != "toolResult":
        return ()
    call_id, current = _answered(entry), by_id.get(entry.parent_id or "")
    for _ in range(_REACH):
        if current is None:
            break
        found = tuple(use for use in _made(current) if use.call_id == call_id) if current.role == "assistant" else ()
        if found:
            return found[:1]
        current = by_id.get(current.parent_id or "")
    return ()


def tools_and_files(session: Session) -> tuple[Counter[str], Counter[str]]:
    """How often each tool is called in a session, and how often each file is what a call is about."""
    uses = [use for entry in session.by_id.values() if entry.role == "assistant" for use in _made(entry)]
    return Counter(use.tool for use in uses), Counter(use.path for use in uses if use.path)


@once_per_entry
def _made(entry: Entry) -> tuple[ToolUse, ...]:
    content = as_mapping(entry.body.get("message")).get("content")
    uses = []
    for block in blocks_of(content, "toolCall"):
        arguments = as_mapping(block.get("arguments"))
        path = as_text(arguments.get("path")) or as_text(arguments.get("file_path"))
        uses.append(ToolUse(as_text(block.get("id")), as_text(block.get("name")), path))
    return tuple(uses)


@once_per_entry
def _answered(entry: Entry) -> str:
    return as_text(as_mapping(entry.body.get("message")).get("toolCallId"))
