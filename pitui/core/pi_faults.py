"""Where pi itself gives up on content that pitui reads leniently: worth knowing before pi opens the file.

pi reads some fields without looking at them first. Each check here names what it stumbles over; a text whose
length is no number turns its estimates into NaN instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from pitui.core.branching.abandoned import branch_message, project_branch, takes_anyway
from pitui.core.compaction.cut_point import legal_cuts
from pitui.core.compaction.preparation import boundary_start
from pitui.core.context.llm import convert_to_llm
from pitui.core.context.projection import ProjectedEntry, Projection, project
from pitui.core.context.system_state import current_system_message
from pitui.core.context.usage import ContextEstimate, estimate_context_tokens, estimate_projected_context_tokens
from pitui.core.javascript.json import Json, is_true, stringify
from pitui.core.javascript.text import units
from pitui.core.session.content import as_mapping
from pitui.core.session.entries import Entry
from pitui.core.session.messages import Message


class PiFails(Exception):
    """pi throws here; the text says over what, for a person."""


def check_projection(path: Sequence[Entry], entries: Sequence[ProjectedEntry]) -> None:
    """Raise PiFails when pi could not project this path."""
    for entry in path:
        if entry.type == "message" and entry.body.get("message") is None:
            raise PiFails(f"entry {entry.id} has no message")
    for projected in entries:
        if projected.edit is None or projected.silent or "replacement" in projected.edit.body:
            continue
        if any(message.role in ("user", "assistant", "toolResult", "custom") for message in projected.messages):
            raise PiFails(f"edit {projected.edit.id} has no replacement")


def pi_estimate(message: Message) -> float:
    """What pi estimates, in tokens: NaN where a length is no number. Raises PiFails where it throws."""
    data = message.data
    match message.role:
        case "system":
            total = _content_length(data.get("content"))
            total += sum(_length(section) for section in as_mapping(data.get("sections")).values() if is_true(section))
            total += units(stringify(data["toolsAdded"])) if isinstance(data.get("toolsAdded"), list) else 0
        case "user" | "custom" | "toolResult":
            total = _content_length(data.get("content"))
        case "assistant":
            total = sum(_assistant_block(block) for block in _members(data.get("content")))
        case "bashExecution":
            total = _length(data.get("command")) + _length(data.get("output"))
        case "branchSummary" | "compactionSummary":
            total = _length(data.get("summary"))
        case _:
            return 0
    return total if math.isnan(total) else math.ceil(total / 4)


def pi_context_estimate(projection: Projection) -> ContextEstimate:
    """The plain estimate of a context as pi makes it. Raises PiFails where it throws."""
    return estimate_context_tokens(list(projection.messages), pi_estimate)


def pi_projected_estimate(projection: Projection) -> ContextEstimate:
    """The estimate that trusts no stale report, as pi makes it. Raises PiFails where it throws."""
    plain = pi_context_estimate(projection)
    if estimate_projected_context_tokens(projection).last_usage_index is not None:
        return plain
    messages = list(projection.messages)
    tokens = sum(pi_estimate(message) for message in messages if message.role != "system")
    system = current_system_message(messages)
    tokens += pi_estimate(system) if system is not None else 0
    return ContextEstimate(tokens, 0, tokens, None)


def check_preparation(path: Sequence[Entry], keep_recent_tokens: float) -> None:
    """Raise PiFails when pi could not prepare a compaction at the end of this path."""
    if path and path[-1].type == "compaction":
        return
    projection = project(path)
    check_projection(path, projection.entries)
    pi_projected_estimate(projection)
    entries = projection.entries[boundary_start(projection) :]
    if not legal_cuts(entries, 0):
        return
    kept: float = 0
    for projected in reversed(entries):
        tokens = sum(pi_estimate(message) for message in projected.messages)
        kept += tokens
        if tokens and kept >= keep_recent_tokens:
            break


def check_serialization(messages: Iterable[Message]) -> None:
    """Raise PiFails when pi could not put these messages into a summary request."""
    for message in convert_to_llm(messages):
        _check_content(message)


def _check_content(message: Message) -> None:
    content = message.content
    if message.role not in ("user", "assistant", "toolResult"):
        return
    if isinstance(content, str) and message.role != "assistant":
        return
    if not isinstance(content, list):
        raise PiFails("its content is no list of blocks")
    for block in content:
        if block is None:
            raise PiFails("a block is null")
        if (
            message.role == "assistant"
            and as_mapping(block).get("type") == "toolCall"
            and block.get("arguments") is None
        ):
            raise PiFails("a tool call has no arguments")


def check_file_operations(messages: Iterable[Message]) -> None:
    """Raise PiFails when pi could not look for files in these messages."""
    for message in messages:
        calls = as_mapping(message.data.get("nestedCalls")).get("calls")
        if message.role != "toolResult" or calls is None:
            continue
        if any(call is None for call in _members(calls)):
            raise PiFails("a nested call is null")


def pi_branch_tokens(entries: Sequence[Entry], token_budget: float) -> float:
    """What pi counts for the part of a branch that fits a budget, in tokens. Raises PiFails where it throws."""
    total: float = 0
    for projected in reversed(project_branch(entries)):
        entry = projected.entry
        if entry.type == "message" and entry.body.get("message") is None:
            raise PiFails(f"entry {entry.id} has no message")
        message = branch_message(projected)
        if message is None:
            continue
        tokens = pi_estimate(_raw(projected, message))
        if token_budget > 0 and total + tokens > token_budget:
            return total + tokens if takes_anyway(entry, total, token_budget) else total
        total += tokens
    return total


def _raw(projected: ProjectedEntry, message: Message) -> Message:
    """The message as pi measures it here: unless it is edited, a missing content is not yet an empty list."""
    entry = projected.entry
    if projected.edit is not None or entry.type not in ("message", "custom_message"):
        return message
    holder = as_mapping(entry.body.get("message")) if entry.type == "message" else entry.body
    return message.with_content(None) if holder.get("content") is None else message


def _content_length(content: Json) -> float:
    if isinstance(content, str):
        return units(content)
    total: float = 0
    for block in _members(content):
        if block is None:
            raise PiFails("a block is null")
        kind = as_mapping(block).get("type")
        if kind == "text" and is_true(block.get("text")):
            total += _length(block["text"])
        elif kind == "image":
            total += 4800
    return total


def _assistant_block(block: Json) -> float:
    if block is None:
        raise PiFails("a block is null")
    fields = as_mapping(block)
    match fields.get("type"):
        case "text":
            return _length(fields.get("text"))
        case "thinking":
            return _length(fields.get("thinking"))
        case "toolCall":
            if "arguments" not in fields:
                raise PiFails("a tool call has no arguments")
            return _length(fields.get("name")) + units(stringify(fields["arguments"]))
        case _:
            return 0


def _members(value: Json) -> Sequence[Json]:
    """What a `for … of` loop goes over."""
    if isinstance(value, str | list):
        return value
    raise PiFails("its content is no list of blocks")


def _length(value: Json) -> float:
    if value is None:
        raise PiFails("a text is missing")
    if isinstance(value, str):
        return units(value)
    return len(value) if isinstance(value, list) else math.nan
