"""What the model sees after a compaction, as a strip: the prompt, the summary, and the kept entries."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pitui.core.compaction.outlook import Outlook
from pitui.rendering.bracket import Bracket, bracket_line
from pitui.rendering.cut_places import CutPlaces
from pitui.rendering.numbers import estimate, tokens
from pitui.rendering.picture import Line, Picture, Span, fit, line, rstrip, width
from pitui.rendering.ribbon import QUIET, Ribbon
from pitui.rendering.strip import Stretch, lay_out
from pitui.rendering.strip_lines import strip_lines

_WIDE: Final = 60
_RULE: Final = Span(" │", "muted")


def model_strip(outlook: Outlook, places: CutPlaces, cells: int) -> Picture:
    """Two lines in exactly `cells` cells: what is sent, and where each part of it comes from."""
    heads, sources = _heads(outlook, wide=cells >= _WIDE)
    room = max(1, cells - width(heads))
    ribbon = _without_systems(places.ribbon, places.cut)
    kept = lay_out(Stretch(ribbon, places.cut, ribbon.end, (), places.cut), room)
    amount = tokens(ribbon.tokens(places.cut, ribbon.end))
    end = kept[-1].left + kept[-1].width - 1
    bracket = Bracket(0, end, (f"{amount} from first kept", f"{amount} kept", amount), "good")
    _, sent = strip_lines(kept, room)
    below = [*fit(rstrip(sources), width(heads)), *bracket_line([bracket], room)]
    return [fit([*heads, *sent], cells), fit(below, cells)]


def _heads(outlook: Outlook, *, wide: bool) -> tuple[Line, Line]:
    """The cells in front of the kept entries, and what stands below them."""
    summary = estimate(outlook.summary_tokens) if outlook.summary_assumed else tokens(outlook.summary_tokens)
    cells = [Span(f"{'summary' if wide else 'sum'} {summary}", "summary")]
    below = ["↑ from cmp"]
    system = dict(outlook.after.entries[0].measure.parts).get("system")
    if system is not None:
        cells.insert(0, Span(f"{'system' if wide else 'sys'} {tokens(system)}", "system"))
        below.insert(0, "↑ prompt")
    heads: list[Span] = []
    sources = ""
    for cell, source in zip(cells, below, strict=True):
        heads += [Span(" "), cell, _RULE] if heads else [cell, _RULE]
        sources += source.ljust(width((cell, _RULE)) + 1)
    return tuple(heads), line(Span(sources, "muted"))


def _without_systems(ribbon: Ribbon, start: int) -> Ribbon:
    """The ribbon with later system messages made quiet: the compaction carries them on, so none is sent again."""
    if "sys" not in ribbon.words[start:]:
        return ribbon
    words = [QUIET if place >= start and word == "sys" else word for place, word in enumerate(ribbon.words)]
    return replace(ribbon, words=words)
