"""The summary of a branch that is left, and the entry that records it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitui.core.branching.abandoned import prepare_branch_entries
from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.entries import Entry
from pitui.core.session.writing import stamped
from pitui.core.summary import prompts
from pitui.core.summary.ask import Asking, ask
from pitui.core.summary.file_ledger import format_file_operations
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.request import branch_request
from pitui.core.summary.summarizer import SummaryRequest

DEFAULT_WINDOW = 128_000
"""The context window taken for a model whose own is unknown, in tokens."""


@dataclass(frozen=True, slots=True)
class BranchSummaryResult:
    """A branch summary that no file has yet (pi: `BranchSummaryResult`)."""

    summary: str
    usage: JsonObject | None
    details: Json
    """`readFiles` and `modifiedFiles`, or anything a hook wants to find again; None leaves the key out."""
    from_hook: bool = False


@dataclass(frozen=True, slots=True)
class BranchOptions:
    """What bounds and words a branch summary."""

    summary: SummaryOptions
    context_window: float = DEFAULT_WINDOW
    reserve_tokens: float = 16_384
    replace_instructions: bool = False

    @property
    def token_budget(self) -> float:
        """Estimated tokens the messages may have; 0 or less is no limit."""
        return (self.context_window or DEFAULT_WINDOW) - self.reserve_tokens


def branch_summary_request(entries: Sequence[Entry], options: BranchOptions) -> SummaryRequest | None:
    """The exact request that summing up these entries would send; None when no message is among them."""
    messages = prepare_branch_entries(entries, options.token_budget).messages
    if not messages:
        return None
    return branch_request(
        messages,
        instructions=options.summary.instructions,
        replace_instructions=options.replace_instructions,
        include_thinking=options.summary.include_thinking,
        model_max_tokens=options.summary.model_max_tokens,
        thinking_level=options.summary.thinking_level,
    )


async def generate_branch_summary(
    entries: Sequence[Entry], options: BranchOptions, asking: Asking
) -> BranchSummaryResult:
    """Sum up an abandoned branch (pi: `generateBranchSummary`).

    Entries without a message among them need no request. Raises SummaryError or SummaryAbortedError.
    """
    request = branch_summary_request(entries, options)
    if request is None:
        return BranchSummaryResult(prompts.NO_CONTENT, None, {"readFiles": [], "modifiedFiles": []})
    summary = await ask(request, asking)
    return branch_result(entries, options, summary.text, summary.usage)


def branch_result(
    entries: Sequence[Entry], options: BranchOptions, text: str, usage: JsonObject | None
) -> BranchSummaryResult:
    """The result for a summary text: the preamble before it, the file lists behind it."""
    read, modified = prepare_branch_entries(entries, options.token_budget).file_ops.lists()
    return BranchSummaryResult(
        summary=prompts.BRANCH_PREAMBLE + text + format_file_operations(read, modified),
        usage=usage,
        details={"readFiles": read, "modifiedFiles": modified},
    )


def branch_summary_body(
    result: BranchSummaryResult, *, entry_id: str, parent_id: str | None, from_id: str | None, now: float
) -> JsonObject:
    """The entry to append, its keys in the order pi writes them; `now` in milliseconds since 1970."""
    return stamped(branch_summary_fields(result, from_id), entry_id=entry_id, parent_id=parent_id, now=now)


def branch_summary_fields(result: BranchSummaryResult, from_id: str | None) -> JsonObject:
    """What the entry says beyond its id, parent and time."""
    fields: dict[str, Json] = {
        "type": "branch_summary",
        "fromId": from_id if from_id is not None else "root",
        "summary": result.summary,
    }
    if result.details is not None:
        fields["details"] = result.details
    if result.usage is not None:
        fields["usage"] = result.usage
    fields["fromHook"] = result.from_hook
    return fields
