"""What a person tries on the compaction screen, and what follows from it: pure, so every move can be tested."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from pitui.core.compaction.cut_point import legal_cuts, starts_turn
from pitui.core.compaction.preparation import CompactionPreparation, prepare_projected
from pitui.core.settings import WHAT_IF, CompactionSettings
from pitui.tui.view_state import Leaf

NOTHING_LEFT = "nothing would be left to summarise"
LAST_PLACE = "this is the last place to cut"


@dataclass(frozen=True, slots=True)
class CompactionChoice:
    """What a person has set."""

    cut: int | None = None
    """A cut moved by hand, as a place among the context entries; None for where pi would cut."""
    keep_recent_tokens: int | None = None
    reserve_tokens: int | None = None
    window: int | None = None
    instructions: str = ""
    summarizer: str | None = None
    """`session`, `outline` or `provider/model`; None for what the settings say."""
    zoom: int = 0
    refused: int | None = None
    """An entry the last move passed over because no cut may stand there."""
    note: str = ""
    """Why the last move went nowhere."""

    @property
    def tries_numbers(self) -> bool:
        """Whether other numbers than the settings' are tried."""
        return any(value is not None for value in (self.keep_recent_tokens, self.reserve_tokens, self.window))


@dataclass(frozen=True, eq=False)
class CompactionDesk:
    """A leaf, and a choice for compacting there."""

    leaf: Leaf
    choice: CompactionChoice = field(default_factory=CompactionChoice)

    @cached_property
    def settings(self) -> CompactionSettings:
        """pi's settings, with the numbers tried instead."""
        settings = self.leaf.usable_settings
        keep, reserve = self.choice.keep_recent_tokens, self.choice.reserve_tokens
        if keep is not None:
            settings = replace(settings, keep_recent_tokens=keep, keep_recent_tokens_origin=WHAT_IF)
        if reserve is not None:
            settings = replace(settings, reserve_tokens=reserve, reserve_tokens_origin=WHAT_IF)
        return settings

    @property
    def window(self) -> int | None:
        """The model's window in tokens, or the one tried instead."""
        return self.choice.window if self.choice.window is not None else self.leaf.budget.window.tokens

    @cached_property
    def preparation(self) -> CompactionPreparation | None:
        """What compacting with this choice would do; None when nothing would be summarised."""
        return self._prepared(self.choice.cut)

    def moved(self, step: int, *, by_turn: bool = False) -> CompactionChoice:
        """The choice with its cut at the next legal place that leaves something to summarise."""
        entries = self.leaf.projection.entries
        legal = legal_cuts(entries, self._start)
        here = self._here(legal)
        onward = [place for place in legal if (place > here if step > 0 else place < here)]
        if by_turn:
            onward = [place for place in onward if starts_turn(entries[place])]
        for place in onward if step > 0 else reversed(onward):
            if self._prepared(place) is not None:
                return replace(self.choice, cut=place, refused=self._passed(here, place), note="")
        return replace(self.choice, refused=None, note=LAST_PLACE if step > 0 else NOTHING_LEFT)

    def reset(self) -> CompactionChoice:
        """The choice with pi's own cut and numbers."""
        plain = CompactionChoice()
        return replace(
            plain, instructions=self.choice.instructions, summarizer=self.choice.summarizer, zoom=self.choice.zoom
        )

    @property
    def _start(self) -> int:
        return 1 if self.leaf.projection.compaction is not None else 0

    def _here(self, legal: list[int]) -> int:
        """The legal place the cut stands at now."""
        if self.choice.cut is not None:
            return self.choice.cut
        kept = self.preparation.cut.first_kept_index if self.preparation is not None else self._start
        return next((place for place in legal if place >= kept), legal[-1] if legal else self._start)

    def _prepared(self, cut: int | None) -> CompactionPreparation | None:
        projection = self.leaf.projection
        cut_id = projection.entries[cut].entry.id if cut is not None else None
        return prepare_projected(projection, self.settings, cut_entry_id=cut_id)

    def _passed(self, before: int, now: int) -> int | None:
        """The last tool result passed over, whose refusal is worth explaining."""
        entries = self.leaf.projection.entries
        between = range(min(before, now) + 1, max(before, now))
        return next((place for place in reversed(between) if "toolResult" in entries[place].roles), None)
