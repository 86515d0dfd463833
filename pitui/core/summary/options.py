"""What a person chose for a summary, of whatever kind."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SummaryOptions:
    """What a person chose for a summary."""

    instructions: str | None = None
    include_thinking: bool = True
    model_max_tokens: int | None = None
    """The asked model's output limit, in tokens."""
    thinking_level: str = "off"
