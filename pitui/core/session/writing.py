"""Composing entries against the file as it is at the moment of writing, and appending them or nothing.

What another writer appended is read first, so an id is never given twice and the file's leaf is the real one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

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


NewId: TypeAlias = Callable[[], str]
Compose: TypeAlias = Callable[[Session, NewId], Sequence[JsonObject]]


def write(follower: SessionFollower, compose: Compose, pen: Pen) -> Written:
    """Append what `compose` makes of the session as it is now, its old version brought up to date first.

    Raises StaleFileError for a file that is another or never stands still, WriteError when the disk refuses.
    """
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
        bodies = compose(session, lambda session=session: unused_id(session.by_id, pen))  # type: ignore[misc]
        try:
            append_entries(session, bodies)
        except StaleFileError:
            continue
        session = follower.poll().session
        return Written(session, [session.entry(body["id"]) for body in bodies], backup)
    raise StaleFileError("Another program keeps writing to the file; try again when it is done.")


def unused_id(taken: Collection[str], pen: Pen) -> str:
    """An id nobody has; raises PituiError when the pen gives none."""
    for _ in range(100):
        identity = pen.new_id()
        if identity not in taken:
            return identity
    raise PituiError("No unused entry id could be found.")


def stamped(fields: JsonObject, *, entry_id: str, parent_id: str | None, now: float) -> JsonObject:
    """The entry to append for what it says, its base put behind its `type` as pi does."""
    base = {"type": fields["type"], "id": entry_id, "parentId": parent_id, "timestamp": format_date(now)}
    return {**base, **fields}
