"""A summary to be made, as the review screen needs it: who is asked, what comes back, what to look at twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from pitui.core.branching.branch_summary import BranchOptions, BranchSummaryResult
from pitui.core.branching.switch import SwitchPlan
from pitui.core.compaction.compact import CompactionResult
from pitui.core.compaction.preparation import CompactionPreparation
from pitui.core.errors import PituiError, SummaryAbortedError, SummaryError
from pitui.core.hooked import (
    MadeSwitch,
    SummaryWish,
    compaction_failure,
    make_compaction,
    make_switch,
    tell_switched,
)
from pitui.core.hooks import Hooks, SessionCompact, emit_session_compact, emit_session_compact_failed
from pitui.core.javascript.json import Json
from pitui.core.operations import Written
from pitui.core.session.content import as_list, as_mapping, as_text
from pitui.core.summary.ask import Asking
from pitui.core.summary.check import check_summary
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.summarizer import Summarizer
from pitui.store.recovery import Kind


class Outcome(Protocol):
    """A finished summary that no file has yet."""

    @property
    def summary(self) -> str: ...
    @property
    def details(self) -> Json: ...


@dataclass(frozen=True)
class CompactionJob:
    """The summary of a compaction."""

    preparation: CompactionPreparation
    options: SummaryOptions
    summarizer: Summarizer
    reason: str
    """Why this summariser, in a sentence."""
    hooks: Hooks = field(default_factory=Hooks.none)

    kind: Kind = "compaction"

    @property
    def title(self) -> str:
        return "Summary of the compaction"

    @property
    def previous(self) -> str | None:
        """The summary this one replaces, to compare with."""
        return as_text(self.preparation.previous_summary) or None

    async def run(self, asking: Asking) -> CompactionResult:
        """Make it, or take a hook's; raises SummaryError or SummaryAbortedError, once the hooks have heard of it."""
        try:
            return await make_compaction(self.preparation, self.options, asking, self.hooks)
        except PituiError as error:
            await self._tell_failed(error, None)
            raise

    def edited(self, outcome: CompactionResult, text: str) -> CompactionResult:
        """The outcome with a person's own words."""
        return replace(outcome, summary=text)

    async def saved(self, outcome: CompactionResult, written: Written) -> None:
        """Tell the hooks of the entry."""
        event = SessionCompact(written.entries[0], outcome.from_hook, "manual", will_retry=False)
        await emit_session_compact(self.hooks.registry, event, self.hooks.report)

    async def given_up(self, outcome: CompactionResult) -> None:
        """Tell the hooks that a finished summary was thrown away."""
        await self._tell_failed(SummaryAbortedError("The summary was thrown away; nothing was written."), outcome)

    async def _tell_failed(self, error: PituiError, outcome: CompactionResult | None) -> None:
        failure = compaction_failure("manual", error, outcome)
        await emit_session_compact_failed(self.hooks.registry, failure, self.hooks.report)


@dataclass(frozen=True)
class BranchOutcome:
    """A switch that can be written, with the summary there is to review."""

    made: MadeSwitch
    result: BranchSummaryResult

    @property
    def summary(self) -> str:
        return self.result.summary

    @property
    def details(self) -> Json:
        return self.result.details


@dataclass(frozen=True)
class BranchJob:
    """The summary of a branch that is left."""

    plan: SwitchPlan
    options: BranchOptions
    summarizer: Summarizer
    reason: str
    label: str | None = None
    hooks: Hooks = field(default_factory=Hooks.none)

    kind: Kind = "branch summary"

    @property
    def title(self) -> str:
        return "Summary of the branch"

    @property
    def previous(self) -> str | None:
        """A branch summary replaces none."""
        return None

    async def run(self, asking: Asking) -> BranchOutcome:
        """Make it, or take a hook's; raises SummaryError or SummaryAbortedError."""
        wish = SummaryWish(self.options, asking)
        made = await make_switch(self.plan, self.hooks, wish=wish, label=self.label)
        if made.summary is None:
            raise SummaryError("A hook left the summary empty, so there is none to save; nothing was written.")
        return BranchOutcome(made, made.summary)

    def edited(self, outcome: BranchOutcome, text: str) -> BranchOutcome:
        """The outcome with a person's own words."""
        return replace(outcome, result=replace(outcome.result, summary=text))

    async def given_up(self, outcome: BranchOutcome) -> None:
        """A summary thrown away leads back to the question; there is no event for that."""

    async def saved(self, outcome: BranchOutcome, written: Written) -> None:
        """Tell the hooks where the session is now."""
        await tell_switched(self.plan, outcome.made, written, self.hooks)


def remarks(text: str, outcome: Outcome) -> Sequence[str]:
    """What a reader should look at twice before saving."""
    details = as_mapping(outcome.details)
    return check_summary(
        text,
        [as_text(path) for path in as_list(details.get("readFiles"))],
        [as_text(path) for path in as_list(details.get("modifiedFiles"))],
    )
