"""What compacting would do, and the context after it."""

from __future__ import annotations

from collections.abc import Sequence

from pitui.cli.inspect.canned import CannedSummarizer, asking
from pitui.cli.inspect.options import Options
from pitui.cli.inspect.reading import context_usage
from pitui.cli.inspect.views import error_view, file_ops_view, llm_view, or_error, role_of
from pitui.core.compaction.compact import CompactionResult, compact, compaction_body, compaction_requests
from pitui.core.compaction.preparation import CompactionPreparation, prepare_compaction
from pitui.core.context.llm import convert_to_llm
from pitui.core.context.projection import project
from pitui.core.javascript.json import Json
from pitui.core.pi_faults import (
    PiFails,
    check_file_operations,
    check_preparation,
    check_serialization,
    pi_estimate,
    pi_projected_estimate,
)
from pitui.core.session.entries import Entry, draft_entry
from pitui.core.session.messages import Message
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.transcript import serialize_conversation

NEW_ID = "$compaction"
NOW = 1893456000000.0
"""A fixed moment for the entries of an inspection, in milliseconds since 1970."""


async def compaction_part(path: Sequence[Entry], options: Options) -> dict[str, Json]:
    """The preparation, the result with canned replies, and what the model sees afterwards."""
    nothing = {"prepareCompaction": None, "compact": None, "afterCompaction": None}
    preparation = prepare_compaction(path, options.settings)
    try:
        check_preparation(path, options.keep_recent)
        check_file_operations(preparation.all_messages if preparation is not None else ())
    except PiFails as failure:
        return {**nothing, "prepareCompaction": error_view(failure)}
    if preparation is None:
        return nothing
    prepared = _preparation(preparation, options)
    return {"prepareCompaction": prepared, **await _compaction(path, preparation, options)}


async def _compaction(path: Sequence[Entry], preparation: CompactionPreparation, options: Options) -> dict[str, Json]:
    summarizer = CannedSummarizer()
    summary_options = SummaryOptions(
        instructions=options.instructions, include_thinking=options.thinking, model_max_tokens=options.max_tokens
    )
    for calls, request in enumerate(compaction_requests(preparation, summary_options).all):
        try:
            check_serialization(request.messages)
        except PiFails as failure:
            return {"compact": {"modelCalls": calls, "result": error_view(failure)}, "afterCompaction": None}
    result = await compact(preparation, summary_options, asking(summarizer))
    return {
        "compact": {
            "modelCalls": summarizer.calls,
            "result": {
                "summary": result.summary,
                "firstKeptEntryId": result.first_kept_entry_id,
                "tokensBefore": _tokens_before(preparation),
                "details": result.details,
                "usage": result.usage,
            },
        },
        "afterCompaction": or_error(lambda: _after(path, result, options)),
    }


def _tokens_before(preparation: CompactionPreparation) -> float:
    """The tokens pi itself would record, which are no number where a text is none."""
    return pi_projected_estimate(preparation.projection).tokens


def _preparation(preparation: CompactionPreparation, options: Options) -> Json:
    def serialized(messages: Sequence[Message]) -> str:
        return serialize_conversation(convert_to_llm(messages), include_thinking=options.thinking)

    return {
        "firstKeptEntryId": preparation.first_kept_entry_id,
        "isSplitTurn": preparation.is_split_turn,
        "tokensBefore": _tokens_before(preparation),
        "previousSummary": preparation.previous_summary,
        "messagesToSummarize": [role_of(message) for message in preparation.messages_to_summarize],
        "turnPrefixMessages": [role_of(message) for message in preparation.turn_prefix_messages],
        "fileOps": file_ops_view(preparation.file_ops),
        "serializedHistory": serialized(preparation.messages_to_summarize),
        "serializedTurnPrefix": serialized(preparation.turn_prefix_messages),
    }


def _after(path: Sequence[Entry], result: CompactionResult, options: Options) -> Json:
    body = compaction_body(result, entry_id=NEW_ID, parent_id=path[-1].id, now=NOW)
    projection = project([*path, draft_entry(body)])
    system = body.get("systemMessage")
    return {
        "newIds": 1,
        "parentId": body["parentId"],
        "keys": list(body),
        "systemMessage": llm_view(Message(system)) if system is not None else None,
        "contextEntries": [projected.entry.id for projected in projection.entries],
        "llmRoles": [role_of(message) for message in convert_to_llm(projection.messages)],
        "estimatedTokensAfter": sum(pi_estimate(message) for message in projection.messages),
        "contextUsage": context_usage(projection, options.context_window),
    }
