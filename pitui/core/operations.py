"""What a person can do to a session, end to end; each writes at most a few whole lines or nothing.

Bodies are composed against the file as it is at the moment of writing: what another writer appended is read
first, so an id is never given twice and the file's leaf is the real one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pitui.core.branching.branch_summary import BranchSummaryResult, branch_summary_body
from pitui.core.branching.switch import MARKER_TYPE, SwitchPlan
from pitui.core.compaction.compact import CompactionResult, compaction_body
from pitui.core.errors import PituiError, StaleFileError
from pitui.core.javascript.dates import format_date
from pitui.core.javascript.json import JsonObject
from pitui.core.session.append import append_entries
from pitui.core.session.entries import Entry
from pitui.core.session.follow import SessionFollower
from pitui.core.session.rewrite import migrate_file
from pitui.core.session.session import Session

_ATTEMPTS = 5
"""How often a file that keeps growing is read anew before giving up."""


@dataclass(frozen=True, slots=True)
class Pen:
    """The clock and the ids that writing needs."""

    now: Callable[[], float]
    """Milliseconds since 1970."""
    new_id: Callable[[], str]
    """A fresh id; 8 hex digits in pi's files."""


@dataclass(frozen=True, slots=True)
class Written:
    """What an operation left behind."""

    session: Session
    entries: Sequence[Entry]
    """The new entries, in file order; empty when nothing was written."""
    backup: Path | None = None
    """Where the old bytes are, when the file was brought up to date first."""


NewId = Callable[[], str]
Compose = Callable[[Session, NewId], Sequence[JsonObject]]


def save_compaction(follower: SessionFollower, leaf_id: str, result: CompactionResult, pen: Pen) -> Written:
    """Append the one `compaction` entry under the leaf it was made for.

    Raises StaleFileError or WriteError; the summary is the caller's to keep then.
    """

    def compose(session: Session, new_id: NewId) -> Sequence[JsonObject]:
        session.entry(leaf_id)
        return [compaction_body(result, entry_id=new_id(), parent_id=leaf_id, now=pen.now())]

    return _write(follower, compose, pen)


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

    return _write(follower, compose, pen)


def mark_leaf(
    follower: SessionFollower, leaf_id: str | None, pen: Pen, *, label: tuple[str, str] | None = None
) -> Written:
    """Append the invisible entry that makes pi resume under a leaf; `label` names a target and its label."""

    def compose(_: Session, new_id: NewId) -> Sequence[JsonObject]:
        marker = {**_base("custom", new_id(), leaf_id, pen), "customType": MARKER_TYPE}
        if label is None:
            return [marker]
        target_id, text = label
        return [marker, _label_body(new_id(), marker["id"], target_id, text, pen)]

    return _write(follower, compose, pen)


def set_label(follower: SessionFollower, target_id: str, text: str, pen: Pen) -> Written:
    """Append a label for an entry under the file's leaf; an empty text clears the label."""

    def compose(session: Session, new_id: NewId) -> Sequence[JsonObject]:
        session.entry(target_id)
        return [_label_body(new_id(), session.leaf_id, target_id, text, pen)]

    return _write(follower, compose, pen)


def rename(follower: SessionFollower, name: str, pen: Pen) -> Written:
    """Append the session's name, on one line, under the file's leaf; an empty one clears it."""
    flat = " ".join(name.split())

    def compose(session: Session, new_id: NewId) -> Sequence[JsonObject]:
        return [{**_base("session_info", new_id(), session.leaf_id, pen), "name": flat}]

    return _write(follower, compose, pen)


def _write(follower: SessionFollower, compose: Compose, pen: Pen) -> Written:
    backup: Path | None = None
    for _ in range(_ATTEMPTS):
        news = follower.poll()
        if news.kind == "gone":
            raise StaleFileError("The file is no longer there, or no session any more; reload before writing.")
        if news.kind == "replaced":
            raise StaleFileError("The file was replaced by another; have a look at it before writing.")
        if news.session.version < 3:
            backup = migrate_file(news.session)
            follower.reload()
        session = follower.session
        bodies = compose(session, lambda session=session: _unused_id(session, pen))  # type: ignore[misc]
        try:
            append_entries(session, bodies)
        except StaleFileError:
            continue
        session = follower.poll().session
        return Written(session, [session.entry(body["id"]) for body in bodies], backup)
    raise StaleFileError("Another program keeps writing to the file; try again when it is done.")


def _unused_id(session: Session, pen: Pen) -> str:
    for _ in range(100):
        identity = pen.new_id()
        if identity not in session.by_id:
            return identity
    raise PituiError("No unused entry id could be found.")


def _label_body(entry_id: str, parent_id: str | None, target_id: str, text: str, pen: Pen) -> JsonObject:
    body = {**_base("label", entry_id, parent_id, pen), "targetId": target_id}
    return {**body, "label": text} if text else body


def _base(kind: str, entry_id: str, parent_id: str | None, pen: Pen) -> JsonObject:
    return {"type": kind, "id": entry_id, "parentId": parent_id, "timestamp": format_date(pen.now())}
