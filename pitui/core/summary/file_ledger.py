"""Which files a stretch of conversation read and changed, from its tool calls and earlier summaries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from pitui.core.javascript.json import Json, JsonObject, is_true
from pitui.core.javascript.text import sort_key
from pitui.core.session.content import as_list, as_mapping, as_text, blocks_of
from pitui.core.session.messages import Message

Paths: TypeAlias = dict[tuple[str, object], Json]
"""Values in the order first seen, by what tells them apart."""


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
        if message.role == "toolResult":
            for call in as_list(as_mapping(message.data.get("nestedCalls")).get("calls")):
                self._note_call(as_mapping(call))
        elif message.role == "assistant":
            for block in blocks_of(message.content, "toolCall"):
                self._note_call(block)

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

    def _note_call(self, call: JsonObject) -> None:
        path = as_mapping(call.get("arguments")).get("path")
        if not isinstance(path, str) or not path:
            return
        match call.get("name"):
            case "read":
                _add(self.read, path)
            case "write":
                _add(self.written, path)
            case "edit":
                _add(self.edited, path)
            case _:
                pass


def format_file_operations(read_files: list[Json], modified_files: list[Json]) -> str:
    """The lists as they stand at the end of a summary; empty when there is nothing to list."""
    sections = ""
    if read_files:
        sections += f"\n\n<read-files>\n{_lines(read_files)}\n</read-files>"
    if modified_files:
        sections += f"\n\n<modified-files>\n{_lines(modified_files)}\n</modified-files>"
    return sections


def _lines(values: list[Json]) -> str:
    return "\n".join(as_text(value) for value in values)


def _add(paths: Paths, value: Json) -> None:
    """Add a value once, told apart as JavaScript's `Set` does: `1` and `true` are two, lists are each their own."""
    key: tuple[str, object]
    if isinstance(value, dict | list):
        key = ("object", id(value))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        key = ("number", float(value))
    else:
        key = (type(value).__name__, value)
    paths.setdefault(key, value)


def _order(value: Json) -> bytes:
    return sort_key("null" if value is None else as_text(value))
