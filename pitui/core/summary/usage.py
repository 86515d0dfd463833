"""What summaries cost: usages in the session file's form, added up."""

from __future__ import annotations

from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.content import as_mapping

_PRICES = ("input", "output", "cacheRead", "cacheWrite", "total")
_TOKENS = ("input", "output", "cacheRead", "cacheWrite")
_OPTIONAL = ("cacheWrite1h", "reasoning")


def combine_usage(first: JsonObject | None, second: JsonObject | None) -> JsonObject | None:
    """Two usages added up; the one there is when only one is known (pi: `combineUsage`)."""
    if first is None or second is None:
        return second if first is None else first
    optional = [name for name in _OPTIONAL if name in first or name in second]
    names = (*_TOKENS, *optional, "totalTokens")
    return {
        **{name: _number(first.get(name)) + _number(second.get(name)) for name in names},
        "cost": _combined_cost(as_mapping(first.get("cost")), as_mapping(second.get("cost"))),
    }


def _combined_cost(first: JsonObject, second: JsonObject) -> JsonObject:
    # A sum is the provider's own figure only when every part of it is.
    from_provider = first.get("totalFromProvider") is True and second.get("totalFromProvider") is True
    return {
        **{name: _number(first.get(name)) + _number(second.get(name)) for name in _PRICES},
        "totalFromProvider": from_provider,
    }


def _number(value: Json) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else 0
