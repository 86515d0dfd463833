"""A summary to be made, as the review screen needs it: who is asked, what comes back, what to look at twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pitui.core.branching.branch_summary import BranchOptions, BranchSummaryResult, generate_branch_summary
from pitui.core.branching.switch import SwitchPlan
from pitui.core.compaction.compact import CompactionResult, compact
from pitui.core.compaction.preparation import CompactionPreparation
from pitui.core.javascript.json import JsonObject
from pitui.core.session.content import as_list, as_text
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
    def details(self) -> JsonObject: ...


@dataclass(frozen=True)
class CompactionJob:
    """The summary of a compaction."""

    preparation: CompactionPreparation
    options: SummaryOptions
    summarizer: Summarizer
    reason: str
    """Why this summariser, in a sentence."""

    kind: Kind = "compaction"

    @property
    def title(self) -> str:
        return "Summary of the compaction"

    @property
    def previous(self) -> str | None:
        """The summary this one replaces, to compare with."""
        return as_text(self.preparation.previous_summary) or None

    async def run(self, asking: Asking) -> CompactionResult:
        """Make it; raises SummaryError or SummaryAbortedError."""
        return await compact(self.preparation, self.options, asking)

    def edited(self, outcome: CompactionResult, text: str) -> CompactionResult:
        """The outcome with a person's own words."""
        return replace(outcome, summary=text)


@dataclass(frozen=True)
class BranchJob:
    """The summary of a branch that is left."""

    plan: SwitchPlan
    options: BranchOptions
    summarizer: Summarizer
    reason: str

    kind: Kind = "branch summary"

    @property
    def title(self) -> str:
        return "Summary of the branch"

    @property
    def previous(self) -> str | None:
        """A branch summary replaces none."""
        return None

    async def run(self, asking: Asking) -> BranchSummaryResult:
        """Make it; raises SummaryError or SummaryAbortedError."""
        return await generate_branch_summary(self.plan.abandoned.entries, self.options, asking)

    def edited(self, outcome: BranchSummaryResult, text: str) -> BranchSummaryResult:
        """The outcome with a person's own words."""
        return replace(outcome, summary=text)


def remarks(text: str, outcome: Outcome) -> Sequence[str]:
    """What a reader should look at twice before saving."""
    return check_summary(
        text,
        [as_text(path) for path in as_list(outcome.details.get("readFiles"))],
        [as_text(path) for path in as_list(outcome.details.get("modifiedFiles"))],
    )
