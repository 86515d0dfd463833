"""What a cell of a strip says: an entry's short word, a run with its count, or how much is taken together."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from pitui.rendering.numbers import count, plural
from pitui.rendering.picture import Meaning
from pitui.rendering.ribbon import MEANINGS, OMITTED, QUIET, Ribbon


class Part(NamedTuple):
    """A stretch of a path that makes one cell."""

    start: int
    end: int
    outside: bool = False
    """Whether it takes together what is not drawn one by one."""


def labels(ribbon: Ribbon, part: Part) -> list[str]:
    """What a cell may say, the longest first."""
    start, end, outside = part
    amount = end - start
    word = ribbon.words[start]
    if amount == 1:
        return [word, word[:1]]
    if outside:
        return _taken_together(amount)
    if _is_run(ribbon, part):
        return [word] if word in (QUIET, OMITTED) else [f"{word} ×{count(amount)}", f"×{count(amount)}", word[:1]]
    turns = ribbon.turn_count(start, end)
    if turns:
        return ["turn", "t"] if turns == 1 else [plural(turns, "turn"), f"{turns}t", "t"]
    tools = ribbon.tools[end] - ribbon.tools[start]
    if not tools:
        return _taken_together(amount)
    return ["tool", "t"] if tools == 1 else [f"tool ×{count(tools)}", f"×{count(tools)}", "t"]


def meaning_of(ribbon: Ribbon, part: Part) -> Meaning:
    """The meaning of what a cell mostly holds."""
    if part.outside:
        return "muted"
    called = not ribbon.turn_count(part.start, part.end) and ribbon.tools[part.end] > ribbon.tools[part.start]
    return "tool" if called else MEANINGS.get(ribbon.words[part.start], "muted")


def _is_run(ribbon: Ribbon, part: Part) -> bool:
    at = bisect_right(ribbon.runs, part.start)
    return at == len(ribbon.runs) or ribbon.runs[at] >= part.end


def _taken_together(amount: int) -> list[str]:
    entries = plural(amount, "entry", "entries")
    return [f"⋯ {entries}", f"⋯ {count(amount)}", f"⋯{count(amount)}"]
