"""What a switch of branches comes to, in words and figures: what is left, entered, undone, and what holds there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitui.core.branching.abandoned import prepare_branch_entries
from pitui.core.branching.switch import SwitchPlan
from pitui.core.context.projection import Projection, intrinsic_measure
from pitui.core.context.usage import plain_estimate
from pitui.core.javascript.json import Json
from pitui.core.session.content import as_text
from pitui.core.session.entries import Entry
from pitui.rendering.branch_picture import SwitchSketch
from pitui.rendering.entry_line import entry_line
from pitui.rendering.numbers import estimate, plural, tokens
from pitui.rendering.picture import Line, Picture, Span, fit, line
from pitui.rendering.sanitize import one_line

_WORD: Final = 17
"""Cells the words in front of the facts take."""
_NAMED: Final = 2
"""Files that are named; more of them are counted."""
_UNDONE: Final = 3
"""Undone edits that are told one by one."""


def switch_facts(plan: SwitchPlan, cells: int) -> Picture:
    """The facts, one a line, every line in exactly `cells` cells."""
    sketch = SwitchSketch(plan)
    return [fit([Span(word.ljust(_WORD), "muted"), *spans], cells) for word, spans in _facts(plan, sketch)]


def _facts(plan: SwitchPlan, sketch: SwitchSketch) -> Iterator[tuple[str, Line]]:
    session = plan.session
    ancestor = sketch.ancestor
    yield (
        "common ancestor",
        _named(sketch, ancestor, entry_line(session, ancestor)) if ancestor else line("none: the roots differ"),
    )
    yield "target", _named(sketch, plan.target, entry_line(session, plan.target))
    yield "leaves", line(_amount(sketch.left)) if sketch.left else line("nothing")
    files = _files(plan)
    if files:
        yield "", line(files)
    yield "enters", line(_amount(sketch.entered)) if sketch.entered else line("nothing")
    if sketch.handed_back is not None:
        yield "text", line("handed back to be said anew")
    yield "context", line(f"{estimate(plain_estimate(plan.before))} → {estimate(plain_estimate(plan.after))}")
    yield "model", line(_change(_model(plan.before), _model(plan.after)))
    yield "thinking", line(_change(_words(plan.before.thinking_level), _words(plan.after.thinking_level)))
    for edit in plan.edits_undone[:_UNDONE]:
        target = session.by_id.get(as_text(edit.body.get("targetId")))
        act = "comes back: " if edit.body.get("replacement", ()) is None else "as it was: "
        yield "undone", line(Span(act, "warning"), *(entry_line(session, target) if target else line("nothing here")))
    if len(plan.edits_undone) > _UNDONE:
        yield "", line(Span(f"and {plural(len(plan.edits_undone) - _UNDONE, 'edit')} more", "warning"))


def _named(sketch: SwitchSketch, entry: Entry, words: Line) -> Line:
    letter = sketch.letters.get(entry.id)
    return line(Span(f"{letter}  ", "strong"), *words) if letter else words


def _amount(entries: Sequence[Entry]) -> str:
    weight = sum(intrinsic_measure(entry).total for entry in entries)
    return f"{plural(len(entries), 'entry', 'entries')}  {tokens(weight)}"


def _files(plan: SwitchPlan) -> str:
    read, modified = prepare_branch_entries(plan.abandoned.entries, 0).file_ops.lists()
    parts = [f"{word} {_some(paths)}" for word, paths in (("edits", modified), ("reads", read)) if paths]
    return ", ".join(parts)


def _some(paths: Sequence[Json]) -> str:
    if len(paths) > _NAMED:
        return plural(len(paths), "file")
    return ", ".join(_words(path) for path in paths)


def _change(before: str, after: str) -> str:
    return f"{before}, as now" if before == after else f"{before} → {after}"


def _model(projection: Projection) -> str:
    return _words(projection.model[1]) if projection.model is not None else "none"


def _words(value: Json) -> str:
    return one_line(as_text(value)) or "none"
