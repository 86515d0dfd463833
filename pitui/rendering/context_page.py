"""The context as a table: each message with its source, its role, its tokens and how it begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from pitui.core.context.budget import parts_of
from pitui.core.context.llm import as_llm
from pitui.core.context.projection import Projection, messages_of
from pitui.core.javascript.json import Json
from pitui.core.session.content import as_text, blocks_of, text_of
from pitui.core.session.messages import Message
from pitui.rendering.budget_bar import GLYPHS
from pitui.rendering.context_rows import ContextRow, largest, sent
from pitui.rendering.entry_line import call_text
from pitui.rendering.message_body import WHOLE, Unfolded, content_lines
from pitui.rendering.numbers import estimate, percent, plural, tokens
from pitui.rendering.picture import Line, Meaning, Picture, Span, clip, fit, line, spread
from pitui.rendering.ribbon import MEANINGS, WORDS
from pitui.rendering.sanitize import one_line
from pitui.rendering.system_body import system_lines
from pitui.rendering.wrap import flow

_WIDE: Final = 64
"""From this width on there is room for source and running total."""
_SOURCE: Final = 13
_ROLE: Final = 11
_FIGURE: Final = 7
_FIRST_WORDS: Final = 300
_SHORT: Final = {"bashExecution": "bash"}
_ORPHAN: Final = "no call before it"


def context_title(projection: Projection, rows: Sequence[ContextRow], cells: int) -> Line:
    """`what claude-sonnet-4-5 gets from here   7 messages   ~142k`"""
    model = one_line(as_text(projection.model[1])) if projection.model is not None else "the model"
    total = estimate(rows[-1].total if rows else 0)
    amount = plural(sum(1 for _ in sent(rows)), "message")
    return spread(line(Span(f" what {model} gets from here", "strong")), line(f"  {amount}   {total} "), cells)


def context_heading(cells: int) -> Line:
    """The names of the columns."""
    return _columns("#", "source", "role", "tokens", "total", line(), cells, "muted")


def context_line(projection: Projection, row: ContextRow, cells: int, orphans: frozenset[str] = frozenset()) -> Line:
    """One row in exactly `cells` cells; reads the one body it tells of."""
    entry = projection.entries[row.place].entry
    source = f"cmp {entry.id}" if entry.type == "compaction" else entry.id
    if row.number is None:
        reason = line(Span(one_line(row.note), "omitted"), Span(_failure(messages_of(entry)), "muted"))
        return _columns("·", source, _SHORT.get(row.role, row.role), "—", "—", reason, cells, "omitted")
    words = line(Span(_ORPHAN + "  ", "alarm")) if row.entry_id in orphans else line()
    if row.note:
        words = (*words, Span(f"{one_line(row.note)}  ", "replaced"))
    message = message_of(projection, row)
    begins = _begins(message) if message is not None else ""
    meaning = MEANINGS.get(WORDS.get(row.role, ""), "muted")
    figures = (str(row.number), source, row.role, tokens(row.tokens), tokens(row.total))
    return _columns(*figures, (*words, Span(begins)), cells, meaning)


def message_of(projection: Projection, row: ContextRow) -> Message | None:
    """The message of a row as the model gets it; None for a row that is not sent."""
    messages = projection.entries[row.place].messages
    return as_llm(messages[row.inside]) if row.number is not None and row.inside < len(messages) else None


def message_lines(message: Message, cells: int, unfolded: Unfolded = WHOLE) -> Picture:
    """A message's whole text, in lines of exactly `cells` cells and without any mark of our own in it."""
    if message.role == "system":
        shown = system_lines(message.data, cells, unfolded.most_lines)
    else:
        shown = content_lines(message.content, cells, unfolded, raw=True)
    return [fit(spans, cells) for spans in shown]


def breakdown(projection: Projection, cells: int) -> Picture:
    """The context's tokens by what they are spent on, with each class's share, as many to a line as fit."""
    parts = [(kind, amount) for kind, amount in parts_of(projection) if amount]
    total = sum(amount for _, amount in parts) or 1
    pieces: list[Line] = []
    for kind, amount in parts:
        glyph, meaning, word = GLYPHS[kind]
        pieces.append(line(Span(glyph, meaning), f" {word} {tokens(amount)} {percent(amount / total)}"))
    return [fit(spans, cells) for spans in flow(pieces, cells)]


def largest_lines(projection: Projection, rows: Sequence[ContextRow], cells: int, amount: int = 10) -> Picture:
    """The messages that weigh most."""
    return [context_line(projection, row, cells) for row in largest(rows, amount) if row.tokens]


def _columns(
    number: str, source: str, role: str, weight: str, total: str, words: Line, cells: int, meaning: Meaning
) -> Line:
    spans = [Span(f"{number:>5}  ", "muted")]
    if cells >= _WIDE:
        spans.append(Span(_cell(source, _SOURCE), "muted"))
    spans += [Span(_cell(role, _ROLE), meaning), Span(weight.rjust(_FIGURE), "" if meaning != "omitted" else "muted")]
    if cells >= _WIDE:
        spans.append(Span(total.rjust(_FIGURE + 1), "muted"))
    return fit([*spans, Span("   "), *words], cells)


def _cell(text: str, cells: int) -> str:
    """A text with a blank behind it, in exactly `cells` cells."""
    shown = clip(one_line(text), cells - 1)
    return shown + " " * (cells - cell_len(shown))


def _begins(message: Message) -> str:
    """The first words of a message, and the tools it calls."""
    calls = [call_text(block.get("name"), block.get("arguments")) for block in blocks_of(message.content, "toolCall")]
    parts = [_flat(text_of(message.content, " ")), f"→ {' '.join(calls)}" if calls else ""]
    if message.role == "system" and not parts[0]:
        parts = [_flat(" ".join(map(as_text, _values(message.data.get("sections")))))]
    images = len(blocks_of(message.content, "image"))
    return "   ".join(part for part in (*parts, f"▣ ×{images}" if images else "") if part)


def _values(sections: Json) -> list[Json]:
    return list(sections.values()) if isinstance(sections, dict) else []


def _failure(messages: Sequence[Message]) -> str:
    """What else tells why an edit took something out: a reply that failed is left out before a retry."""
    failed = any(message.data.get("stopReason") in ("error", "length") for message in messages)
    return "  (a reply that failed)" if failed else ""


def _flat(text: str) -> str:
    return one_line(" ".join(text[: _FIRST_WORDS * 2].split())[:_FIRST_WORDS])
