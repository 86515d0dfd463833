"""What an export shows of an entry: a heading, and what was said, called and answered, as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from pitui.core.context.llm import bash_text
from pitui.core.javascript.json import Json, JsonObject, stringify
from pitui.core.javascript.text import units
from pitui.core.session.content import as_mapping, as_text, blocks
from pitui.core.session.entries import Entry
from pitui.core.session.messages import Message
from pitui.core.session.session import Session
from pitui.rendering.entry_line import entry_line
from pitui.rendering.numbers import size
from pitui.rendering.picture import text_of as line_text

Kind: TypeAlias = Literal["prose", "thinking", "call", "output", "note"]

_HEADINGS = {
    "user": "User",
    "assistant": "Assistant",
    "toolResult": "Result",
    "bashExecution": "Command",
    "custom": "Message",
    "compaction": "Compaction",
    "branch_summary": "Branch summary",
    "custom_message": "Message",
}
_SILENT = frozenset({"label", "session_info", "custom", "usage", "context_edit"})
"""Bookkeeping that says nothing to a reader of the conversation."""


class Part(NamedTuple):
    """One piece of an entry; its text is as the file has it."""

    kind: Kind
    text: str


class Section(NamedTuple):
    """One entry with its pieces."""

    entry: Entry
    heading: str
    """Empty for what is a remark between the entries."""
    label: str
    time: str
    parts: tuple[Part, ...]


def sections(session: Session, entries: Iterator[Entry] | list[Entry]) -> Iterator[Section]:
    """The entries that say something to a reader."""
    for entry in entries:
        if entry.type in _SILENT:
            continue
        label = session.labels.get(entry.id)
        heading = _HEADINGS.get(entry.role or entry.type, "")
        parts = tuple(_parts(session, entry)) if heading else (Part("note", line_text(entry_line(session, entry))),)
        yield Section(entry, heading, str(label) if label is not None else "", _time(entry), parts)


def branches(session: Session, leaf_id: str | None) -> Iterator[list[Entry]]:
    """Every entry once: the branch to the leaf, then what other branches add to those before them."""
    seen: set[str] = set()
    for tip in [leaf_id, *(tip.id for tip in session.tree.tips)]:
        fresh = [entry for entry in session.branch(tip) if entry.id not in seen]
        seen.update(entry.id for entry in fresh)
        if fresh:
            yield fresh


def _parts(session: Session, entry: Entry) -> Iterator[Part]:
    body = entry.body
    if entry.type in ("compaction", "branch_summary"):
        yield Part("prose", as_text(body.get("summary")))
        return
    message = as_mapping(body.get("message")) if entry.type == "message" else body
    match entry.role:
        case "bashExecution":
            yield Part("output", bash_text(Message(message)))
        case "toolResult":
            yield Part("note", line_text(entry_line(session, entry)))
            yield from content_parts(message.get("content"), "output")
        case _:
            yield from content_parts(message.get("content"), "prose")
            if message.get("errorMessage"):
                yield Part("note", as_text(message["errorMessage"]))


def content_parts(content: Json, kind: Kind) -> Iterator[Part]:
    """The pieces of a message's content; a text stands as `kind`."""
    if isinstance(content, str):
        yield Part(kind, content)
    for block in blocks(content):
        yield _block(block, kind)


def _block(block: JsonObject, kind: Kind) -> Part:
    match block.get("type"):
        case "text":
            return Part(kind, as_text(block.get("text")))
        case "thinking":
            return Part("thinking", as_text(block.get("thinking")))
        case "toolCall":
            return Part("call", f"{as_text(block.get('name'))} {stringify(block.get('arguments'))}")
        case "image":
            data = units(as_text(block.get("data"))) * 3 / 4
            return Part("note", f"[image: {as_text(block.get('mimeType'))}, {size(data)}]")
        case other:
            return Part("note", f"[{as_text(other)}]")


def _time(entry: Entry) -> str:
    return entry.timestamp[:16].replace("T", " ") if isinstance(entry.timestamp, str) else ""
