"""Which files a stretch of conversation read and changed, from its tool calls and earlier summaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pitui.core.context.once import once_per_projection
from pitui.core.context.projection import ProjectedEntry, Projection
from pitui.core.javascript.json import Json, JsonObject, is_true
from pitui.core.javascript.text import sort_key
from pitui.core.session.content import as_list, as_mapping, as_text, blocks, blocks_of
from pitui.core.session.entries import Entry, once_per_entry
from pitui.core.session.messages import Message

Paths: TypeAlias = dict[tuple[str, object], Json]
"""Values in the order first seen, by what tells them apart."""

FileCalls: TypeAlias = tuple[tuple[str, str], ...]
"""What was done to which file, as tool and path."""

_FILE_TOOLS = ("read", "write", "edit")


@dataclass(slots=True)
class FileOps:
    """Paths by what was done to them, each once, in the order first seen (pi: `FileOperations`).

    Paths are not normalised. The values of earlier summaries' lists are kept as they are, text or not.
    """

    read: Paths = field(default_factory=dict)
    written: Paths = field(default_factory=dict)
    edited: Paths = field(default_factory=dict)

    def note_message(self, message: Message) -> None:
        """Note the `read`, `write` and `edit` calls of an assistant message, or those nested in a tool result."""
        self.note_calls(_calls_of(message))

    def note_details(self, body: JsonObject) -> None:
        """Carry on the lists of an earlier summary, unless a hook made it."""
        details = as_mapping(body.get("details"))
        if is_true(body.get("fromHook")):
            return
        for value in as_list(details.get("readFiles")):
            _add(self.read, value)
        for value in as_list(details.get("modifiedFiles")):
            _add(self.edited, value)

    def lists(self) -> tuple[list[Json], list[Json]]:
        """Files only read, and files changed, each sorted by UTF-16 order (pi: `computeFileLists`)."""
        modified = {**self.edited, **self.written}
        read = [value for key, value in self.read.items() if key not in modified]
        return sorted(read, key=_order), sorted(modified.values(), key=_order)

    def note_calls(self, calls: FileCalls) -> None:
        """Note calls that were found already."""
        for name, path in calls:
            match name:
                case "read":
                    _add(self.read, path)
                case "write":
                    _add(self.written, path)
                case _:
                    _add(self.edited, path)


def format_file_operations(read_files: list[Json], modified_files: list[Json]) -> str:
    """The lists as they stand at the end of a summary; empty when there is nothing to list."""
    sections = ""
    if read_files:
        sections += f"\n\n<read-files>\n{_lines(read_files)}\n</read-files>"
    if modified_files:
        sections += f"\n\n<modified-files>\n{_lines(modified_files)}\n</modified-files>"
    return sections


@once_per_projection
def file_calls(projection: Projection) -> Sequence[tuple[int, FileCalls]]:
    """The calls that a context's entries make, with the places of those entries."""
    found = ((place, _calls_of_projected(projected)) for place, projected in enumerate(projection.entries))
    return [(place, calls) for place, calls in found if calls]


def _calls_of_projected(projected: ProjectedEntry) -> FileCalls:
    if projected.edit is not None:
        return tuple(call for message in projected.messages for call in _calls_of(message))
    entry = projected.entry
    return _calls_of_entry(entry) if entry.role == "assistant" or entry.nested else ()


@once_per_entry
def _calls_of_entry(entry: Entry) -> FileCalls:
    message = entry.message_in(entry.read())
    return _calls_of(message) if message is not None else ()


def _calls_of(message: Message) -> FileCalls:
    calls: list[JsonObject] = []
    if message.role == "toolResult":
        calls = blocks(as_mapping(message.data.get("nestedCalls")).get("calls"))
    elif message.role == "assistant":
        calls = blocks_of(message.content, "toolCall")
    named = [(call.get("name"), as_mapping(call.get("arguments")).get("path")) for call in calls]
    return tuple((name, path) for name, path in named if name in _FILE_TOOLS and isinstance(path, str) and path)


def _lines(values: list[Json]) -> str:
    return "\n".join(as_text(value) for value in values)


def _add(paths: Paths, value: Json) -> None:
    """Add a value once, told apart as JavaScript's `Set` does: `1` and `true` are two, lists are each their own."""
    key: tuple[str, object]
    if isinstance(value, str):
        key = ("text", value)
    elif isinstance(value, dict | list):
        key = ("object", id(value))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        key = ("number", float(value))
    else:
        key = (type(value).__name__, value)
    paths.setdefault(key, value)


def _order(value: Json) -> bytes:
    return sort_key("null" if value is None else as_text(value))
