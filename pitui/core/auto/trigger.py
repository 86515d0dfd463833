"""Whether compaction is due, as a value: nothing is changed and nobody is asked.

The size that is compared differs by moment. A reply's own usage speaks for what was sent with it, not for what
was said since; where it cannot be trusted the projected context is estimated (pi: compaction, "Triggers").
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from pitui.core.catalog import Model
from pitui.core.context.projection import Projection, latest_compaction_index
from pitui.core.context.usage import (
    calculate_context_tokens,
    estimate_context,
    estimate_projected_context_tokens,
    last_usage,
    should_compact,
)
from pitui.core.hooks import CompactionReason
from pitui.core.javascript.dates import parse_date
from pitui.core.overflow import is_context_overflow, is_recoverable_length
from pitui.core.session.entries import Entry
from pitui.core.session.messages import Message
from pitui.core.settings import CompactionSettings


@dataclass(frozen=True, slots=True)
class Trigger:
    """Why compaction is due."""

    reason: CompactionReason
    will_retry: bool = False
    """The reply is of no use: it is taken out of the context and asked for again."""
    cut_short: bool = False
    """It is of no use because it was cut, not because it was refused."""


def find_trigger(projection: Projection, reply: Entry, model: Model, settings: CompactionSettings) -> Trigger | None:
    """What a reply calls for, after its run or before the next prompt; None where nothing is due.

    A reply as old as the latest compaction calls for nothing. Overflow counts only for a reply of the model the
    conversation goes on with; its size is compared whoever gave it.
    """
    message = reply.message
    if message is None or not settings.enabled or _is_behind_compaction(message, projection):
        return None
    if (message.data.get("provider"), message.data.get("model")) == (model.provider, model.id):
        overflow = _overflow(projection, reply, message, model)
        if overflow is not None:
            return overflow
    return Trigger("threshold") if _exceeds(_size(projection, message), model, settings) else None


def exceeds_threshold(projection: Projection, model: Model, settings: CompactionSettings) -> bool:
    """Whether the context is too large to go on with, tool results behind the last reply counted in."""
    if model.context_window <= 0:
        return False
    return _exceeds(estimate_projected_context_tokens(projection).tokens, model, settings)


def last_reply(projection: Projection) -> Entry | None:
    """The last assistant message of the context, whatever became of it."""
    return next((projected.entry for projected in reversed(projection.entries) if "assistant" in projected.roles), None)


def _overflow(projection: Projection, reply: Entry, message: Message, model: Model) -> Trigger | None:
    projected = projection.by_id.get(reply.id)
    in_context = projected is not None and "assistant" in projected.roles
    behind = _behind(projection, reply)
    is_edited = any(entry.type == "context_edit" for entry in behind)
    refused = is_context_overflow(message) and not _is_dealt_with(behind, reply)
    # An edit behind a reply changes what its usage was a report of.
    overflows = refused or (in_context and not is_edited and is_context_overflow(message, model.context_window))
    cut_short = in_context and is_recoverable_length(message, model.max_tokens)
    if not overflows and not cut_short:
        return None
    return Trigger("overflow", message.data.get("stopReason") != "stop", cut_short=not overflows)


def _size(projection: Projection, reply: Message) -> float:
    """The context's size in tokens, as far as a reply can tell; NaN where nothing said since the compaction can."""
    if any(projected.entry.type == "context_edit" for projected in projection.entries):
        return estimate_projected_context_tokens(projection).tokens
    usage = reply.data.get("usage")
    own = calculate_context_tokens(usage) if isinstance(usage, dict) else 0
    if own > 0 and reply.data.get("stopReason") != "error":
        return own
    found = last_usage(projection)
    if found is not None:
        place, inside, _ = found
        if _is_behind_compaction(projection.entries[place].messages[inside], projection):
            return math.nan
    return estimate_context(projection).tokens


def _exceeds(tokens: float, model: Model, settings: CompactionSettings) -> bool:
    return should_compact(
        tokens, model.context_window, enabled=settings.enabled, reserve_tokens=settings.reserve_tokens
    )


def _is_behind_compaction(reply: Message, projection: Projection) -> bool:
    """Whether a reply was asked for no later than the latest compaction of the path, which dealt with its usage."""
    index = latest_compaction_index(projection.path)
    if index is None:
        return False
    return parse_date(reply.data.get("timestamp", math.nan)) <= parse_date(projection.path[index].timestamp)


def _behind(projection: Projection, reply: Entry) -> list[Entry]:
    """What was written since the reply."""
    ids = [entry.id for entry in projection.path]
    return list(projection.path[ids.index(reply.id) + 1 :]) if reply.id in ids else []


def _is_dealt_with(behind: list[Entry], reply: Entry) -> bool:
    """Whether what was written since a failed reply compacts it away or takes it out of the context."""
    edits = [entry.body for entry in behind if entry.type == "context_edit" and entry.body.get("targetId") == reply.id]
    is_omitted = bool(edits) and edits[-1].get("replacement", ()) is None
    return is_omitted or any(entry.type == "compaction" for entry in behind)
