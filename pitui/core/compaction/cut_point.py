"""Where a compaction cuts: the newest part stays, everything before it goes into the summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pitui.core.context.projection import ProjectedEntry, intrinsic_roles
from pitui.core.session.entries import Entry

CUT_ROLES = frozenset({"user", "assistant", "bashExecution", "custom", "branchSummary", "compactionSummary"})
"""A cut may stand before an entry that gives one of these; never before a tool result."""

TURN_ROLES = CUT_ROLES - {"assistant"}
"""A turn starts where one of these is said."""


@dataclass(frozen=True, slots=True)
class CutPoint:
    """A cut between two context entries (pi: `CutPointResult`)."""

    first_kept_index: int
    """The first entry that stays, as a place among the projected entries."""
    turn_start_index: int | None
    """Where the turn starts that the cut splits; None for a cut between turns."""

    @property
    def is_split_turn(self) -> bool:
        """Whether one turn is larger than what is kept, so that its beginning is summarised on its own."""
        return self.turn_start_index is not None

    @property
    def history_end(self) -> int:
        """Where the history to summarise ends: at the split turn's start, or at the cut."""
        return self.first_kept_index if self.turn_start_index is None else self.turn_start_index


def find_cut_point(entries: Sequence[ProjectedEntry], start: int, keep_recent_tokens: float) -> CutPoint | None:
    """The cut pi makes to keep about `keep_recent_tokens` estimated tokens; None where no cut is legal.

    `start` is the boundary start, behind a previous compaction (pi: compaction, "Cut Point Rules").
    """
    end = len(entries)
    limit = _keeps_enough_from(entries, start, keep_recent_tokens)
    if limit is None:
        first = _legal_cut(entries, range(start, end))
        return settle_cut(entries, start, first) if first is not None else None
    index = _legal_cut(entries, range(limit, end))
    if index is None:
        index = _legal_cut(entries, range(limit - 1, start - 1, -1))
    if index is None:
        return None
    return settle_cut(entries, start, index + _only_omitted_behind(entries[index + 1 :]))


def _keeps_enough_from(entries: Sequence[ProjectedEntry], start: int, tokens: float) -> int | None:
    """The last place from which the entries hold so many tokens; None where all of them hold fewer."""
    kept = 0
    for place in range(len(entries) - 1, start - 1, -1):
        measure = entries[place].measure
        if measure.immeasurable:
            # pi's sum is no number from here on and reaches no limit.
            return None
        kept += measure.total
        if measure.total and kept >= tokens:
            return place
    return None


def _legal_cut(entries: Sequence[ProjectedEntry], places: Iterable[int]) -> int | None:
    return next((place for place in places if is_legal_cut(entries[place])), None)


def legal_cuts(entries: Sequence[ProjectedEntry], start: int) -> list[int]:
    """The places from `start` on where a cut may stand."""
    return [place for place in range(start, len(entries)) if is_legal_cut(entries[place])]


def is_legal_cut(projected: ProjectedEntry) -> bool:
    """Whether a cut may stand before this entry."""
    return projected.entry.type != "compaction" and not CUT_ROLES.isdisjoint(projected.roles)


def why_illegal(projected: ProjectedEntry) -> str | None:
    """Why no cut may stand before this entry, for a person; None where one may."""
    if is_legal_cut(projected):
        return None
    if projected.entry.type == "compaction":
        return "a compaction is no place to cut"
    if projected.omitted:
        return "an edit omits this entry"
    match projected.roles:
        case ():
            return "the model does not see this entry; it goes with what follows"
        case roles if "toolResult" in roles:
            return "a tool result stays with its call"
        case _:
            return "the system prompt is carried over, not cut"


def settle_cut(entries: Sequence[ProjectedEntry], start: int, index: int) -> CutPoint:
    """A chosen cut in its final place: moved back over entries the model does not see, its turn looked up."""
    while index > start and entries[index - 1].entry.type != "compaction" and not entries[index - 1].roles:
        index -= 1
    if starts_turn(entries[index]):
        return CutPoint(index, None)
    turn_start = next((place for place in range(index, start - 1, -1) if starts_turn(entries[place])), None)
    return CutPoint(index, turn_start)


def starts_turn(projected: ProjectedEntry) -> bool:
    """Whether a turn starts with this entry."""
    return projected.entry.type != "compaction" and not TURN_ROLES.isdisjoint(projected.roles)


def _only_omitted_behind(suffix: Sequence[ProjectedEntry]) -> bool:
    """Whether all that follows a cut is an omitted attempt and its traces.

    After a failed attempt was edited out, the last visible entry is input already answered for: the cut may
    pass it. Other bookkeeping, or an edit that changes something outside, must not let unsent input slip away.
    """
    omitted = {projected.entry.id for projected in suffix if _is_omitted(projected)}
    return any(
        projected.entry.role == "assistant" and projected.entry.id in omitted for projected in suffix
    ) and not any(
        projected.entry.type == "compaction"
        or (_is_visible(projected.entry) and projected.entry.id not in omitted)
        or _replaces_outside(projected.entry, omitted)
        for projected in suffix
    )


def _is_visible(entry: Entry) -> bool:
    return bool(intrinsic_roles(entry))


def _is_omitted(projected: ProjectedEntry) -> bool:
    return _is_visible(projected.entry) and not projected.roles


def _replaces_outside(entry: Entry, omitted: set[str]) -> bool:
    if entry.type != "context_edit":
        return False
    body = entry.body
    replaces = body.get("replacement", ()) is not None
    return replaces and body.get("targetId") not in omitted
