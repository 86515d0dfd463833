"""What `pitui switch` says: the move before, the outcome after, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pitui.cli.asking import Writer
from pitui.cli.leaf import Leaf
from pitui.cli.request import asks_line, request_lines, requests_json, summarizer_json
from pitui.cli.table import picture_lines, picture_width
from pitui.core.branching.branch_summary import BranchOptions, branch_summary_request
from pitui.core.branching.switch import SwitchPlan
from pitui.core.context.projection import project
from pitui.core.context.usage import plain_estimate
from pitui.core.javascript.json import Json
from pitui.core.operations import Written
from pitui.core.summary.summarizer import SummaryRequest
from pitui.rendering.branch_picture import switch_picture
from pitui.rendering.entry_line import entry_line
from pitui.rendering.picture import text_of
from pitui.rendering.switch_facts import switch_facts


@dataclass(frozen=True)
class Move:
    """A switch decided and not yet done, with whoever sums up what is left, if anybody does."""

    leaf: Leaf
    plan: SwitchPlan
    summing_up: tuple[Writer, BranchOptions] | None

    @cached_property
    def requests(self) -> list[SummaryRequest]:
        """What will be sent: one request, or none where no message is left behind."""
        if self.summing_up is None:
            return []
        request = branch_summary_request(self.plan.abandoned.entries, self.summing_up[1])
        return [request] if request is not None else []


def plan_lines(move: Move) -> Iterator[str]:
    """The move as the screen draws it, and the exact request."""
    width = picture_width()
    yield from picture_lines(switch_picture(move.plan, width, summarize=move.summing_up is not None))
    yield from picture_lines(switch_facts(move.plan, width))
    if move.summing_up is None:
        yield "writes one invisible entry, so that pi resumes there"
    else:
        writer = move.summing_up[0]
        yield "writes one branch summary"
        yield asks_line(move.requests, writer.summarizer.destination)
        yield writer.reason
    yield from _editor_lines(move.plan)
    yield from request_lines(move.requests)


def written_lines(move: Move, written: Written) -> Iterator[str]:
    """What was written, and the text that may be said anew."""
    leaf = written.entries[0]
    yield f"pi resumes at {leaf.id}, behind {_entry(move, move.plan.new_leaf_id)}"
    if move.summing_up is not None:
        yield move.summing_up[0].reason
    if written.backup is not None:
        yield f"The file was of an old version and was brought up to date; its old bytes are in {written.backup}."
    yield from _editor_lines(move.plan)


def here_json(leaf: Leaf, sentence: str) -> Json:
    """That the session is there already, as a status."""
    return {"status": "already-there", "message": sentence, **leaf.as_json}


def plan_json(move: Move) -> Json:
    """The move and the exact request."""
    after = plain_estimate(move.plan.after)
    return {"status": "dry-run", **_move_json(move, after), "requests": requests_json(move.requests)}


def written_json(move: Move, written: Written) -> Json:
    """What was written."""
    after = plain_estimate(project(written.session.branch(written.entries[0].id)))
    return {
        "status": "switched",
        **_move_json(move, after),
        "entries": [entry.body for entry in written.entries],
        "backup": str(written.backup) if written.backup is not None else None,
    }


def _move_json(move: Move, tokens_after: int) -> dict[str, Json]:
    plan = move.plan
    writer = move.summing_up[0] if move.summing_up is not None else None
    return {
        **move.leaf.as_json,
        "oldLeafId": plan.old_leaf_id,
        "targetId": plan.target.id,
        "newLeafId": plan.new_leaf_id,
        "editorText": plan.editor_text,
        "commonAncestorId": plan.abandoned.common_ancestor_id,
        "entriesToSummarize": [entry.id for entry in plan.abandoned.entries],
        "editsUndone": [entry.id for entry in plan.edits_undone],
        "estimatedTokensBefore": plain_estimate(plan.before),
        "estimatedTokensAfter": tokens_after,
        "summarizer": summarizer_json(move.requests, writer.summarizer.destination, writer.reason) if writer else None,
    }


def _editor_lines(plan: SwitchPlan) -> Iterator[str]:
    if plan.editor_text is not None:
        yield "the message to say anew:"
        yield from (f"  {line}" for line in plan.editor_text.split("\n"))


def _entry(move: Move, entry_id: str | None) -> str:
    if entry_id is None:
        return "the start, before any entry"
    session = move.leaf.session
    return f"{entry_id}  {text_of(entry_line(session, session.entry(entry_id)))}"
