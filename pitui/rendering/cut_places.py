"""Where a prepared compaction parts a path: what is folded already, what it summarises, what it keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pitui.core.compaction.preparation import CompactionPreparation
from pitui.rendering.bracket import Bracket
from pitui.rendering.numbers import plural, tokens
from pitui.rendering.picture import Line, Meaning, Span, line
from pitui.rendering.ribbon import OMITTED, QUIET, Ribbon
from pitui.rendering.strip import Cell

_GENERATIONS: Final = 3
"""How many earlier compactions are told apart; the ones before them count as one."""
_UNSEEN: Final = ("sys", QUIET, OMITTED, "cmp")


@dataclass(frozen=True, slots=True)
class CutPlaces:
    """The places at which one stretch of the path ends and the next begins."""

    ribbon: Ribbon
    first: int
    """The first entry that goes into the summary."""
    turn: int
    """Where the split turn starts; the cut itself where no turn is split."""
    cut: int
    """The first entry that is kept."""

    @property
    def generations(self) -> tuple[int, ...]:
        """Where what earlier compactions folded away ends, the last few of them."""
        return tuple(self.ribbon.generations[-_GENERATIONS:])

    @property
    def marks(self) -> tuple[int, ...]:
        """Every place a cell has to begin at."""
        return tuple(sorted({1, *self.generations, self.first, self.turn, self.cut}))


def cut_places(preparation: CompactionPreparation, ribbon: Ribbon) -> CutPlaces:
    """The places of a preparation on its path's ribbon."""
    cut = ribbon.place(preparation.cut.first_kept_index)
    turn = ribbon.place(preparation.cut.history_end)
    start = ribbon.place(preparation.start)
    first = next((place for place in range(start, turn) if ribbon.words[place] not in _UNSEEN), turn)
    return CutPlaces(ribbon, first, turn, cut)


def before_brackets(places: CutPlaces, cells: tuple[Cell, ...]) -> list[Bracket]:
    """What the summary takes and what stays, with earlier summaries in front."""
    ribbon = places.ribbon
    brackets: list[Bracket] = []
    start = 1
    hidden = len(ribbon.generations) - len(places.generations)
    for number, end in enumerate(places.generations, hidden + 1):
        earlier = f"1-{number}" if number == hidden + 1 and hidden else str(number)
        size = plural(end - start, "entry", "entries")
        labels = (f"in summary {earlier} · {size}", f"summary {earlier}", earlier)
        brackets += _over(cells, start, end, labels, "folded")
        start = end
    brackets += _over(
        cells, places.first, places.turn, _told("summarise", places, places.first, places.turn), "summary"
    )
    brackets += _over(cells, places.turn, places.cut, _told("turn prefix", places, places.turn, places.cut), "warning")
    return brackets + _over(cells, places.cut, ribbon.end, _told("keep", places, places.cut, ribbon.end)[-3:], "good")


def after_brackets(places: CutPlaces, cells: tuple[Cell, ...]) -> list[Bracket]:
    """What the model no longer gets, and what it does."""
    unsent = ("not sent to the model", "not sent", "no")
    sent = ("sent to the model", "sent")
    return [*_over(cells, 1, places.cut, unsent, "folded"), *_over(cells, places.cut, cells[-1].end, sent, "good")]


def before_words(places: CutPlaces) -> list[Line]:
    """What the brackets say, in pieces of a line, where they are too narrow to say it."""
    stretches: list[tuple[str, int, int, Meaning]] = [
        ("summarise", places.first, places.turn, "summary"),
        ("turn prefix", places.turn, places.cut, "warning"),
        ("keep", places.cut, places.ribbon.end, "good"),
    ]
    return [
        line(Span(f"{word} {tokens(places.ribbon.tokens(start, end))}", meaning))
        for word, start, end, meaning in stretches
        if end > start
    ]


def _told(word: str, places: CutPlaces, start: int, end: int) -> tuple[str, ...]:
    ribbon = places.ribbon
    amount = tokens(ribbon.tokens(start, end))
    entries = end - start - sum(start <= place < end for place in ribbon.compactions)
    turns = plural(ribbon.turn_count(start, end), "turn")
    whole = f"{word} {amount} · {turns} · {plural(entries, 'entry', 'entries')}"
    return whole, f"{word} {amount} · {turns}", f"{word} {amount}", word, amount


def _over(cells: tuple[Cell, ...], start: int, end: int, labels: tuple[str, ...], meaning: Meaning) -> list[Bracket]:
    """A bracket over the cells from `start` to `end`; none over nothing."""
    covered = [cell for cell in cells if start <= cell.start and cell.end <= end]
    if not covered:
        return []
    return [Bracket(covered[0].left, covered[-1].left + covered[-1].width - 1, labels, meaning)]
