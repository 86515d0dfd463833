"""What was searched for, made to stand out in a line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pitui.core.session.search import Query
from pitui.rendering.picture import Line, Span


def highlighted(spans: Line, query: Query) -> Line:
    """The line with everything a query finds in it marked as a match."""
    pattern = query.pattern if query.pattern is not None else _any_of(query.terms)
    if pattern is None:
        return spans
    return tuple(part for span in spans for part in _parted(span, pattern))


def _any_of(terms: tuple[str, ...]) -> re.Pattern[str] | None:
    return re.compile("|".join(re.escape(term) for term in terms), re.IGNORECASE) if terms else None


def _parted(span: Span, pattern: re.Pattern[str]) -> Iterator[Span]:
    place = 0
    for found in pattern.finditer(span.text):
        if found.end() == found.start():
            continue
        if found.start() > place:
            yield Span(span.text[place : found.start()], span.meaning)
        yield Span(found.group(), "match")
        place = found.end()
    if place < len(span.text) or not span.text:
        yield Span(span.text[place:], span.meaning)
