"""What a compaction does, as pi's documentation draws it: the path before, the path after, what the model sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pitui.core.compaction.cut_point import why_illegal
from pitui.core.compaction.outlook import Outlook
from pitui.core.compaction.preparation import CompactionPreparation
from pitui.core.session.session import Session
from pitui.rendering.bracket import arrow_line, bracket_line
from pitui.rendering.cut_places import CutPlaces, after_brackets, before_brackets, before_words, cut_places
from pitui.rendering.entry_line import entry_line
from pitui.rendering.model_strip import model_strip
from pitui.rendering.numbers import count, estimate, tokens
from pitui.rendering.picture import Line, Picture, Span, fit, line, spread, text_of, width
from pitui.rendering.ribbon import Ribbon
from pitui.rendering.sanitize import one_line
from pitui.rendering.strip import AS_FITS, Cell, Stretch, StripView, lay_out
from pitui.rendering.strip_lines import column_of, strip_lines
from pitui.rendering.wrap import flow, paragraphs

_INDENT: Final = 2
_SUMMARY: Final = "cmp"
_NARROW: Final = 64
"""Below this an arrow leaves out the id of the entry it points at."""
_LARGE_TURN: Final = "one turn is larger than keep-recent: its beginning is summarised on its own"
_SPLIT_TURN: Final = "the cut stands inside a turn: its beginning is summarised on its own"


@dataclass(frozen=True, slots=True)
class CompactionPicture:
    """The picture, and where its cells are, so that a click finds its entry."""

    lines: Picture
    cells: tuple[Cell, ...]

    def place_at(self, column: int) -> int | None:
        """The first place of the cell in a column of the upper strips: 0 is the header, entries count from 1."""
        inside = column - _INDENT
        return next((cell.start for cell in self.cells if cell.left <= inside < cell.left + cell.width), None)


def compaction_picture(
    session: Session,
    preparation: CompactionPreparation,
    outlook: Outlook,
    ribbon: Ribbon,
    cells: int,
    view: StripView = AS_FITS,
    *,
    refused: int | None = None,
) -> CompactionPicture:
    """The three strips of a prepared compaction, every line in exactly `cells` cells.

    `ribbon` is `ribbon_of(preparation.projection)`, made once for all cuts. `refused` is an index into the
    projection's entries where no cut may stand; the picture says why.
    """
    room = max(1, cells - _INDENT - 1)
    places = cut_places(preparation, ribbon)
    stretch = Stretch(ribbon, 0, ribbon.end, places.marks, places.cut)
    strip = lay_out(stretch, max(1, room - len(_SUMMARY) - 1), view)
    after = _with_summary(strip, ribbon.end)
    column = column_of(strip, places.cut)
    folded = places.generations[-1] if places.generations else 0
    first_kept = _first_kept(session, preparation, places, with_id=cells >= _NARROW)
    brackets = bracket_line(before_brackets(places, strip), room)
    before: Picture = [
        *strip_lines(strip, room, cut=places.cut, folded=folded),
        brackets,
        arrow_line(column, first_kept, room),
        *_told(preparation, places, text_of(brackets), room),
        *_refusal(preparation, strip, ribbon, refused, room),
    ]
    behind: Picture = [
        *strip_lines(after, room, cut=places.cut, folded=places.cut),
        bracket_line(after_brackets(places, after), room),
        arrow_line(column, line(Span("starts from first kept", "muted")), room),
    ]
    picture = [
        _title(preparation, outlook, ribbon, cells),
        *_indented(before),
        line(Span(f" after    {estimate(outlook.tokens_after)}", "strong")),
        *_indented(behind),
        line(Span(" the model sees", "strong")),
        *_indented(model_strip(outlook, places, room)),
    ]
    return CompactionPicture([fit(spans, cells) for spans in picture], strip)


def _title(preparation: CompactionPreparation, outlook: Outlook, ribbon: Ribbon, cells: int) -> Line:
    settings = preparation.settings
    figure = tokens if ribbon.reported else estimate
    left = line(Span(f" before   {figure(outlook.tokens_before)}", "strong"))
    keep = f"keep-recent {count(settings.keep_recent_tokens)}"
    origin = one_line(str(settings.keep_recent_tokens_origin))
    for words in (f"{keep}  ({origin}) ", f"{keep} "):
        right = line(Span("┃ ", "cut"), Span(words, "muted"))
        if width(left) + width(right) < cells:
            return spread(left, right, cells)
    return left


def _first_kept(session: Session, preparation: CompactionPreparation, places: CutPlaces, *, with_id: bool) -> Line:
    entry = preparation.projection.entries[preparation.cut.first_kept_index].entry
    where = f"{places.cut}  {one_line(entry.id)}  " if with_id else f"{places.cut}  "
    return line(Span("first kept  ", "cut"), Span(where, "muted"), *entry_line(session, entry))


def _told(preparation: CompactionPreparation, places: CutPlaces, brackets: str, cells: int) -> Picture:
    """What the brackets have no room for, and a word about a split turn; a blank line where there is neither."""
    words = [spans for spans in before_words(places) if text_of(spans) not in brackets]
    note = _split_note(preparation, places)
    told = list(flow([*words, line(Span(note, "warning"))] if note else words, cells, " · "))
    if all(width(spans) <= cells for spans in told):
        return told or [()]
    return [*flow(words, cells, " · "), *paragraphs(note, cells, "warning")]


def _split_note(preparation: CompactionPreparation, places: CutPlaces) -> str:
    if not preparation.is_split_turn:
        return ""
    turns = places.ribbon.turns
    end = next((turn for turn in turns if turn >= places.cut), places.ribbon.end)
    large = places.ribbon.tokens(places.turn, end) > preparation.settings.keep_recent_tokens
    return _LARGE_TURN if large else _SPLIT_TURN


def _refusal(
    preparation: CompactionPreparation, strip: Sequence[Cell], ribbon: Ribbon, refused: int | None, cells: int
) -> Picture:
    reason = None if refused is None else why_illegal(preparation.projection.entries[refused])
    if refused is None or reason is None:
        return []
    place = ribbon.place(refused)
    return [arrow_line(column_of(strip, place), line(Span(f"{place}  {reason}", "warning")), cells)]


def _with_summary(strip: tuple[Cell, ...], place: int) -> tuple[Cell, ...]:
    """The strip with the new summary's cell at its end."""
    left = strip[-1].left + strip[-1].width + 1
    return (*strip, Cell(place, place + 1, left, len(_SUMMARY), _SUMMARY, "summary"))


def _indented(picture: Picture) -> Picture:
    return [(Span(" " * _INDENT), *spans) for spans in picture]
