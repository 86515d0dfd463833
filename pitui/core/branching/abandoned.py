"""What a switch leaves behind: the entries between the old leaf and the common ancestor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitui.core.context.projection import (
    ProjectedEntry,
    branch_summary_message,
    compaction_summary_message,
    latest_edits,
    messages_of,
)
from pitui.core.context.tokens import estimate_tokens
from pitui.core.session.entries import Entry
from pitui.core.session.messages import Message
from pitui.core.session.session import Session
from pitui.core.summary.file_ledger import FileOps

_SUMMARIES = ("compaction", "branch_summary")
_ALWAYS_TAKEN_BELOW = 0.9
"""A summary that does not fit is still taken while less than this share of the budget is used."""


@dataclass(frozen=True, slots=True)
class Abandoned:
    """Entries a switch leaves, oldest first, and where the two paths part (pi: `CollectEntriesResult`)."""

    entries: Sequence[Entry]
    common_ancestor_id: str | None


@dataclass(frozen=True, slots=True)
class BranchPreparation:
    """The part of an abandoned branch that fits into a request (pi: `BranchPreparation`)."""

    messages: Sequence[Message]
    file_ops: FileOps
    total_tokens: int


def collect_entries_for_branch_summary(session: Session, old_leaf_id: str | None, target_id: str) -> Abandoned:
    """The entries from the old leaf back to the deepest entry on both paths, right through compactions.

    Paths that share nothing, such as one to a target that is not here, leave the whole old path
    (pi: `collectEntriesForBranchSummary`). Raises UnknownEntryError for an old leaf that is not here.
    """
    if old_leaf_id is None:
        return Abandoned((), None)
    old_path = session.branch(old_leaf_id)
    on_old_path = {entry.id for entry in old_path}
    target_path = session.branch(target_id) if target_id in session.by_id else []
    ancestor = next((entry.id for entry in reversed(target_path) if entry.id in on_old_path), None)
    ids = [entry.id for entry in old_path]
    return Abandoned(old_path[ids.index(ancestor) + 1 :] if ancestor is not None else old_path, ancestor)


def prepare_branch_entries(entries: Sequence[Entry], token_budget: float) -> BranchPreparation:
    """The newest messages that fit into a budget of estimated tokens; 0 or less is no limit.

    Tool results are left out. The first message that does not fit ends the walk, and its file calls still
    count; the lists of every branch summary inside count too (pi: `prepareBranchEntries`).
    """
    file_ops = FileOps()
    for entry in entries:
        if entry.type == "branch_summary":
            file_ops.note_details(entry.body)
    messages: list[Message] = []
    total = 0
    for projected in reversed(project_branch(entries)):
        message = branch_message(projected)
        if message is None:
            continue
        file_ops.note_message(message)
        tokens = estimate_tokens(message)
        if token_budget > 0 and total + tokens > token_budget:
            if takes_anyway(projected.entry, total, token_budget):
                messages.append(message)
                total += tokens
            break
        messages.append(message)
        total += tokens
    messages.reverse()
    return BranchPreparation(messages, file_ops, total)


def takes_anyway(entry: Entry, total: float, token_budget: float) -> bool:
    """Whether an entry that does not fit is taken all the same, as a summary is while there is some room."""
    return entry.type in _SUMMARIES and total < token_budget * _ALWAYS_TAKEN_BELOW


def project_branch(entries: Sequence[Entry]) -> list[ProjectedEntry]:
    """The entries with the edits that lie among them."""
    edits = latest_edits(entries)
    return [ProjectedEntry(entry, edits.get(entry.id)) for entry in entries]


def branch_message(projected: ProjectedEntry) -> Message | None:
    """The message an abandoned entry gives to its branch's summary; None for results and bookkeeping."""
    entry = projected.entry
    if entry.type == "compaction":
        return compaction_summary_message(entry.body)
    if entry.type == "branch_summary":
        return branch_summary_message(entry.body)
    if entry.type not in ("message", "custom_message") or entry.role == "toolResult":
        return None
    messages = projected.messages if projected.edit is not None else messages_of(entry)
    return messages[0] if messages else None
