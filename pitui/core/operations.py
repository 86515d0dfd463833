"""What a person can do to a session, end to end; each writes at most a few whole lines or nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitui.core.branching.branch_summary import BranchSummaryResult, branch_summary_body
from pitui.core.branching.switch import MARKER_TYPE, SwitchPlan
from pitui.core.compaction.compact import CompactionResult, compaction_body
from pitui.core.javascript.json import JsonObject
from pitui.core.javascript.text import trim
from pitui.core.session.follow import SessionFollower
from pitui.core.session.session import Session
from pitui.core.session.writing import NewId, Pen, Written, stamped, write

__all__ = ["Pen", "Written", "mark_leaf", "rename", "save_branch_summary", "save_compaction", "set_label"]


def save_compaction(follower: SessionFollower, leaf_id: str, result: CompactionResult, pen: Pen) -> Written:
    """Append the one `compaction` entry under the leaf it was made for.

    Raises StaleFileError or WriteError; the summary is the caller's to keep then.
    """

    def compose(session: Session, new_id: NewId) -> Sequence[JsonObject]:
        session.entry(leaf_id)
        return [compaction_body(result, entry_id=new_id(), parent_id=leaf_id, now=pen.now())]

    return write(follower, compose, pen)


def save_branch_summary(
    follower: SessionFollower, plan: SwitchPlan, result: BranchSummaryResult, label: str | None, pen: Pen
) -> Written:
    """Append the one `branch_summary` entry under the new leaf, and its label if it gets one."""

    def compose(_: Session, new_id: NewId) -> Sequence[JsonObject]:
        entry_id = new_id()
        body = branch_summary_body(
            result, entry_id=entry_id, parent_id=plan.new_leaf_id, from_id=plan.old_leaf_id, now=pen.now()
        )
        labels = [_label_body(new_id(), entry_id, entry_id, label, pen)] if label else []
        return [body, *labels]

    return write(follower, compose, pen)


def mark_leaf(
    follower: SessionFollower, leaf_id: str | None, pen: Pen, *, label: tuple[str, str] | None = None
) -> Written:
    """Append the invisible entry that makes pi resume under a leaf; `label` names a target and its label."""

    def compose(_: Session, new_id: NewId) -> Sequence[JsonObject]:
        fields = {"type": "custom", "customType": MARKER_TYPE}
        marker = stamped(fields, entry_id=new_id(), parent_id=leaf_id, now=pen.now())
        if label is None:
            return [marker]
        target_id, text = label
        return [marker, _label_body(new_id(), marker["id"], target_id, text, pen)]

    return write(follower, compose, pen)


def set_label(follower: SessionFollower, target_id: str, text: str, pen: Pen) -> Written:
    """Append a label for an entry under the file's leaf; an empty text clears the label."""

    def compose(session: Session, new_id: NewId) -> Sequence[JsonObject]:
        session.entry(target_id)
        return [_label_body(new_id(), session.leaf_id, target_id, text, pen)]

    return write(follower, compose, pen)


def rename(follower: SessionFollower, name: str, pen: Pen) -> Written:
    """Append the session's name, on one line, under the file's leaf; an empty one clears it."""
    flat = trim(re.sub(r"[\r\n]+", " ", name))

    def compose(session: Session, new_id: NewId) -> Sequence[JsonObject]:
        fields = {"type": "session_info", "name": flat}
        return [stamped(fields, entry_id=new_id(), parent_id=session.leaf_id, now=pen.now())]

    return write(follower, compose, pen)


def _label_body(entry_id: str, parent_id: str | None, target_id: str, text: str, pen: Pen) -> JsonObject:
    fields: JsonObject = {"type": "label", "targetId": target_id, **({"label": text} if text else {})}
    return stamped(fields, entry_id=entry_id, parent_id=parent_id, now=pen.now())
