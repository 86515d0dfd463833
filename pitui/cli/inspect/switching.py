"""What switching to another entry and copying a branch would do."""

from __future__ import annotations

from collections.abc import Sequence

from pitui.cli.inspect.canned import CannedSummarizer, asking
from pitui.cli.inspect.compacting import NOW
from pitui.cli.inspect.options import Options
from pitui.cli.inspect.views import error_view, file_ops_view, role_of
from pitui.core.branching.abandoned import (
    BranchPreparation,
    collect_entries_for_branch_summary,
    prepare_branch_entries,
)
from pitui.core.branching.branch_summary import BranchOptions, branch_summary_body, generate_branch_summary
from pitui.core.branching.switch import landing
from pitui.core.context.llm import convert_to_llm
from pitui.core.context.projection import project
from pitui.core.errors import UnknownEntryError
from pitui.core.javascript.json import Json, JsonObject
from pitui.core.pi_faults import PiFails, check_serialization, pi_branch_tokens
from pitui.core.session.entries import Entry, draft_entry
from pitui.core.session.fork import fork_bodies
from pitui.core.session.session import Session
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.transcript import serialize_conversation

ADDED = "$added"


async def branch_part(session: Session, leaf_id: str | None, options: Options) -> Json:
    """The switch to `--branch-target`: what is left, its summary, and the two ways to go."""
    if options.branch_target is None:
        return None
    left = collect_entries_for_branch_summary(session, leaf_id, options.branch_target)
    branch_options = _branch_options(options)
    prepared = prepare_branch_entries(left.entries, branch_options.token_budget)
    return {
        "collect": {"entryIds": [entry.id for entry in left.entries], "commonAncestorId": left.common_ancestor_id},
        "tokenBudget": branch_options.token_budget,
        **await _summary(left.entries, prepared, branch_options),
        "navigateNoSummary": await _navigate(session, leaf_id, options, left.entries, summarize=False),
        "navigateSummary": await _navigate(session, leaf_id, options, left.entries, summarize=True),
    }


async def _summary(
    entries: Sequence[Entry], prepared: BranchPreparation, branch_options: BranchOptions
) -> dict[str, Json]:
    try:
        tokens = pi_branch_tokens(entries, branch_options.token_budget)
    except PiFails as failure:
        stopped = error_view(failure)
        return {"prepare": stopped, "generate": {"modelCalls": 0, "result": stopped}}
    prepare: dict[str, Json] = {
        "roles": [role_of(message) for message in prepared.messages],
        "totalTokens": tokens,
        "fileOps": file_ops_view(prepared.file_ops),
    }
    try:
        check_serialization(prepared.messages)
    except PiFails as failure:
        stopped = error_view(failure)
        return {"prepare": {**prepare, "serialized": stopped}, "generate": {"modelCalls": 0, "result": stopped}}
    thinking = branch_options.summary.include_thinking
    summarizer = CannedSummarizer()
    result = await generate_branch_summary(entries, branch_options, asking(summarizer))
    details = {"usage": result.usage, **result.details} if prepared.messages else {}
    return {
        "prepare": {
            **prepare,
            "serialized": serialize_conversation(convert_to_llm(prepared.messages), include_thinking=thinking),
        },
        "generate": {"modelCalls": summarizer.calls, "result": {"summary": result.summary, **details}},
    }


def fork_part(session: Session, options: Options) -> Json:
    """The branch of `--fork` as a new session would hold it."""
    if options.fork is None or options.fork not in session.by_id:
        return None
    bodies = fork_bodies(session, options.fork, lambda: "$new")
    ids = set(session.by_id)
    return {
        "wroteFile": any(_role(body) in ("user", "assistant") for body in bodies),
        "entries": [[body["id"], body["type"], body["parentId"], _extra(body, ids)] for body in bodies],
        "leaf": bodies[-1]["id"] if bodies else None,
    }


def _branch_options(options: Options) -> BranchOptions:
    summary = SummaryOptions(
        instructions=options.instructions, include_thinking=options.thinking, model_max_tokens=options.max_tokens
    )
    return BranchOptions(summary, options.context_window, options.branch_reserve, options.replace_instructions)


async def _navigate(
    session: Session, leaf_id: str | None, options: Options, left: Sequence[Entry], *, summarize: bool
) -> Json:
    try:
        target = session.entry(options.branch_target or "")
    except UnknownEntryError as error:
        return error_view(error)
    if target.id == leaf_id:
        return _arrived(session, leaf_id, None, 0, [])
    new_leaf_id, text = landing(session, target)
    if not (summarize and left):
        return _arrived(session, new_leaf_id, text, 0, [])
    summarizer = CannedSummarizer()
    result = await generate_branch_summary(left, _branch_options(options), asking(summarizer))
    body = branch_summary_body(result, entry_id=ADDED, parent_id=new_leaf_id, from_id=leaf_id, now=NOW)
    return _arrived(session, new_leaf_id, text, summarizer.calls, [body])


def _arrived(
    session: Session, leaf_id: str | None, editor_text: str | None, calls: int, added: Sequence[JsonObject]
) -> Json:
    path = [*session.branch(leaf_id), *(draft_entry(body) for body in added)]
    projection = project(path)
    return {
        "cancelled": False,
        "editorText": editor_text,
        "leafId": ADDED if added else leaf_id,
        "added": [_added(body) for body in added],
        "modelCalls": calls,
        "contextEntries": [projected.entry.id for projected in projection.entries],
        "llmRoles": [role_of(message) for message in convert_to_llm(projection.messages)],
    }


def _added(body: JsonObject) -> Json:
    names = ("type", "parentId", "fromId", "summary", "details", "fromHook")
    return {**{name: body[name] for name in names}, "keys": list(body)}


def _role(body: JsonObject) -> Json:
    message = body.get("message")
    return message.get("role") if body["type"] == "message" and isinstance(message, dict) else None


def _extra(body: JsonObject, ids: set[str]) -> Json:
    if body["type"] == "compaction":
        kept = body.get("firstKeptEntryId")
        return kept if not isinstance(kept, str) or kept in ids else "$new"
    if body["type"] == "label":
        return [body["targetId"], body.get("label"), body["timestamp"]]
    return None
