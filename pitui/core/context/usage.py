"""What providers reported: the tokens of a reply, and how far a report still speaks for the context."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pitui.core.context.once import once_per_projection
from pitui.core.context.projection import Projection, latest_compaction_index
from pitui.core.context.system_state import system_entries, system_in_force
from pitui.core.context.tokens import estimate_tokens
from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.entries import Entry
from pitui.core.session.messages import Message

_COMPONENTS = ("input", "output", "cacheRead", "cacheWrite")


@dataclass(frozen=True, slots=True)
class ContextEstimate:
    """What the context weighs, and how much of that a provider reported (all in tokens)."""

    tokens: float
    usage_tokens: float
    """The provider's own figure; 0 when none was usable."""
    trailing_tokens: float
    """The estimate of everything behind the reply that was reported."""
    last_usage_index: int | None
    """That reply's place among the messages."""


def calculate_context_tokens(usage: JsonObject) -> float:
    """The context a usage report stands for, in tokens; NaN when its parts do not add up to a number.

    `totalTokens`, or the sum of its parts when that is 0, missing or no number (pi: `calculateContextTokens`).
    """
    total = usage.get("totalTokens")
    if _is_number(total) and total:
        return _plain(total)
    return _plain(sum(usage_part(usage, name) for name in _COMPONENTS))


def usable_usage(message: Message) -> float | None:
    """The tokens an assistant message reports; None for failed, aborted and empty reports, and other roles."""
    usage = message.data.get("usage")
    if message.role != "assistant" or not isinstance(usage, dict):
        return None
    if message.data.get("stopReason") in ("aborted", "error"):
        return None
    tokens = calculate_context_tokens(usage)
    return tokens if tokens > 0 and math.isfinite(tokens) else None


def estimate_context_tokens(
    messages: Sequence[Message], estimate: Callable[[Message], float] = estimate_tokens
) -> ContextEstimate:
    """The last usable report plus estimates of what follows it; without one, the sum of estimates."""
    for index in range(len(messages) - 1, -1, -1):
        reported = usable_usage(messages[index])
        if reported is not None:
            trailing = sum(estimate(message) for message in messages[index + 1 :])
            return ContextEstimate(reported + trailing, reported, trailing, index)
    total = sum(estimate(message) for message in messages)
    return ContextEstimate(total, 0, total, None)


@once_per_projection
def estimate_context(projection: Projection) -> ContextEstimate:
    """The same over a projection, reading no more bodies than it must."""
    found = last_usage(projection)
    if found is None:
        total = sum(projected.tokens for projected in projection.entries)
        return ContextEstimate(total, 0, total, None)
    place, inside, reported = found
    entries = projection.entries
    trailing = sum(entries[place].measure.tokens[inside + 1 :])
    trailing += sum(projected.tokens for projected in entries[place + 1 :])
    index = sum(len(projected.roles) for projected in entries[:place]) + inside
    return ContextEstimate(reported + trailing, reported, trailing, index)


@once_per_projection
def estimate_projected_context_tokens(projection: Projection) -> ContextEstimate:
    """What the context weighs, not trusting a report from before the latest compaction or edit on the path.

    Where no report can be trusted, the replayed system message and every other message are estimated
    (pi: `estimateProjectedContextTokens`).
    """
    estimate = estimate_context(projection)
    found = last_usage(projection)
    if found is not None and _index_of(projection.path, projection.entries[found[0]].entry.id) > _invalidated_at(
        projection.path
    ):
        return estimate
    tokens = plain_estimate(projection)
    return ContextEstimate(tokens, 0, tokens, None)


@once_per_projection
def plain_estimate(projection: Projection) -> int:
    """Estimated tokens of the whole context, its system messages counted as the one they add up to."""
    tokens = sum(projected.measure.total for projected in projection.entries)
    for projected in system_entries(projection):
        weights = zip(projected.measure.roles, projected.measure.tokens, strict=True)
        tokens -= sum(weight for role, weight in weights if role == "system")
    system = system_in_force(projection)
    return tokens + (estimate_tokens(system) if system is not None else 0)


@once_per_projection
def last_usage(projection: Projection) -> tuple[int, int, float] | None:
    """The last usable report: the place of its entry, of its message inside it, and its tokens."""
    for place in range(len(projection.entries) - 1, -1, -1):
        projected = projection.entries[place]
        if "assistant" not in projected.roles:
            continue
        messages = projected.messages
        for inside in range(len(messages) - 1, -1, -1):
            reported = usable_usage(messages[inside])
            if reported is not None:
                return place, inside, reported
    return None


@once_per_projection
def reported_tokens(projection: Projection) -> float | None:
    """The provider's figure for the context now; None after a compaction until a reply follows it.

    What follows the reply is added as an estimate (pi: `getContextUsage`).
    """
    index = latest_compaction_index(projection.path)
    if index is not None:
        found = last_usage(projection)
        behind = {entry.id for entry in projection.path[index + 1 :]}
        if found is None or projection.entries[found[0]].entry.id not in behind:
            return None
    return estimate_projected_context_tokens(projection).tokens


def should_compact(context_tokens: float, context_window: float, *, enabled: bool, reserve_tokens: float) -> bool:
    """Whether compaction runs by itself at this size: strictly above window minus reserve."""
    return enabled and context_tokens > context_window - reserve_tokens


def usage_part(usage: JsonObject, name: str) -> float:
    """One count of a usage report, in tokens; NaN where there is none or it is no number."""
    if name not in usage:
        return math.nan
    value = usage[name]
    if value is None:
        return 0
    return value if _is_number(value) else math.nan


def _invalidated_at(path: Sequence[Entry]) -> int:
    stale = ("context_edit", "compaction")
    return next((index for index in range(len(path) - 1, -1, -1) if path[index].type in stale), -1)


def _index_of(path: Sequence[Entry], entry_id: str) -> int:
    return next((index for index, entry in enumerate(path) if entry.id == entry_id), -1)


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _plain(value: float) -> float:
    """A whole number as an int, so that figures print and compare as JavaScript's do."""
    return int(value) if isinstance(value, float) and math.isfinite(value) and value == int(value) else value
