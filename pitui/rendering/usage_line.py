"""What one request cost, as its provider reported it."""

from __future__ import annotations

import math

from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.content import as_mapping
from pitui.rendering.numbers import cost, tokens
from pitui.rendering.picture import Line, Span, line

_PARTS = (("input", "in"), ("output", "out"), ("cacheRead", "cache read"), ("cacheWrite", "cache write"))


def usage_pieces(usage: JsonObject) -> list[Line]:
    """The report in short pieces: tokens in and out, the cache, the whole, the price."""
    pieces = [
        line(f"{tokens(amount)} {word}") for name, word in _PARTS if (amount := number(usage.get(name))) is not None
    ]
    total = number(usage.get("totalTokens"))
    if total:
        pieces.append(line(f"{tokens(total)} in all"))
    price = number(as_mapping(usage.get("cost")).get("total"))
    if price is not None:
        pieces.append(line(Span(cost(price), "strong")))
    return pieces


def number(value: Json) -> float | None:
    """A finite number, else None."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) else None
