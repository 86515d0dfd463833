"""Finding sessions: exactly in what was said and in ids, forgivingly in names and folders.

A file is read line by line first, by its bytes: only one in which some line may hold every word is opened.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rapidfuzz import fuzz

from pitui.core.errors import PituiError
from pitui.core.javascript.dates import parse_date
from pitui.core.javascript.json import JsonObject
from pitui.core.session.content import as_mapping, as_text, blocks_of
from pitui.core.session.entries import Entry
from pitui.core.session.file import SessionFile
from pitui.core.session.reader import open_session
from pitui.core.session.search import Query, said_in
from pitui.core.session.session import Session
from pitui.core.session.shelf import ShelfRow
from pitui.core.session.shelf_query import ShelfQuery

_PLAIN = re.compile(r"[a-z0-9_ -]*[a-df-z_ -][a-z0-9_ -]*\Z")
"""Words that stand in a line's bytes as they stand in its text: nothing in them is escaped or a number."""
_ALIKE: Final = 80
"""How alike a word and one of a name must be, of 100."""
_SHORTEST: Final = 4
"""Shorter words are alike to too much."""
_BEFORE, _AFTER = 30, 160
_BATCH: Final = 500
"""Entries between two looks at whether the search is still wanted."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A session that was found."""

    path: Path
    entry_id: str | None = None
    """The newest entry that was found in it; None where the session itself is what was looked for."""
    snippet: str = ""
    """What the entry says around the words, on one line."""
    places: int = 0
    """How many entries were found in it."""


def never() -> bool:
    """Nobody calls the search off."""
    return False


def find(row: ShelfRow, query: ShelfQuery, stopped: Callable[[], bool] = never) -> Hit | None:
    """What a search finds in a session; None for nothing, or when it is called off. Never raises."""
    titled = _titled(row, query)
    try:
        if not titled and not _may_hold(row.path, query.said):
            return None
        session = open_session(row.path)
        if stopped() or not _is_meant(session, query):
            return None
        if not query.asks_for_entries:
            return Hit(row.path) if query.since is None or row.last_activity >= query.since else None
        return _entries_found(session, query, stopped) or (Hit(row.path) if titled else None)
    except (PituiError, OSError):
        return Hit(row.path) if titled else None


def _titled(row: ShelfRow, query: ShelfQuery) -> bool:
    """Whether name, folder or id hold every word, and nothing more is asked for than words."""
    if not query.said.terms or query.role or query.tool or query.file or query.label:
        return False
    if query.since is not None and row.last_activity < query.since:
        return False
    title = f"{row.name or ''} {row.cwd or ''}".casefold()
    words = re.findall(r"\w+", title)
    return all(term in title or term in row.id.casefold() or _alike(term, words) for term in query.said.terms)


def _alike(term: str, words: list[str]) -> bool:
    return len(term) >= _SHORTEST and any(fuzz.ratio(term, word) >= _ALIKE for word in words)


def _may_hold(path: Path, said: Query) -> bool:
    """Whether any line of a file may say what is looked for."""
    return any(_may_say(line.text, said) for line in SessionFile(path).lines())


def _may_say(line: bytes, said: Query) -> bool:
    """False only where a line cannot say it; bytes that are escaped or not plain are left to a reading."""
    if not said.terms or not line.isascii() or b"\\u" in line:
        return True
    folded = line.lower()
    return all(term.encode() in folded for term in said.terms if _PLAIN.match(term))


def _is_meant(session: Session, query: ShelfQuery) -> bool:
    """Whether the session as a whole is what is asked for."""
    kinds = {
        "compaction": lambda: any(entry.type == "compaction" for entry in session.entries),
        "branch": lambda: len(session.tree.tips) > 1,
        "label": lambda: bool(session.labels),
        "damage": lambda: bool(session.damage),
    }
    if not all(kinds[kind]() for kind in query.has):
        return False
    return not query.model or any(query.model in _model(entry).casefold() for entry in session.entries)


def _entries_found(session: Session, query: ShelfQuery, stopped: Callable[[], bool]) -> Hit | None:
    newest, snippet, places = None, "", 0
    lifted = session.version < 3
    for number, entry in enumerate(session.by_id.values(), 1):
        if number % _BATCH == 0 and stopped():
            return None
        # A lifted entry says more than its line, and its id stands nowhere in the file.
        if not lifted and not _may_say(session.file.read(entry.offset, entry.length), query.said):
            continue
        if not _fits(session, entry, query):
            continue
        text = f"{said_in(entry)}\n{entry.id}"
        if query.asks_for_words and not query.said.finds(text):
            continue
        newest, snippet, places = entry, _around(text, query.said), places + 1
    return Hit(session.path, newest.id, snippet, places) if newest is not None else None


def _fits(session: Session, entry: Entry, query: ShelfQuery) -> bool:
    """Whether an entry is what the operators ask for."""
    if query.role and (entry.role or entry.type).casefold() != query.role:
        return False
    if query.since is not None and not parse_date(entry.timestamp) >= query.since:
        return False
    if query.label and query.label not in str(session.labels.get(entry.id, "")).casefold():
        return False
    if not (query.tool or query.file):
        return True
    message = as_mapping(entry.body.get("message"))
    calls = blocks_of(message.get("content"), "toolCall")
    names = [as_text(call.get("name")) for call in calls] + [as_text(message.get("toolName"))]
    if not any(query.tool in name.casefold() for name in names):
        return False
    return not query.file or any(query.file in path.casefold() for call in calls for path in _paths(call))


def _paths(call: JsonObject) -> list[str]:
    given = as_mapping(call.get("arguments"))
    return [as_text(given.get(name)) for name in ("path", "file_path")]


def _model(entry: Entry) -> str:
    """`provider/model` of a reply or a change of model; empty for every other entry."""
    if entry.role == "assistant":
        message = as_mapping(entry.body.get("message"))
        return f"{as_text(message.get('provider'))}/{as_text(message.get('model'))}"
    if entry.type == "model_change":
        return f"{as_text(entry.body.get('provider'))}/{as_text(entry.body.get('modelId'))}"
    return ""


def _around(text: str, said: Query) -> str:
    """The text around what was found in it, on one line."""
    place = _place(text, said)
    start = max(0, place - _BEFORE)
    cut = " ".join(text[start : place + _AFTER].split())
    return f"…{cut}" if start else cut


def _place(text: str, said: Query) -> int:
    if said.pattern is not None:
        found = said.pattern.search(text)
        return found.start() if found is not None else 0
    if not said.terms:
        return 0
    # Folding may change a text's length, and then the place is near enough for a snippet.
    return max(0, min(text.casefold().find(term) for term in said.terms))
