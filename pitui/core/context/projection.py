"""A path as the model will see it: each context entry with the messages it gives.

"Before" and "after" are this one function: put a draft compaction on the path and project again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import msgspec

from pitui.core.context.tokens import Measure, measure_messages
from pitui.core.javascript.dates import parse_date
from pitui.core.javascript.json import Json, JsonObject, is_true
from pitui.core.session.content import as_mapping
from pitui.core.session.entries import Entry, once_per_entry
from pitui.core.session.messages import Message

_UNSET: Final = object()
_EDITABLE = ("user", "assistant", "toolResult", "custom")
_SPEAKING = frozenset({"message", "custom_message", "branch_summary", "compaction"})
"""Entry types that give messages."""


class ProjectedEntry(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One entry of the context, with the messages it gives there."""

    entry: Entry
    edit: Entry | None = None
    """The `context_edit` that omits or replaces it, if any."""
    silent: bool = False
    """An older compaction inside the kept range, which gives nothing."""

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages as the model's context has them, read anew from the body each time."""
        if self.silent:
            return ()
        messages = messages_of(self.entry)
        return messages if self.edit is None else _edited(messages, self.edit)

    @property
    def measure(self) -> Measure:
        """Roles and estimated tokens of the messages."""
        if self.silent:
            return Measure()
        return intrinsic_measure(self.entry) if self.edit is None else _edited_measure(self.entry, self.edit)

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of the messages, in order; empty for an entry the model does not see."""
        return () if self.silent or self.omitted else intrinsic_roles(self.entry)

    @property
    def tokens(self) -> int:
        """The estimated tokens of all its messages."""
        return self.measure.total

    @property
    def omitted(self) -> bool:
        """Whether an edit takes it out of the context."""
        return self.edit is not None and "replacement" in self.edit.body and self.edit.body["replacement"] is None

    @property
    def replaced(self) -> bool:
        """Whether an edit gives it other content."""
        return self.edit is not None and not self.omitted


@dataclass(frozen=True, eq=False)
class Projection:
    """What the model sees from a path (pi: `buildSessionProjection`)."""

    path: Sequence[Entry]
    """The full path, from the root to the leaf."""
    entries: Sequence[ProjectedEntry]
    """The context entries: the newest compaction first if there is one, then what is kept and what follows."""
    model: tuple[Json, Json] | None
    """Provider and model id at the leaf."""
    thinking_level: Json
    """A text, `off` where none was set; what the last change says where that is no text."""
    memo: dict[object, Any] = field(default_factory=dict, init=False, repr=False)
    """Facts worked out from the projection, by what found them."""

    @property
    def messages(self) -> Iterator[Message]:
        """Every message in order."""
        for projected in self.entries:
            yield from projected.messages

    @property
    def compaction(self) -> ProjectedEntry | None:
        """The compaction that speaks for what was before it; None without one, or when an edit omits it."""
        if not self.entries:
            return None
        first = self.entries[0]
        return first if first.entry.type == "compaction" and first.roles else None

    @cached_property
    def by_id(self) -> dict[str, ProjectedEntry]:
        """The context entries by id."""
        return {projected.entry.id: projected for projected in self.entries}

    @cached_property
    def running_totals(self) -> dict[str, int]:
        """Estimated tokens of the context up to and including each entry."""
        totals: dict[str, int] = {}
        total = 0
        for projected in self.entries:
            total += projected.tokens
            totals[projected.entry.id] = total
        return totals


def project(path: Sequence[Entry]) -> Projection:
    """Project a path into what the model sees from its end (pi: session-format, "Context Building")."""
    context = build_context_entries(path)
    edits = latest_edits(context)
    entries = [
        ProjectedEntry(entry, edits.get(entry.id), silent=entry.type == "compaction" and index > 0)
        for index, entry in enumerate(context)
    ]
    model, thinking_level = settings_at(path)
    return Projection(path, entries, model, thinking_level)


def latest_edits(entries: Sequence[Entry]) -> dict[str, Entry]:
    """The last `context_edit` among some entries for each entry one is aimed at."""
    edits = ((entry.body.get("targetId"), entry) for entry in entries if entry.type == "context_edit")
    return {target: edit for target, edit in edits if isinstance(target, str)}


def build_context_entries(path: Sequence[Entry]) -> list[Entry]:
    """The entries that make the context: with a compaction on the path, it, what it keeps, and what follows.

    A `firstKeptEntryId` that is not on the path before the compaction keeps nothing.
    """
    index = latest_compaction_index(path)
    if index is None:
        return list(path)
    compaction = path[index]
    first_kept = compaction.body.get("firstKeptEntryId")
    kept_from = next((place for place in range(index) if path[place].id == first_kept), index)
    kept = [entry for entry in path[kept_from:index] if entry.role != "system"]
    return [compaction, *kept, *path[index + 1 :]]


def latest_compaction_index(path: Sequence[Entry]) -> int | None:
    """Where the last compaction of a path stands; None without one."""
    return next((index for index in range(len(path) - 1, -1, -1) if path[index].type == "compaction"), None)


def settings_at(path: Sequence[Entry]) -> tuple[tuple[Json, Json] | None, Json]:
    """Model (provider, id) and thinking level in force at a path's end; `off` where none was set."""
    model: tuple[Json, Json] | None = None
    level: Json = _UNSET
    for entry in reversed(path):
        if level is _UNSET and entry.type == "thinking_level_change":
            level = entry.body.get("thinkingLevel")
        if model is None:
            if entry.type == "model_change":
                model = (entry.body.get("provider"), entry.body.get("modelId"))
            elif entry.role == "assistant":
                message = as_mapping(entry.body.get("message"))
                model = (message.get("provider"), message.get("model"))
        if model is not None and level is not _UNSET:
            break
    return model, "off" if level is _UNSET else level


def messages_of(entry: Entry) -> tuple[Message, ...]:
    """The messages an entry gives by itself (pi: `sessionEntryToContextMessages`)."""
    return _messages_in(entry.type, entry.body)


def _messages_in(kind: str, body: JsonObject) -> tuple[Message, ...]:
    match kind:
        case "message":
            return _message_of(body)
        case "custom_message":
            return (_custom_message(body),)
        case "branch_summary" if is_true(body.get("summary")):
            return (branch_summary_message(body),)
        case "compaction":
            system = body.get("systemMessage")
            summary = compaction_summary_message(body)
            return (Message(system), summary) if isinstance(system, dict) and system else (summary,)
        case _:
            return ()


def intrinsic_roles(entry: Entry) -> tuple[str, ...]:
    """The roles of an entry's own messages, told by its head alone in all but a few entries."""
    if entry.role and entry.type == "message":
        return (entry.role,)
    return intrinsic_measure(entry).roles if entry.type in _SPEAKING else ()


@once_per_entry
def intrinsic_measure(entry: Entry) -> Measure:
    """Roles and tokens of an entry's own messages."""
    return measure_messages(_messages_in(entry.type, entry.read()))


def _edited_measure(entry: Entry, edit: Entry) -> Measure:
    key = ("edited", entry.offset, edit.offset)
    measure: Measure | None = edit.source.memo.get(key)
    if measure is None:
        measure = edit.source.memo[key] = measure_messages(_edited(messages_of(entry), edit))
    return measure


def compaction_summary_message(body: JsonObject) -> Message:
    """The message a compaction's summary becomes."""
    return Message(
        {
            "role": "compactionSummary",
            "summary": body.get("summary"),
            "tokensBefore": body.get("tokensBefore"),
            "timestamp": _time_of(body),
        }
    )


def branch_summary_message(body: JsonObject) -> Message:
    """The message a branch summary becomes."""
    return Message(
        {
            "role": "branchSummary",
            "summary": body.get("summary"),
            "fromId": body.get("fromId"),
            "timestamp": _time_of(body),
        }
    )


def _time_of(body: JsonObject) -> float:
    """When an entry was written, in milliseconds since 1970; NaN where it does not say."""
    return parse_date(body.get("timestamp", math.nan))


def _message_of(body: JsonObject) -> tuple[Message, ...]:
    data = body.get("message")
    if not isinstance(data, dict):
        return ()
    message = Message(data)
    if message.content is None and message.role == "system":
        return (message.with_content(""),)
    if message.content is None and message.role in ("user", "assistant", "toolResult"):
        return (message.with_content([]),)
    return (message,)


def _custom_message(body: JsonObject) -> Message:
    content = body.get("content")
    return Message(
        {
            "role": "custom",
            "customType": body.get("customType"),
            "content": [] if content is None else content,
            "display": body.get("display"),
            "details": body.get("details"),
            "timestamp": _time_of(body),
        }
    )


def _edited(messages: tuple[Message, ...], edit: Entry) -> tuple[Message, ...]:
    """The messages as an edit leaves them; an edit without a replacement changes nothing."""
    body = edit.body
    if "replacement" not in body:
        return messages
    replacement = body["replacement"]
    if replacement is None:
        return ()
    content = as_mapping(replacement).get("content")
    return tuple(_replaced(message, content) if message.role in _EDITABLE else message for message in messages)


def _replaced(message: Message, content: Json) -> Message:
    if isinstance(content, str) and message.role in ("assistant", "toolResult"):
        return message.with_content([{"type": "text", "text": content}])
    return message.with_content(content)
