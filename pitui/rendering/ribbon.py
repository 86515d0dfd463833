"""A path boiled down to what a strip draws: a word and a weight for each entry, worked out once for a leaf."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from pitui.core.compaction.cut_point import TURN_ROLES
from pitui.core.context.projection import Projection
from pitui.core.context.usage import estimate_projected_context_tokens
from pitui.core.session.entries import Entry
from pitui.rendering.picture import Meaning

HEADER: Final = "hdr"
QUIET: Final = "·"
"""Bookkeeping: on the path, and nothing a model sees."""
OMITTED: Final = "✗"

WORDS: Final[dict[str, str]] = {
    "system": "sys",
    "user": "usr",
    "assistant": "ass",
    "toolResult": "tool",
    "bashExecution": "bash",
    "custom": "cus",
    "compactionSummary": "sum",
    "branchSummary": "sum",
    "compaction": "cmp",
    "branch_summary": "sum",
    "custom_message": "cus",
}
"""Short words for roles and entry types; every other entry is bookkeeping."""

MEANINGS: Final[dict[str, Meaning]] = {
    "sys": "system",
    "usr": "user",
    "ass": "assistant",
    "tool": "tool",
    "bash": "user",
    "cus": "user",
    "sum": "summary",
    "cmp": "summary",
    OMITTED: "omitted",
}

_TURN_KINDS: Final = TURN_ROLES | {"branch_summary", "custom_message"}


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A path by places: 0 is the session's header, every entry its place on the path counted from 1."""

    words: Sequence[str]
    weights: Sequence[int]
    """Tokens before each place, system messages included; one more than there are places."""
    totals: Sequence[int]
    """The same without system messages, which no summary holds."""
    tools: Sequence[int]
    """Tool results before each place."""
    turns: Sequence[int]
    """Where turns start."""
    runs: Sequence[int]
    """Where another word begins than the one before."""
    work: Sequence[int]
    """Where cells begin when a turn's calls and results are one."""
    compactions: Sequence[int]
    generations: Sequence[int]
    """Where what each compaction folded away ends, the oldest first."""
    context: Sequence[int]
    """The place of each projected entry."""
    reported: bool
    """Whether a provider's report tells the context's size."""

    @property
    def end(self) -> int:
        """Behind the last place."""
        return len(self.words)

    def place(self, projected: int) -> int:
        """The place of an entry of the projection; behind all of them for an index that is."""
        return self.context[projected] if projected < len(self.context) else self.end

    def tokens(self, start: int, end: int) -> int:
        """Tokens of a stretch, without system messages."""
        return self.totals[end] - self.totals[start]

    def turn_count(self, start: int, end: int) -> int:
        """How many turns start in a stretch."""
        return bisect_left(self.turns, end) - bisect_left(self.turns, start)


def ribbon_of(projection: Projection) -> Ribbon:
    """The ribbon of a projection's path; bodies of folded entries are not read."""
    path = projection.path
    places = {entry.id: place for place, entry in enumerate(path, 1)}
    context = [places[projected.entry.id] for projected in projection.entries]
    words = [HEADER, *map(_word, path)]
    weights = [0] * len(words)
    turn_starts = {place for place, entry in enumerate(path, 1) if (entry.role or entry.type) in _TURN_KINDS}
    for place, projected in zip(context, projection.entries, strict=True):
        weights[place] = projected.tokens
        if projected.omitted:
            words[place] = OMITTED
            turn_starts.discard(place)
    turns = sorted(turn_starts)
    runs = [place for place in range(len(words)) if place < 2 or words[place] != words[place - 1]]
    return Ribbon(
        words=words,
        weights=_before(weights),
        totals=_before([0 if word == "sys" else weight for word, weight in zip(words, weights, strict=True)]),
        tools=_before([word == "tool" for word in words]),
        turns=turns,
        runs=runs,
        work=_work(words, turns, runs),
        compactions=[place for place, word in enumerate(words) if word == "cmp"],
        generations=_generations(path, places),
        context=context,
        reported=estimate_projected_context_tokens(projection).usage_tokens > 0,
    )


def _word(entry: Entry) -> str:
    return WORDS.get(entry.role or entry.type, QUIET)


def _generations(path: Sequence[Entry], places: Mapping[str, int]) -> list[int]:
    """The place each compaction kept from: its own where what it names is not before it."""
    ends: list[int] = []
    for place, entry in enumerate(path, 1):
        if entry.type == "compaction":
            first_kept = entry.body.get("firstKeptEntryId")
            kept_from = places.get(first_kept, place) if isinstance(first_kept, str) else place
            ends.append(max(min(kept_from, place), ends[-1] if ends else 1))
    return ends


def _before(amounts: Sequence[int]) -> list[int]:
    return list(accumulate(amounts, initial=0))


def _work(words: Sequence[str], turns: Sequence[int], runs: Sequence[int]) -> list[int]:
    """The runs, with everything from a turn's first tool result to its last taken together."""
    starts = set(runs)
    breaks = {*turns, *(place for place, word in enumerate(words) if word == "cmp")}
    first = last = 0
    for place, word in enumerate([*words, HEADER]):
        if place in breaks or word == HEADER:
            if last > first:
                starts.difference_update(range(first + 1, last + 1))
                starts.update({last + 1} - {len(words)})
            first = last = 0
        elif word == "tool":
            first, last = first or place, place
    return sorted(starts)
