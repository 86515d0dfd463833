"""What one text has that the other has not: lines taken out and put in, changed words apart from the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final

from pitui.rendering.numbers import plural
from pitui.rendering.picture import Line, Meaning, Picture, Span, clipped
from pitui.rendering.sanitize import lines as safe_lines
from pitui.rendering.wrap import hang, wrap_spans

_WORD: Final = re.compile(r"\s+|\w+|[^\w\s]")
_ALIKE: Final = 0.5
"""How alike two lines are, at least, for their words to be compared."""
_LONGEST: Final = 2_000
"""Characters beyond which a line is compared as a whole."""
_OUT: Final = Span("- ", "alarm")
_IN: Final = Span("+ ", "good")
_SAME: Final = Span("  ", "muted")


def diff_lines(before: str, after: str, cells: int, *, context: int = 3) -> Picture:
    """A unified diff of two texts in lines of at most `cells` cells; one quiet line where they are the same."""
    return [clipped(spans, cells) for spans in _unified(safe_lines(before), safe_lines(after), cells, context)]


def _unified(old: Sequence[str], new: Sequence[str], cells: int, context: int) -> Picture:
    picture: Picture = []
    shown = 0
    for group in SequenceMatcher(None, old, new).get_grouped_opcodes(context):
        picture += _passed_over(group[0][1] - shown)
        for tag, start, end, new_start, new_end in group:
            if tag == "equal":
                for text in old[start:end]:
                    picture += hang(text, cells, _SAME, _SAME, "muted")
            else:
                picture += _changed(old[start:end], new[new_start:new_end], cells)
        shown = group[-1][2]
    if not picture:
        return [(Span("no difference", "muted"),)]
    return picture + _passed_over(len(old) - shown)


def _passed_over(amount: int) -> Picture:
    return [(Span(f"  ┄ {plural(amount, 'line')} the same", "muted"),)] if amount else []


def _changed(old: Sequence[str], new: Sequence[str], cells: int) -> Picture:
    """Lines replaced by others, those in the same place compared word by word where they are alike."""
    taken: Picture = []
    put: Picture = []
    for before, after in zip_longest(old, new):
        out, into = _compared(before, after)
        if before is not None:
            taken += wrap_spans(out, cells, _OUT, _OUT)
        if after is not None:
            put += wrap_spans(into, cells, _IN, _IN)
    return taken + put


def _compared(before: str | None, after: str | None) -> tuple[Line, Line]:
    old, new = _WORD.findall(before or ""), _WORD.findall(after or "")
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    comparable = before and after and max(len(before), len(after)) <= _LONGEST
    if not comparable or matcher.quick_ratio() < _ALIKE or matcher.ratio() < _ALIKE:
        return tuple(_words(old, "alarm")), tuple(_words(new, "good"))
    out: list[Span] = []
    into: list[Span] = []
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        out += _words(old[start:end], "" if tag == "equal" else "alarm")
        into += _words(new[new_start:new_end], "" if tag == "equal" else "good")
    return tuple(out), tuple(into)


def _words(words: Sequence[str], meaning: Meaning) -> Iterator[Span]:
    return (Span(word, meaning) for word in words)
