"""What is looked for on the shelf: words as in one session, and operators that say where they must stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pitui.core.javascript.dates import parse_date
from pitui.core.session.search import NO_QUERY, Query, QueryError, parse_query

OPERATORS: Final = ("role", "tool", "file", "label", "model", "since", "has")
_OPERATOR = re.compile(rf'(?<!\S)({"|".join(OPERATORS)}):(?:"([^"]*)"?|(\S*))')
_PATTERN = re.compile(r"(?<!\S)re:")
_AGO = re.compile(r"(\d{1,6})(m|h|d|w|mo|y)\Z")
_UNITS: Final = {"m": 1, "h": 60, "d": 1440, "w": 10_080, "mo": 43_200, "y": 525_600}
"""Minutes."""
HAS: Final = ("compaction", "branch", "label", "damage")
_PLURALS: Final = {"compactions": "compaction", "branches": "branch", "labels": "label"}
_ROLES: Final = {"tool": "toolresult", "bash": "bashexecution"}
"""What a person says of pi's roles."""


@dataclass(frozen=True, slots=True)
class ShelfQuery:
    """One search over many sessions; every text but the pattern is folded to one case."""

    said: Query = NO_QUERY
    """Words, phrases or a pattern, looked for in entries and ids; words in names and folders too."""
    role: str = ""
    """A message's role, or the type of another entry."""
    tool: str = ""
    """Part of a tool's name, of a call or a result."""
    file: str = ""
    """Part of a path that a call names."""
    label: str = ""
    since: float | None = None
    """Milliseconds since 1970."""
    model: str = ""
    """Part of the name of a model that the session has used."""
    has: frozenset[str] = frozenset()

    @property
    def asks_for_words(self) -> bool:
        """Whether there is a text to find."""
        return bool(self.said.terms) or self.said.pattern is not None

    @property
    def asks_for_entries(self) -> bool:
        """Whether single entries are looked for, rather than sessions as a whole."""
        return self.asks_for_words or bool(self.role or self.tool or self.file or self.label)


def parse_shelf_query(text: str, now: float) -> ShelfQuery:
    """The search a person typed, at a moment in milliseconds since 1970.

    Raises QueryError for an operator without a word, a time nobody can read, and a pattern that is none.
    """
    pattern = _PATTERN.search(text)
    operators, rest = (text[: pattern.start()], text[pattern.start() :]) if pattern else (text, "")
    found: dict[str, str] = {}
    has: set[str] = set()
    for name, phrase, word in _OPERATOR.findall(operators):
        value = (phrase or word).casefold()
        if not value:
            raise QueryError(f"{name}: wants a word right behind it.", title="Unfinished")
        if name == "has":
            has.add(_known(value))
        else:
            found[name] = _ROLES.get(value, value) if name == "role" else value
    words = _OPERATOR.sub(" ", operators)
    if pattern and words.strip():
        raise QueryError("Words before re: cannot be joined with a pattern; put them into it.")
    since = found.pop("since", None)
    return ShelfQuery(
        parse_query(rest or words),
        since=None if since is None else _moment(since, now),
        has=frozenset(has),
        **found,
    )


def _known(value: str) -> str:
    wanted = _PLURALS.get(value, value)
    if wanted not in HAS:
        raise QueryError(f"has: knows {', '.join(HAS)}, and no {value}.")
    return wanted


def _moment(value: str, now: float) -> float:
    """`3d` ago, or a date as 2026-01-31."""
    ago = _AGO.match(value)
    if ago is not None:
        return now - int(ago[1]) * _UNITS[ago[2]] * 60_000
    moment = parse_date(value.upper())
    if moment != moment:
        raise QueryError(f"since: wants 3d, 12h, 2w or a date such as 2026-01-31, and no {value}.")
    return moment
