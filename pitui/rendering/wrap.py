"""Long text in lines of a given width: broken at blanks, a longer word at a cell edge, never inside a glyph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.cells import cell_len, chop_cells

from pitui.rendering.numbers import plural
from pitui.rendering.picture import ELLIPSIS, Line, Meaning, Span, width
from pitui.rendering.sanitize import lines as safe_lines


def wrap(text: str, cells: int) -> list[str]:
    """One line of safe text as lines of at most `cells` cells; an empty text is one empty line."""
    if cell_len(text) <= cells:
        return [text]
    wrapped: list[str] = []
    current, size = "", 0
    started = False
    for word in text.split(" "):
        length = cell_len(word)
        if started and size + 1 + length <= cells:
            current += " " + word
            size += 1 + length
            continue
        if started:
            wrapped.append(current)
        *whole, current = _chopped(word, cells) if length > cells else (word,)
        wrapped += whole
        size = cell_len(current)
        started = True
    wrapped.append(current)
    return wrapped


def hang(text: str, cells: int, first: Span, rest: Span | None = None, meaning: Meaning = "") -> Iterator[Line]:
    """Safe text wrapped behind a mark, later lines behind `rest`, or indented to where the first begins."""
    indent = width((first,))
    rest = Span(" " * indent) if rest is None else rest
    for number, part in enumerate(wrap(text, max(1, cells - indent))):
        yield (rest if number else first, Span(part, meaning))


def paragraphs(text: str, cells: int, meaning: Meaning = "") -> Iterator[Line]:
    """Any text as lines of at most `cells` cells, its own line ends kept."""
    for part in safe_lines(text):
        for wrapped in wrap(part, cells):
            yield (Span(wrapped, meaning),)


def wrap_spans(words: Iterable[Span], cells: int, first: Span, rest: Span) -> Iterator[Line]:
    """Words, blanks among them, wrapped behind a mark so that each keeps its meaning."""
    room = max(1, cells - width((first,)))
    current: list[Span] = []
    size = 0
    mark = first
    for word in words:
        for part in _chopped(word.text, room) if cell_len(word.text) > room else (word.text,):
            length = cell_len(part)
            if current and size + length > room:
                yield (mark, *current)
                mark, current, size = rest, [], 0
                if part.isspace():
                    continue
            current.append(Span(part, word.meaning))
            size += length
    yield (mark, *current)


def capped(text: str, cells: int, most: int | None, meaning: Meaning = "") -> Iterator[Line]:
    """Any text, of which at most `most` lines are shown and the rest is counted; None shows all."""
    parts = safe_lines(text)
    shown = 0
    for number, part in enumerate(parts):
        for wrapped in wrap(part, cells):
            if shown == most:
                yield (Span(f"… {plural(len(parts) - number, 'more line')}", "muted"),)
                return
            yield (Span(wrapped, meaning),)
            shown += 1


def flow(items: list[Line], cells: int, gap: str = "  ") -> Iterator[Line]:
    """Short pieces one after the other, as many to a line as fit; a longer one is clipped by who shows it."""
    current: list[Span] = []
    for item in items:
        if current and width(current) + len(gap) + width(item) > cells:
            yield tuple(current)
            current = []
        current += [Span(gap), *item] if current else item
    if current:
        yield tuple(current)


def _chopped(word: str, cells: int) -> list[str]:
    # A wide glyph cannot be shown in one cell.
    return [part if cell_len(part) <= cells else ELLIPSIS for part in chop_cells(word, cells) if part]
