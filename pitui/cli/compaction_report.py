"""What `pitui compact` says: the plan before, the outcome after, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from pitui.cli.compaction_plan import CompactionPlan
from pitui.cli.leaf import Leaf
from pitui.cli.request import asks_line, request_lines, requests_json, summarizer_json
from pitui.cli.settings_report import settings_json
from pitui.cli.table import picture_lines, picture_width
from pitui.core.compaction.compact import CompactionResult
from pitui.core.compaction.outlook import Outlook, outlook
from pitui.core.compaction.preparation import ALREADY_COMPACTED, why_nothing
from pitui.core.javascript.json import Json
from pitui.core.operations import Written
from pitui.rendering.compaction_picture import compaction_picture
from pitui.rendering.numbers import count, estimate, tokens
from pitui.rendering.ribbon import ribbon_of


def plan_lines(plan: CompactionPlan) -> Iterator[str]:
    """The preparation as the screen draws it, and the exact requests."""
    preparation, seen = plan.preparation, outlook(plan.preparation)
    ribbon = ribbon_of(preparation.projection)
    picture = compaction_picture(plan.leaf.session, preparation, seen, ribbon, picture_width())
    yield from picture_lines(picture.lines)
    yield ""
    yield _figures(seen)
    yield f"reserve {count(preparation.settings.reserve_tokens)}  ({preparation.settings.reserve_tokens_origin})"
    yield asks_line(plan.requests, plan.writer.summarizer.destination)
    yield plan.writer.reason
    yield from request_lines(plan.requests)


def written_lines(plan: CompactionPlan, result: CompactionResult, written: Written) -> Iterator[str]:
    """What was written and what it changes."""
    yield f"compacted: {_figures(outlook(plan.preparation, result))}"
    yield f"entry {written.entries[0].id}, first kept {result.first_kept_entry_id}"
    yield plan.writer.reason
    if written.backup is not None:
        yield f"The file was of an old version and was brought up to date; its old bytes are in {written.backup}."


def nothing_json(leaf: Leaf) -> Json:
    """Why there is nothing to compact, as a status."""
    sentence = why_nothing(leaf.path)
    status = "already-compacted" if sentence == ALREADY_COMPACTED else "nothing-to-compact"
    return {"status": status, "message": sentence, **leaf.as_json}


def plan_json(plan: CompactionPlan) -> Json:
    """The preparation and the exact requests."""
    return {
        "status": "dry-run",
        **_decided_json(plan),
        **_outlook_json(outlook(plan.preparation)),
        "requests": requests_json(plan.requests),
    }


def written_json(plan: CompactionPlan, result: CompactionResult, written: Written) -> Json:
    """What was written and what it changes."""
    return {
        "status": "compacted",
        **_decided_json(plan),
        **_outlook_json(outlook(plan.preparation, result)),
        "entry": written.entries[0].body,
        "backup": str(written.backup) if written.backup is not None else None,
    }


def _decided_json(plan: CompactionPlan) -> dict[str, Json]:
    preparation = plan.preparation
    read, modified = preparation.file_ops.lists()
    return {
        **plan.leaf.as_json,
        "firstKeptEntryId": preparation.first_kept_entry_id,
        "isSplitTurn": preparation.is_split_turn,
        "entriesToSummarize": [projected.entry.id for projected in preparation.history],
        "turnPrefixEntries": [projected.entry.id for projected in preparation.turn_prefix],
        "keptEntries": [projected.entry.id for projected in preparation.kept],
        "previousSummary": preparation.previous_summary,
        "details": {"readFiles": read, "modifiedFiles": modified},
        "settings": settings_json(preparation.settings),
        "summarizer": summarizer_json(plan.requests, plan.writer.summarizer.destination, plan.writer.reason),
    }


def _outlook_json(seen: Outlook) -> dict[str, Json]:
    return {
        "tokensBefore": seen.tokens_before,
        "estimatedTokensAfter": seen.tokens_after,
        "saved": seen.saved,
        "summaryTokens": seen.summary_tokens,
        "summaryAssumed": seen.summary_assumed,
    }


def _figures(seen: Outlook) -> str:
    assumed = f", a summary of {tokens(seen.summary_tokens)} assumed" if seen.summary_assumed else ""
    change = f"saves {estimate(seen.saved)}" if seen.saved >= 0 else f"adds {estimate(-seen.saved)}"
    return f"{tokens(seen.tokens_before)} → {estimate(seen.tokens_after)}, {change}{assumed}"
