"""Words from the command line to the file or the entry they mean."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pitui.cli.start import StartOptions
from pitui.core.errors import PituiError, UnknownEntryError, UnreadableError
from pitui.core.session.session import Session
from pitui.core.session.shelf import ShelfRow, newest_first, shelf


class AmbiguousError(PituiError):
    """A beginning that several sessions share."""

    title = "Which one?"

    def __init__(self, words: str, matches: Sequence[ShelfRow]) -> None:
        super().__init__(f"{len(matches)} sessions have an id that begins with {words}; say more of it.")
        self.matches = matches


def session_path(words: str, options: StartOptions) -> Path:
    """A file by its path, or a session by the beginning of its id.

    Raises UnreadableError when there is neither, AmbiguousError when several ids begin so.
    """
    if not words:
        raise UnreadableError("An empty text names no session.")
    if os.path.lexists(words):
        return Path(words)
    if os.sep in words or words.endswith(".jsonl"):
        raise UnreadableError(f"{words}: there is no such file.")
    place = options.sessions(options.home(Path.cwd()))
    matches = [row for row in shelf(place.folder, flat=place.flat) if row.id.startswith(words)]
    if not matches:
        raise UnreadableError(f"There is no file {words}, no command, and no session whose id begins so.")
    if len(matches) > 1:
        raise AmbiguousError(words, newest_first(matches))
    return matches[0].path


def entry_id(session: Session, words: str) -> str:
    """An entry by its id or the beginning of it; raises UnknownEntryError unless exactly one is meant."""
    if words in session.by_id:
        return words
    matches = [identity for identity in session.by_id if words and identity.startswith(words)]
    if len(matches) > 1:
        raise UnknownEntryError(f"{len(matches)} entries of this session have an id that begins with {words}.")
    if not matches:
        raise UnknownEntryError(f"This session has no entry {words}.")
    return matches[0]


def leaf_of(session: Session, words: str | None) -> str | None:
    """The leaf asked for, else the file's own; None in a session without entries."""
    return session.leaf_id if words is None else entry_id(session, words)
