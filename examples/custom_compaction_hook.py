"""A hook for pitui: copy it into the folder `hooks` beside pitui's config.toml.

Small compactions are summarised here, without any model, by listing what was asked and which files were
touched. Larger ones, and any with a summary to build upon, go the usual way. Branches that are left get a label.
"""

from __future__ import annotations

import logging

from pitui.core.hooks import (
    BeforeCompactResult,
    BeforeTreeResult,
    HookCompaction,
    HookRegistry,
    SessionBeforeCompact,
    SessionBeforeTree,
    SessionCompact,
)
from pitui.core.session.content import text_of
from pitui.core.summary.file_ledger import format_file_operations

FEW_MESSAGES = 20


def list_requests(event: SessionBeforeCompact) -> BeforeCompactResult | None:
    """Answer with a compaction of our own; None leaves it to the summariser."""
    preparation = event.preparation
    messages = (*preparation.messages_to_summarize, *preparation.turn_prefix_messages)
    if len(messages) > FEW_MESSAGES or preparation.previous_summary is not None or event.custom_instructions:
        return None
    requests = [text_of(message.content).strip() for message in messages if message.role == "user"]
    read, modified = preparation.file_ops.lists()
    summary = "## Goal\n" + "\n".join(f"- {request}" for request in requests if request)
    return BeforeCompactResult(
        compaction=HookCompaction(
            summary=summary + format_file_operations(read, modified),
            first_kept_entry_id=preparation.first_kept_entry_id,
            tokens_before=preparation.tokens_before,
            details={"readFiles": read, "modifiedFiles": modified},
        )
    )


async def label_branch(event: SessionBeforeTree) -> BeforeTreeResult | None:
    """Handlers may be async, and may ask anything of their own; `event.signal` says when to stop."""
    if event.preparation.label is not None or not event.preparation.user_wants_summary:
        return None
    return BeforeTreeResult(label=f"left with {len(event.preparation.entries_to_summarize)} entries")


def note(event: SessionCompact) -> None:
    """What is done is only told; nothing that happens here can undo it."""
    made_by = "a hook" if event.from_extension else "a model"
    logging.getLogger("pitui.hooks").info("%s: %s, by %s", event.entry.id, event.reason, made_by)


def register(hooks: HookRegistry) -> None:
    """pitui calls this once, when it starts."""
    hooks.on("session_before_compact", list_requests)
    hooks.on("session_before_tree", label_branch)
    hooks.on("session_compact", note)
