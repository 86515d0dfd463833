"""What a compaction would do, as a value: it can be shown, tested and thrown away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pitui.core.compaction.cut_point import CutPoint, find_cut_point, settle_cut
from pitui.core.context.projection import ProjectedEntry, Projection, project
from pitui.core.context.system_state import system_in_force
from pitui.core.context.usage import estimate_projected_context_tokens
from pitui.core.errors import NothingToDoError
from pitui.core.javascript.json import Json
from pitui.core.session.entries import Entry
from pitui.core.session.messages import Message
from pitui.core.settings import CompactionSettings
from pitui.core.summary.file_ledger import FileOps, file_calls

ALREADY_COMPACTED = "Already compacted: nothing has been said since."
NOTHING_TO_COMPACT = "Nothing to compact: all of it fits into what is kept."


@dataclass(frozen=True, eq=False)
class CompactionPreparation:
    """A compaction decided and not yet done (pi: `CompactionPreparation`)."""

    projection: Projection
    start: int
    """Where the range to work on starts among the projected entries: behind a previous compaction."""
    cut: CutPoint
    settings: CompactionSettings

    @property
    def first_kept_entry_id(self) -> str:
        """The entry the context will go on from."""
        return self.projection.entries[self.cut.first_kept_index].entry.id

    @property
    def is_split_turn(self) -> bool:
        """Whether the cut splits a turn."""
        return self.cut.is_split_turn

    @property
    def history(self) -> Sequence[ProjectedEntry]:
        """The entries whose messages go into the history summary."""
        return self.projection.entries[self.start : self.cut.history_end]

    @property
    def turn_prefix(self) -> Sequence[ProjectedEntry]:
        """The beginning of a split turn, summarised on its own; empty without one."""
        return self.projection.entries[self.cut.history_end : self.cut.first_kept_index]

    @property
    def kept(self) -> Sequence[ProjectedEntry]:
        """The entries that stay as they are."""
        return self.projection.entries[self.cut.first_kept_index :]

    @property
    def messages_to_summarize(self) -> tuple[Message, ...]:
        """The history's messages, without system messages and compactions."""
        return _conversation(self.history)

    @property
    def turn_prefix_messages(self) -> tuple[Message, ...]:
        """The messages of a split turn's beginning."""
        return _conversation(self.turn_prefix)

    @property
    def all_messages(self) -> tuple[Message, ...]:
        """Everything that goes into the summary, history first."""
        return self.messages_to_summarize + self.turn_prefix_messages

    @property
    def tokens_before(self) -> float:
        """The context's size now, in tokens, as the entry will record it."""
        return estimate_projected_context_tokens(self.projection).tokens

    @property
    def previous_compaction(self) -> Entry | None:
        """The compaction this one builds on."""
        previous = self.projection.compaction
        return previous.entry if previous is not None else None

    @property
    def previous_summary(self) -> Json:
        """The summary to update; None when this is the first."""
        previous = self.previous_compaction
        return previous.body.get("summary") if previous is not None else None

    @cached_property
    def file_ops(self) -> FileOps:
        """Files read and changed in what is summarised, carried on from the previous compaction."""
        ops = FileOps()
        if self.previous_compaction is not None:
            ops.note_details(self.previous_compaction.body)
        for place, calls in file_calls(self.projection):
            if self.start <= place < self.cut.first_kept_index:
                ops.note_calls(calls)
        return ops

    @property
    def system_message(self) -> Message | None:
        """The system prompt in force, which the compaction carries on."""
        return system_in_force(self.projection)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to summarise on this side of the cut."""
        return not any(_counts(projected) for projected in (*self.history, *self.turn_prefix))


def prepare_compaction(
    path: Sequence[Entry], settings: CompactionSettings, *, cut_entry_id: str | None = None
) -> CompactionPreparation | None:
    """What compacting at the end of a path would do; None when there is nothing to compact.

    `cut_entry_id` cuts before that entry instead of where `keep_recent_tokens` leads
    (pi: `prepareCompaction`). Raises NothingToDoError for a cut entry that is not in the range.
    """
    if path and path[-1].type == "compaction":
        return None
    return prepare_projected(project(path), settings, cut_entry_id=cut_entry_id)


def prepare_projected(
    projection: Projection, settings: CompactionSettings, *, cut_entry_id: str | None = None
) -> CompactionPreparation | None:
    """The same for a path already projected, so that a moved cut costs no new projection."""
    entries = projection.entries
    start = boundary_start(projection)
    if cut_entry_id is None:
        cut = find_cut_point(entries, start, settings.keep_recent_tokens)
    else:
        cut = settle_cut(entries, start, _place_of(entries, start, cut_entry_id))
    if cut is None or cut.first_kept_index >= len(entries):
        return None
    preparation = CompactionPreparation(projection, start, cut, settings)
    return None if preparation.is_empty else preparation


def boundary_start(projection: Projection) -> int:
    """Where the range to work on starts among the projected entries: right behind a previous compaction."""
    return 1 if projection.compaction is not None else 0


def why_nothing(path: Sequence[Entry]) -> str:
    """The sentence for a path that `prepare_compaction` gives nothing for."""
    return ALREADY_COMPACTED if path and path[-1].type == "compaction" else NOTHING_TO_COMPACT


def _place_of(entries: Sequence[ProjectedEntry], start: int, entry_id: str) -> int:
    for place in range(start, len(entries)):
        if entries[place].entry.id == entry_id:
            return place
    raise NothingToDoError(f"Entry {entry_id} is not in the part that can be cut.", title="No cut there")


def _counts(projected: ProjectedEntry) -> bool:
    return projected.entry.type != "compaction" and any(role != "system" for role in projected.roles)


def _conversation(entries: Sequence[ProjectedEntry]) -> tuple[Message, ...]:
    return tuple(message for projected in entries if _counts(projected) for message in projected.messages)
