"""The models that speak in the stories, with their prices, and what a reply of theirs is reported to use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Model:
    """A model as a session file names it; prices are US dollars a million tokens."""

    provider: str
    name: str
    api: str
    price_in: float
    price_out: float
    price_read: float
    price_write: float


SONNET = Model("anthropic", "claude-sonnet-4-5", "anthropic-messages", 3, 15, 0.3, 3.75)
OPUS = Model("anthropic", "claude-opus-4-5", "anthropic-messages", 5, 25, 0.5, 6.25)
GPT = Model("openai", "gpt-5.2", "openai-responses", 1.75, 14, 0.175, 0)


def usage(model: Model, context: int, output: int, cached: int) -> dict[str, Any]:
    """The usage of one reply: `context` tokens went in, of which `cached` were read from the cache."""
    fresh = max(context - cached, 0)
    read = context - fresh
    plain = min(fresh, 4) if model.price_write else fresh
    written = fresh - plain
    parts = {
        "input": plain * model.price_in / 1e6,
        "output": output * model.price_out / 1e6,
        "cacheRead": read * model.price_read / 1e6,
        "cacheWrite": written * model.price_write / 1e6,
    }
    cost = {name: round(value, 9) for name, value in parts.items()}
    cost["total"] = round(sum(parts.values()), 9)
    return {
        "input": plain,
        "output": output,
        "cacheRead": read,
        "cacheWrite": written,
        "totalTokens": context + output,
        "cost": cost,
    }


NOTHING_USED: dict[str, Any] = {
    "input": 0,
    "output": 0,
    "cacheRead": 0,
    "cacheWrite": 0,
    "totalTokens": 0,
    "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0},
}
