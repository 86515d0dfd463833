"""How large the context was along a path: it grows with every entry and falls at every compaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitui.core.context.projection import Projection
from pitui.core.javascript.json import Json
from pitui.core.session.entries import Entry

_LONGEST_LINE = 16_000
"""Bytes at which a line stops counting, since what is longer is nearly always an image."""


@dataclass(frozen=True, slots=True)
class ContextHistory:
    """The context's size behind each entry of a path, in estimated tokens."""

    sizes: Sequence[float]
    compactions: Sequence[int]
    """The places of compactions on the path."""

    @property
    def peak(self) -> float:
        """The largest size; 0 for an empty path."""
        return max(self.sizes, default=0)

    def ending_at(self, size: float) -> ContextHistory:
        """The same with everything since the last compaction drawn to the scale of a reported size.

        Estimates run low by a share that differs from session to session; a compaction's own figure is a report.
        """
        if not self.sizes or self.sizes[-1] <= 0:
            return self
        start = self.compactions[-1] if self.compactions else 0
        scale = size / self.sizes[-1]
        return ContextHistory([*self.sizes[:start], *(known * scale for known in self.sizes[start:])], self.compactions)


def context_history(projection: Projection) -> ContextHistory:
    """The sizes along a projection's path, to draw a chart with.

    What the model still sees is counted exactly. What lies under a compaction is not read again: line lengths
    give its shape, the `tokensBefore` of each compaction its height.
    """
    path = projection.path
    compactions = [place for place, entry in enumerate(path) if entry.type == "compaction"]
    sizes: list[float] = []
    base = 0.0
    for place in compactions:
        sizes += _stretch(path[len(sizes) : place], base, path[place].body.get("tokensBefore"))
        base = _size_behind(path, place)
        sizes.append(base)
    behind = len(projection.entries) - (len(path) - len(sizes))
    size: float = sum(projected.tokens for projected in projection.entries[:behind])
    if compactions:
        sizes[-1] = size
    for projected in projection.entries[behind:]:
        size += projected.tokens
        sizes.append(size)
    return ContextHistory(sizes, compactions)


def _stretch(entries: Sequence[Entry], base: float, end: Json) -> list[float]:
    """Sizes over entries that are not read, growing by line lengths from a base to what was recorded."""
    weights = [min(entry.length, _LONGEST_LINE) / 4 for entry in entries]
    total = sum(weights)
    recorded = isinstance(end, int | float) and not isinstance(end, bool) and end > 0
    scale = max(0.0, end - base) / total if recorded and total else 1.0
    sizes: list[float] = []
    size = base
    for weight in weights:
        size += weight * scale
        sizes.append(size)
    return sizes


def _size_behind(path: Sequence[Entry], place: int) -> float:
    """About what a compaction left: its own line and the lines it kept."""
    first_kept = path[place].body.get("firstKeptEntryId")
    kept_from = next((index for index in range(place) if path[index].id == first_kept), place)
    return sum(min(entry.length, _LONGEST_LINE) / 4 for entry in path[kept_from : place + 1])
