"""`pitui context`: exactly what the model gets from a leaf, message by message with its source."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from pitui.cli.arguments import add_file, add_json, add_leaf
from pitui.cli.find import session_path
from pitui.cli.leaf import Leaf, look
from pitui.cli.output import print_json, print_lines
from pitui.cli.start import start_options
from pitui.core.context.llm import as_llm
from pitui.core.context.projection import Projection
from pitui.core.javascript.json import Json, ordered_items, stringify
from pitui.core.javascript.text import units
from pitui.core.session.content import as_list, as_mapping, as_text, blocks
from pitui.core.session.entries import Entry
from pitui.core.session.messages import Message
from pitui.core.session.reader import open_session
from pitui.rendering.numbers import estimate, plural, size


class Sent(NamedTuple):
    """One message as the model gets it, and the entry it comes from."""

    entry: Entry
    message: Message
    tokens: int
    total: int
    """The tokens of this message and all before it."""
    replaced: bool


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_file(parser)
    add_leaf(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the context."""
    options = start_options(arguments)
    leaf = look(open_session(session_path(arguments.file, options)), arguments.leaf, options)
    sent = list(_sent(leaf.projection))
    if arguments.json:
        print_json(_as_json(leaf, sent))
    else:
        print_lines(_as_lines(leaf, sent))
    return 0


def _sent(projection: Projection) -> Iterator[Sent]:
    """What the model gets, in order; messages of roles that it never gets are left out."""
    total = 0
    for projected in projection.entries:
        for message, tokens in zip(projected.messages, projected.measure.tokens, strict=True):
            converted = as_llm(message)
            if converted is not None:
                total += tokens
                yield Sent(projected.entry, converted, tokens, total, projected.replaced)


def _omitted(leaf: Leaf) -> list[tuple[Entry, Entry]]:
    """Entries that an edit takes out of the context, each with its edit."""
    entries = leaf.projection.entries
    return [(projected.entry, projected.edit) for projected in entries if projected.omitted and projected.edit]


def _as_lines(leaf: Leaf, sent: list[Sent]) -> Iterator[str]:
    model = "/".join(leaf.model_name) if leaf.model_name is not None else "no model named"
    total = sent[-1].total if sent else 0
    yield f"{model}, thinking {leaf.thinking_level}: {plural(len(sent), 'message')}, {estimate(total)} tokens"
    for entry, edit in _omitted(leaf):
        yield f"left out: entry {entry.id}, omitted by the edit {edit.id}"
    for number, item in enumerate(sent, start=1):
        replaced = ", replaced by an edit" if item.replaced else ""
        figures = f"{estimate(item.tokens)}, {estimate(item.total)} so far"
        yield ""
        yield f"=== {number}  {item.message.role}  {item.entry.id}  {figures}{replaced} ==="
        yield from _content_lines(item.message)


def _content_lines(message: Message) -> Iterator[str]:
    content = message.content
    if isinstance(content, str):
        yield from content.split("\n")
    for block in blocks(content):
        yield from _block_text(block).split("\n")
    for name, section in ordered_items(as_mapping(message.data.get("sections"))):
        yield from f"--- {name} ---\n{as_text(section)}".split("\n")
    for tool in as_list(message.data.get("toolsAdded")):
        yield f"--- tool --- {stringify(tool)}"


def _block_text(block: Json) -> str:
    match block.get("type"):
        case "text":
            return as_text(block.get("text"))
        case "thinking":
            return f"--- thinking ---\n{as_text(block.get('thinking'))}"
        case "toolCall":
            return f"--- call --- {as_text(block.get('name'))} {stringify(block.get('arguments'))}"
        case "image":
            return f"--- image --- {as_text(block.get('mimeType'))}, {size(units(as_text(block.get('data'))) * 3 / 4)}"
        case kind:
            return f"--- {as_text(kind)} --- {stringify(block)}"


def _as_json(leaf: Leaf, sent: list[Sent]) -> Json:
    return {
        **leaf.as_json,
        "estimatedTokens": sent[-1].total if sent else 0,
        "messages": [
            {
                "entryId": item.entry.id,
                "estimatedTokens": item.tokens,
                "total": item.total,
                "replaced": item.replaced,
                "message": item.message.data,
            }
            for item in sent
        ],
        "omitted": [{"entryId": entry.id, "editId": edit.id} for entry, edit in _omitted(leaf)],
    }
