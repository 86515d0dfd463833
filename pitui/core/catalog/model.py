"""A model as pitui knows it: how much fits in, how much comes out, what it costs, where it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pitui.core.javascript.json import Json, JsonObject

ASSUMED_CONTEXT_WINDOW: Final = 128000
"""The window in tokens of a model nobody describes, and of one its user described without naming it."""
USER_MAX_TOKENS: Final = 16384
"""The output limit in tokens of a model its user described without naming it (pi: models-configuration)."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Prices in US dollars per million tokens."""

    input: float
    output: float
    cache_read: float = 0.0
    cache_write: float = 0.0


@dataclass(frozen=True, slots=True)
class Model:
    """One model of one provider."""

    provider: str
    id: str
    name: str
    context_window: int
    """How many tokens fit in, the reply included."""
    max_tokens: int | None
    """The longest reply in tokens; None when nobody says."""
    origin: str
    """Who says so, in words."""
    assumed: bool = False
    """The window is a guess."""
    reasoning: bool = False
    api: str | None = None
    """The wire format as pi names it, such as `anthropic-messages`; None leaves it to the provider."""
    base_url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)
    """Request headers in pi's notation; they may hold secrets and are never shown."""
    api_key_form: str | None = field(default=None, repr=False)
    """The key in pi's notation: `$NAME`, `!command` or the key itself; never shown."""
    cost: Cost | None = None
    """None when nobody names a price."""

    @property
    def key(self) -> str:
        """The name settings know the model by: `provider/id`."""
        return f"{self.provider}/{self.id}"


def text(value: Json) -> str | None:
    """A text that says something, else None."""
    return value if isinstance(value, str) and value else None


def amount(value: Json) -> float | None:
    """A number, else None."""
    return None if isinstance(value, bool) or not isinstance(value, int | float) else value


def tokens(value: Json) -> int | None:
    """A number of at least one token, else None."""
    number = amount(value)
    return int(number) if number is not None and 1 <= number < float("inf") else None


def members(value: Json) -> JsonObject:
    """An object's members; none for anything else."""
    return value if isinstance(value, Mapping) else {}
