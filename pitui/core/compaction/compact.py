"""Doing a compaction that was prepared: its requests, its summary, and the entry that records it."""

from __future__ import annotations

from dataclasses import dataclass

from pitui.core.compaction.preparation import CompactionPreparation
from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.content import as_text
from pitui.core.session.writing import stamped
from pitui.core.summary import prompts
from pitui.core.summary.ask import Asking, Summary, ask
from pitui.core.summary.file_ledger import format_file_operations
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.request import history_request, turn_prefix_request
from pitui.core.summary.summarizer import SummaryRequest
from pitui.core.summary.usage import combine_usage


@dataclass(frozen=True, slots=True)
class CompactionResult:
    """A finished compaction that no file has yet (pi: `CompactionResult`)."""

    summary: str
    first_kept_entry_id: str
    tokens_before: float
    usage: JsonObject | None
    details: Json
    """`readFiles` and `modifiedFiles`, or anything a hook wants to find again; None leaves the key out."""
    system_message: JsonObject | None
    from_hook: bool = False


@dataclass(frozen=True, slots=True)
class CompactionRequests:
    """The one or two requests of a compaction, sent one after the other."""

    history: SummaryRequest | None
    """None when nothing comes before a split turn."""
    turn_prefix: SummaryRequest | None
    """None when no turn is split."""

    @property
    def all(self) -> tuple[SummaryRequest, ...]:
        """Those there are, in the order they are sent."""
        return tuple(request for request in (self.history, self.turn_prefix) if request is not None)


def compaction_requests(preparation: CompactionPreparation, options: SummaryOptions) -> CompactionRequests:
    """The exact requests that compacting would send."""
    history = preparation.messages_to_summarize
    prefix = preparation.turn_prefix_messages
    splits = preparation.is_split_turn and bool(prefix)
    reserve = preparation.settings.reserve_tokens
    return CompactionRequests(
        history=history_request(
            history,
            reserve_tokens=reserve,
            previous_summary=as_text(preparation.previous_summary) or None,
            instructions=options.instructions,
            include_thinking=options.include_thinking,
            model_max_tokens=options.model_max_tokens,
            thinking_level=options.thinking_level,
        )
        if history or not splits
        else None,
        turn_prefix=turn_prefix_request(
            prefix,
            reserve_tokens=reserve,
            instructions=options.instructions,
            include_thinking=options.include_thinking,
            model_max_tokens=options.model_max_tokens,
            thinking_level=options.thinking_level,
        )
        if splits
        else None,
    )


async def compact(preparation: CompactionPreparation, options: SummaryOptions, asking: Asking) -> CompactionResult:
    """Ask for the summary of a prepared compaction (pi: `compact`).

    A split turn takes two requests, the history first. Raises SummaryError or SummaryAbortedError; nothing is
    written either way.
    """
    requests = compaction_requests(preparation, options)
    history = await ask(requests.history, asking) if requests.history is not None else None
    prefix = await ask(requests.turn_prefix, asking) if requests.turn_prefix is not None else None
    return finished(preparation, history, prefix)


def finished(preparation: CompactionPreparation, history: Summary | None, prefix: Summary | None) -> CompactionResult:
    """The result of a compaction whose replies are in."""
    previous = preparation.previous_summary
    earlier = prompts.NO_PRIOR_HISTORY if previous is None else as_text(previous)
    text = history.text if history is not None else earlier
    if prefix is not None:
        text += prompts.SPLIT_TURN + prefix.text
    usages = [summary.usage if summary is not None else None for summary in (history, prefix)]
    return with_files(preparation, text, combine_usage(*usages))


def with_files(preparation: CompactionPreparation, text: str, usage: JsonObject | None) -> CompactionResult:
    """The result for a summary text, with the file lists at its end."""
    read, modified = preparation.file_ops.lists()
    system = preparation.system_message
    return CompactionResult(
        summary=text + format_file_operations(read, modified),
        first_kept_entry_id=preparation.first_kept_entry_id,
        tokens_before=preparation.tokens_before,
        usage=usage,
        details={"readFiles": read, "modifiedFiles": modified},
        system_message=system.data if system is not None else None,
    )


def compaction_body(result: CompactionResult, *, entry_id: str, parent_id: str | None, now: float) -> JsonObject:
    """The entry to append, its keys in the order pi writes them; `now` in milliseconds since 1970."""
    return stamped(compaction_fields(result, now), entry_id=entry_id, parent_id=parent_id, now=now)


def compaction_fields(result: CompactionResult, now: float) -> JsonObject:
    """What the entry says beyond its id, parent and time."""
    fields: dict[str, Json] = {
        "type": "compaction",
        "summary": result.summary,
        "firstKeptEntryId": result.first_kept_entry_id,
        "tokensBefore": result.tokens_before,
    }
    if result.details is not None:
        fields["details"] = result.details
    if result.usage is not None:
        fields["usage"] = result.usage
    fields["fromHook"] = result.from_hook
    if result.system_message is not None:
        fields["systemMessage"] = {**result.system_message, "timestamp": int(now)}
    return fields
