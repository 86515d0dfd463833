"""A compaction decided and not yet done: what, by whom, and in which words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from pitui.cli.asking import Writer
from pitui.cli.leaf import Leaf
from pitui.core.compaction.compact import CompactionResult, compaction_requests
from pitui.core.compaction.cut_point import why_illegal
from pitui.core.compaction.preparation import CompactionPreparation, prepare_compaction
from pitui.core.context.projection import Projection
from pitui.core.errors import NothingToDoError
from pitui.core.hooked import compact_with_hooks
from pitui.core.hooks import Hooks
from pitui.core.operations import Written
from pitui.core.settings import WHAT_IF, CompactionSettings
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.summarizer import SummaryRequest


@dataclass(frozen=True)
class CompactionPlan:
    """Everything that a compaction needs, in one value that can be shown or carried out."""

    leaf: Leaf
    preparation: CompactionPreparation
    writer: Writer
    options: SummaryOptions

    @cached_property
    def requests(self) -> tuple[SummaryRequest, ...]:
        """What will be sent, word for word."""
        return compaction_requests(self.preparation, self.options).all

    def carry_out(self, hooks: Hooks, save: Callable[[CompactionResult], Written]) -> Written:
        """Have the summary written and saved; raises SummaryError, SummaryAbortedError when it was stopped."""
        return self.writer.write(lambda asking: compact_with_hooks(self.preparation, self.options, asking, hooks, save))


def prepare(
    leaf: Leaf, *, keep_recent: int | None, reserve: int | None, cut: str | None
) -> CompactionPreparation | None:
    """What compacting at the leaf would do under pi's settings and those asked for instead; None for nothing.

    Raises SettingsError, and NothingToDoError for an entry before which no cut may stand.
    """
    settings = _settings(leaf.settings(), keep_recent, reserve)
    cut_entry_id = _cut(leaf.projection, cut) if cut is not None else None
    return prepare_compaction(leaf.path, settings, cut_entry_id=cut_entry_id)


def plan(leaf: Leaf, preparation: CompactionPreparation, writer: Writer, instructions: str | None) -> CompactionPlan:
    """The plan for a preparation, in the words that its writer will be asked with."""
    options = SummaryOptions(
        instructions=instructions,
        include_thinking=writer.include_thinking,
        model_max_tokens=writer.summarizer.destination.model_max_tokens,
        thinking_level=leaf.thinking_level,
    )
    return CompactionPlan(leaf, preparation, writer, options)


def _settings(settings: CompactionSettings, keep_recent: int | None, reserve: int | None) -> CompactionSettings:
    if keep_recent is not None:
        settings = replace(settings, keep_recent_tokens=keep_recent, keep_recent_tokens_origin=WHAT_IF)
    if reserve is not None:
        settings = replace(settings, reserve_tokens=reserve, reserve_tokens_origin=WHAT_IF)
    return settings


def _cut(projection: Projection, entry_id: str) -> str:
    """The entry to cut before: the one asked for, or the next that the model sees, with which it goes."""
    entries = projection.entries
    place = next((place for place, projected in enumerate(entries) if projected.entry.id == entry_id), len(entries))
    while place < len(entries) - 1 and not (entries[place].roles or entries[place].omitted):
        place += 1
    if place < len(entries):
        reason = why_illegal(entries[place])
        if reason is not None:
            raise NothingToDoError(f"No cut can stand before entry {entry_id}: {reason}.")
        return entries[place].entry.id
    raise NothingToDoError(f"Entry {entry_id} is not in the context, so nothing can be kept from it on.")
