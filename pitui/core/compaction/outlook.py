"""The context before and after a compaction: the same function over two paths, so nothing can disagree."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pitui.core.compaction.compact import CompactionResult, compaction_body, with_files
from pitui.core.compaction.preparation import CompactionPreparation
from pitui.core.context.projection import Projection, project
from pitui.core.context.usage import plain_estimate
from pitui.core.javascript.text import units
from pitui.core.session.content import as_text
from pitui.core.session.entries import draft_entry

ASSUMED_SUMMARY_TOKENS = 1500
"""What a first summary is taken to weigh until it exists."""

DRAFT_ID = "draft"


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a compaction changes, in tokens."""

    before: Projection
    after: Projection
    tokens_before: float
    """The context now, as reported where a report holds."""
    saved: int
    """Estimate before minus estimate after, on one basis."""
    summary_tokens: int
    summary_assumed: bool
    """Whether the summary's size is a guess: the previous summary's, or a fixed one."""

    @property
    def tokens_after(self) -> float:
        """The context after, always an estimate."""
        return on_one_basis(self.tokens_before, self.saved, self.after)


def outlook(preparation: CompactionPreparation, result: CompactionResult | None = None) -> Outlook:
    """What the prepared compaction leaves, with its summary if there is one, else with one of assumed size."""
    assumed = result is None
    if result is None:
        result = replace(with_files(preparation, "", None), summary=_stand_in(preparation))
    path = preparation.projection.path
    draft = draft_entry(compaction_body(result, entry_id=DRAFT_ID, parent_id=path[-1].id, now=0))
    after = project([*path, draft])
    return Outlook(
        before=preparation.projection,
        after=after,
        tokens_before=preparation.tokens_before,
        saved=plain_estimate(preparation.projection) - plain_estimate(after),
        summary_tokens=-(-units(result.summary) // 4),
        summary_assumed=assumed,
    )


def on_one_basis(tokens_before: float, saved: int, after: Projection) -> float:
    """What was there less what is saved, in tokens; the plain estimate where a low report leaves nothing of it."""
    left = tokens_before - saved
    return left if left > 0 else plain_estimate(after)


def _stand_in(preparation: CompactionPreparation) -> str:
    """Blank text of the size a summary is taken to have."""
    previous = preparation.previous_summary
    return " " * (units(as_text(previous)) if previous else ASSUMED_SUMMARY_TOKENS * 4)
