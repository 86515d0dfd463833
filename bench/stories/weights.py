"""How heavy a story's context is at each entry, and which files its tools have touched on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitui.core.javascript.json import stringify

Entry = dict[str, Any]

CHARS_A_TOKEN = 2.75
"""Code and logs cut into more tokens than prose does."""
IMAGE_CHARS = 4800


@dataclass(frozen=True, slots=True)
class Files:
    """Files that were read, and files that were changed."""

    read: tuple[str, ...]
    modified: tuple[str, ...]

    def as_text(self) -> str:
        """The lists as they end a summary."""
        parts = (("read-files", self.read), ("modified-files", self.modified))
        return "".join(f"\n\n<{tag}>\n" + "\n".join(paths) + f"\n</{tag}>" for tag, paths in parts if paths)

    def as_details(self) -> Entry:
        """The lists as an entry carries them."""
        return {"readFiles": list(self.read), "modifiedFiles": list(self.modified)}


class Weights:
    """Characters of context by entry, through branches, omissions and compactions."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        self._chars: dict[str | None, int] = {None: 0}
        self._reported: dict[str | None, int] = {None: 0}

    def record(self, entry: Entry) -> None:
        """Take note of an entry that was just written."""
        identity, parent = entry["id"], entry["parentId"]
        before = self._chars[parent]
        reported = self._reported[parent]
        match entry["type"]:
            case "message":
                before += chars_of(entry["message"])
                used = entry["message"].get("usage")
                reported = used["totalTokens"] if used and used["totalTokens"] else reported
            case "model_change":
                reported = 0
            case "custom_message":
                before += len(str(entry["content"]))
            case "branch_summary":
                before += len(entry["summary"])
            case "context_edit":
                before -= chars_of(self._entries[entry["targetId"]]["message"])
            case "compaction":
                kept = before - self._chars[self._entries[entry["firstKeptEntryId"]]["parentId"]]
                before = chars_of(entry["systemMessage"]) + len(entry["summary"]) + kept
                reported = 0
            case _:
                pass
        self._entries[identity] = entry
        self._chars[identity] = before
        self._reported[identity] = reported

    def tokens(self, leaf: str | None) -> int:
        """Tokens of the context at an entry, as a provider would count them."""
        return round(self._chars[leaf] / CHARS_A_TOKEN)

    def tokens_of(self, message: Mapping[str, Any]) -> int:
        """Tokens of one message."""
        return round(chars_of(message) / CHARS_A_TOKEN)

    def reported(self, leaf: str | None) -> int:
        """What the last reply was reported to use; nothing right after a compaction or a change of model."""
        return self._reported[leaf]

    def cached(self, leaf: str | None) -> int:
        """Tokens a provider still has in its cache when it is asked at an entry."""
        return min(self._reported[leaf], self.tokens(leaf))

    def path(self, leaf: str | None) -> list[Entry]:
        """The entries from the root to an entry."""
        found = []
        while leaf is not None:
            found.append(self._entries[leaf])
            leaf = found[-1]["parentId"]
        return found[::-1]

    def files_between(self, path: Sequence[Entry], after: str | None, until: str | None = None) -> Files:
        """The files touched on a path, behind its ancestor `after` and before `until`."""
        ids = [entry["id"] for entry in path]
        start = ids.index(after) + 1 if after in ids else 0
        end = ids.index(until) if until is not None else len(ids)
        calls = [
            block
            for entry in path[start:end]
            if entry["type"] == "message"
            for block in entry["message"].get("content", ())
            if isinstance(block, dict) and block["type"] == "toolCall" and "path" in block["arguments"]
        ]
        modified = {block["arguments"]["path"] for block in calls if block["name"] in ("write", "edit")}
        read = {block["arguments"]["path"] for block in calls if block["name"] == "read"} - modified
        return Files(tuple(sorted(read)), tuple(sorted(modified)))


def chars_of(message: Mapping[str, Any]) -> int:
    """The characters of a message that count."""
    if message["role"] == "bashExecution":
        return 0 if message.get("excludeFromContext") else len(message["command"]) + len(message["output"])
    if message["role"] == "system":
        return sum(map(len, message["sections"].values())) + len(stringify(message["toolsAdded"]))
    total = 0
    for block in message["content"]:
        match block["type"]:
            case "text":
                total += len(block["text"])
            case "thinking":
                total += len(block["thinking"])
            case "toolCall":
                total += len(block["name"]) + len(stringify(block["arguments"]))
            case _:
                total += IMAGE_CHARS
    return total
