"""Searching entries: every word must be found, in whatever a person, the model or a tool has said.

`"a phrase"` is found as it stands, `re:` makes all of the rest one pattern, and letters match in either case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pitui.core.errors import PituiError
from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.content import as_text
from pitui.core.session.entries import Entry

_TERM = re.compile(r'"([^"]*)"?|(\S+)')
_NOT_SAID = frozenset(
    {
        "api",
        "firstKeptEntryId",
        "fromId",
        "id",
        "mimeType",
        "parentId",
        "responseId",
        "role",
        "stopReason",
        "targetId",
        "textSignature",
        "thinkingSignature",
        "timestamp",
        "tokensBefore",
        "toolCallId",
        "type",
        "usage",
    }
)
"""Fields that name or count, and say nothing."""


class QueryError(PituiError):
    """A search that cannot be understood."""

    title = "No such pattern"


@dataclass(frozen=True, slots=True)
class Query:
    """What is searched for."""

    terms: tuple[str, ...] = ()
    """Words and phrases, all of which must be there; case is folded."""
    pattern: re.Pattern[str] | None = None

    def finds(self, text: str) -> bool:
        """Whether a text has everything that is searched for; a query of nothing finds nothing."""
        if self.pattern is not None:
            return self.pattern.search(text) is not None
        folded = text.casefold()
        return bool(self.terms) and all(term in folded for term in self.terms)


NO_QUERY = Query()
"""Searches for nothing."""


def parse_query(text: str) -> Query:
    """The query a person typed; raises QueryError for a pattern that is none."""
    text = text.strip()
    if text.startswith("re:"):
        try:
            return Query(pattern=re.compile(text[3:], re.IGNORECASE | re.MULTILINE))
        except (re.error, RecursionError, OverflowError) as error:
            raise QueryError(f"{text[3:]} is no pattern: {error}.") from error
    found = (phrase or word for phrase, word in _TERM.findall(text))
    return Query(tuple(term.casefold() for term in found if term))


def said_in(entry: Entry) -> str:
    """Everything an entry says, piece by piece on lines of its own: texts, tool arguments, outputs, summaries."""
    return "\n".join(_pieces(entry.body))


def _pieces(body: JsonObject) -> Iterator[str]:
    pending: list[Json] = [body]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            is_image = value.get("type") == "image"
            said = [name for name in value if name not in _NOT_SAID and not (is_image and name == "data")]
            pending.extend(value[name] for name in reversed(said))
        elif isinstance(value, list):
            pending.extend(reversed(value))
        elif value is not None and not isinstance(value, bool):
            yield as_text(value)
