"""The context set against the model's window: what fills it, what is left, when compaction runs by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pitui.core.catalog import Model
from pitui.core.context.once import once_per_projection
from pitui.core.context.projection import ProjectedEntry, Projection
from pitui.core.context.system_state import system_in_force
from pitui.core.context.tokens import CLASSES, TokenClass, estimate_tokens
from pitui.core.context.usage import estimate_projected_context_tokens, reported_tokens, should_compact
from pitui.core.settings import CompactionSettings

Level: TypeAlias = Literal["calm", "warning", "alarm"]

WARNING_SHARE = 0.7
ALARM_SHARE = 0.9
_TURNS = 5
"""How many of the last turns the growth is averaged over."""


@dataclass(frozen=True, slots=True)
class Window:
    """How many tokens a model takes, and who says so."""

    tokens: int | None
    """None when nobody knows."""
    assumed: bool = False
    """Whether the size is a guess."""
    origin: str = ""


def window_of(model: Model | None) -> Window:
    """A model's window; unknown without a model or with an empty window."""
    if model is None or model.context_window <= 0:
        return Window(None)
    return Window(model.context_window, model.assumed, model.origin)


@dataclass(frozen=True, slots=True)
class Budget:
    """What the context weighs at one leaf, and against what; every amount is in tokens."""

    window: Window
    settings: CompactionSettings
    parts: tuple[tuple[TokenClass, int], ...]
    """Estimates by what they are spent on, every class in its order; system messages count as the one they give."""
    reported: float | None
    """The provider's figure, what followed its reply added as an estimate; None without one that still holds."""
    trailing: float
    """The part of `reported` that is an estimate."""
    unreported: str
    """Why there is no reported figure; empty when there is one."""
    growth: float | None
    """What one of the last turns added on average; None before the first reply."""

    @property
    def estimated(self) -> int:
        """The sum of the parts."""
        return sum(amount for _, amount in self.parts)

    @property
    def used(self) -> float:
        """The context's size: as reported, else as estimated."""
        return self.estimated if self.reported is None else self.reported

    @property
    def unaccounted(self) -> float:
        """Reported and not in the file, such as a system prompt no entry holds; negative when estimates run over."""
        return 0 if self.reported is None else self.reported - self.estimated

    @property
    def threshold(self) -> int | None:
        """Above this compaction runs by itself; below 0 when the reserve is larger than the window."""
        return None if self.window.tokens is None else self.window.tokens - self.settings.reserve_tokens

    @property
    def limit(self) -> int | None:
        """How far the context may grow: to the threshold, or to the window while auto-compaction is off."""
        return self.threshold if self.settings.enabled else self.window.tokens

    @property
    def headroom(self) -> float | None:
        """What still fits below the limit; negative above it, None when the window is unknown."""
        return None if self.limit is None else self.limit - self.used

    @property
    def turns_left(self) -> int | None:
        """About how many turns like the last ones fit into the headroom."""
        if self.headroom is None or not self.growth:
            return None
        return max(0, int(self.headroom // self.growth))

    @property
    def share(self) -> float | None:
        """The used share of the window."""
        return self.used / self.window.tokens if self.window.tokens else None

    @property
    def level(self) -> Level:
        """Whether the share is cause for concern."""
        if self.share is None or self.share <= WARNING_SHARE:
            return "calm"
        return "alarm" if self.share > ALARM_SHARE else "warning"

    @property
    def over(self) -> bool:
        """Whether the size alone makes compaction run by itself."""
        return self.window.tokens is not None and should_compact(
            self.used,
            self.window.tokens,
            enabled=self.settings.enabled,
            reserve_tokens=self.settings.reserve_tokens,
        )


def measure_budget(projection: Projection, window: Window, settings: CompactionSettings) -> Budget:
    """The budget at a projection's leaf."""
    estimate = estimate_projected_context_tokens(projection)
    reported = reported_tokens(projection)
    unreported = ""
    if reported is None:
        unreported = "no reply since the compaction"
    elif not estimate.usage_tokens:
        edited = any(projected.edit is not None for projected in projection.entries)
        reported, unreported = None, "no reply since the last edit" if edited else "no reply yet"
    return Budget(
        window=window,
        settings=settings,
        parts=parts_of(projection),
        reported=reported,
        trailing=0 if reported is None else estimate.trailing_tokens,
        unreported=unreported,
        growth=growth_of(projection.entries),
    )


@once_per_projection
def parts_of(projection: Projection) -> tuple[tuple[TokenClass, int], ...]:
    """The estimate of the whole context by class; it adds up to `plain_estimate`."""
    parts: dict[TokenClass, int] = dict.fromkeys(CLASSES, 0)
    for projected in projection.entries:
        for kind, amount in projected.measure.parts:
            parts[kind] += amount
    system = system_in_force(projection)
    parts["system"] = 0 if system is None else estimate_tokens(system)
    return tuple(parts.items())


def growth_of(entries: Sequence[ProjectedEntry]) -> float | None:
    """What the last answered turns added on average; a turn starts where a person writes."""
    sizes: list[int] = []
    size, answered = 0, False
    for projected in reversed(entries):
        size += projected.tokens
        answered = answered or "assistant" in projected.roles
        if "user" not in projected.roles:
            continue
        if answered:
            sizes.append(size)
        size, answered = 0, False
        if len(sizes) == _TURNS:
            break
    return sum(sizes) / len(sizes) if sizes else None
