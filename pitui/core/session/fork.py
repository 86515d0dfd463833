"""A branch copied into a new session, as pi's clone does: same ids, labels at the end, no broken chain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pitui.core.javascript.dates import format_date
from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.session import Session

CURRENT = 3


def fork_bodies(session: Session, leaf_id: str, new_id: Callable[[], str]) -> list[JsonObject]:
    """The entries of the new session: the path without its label entries, re-chained, then the labels anew.

    A compaction that kept from a label keeps from the next entry that is none
    (pi: `createBranchedSession`). A path of nothing but labels gives nothing. Raises UnknownEntryError.
    """
    bodies: list[JsonObject] = []
    behind_label: dict[str, str] = {}
    pending: list[str] = []
    parent_id: str | None = None
    for entry in session.branch(leaf_id):
        if entry.type == "label":
            pending.append(entry.id)
            continue
        behind_label.update((label_id, entry.id) for label_id in pending)
        pending.clear()
        body = {**entry.body, "parentId": parent_id}
        if entry.type == "compaction":
            kept = body.get("firstKeptEntryId")
            if isinstance(kept, str) and kept in behind_label:
                body["firstKeptEntryId"] = behind_label[kept]
        bodies.append(body)
        parent_id = entry.id
    return bodies + _label_bodies(session, {body["id"] for body in bodies}, parent_id, new_id)


def fork_header(session: Session, *, session_id: str, now: float, parent: Path) -> JsonObject:
    """The new session's header, naming the file it came from; `now` in milliseconds since 1970."""
    return {
        "type": "session",
        "version": CURRENT,
        "id": session_id,
        "timestamp": format_date(now),
        "cwd": session.header.get("cwd"),
        "parentSession": str(parent),
    }


def _label_bodies(
    session: Session, kept: set[str], parent_id: str | None, new_id: Callable[[], str]
) -> list[JsonObject]:
    bodies: list[JsonObject] = []
    for target_id, label in session.labels.items():
        if target_id not in kept:
            continue
        identity = new_id()
        body: dict[str, Json] = {
            "type": "label",
            "id": identity,
            "parentId": parent_id,
            "timestamp": label.timestamp,
            "targetId": target_id,
            "label": label.text,
        }
        bodies.append(body)
        parent_id = identity
    return bodies
