"""A session, or one branch of it, as lines that pi opens again: every parent is there, every boundary holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitui.core.javascript.json import JsonObject
from pitui.core.session.fork import fork_bodies
from pitui.core.session.session import Session


def branch_objects(session: Session, leaf_id: str, new_id: Callable[[], str]) -> Iterator[JsonObject]:
    """The header and the entries of one branch, labels anew at its end; raises UnknownEntryError."""
    yield session.header
    yield from fork_bodies(session, leaf_id, new_id)


def session_objects(session: Session) -> Iterator[JsonObject]:
    """The header and every entry as the current version has it, in the order of the file."""
    yield session.header
    for entry in session.entries:
        yield entry.body
