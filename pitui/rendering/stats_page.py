"""What a session came to: messages, tools, files, tokens and money, for a branch and for the whole file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from pitui.core.context.projection import messages_of
from pitui.core.context.stats import Stats, session_stats
from pitui.core.context.tally import Tally, tally
from pitui.core.session.content import as_text
from pitui.core.session.entries import Entry
from pitui.core.session.session import Session
from pitui.core.summary.file_ledger import FileOps
from pitui.rendering.clock import moment
from pitui.rendering.counted import Counted
from pitui.rendering.entry_line import tokens_after, tokens_before
from pitui.rendering.numbers import cost, count, estimate, percent, plural, tokens
from pitui.rendering.picture import Line, Meaning, Picture, Span, clip, fit, line, spread
from pitui.rendering.sanitize import one_line
from pitui.rendering.wrap import wrap

_COLUMN: Final = 12
_FILES: Final = 12
"""Files of each kind that are named."""

_AMOUNTS: Final[dict[str, Callable[[Stats], float]]] = {
    "in": lambda spent: spent.input,
    "out": lambda spent: spent.output,
    "cache read": lambda spent: spent.cache_read,
    "cache write": lambda spent: spent.cache_write,
    "in all": lambda spent: spent.tokens,
}


@dataclass(frozen=True, slots=True)
class Totals:
    """Everything a page of figures needs of some entries; gathering it reads every body once."""

    counts: Tally
    spent: Stats
    files: FileOps


def totals(entries: Sequence[Entry]) -> Totals:
    """The totals over some entries."""
    files = FileOps()
    for entry in entries:
        if entry.role in ("assistant", "toolResult"):
            for message in messages_of(entry):
                files.note_message(message)
    return Totals(tally(entries), session_stats(entries), files)


def stats_page(
    session: Session,
    path: Sequence[Entry],
    branch: Totals,
    whole: Totals,
    cells: int,
    zone: tzinfo | None = None,
    *,
    counted: Counted | None = None,
) -> Picture:
    """The figures of a path and of its whole file side by side, every line in exactly `cells` cells.

    `counted` is what an encoding makes of the context at the path's end.
    """
    return [fit(spans, cells) for spans in _page(session, path, branch, whole, cells, zone, counted)]


def _page(
    session: Session,
    path: Sequence[Entry],
    branch: Totals,
    whole: Totals,
    cells: int,
    zone: tzinfo | None,
    counted: Counted | None,
) -> Iterator[Line]:
    yield _row(line(), "this branch", "whole file", cells, heading=True)
    yield _row(line("entries"), count(branch.counts.entries), count(whole.counts.entries), cells)
    yield from _section("messages", cells)
    for role, amount in whole.counts.roles.most_common():
        yield _row(_indented(role or "no role"), count(branch.counts.roles[role]), count(amount), cells)
    if whole.counts.calls:
        yield from _section("tool calls", cells)
    for tool, amount in whole.counts.calls.most_common():
        failed = whole.counts.failures[tool]
        words = line(*_indented(tool or "without a name"), Span(f"  {failed} failed" if failed else "", "warning"))
        yield _row(words, count(branch.counts.calls[tool]), count(amount), cells)
    yield from _section("tokens", cells)
    for word, amount_of in _AMOUNTS.items():
        yield _row(_indented(word), tokens(amount_of(branch.spent)), tokens(amount_of(whole.spent)), cells)
    if counted is not None:
        yield from _counted(counted, cells)
    yield _row(line("cost"), cost(branch.spent.cost), cost(whole.spent.cost), cells)
    yield from _models(branch, whole, cells)
    yield from _files(branch.files, cells)
    yield from _compactions(session, path, zone)


def _counted(counted: Counted, cells: int) -> Iterator[Line]:
    """The context as it is now, by a real encoding; what was billed over time stands above."""
    shown = tokens(counted.tokens) if counted.tokens is not None or counted.problem else "…"
    yield _row(_indented(f"context, {counted.encoding}"), shown, "", cells)
    for part in wrap(one_line(counted.problem), max(1, cells - 4)) if counted.problem else ():
        yield line(Span(f"    {part}", "muted"))


def _models(branch: Totals, whole: Totals, cells: int) -> Iterator[Line]:
    if whole.counts.models:
        yield from _section("by model", cells)
    for model, spent in sorted(whole.counts.models.items(), key=lambda item: -item[1].cost):
        here = branch.counts.models.get(model, Stats())
        yield _row(_indented(model), _bill(here), _bill(spent), cells)


def _files(files: FileOps, cells: int) -> Iterator[Line]:
    read, modified = files.lists()
    for word, paths in (("modified", modified), ("read only", read)):
        if paths:
            yield from _section(f"{plural(len(paths), 'file')} {word} on this branch", cells)
            yield from (_indented(clip(as_text(path), 1_000)) for path in paths[:_FILES])
        if len(paths) > _FILES:
            yield line(Span(f"  … {plural(len(paths) - _FILES, 'more file')}", "muted"))


def _compactions(session: Session, path: Sequence[Entry], zone: tzinfo | None) -> Iterator[Line]:
    compactions = [entry for entry in path if entry.type == "compaction"]
    if compactions:
        yield ()
        yield line(Span(f"{plural(len(compactions), 'compaction')} on this branch", "strong"))
    for entry in compactions:
        before, after = tokens_before(entry.body), tokens_after(session, entry)
        less = f"  {percent(abs(1 - after / before))} {'less' if after < before else 'more'}" if before else ""
        when = moment(entry.timestamp, zone)[:16].ljust(18)
        yield line(Span(f"  {when}", "muted"), f"{tokens(before)} → {estimate(after)}", Span(less, "good"))


def _section(title: str, cells: int) -> Iterator[Line]:
    yield ()
    yield line(Span(clip(title, cells), "strong"))


def _indented(words: str) -> Line:
    return line(f"  {one_line(words)}")


def _row(words: Line, branch: str, whole: str, cells: int, *, heading: bool = False) -> Line:
    meaning: Meaning = "muted" if heading else ""
    return spread(words, [Span(branch.rjust(_COLUMN), meaning), Span(whole.rjust(_COLUMN), "muted")], cells)


def _bill(spent: Stats) -> str:
    return cost(spent.cost) if spent.cost else tokens(spent.tokens)
