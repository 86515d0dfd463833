"""Old session versions lifted in memory: the file on disk is left as it is.

Version 1 is linear and has no ids; version 2 has a message role that version 3 renamed
(pi: session-format, "Session Version").
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.content import as_mapping

CURRENT_VERSION = 3


def needed(version: Json) -> int:
    """The version a header's `version` stands for, as JavaScript's comparisons place it: 1, 2 or 3."""
    number = _as_number(1 if version is None else version)
    if number is None or number >= CURRENT_VERSION:
        return CURRENT_VERSION
    return 1 if number < 2 else 2


def _as_number(value: Json) -> float | None:
    if isinstance(value, bool | int | float):
        return float(value)
    if isinstance(value, str):
        text = value.strip()
        return 0.0 if not text else float(text) if re.fullmatch(r"[+-]?\d+(\.\d*)?", text) else None
    return None


def id_for(position: int) -> str:
    """The id of a version 1 entry: its position among the entries, from 1, as 8 hex digits."""
    return f"{position:08x}"


@dataclass(slots=True)
class Lift:
    """How one old file's bodies are read as if it were current."""

    version: int
    ids: dict[int, tuple[str, str | None]] = field(default_factory=dict)
    """By the line's offset: the id given to the entry and its parent's."""
    by_index: list[str | None] = field(default_factory=lambda: [None])
    """The id of each parsed line; None for a header, which is the first of them."""

    def body(self, offset: int, body: JsonObject) -> JsonObject:
        """The body as version 3 has it."""
        if self.version == 1:
            body = self._with_id(offset, body)
        message = as_mapping(body.get("message"))
        if body.get("type") == "message" and message.get("role") == "hookMessage":
            return {**body, "message": {**message, "role": "custom"}}
        return body

    def _with_id(self, offset: int, body: JsonObject) -> JsonObject:
        identity, parent = self.ids[offset]
        rest = {name: value for name, value in body.items() if name not in ("type", "id", "parentId", "timestamp")}
        lifted = {
            "type": body.get("type"),
            "id": identity,
            "parentId": parent,
            "timestamp": body.get("timestamp"),
            **rest,
        }
        index = body.get("firstKeptEntryIndex")
        if body.get("type") == "compaction" and isinstance(index, int | float) and not isinstance(index, bool):
            del lifted["firstKeptEntryIndex"]
            kept = self.by_index[int(index)] if index == int(index) and 0 <= index < len(self.by_index) else None
            if kept is not None:
                lifted["firstKeptEntryId"] = kept
        return lifted
