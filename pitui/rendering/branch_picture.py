"""A switch of branches before it is done: the tree before and after, and what is left, entered and undone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pitui.core.branching.switch import SwitchPlan
from pitui.core.session.entries import Entry
from pitui.rendering.picture import Line, Meaning, Picture, Span, fit, line
from pitui.rendering.twig import Twig, draw

_SHOWN: Final = 4
"""Entries of a branch that get a letter each; of a longer one the middle is only counted."""
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_AHEAD: Final = "  then "


def switch_picture(plan: SwitchPlan, cells: int, *, summarize: bool = False) -> Picture:
    """The tree before the switch and after it, every line in exactly `cells` cells."""
    sketch = SwitchSketch(plan)
    before = draw(sketch.before())
    after = draw(sketch.after(summarize=summarize))
    picture = [(Span(" " * len(_AHEAD)), *spans) for spans in before]
    picture += [(Span(_AHEAD if not row else " " * len(_AHEAD), "muted"), *spans) for row, spans in enumerate(after)]
    return [fit(spans, cells) for spans in picture]


@dataclass(frozen=True)
class SwitchSketch:
    """The two paths of a switch, parted where they part, each entry shown with its letter."""

    plan: SwitchPlan

    @cached_property
    def shared(self) -> int:
        """How many entries both paths have in common."""
        old, new = self.plan.before.path, self.plan.after.path
        limit = min(len(old), len(new))
        return next((place for place in range(limit) if old[place].id != new[place].id), limit)

    @property
    def ancestor(self) -> Entry | None:
        """The last entry of both paths; None where they share nothing."""
        return self.plan.after.path[self.shared - 1] if self.shared else None

    @property
    def left(self) -> Sequence[Entry]:
        """The entries that are no longer on the path, oldest first."""
        return self.plan.before.path[self.shared :]

    @property
    def entered(self) -> Sequence[Entry]:
        """The entries that come onto the path, oldest first."""
        return self.plan.after.path[self.shared :]

    @cached_property
    def handed_back(self) -> Entry | None:
        """The target where its text is handed back instead of its becoming the leaf."""
        return self.plan.target if self.plan.new_leaf_id != self.plan.target.id else None

    @cached_property
    def letters(self) -> dict[str, str]:
        """The letters of the entries that are shown, by id."""
        shown: list[Entry] = [self.ancestor] if self.ancestor is not None else []
        for entries in (self.left, self.entered):
            shown += entries if len(entries) <= _SHOWN else [*entries[: _SHOWN - 2], entries[-1]]
        if self.handed_back is not None:
            shown.append(self.handed_back)
        return dict(zip(dict.fromkeys(entry.id for entry in shown), _LETTERS, strict=False))

    def before(self) -> Twig:
        """The tree as it is: where the reader stands, and the target."""
        left = self._chain(self.left, "", here=True)
        target = [self.handed_back] if self.handed_back is not None and self.handed_back not in self.left else []
        entered = self._chain([*self.entered, *target], "")
        return Twig(self._stem(here=not self.left), tuple(Twig(spans) for spans in (left, entered) if spans))

    def after(self, *, summarize: bool) -> Twig:
        """The tree as it will be: the new leaf, on a summary of what is left if there is one."""
        leaf = Span(" ◂ new leaf", "accent")
        grown: list[Twig] = []
        if self.handed_back is not None and self.handed_back not in self.left:
            grown.append(Twig(self._chain([self.handed_back], "elsewhere", marked=False)))
        if summarize:
            grown.append(Twig(line(Span(self._summary(), "summary"), leaf)))
        mark = () if summarize else (leaf,)
        children = [Twig(spans) for spans in [self._chain(self.left, "elsewhere", marked=False)] if spans]
        stem = self._stem(marked=False)
        if not self.entered:
            return Twig((*stem, *mark), (*children, *grown))
        entered = (*self._chain(self.entered, "", marked=False), *mark)
        return Twig(stem, (*children, Twig(entered, tuple(grown))))

    def _stem(self, *, here: bool = False, marked: bool = True) -> Line:
        above = Span(f"⋯{self.shared - 1} ─ ", "muted")
        spans = [above] if self.shared > 1 else []
        spans += self._node(self.ancestor, "") if self.ancestor is not None else [Span("∅", "muted")]
        if marked:
            spans += self._marks(self.ancestor, here=here)
        return tuple(spans)

    def _chain(self, entries: Sequence[Entry], meaning: Meaning, *, here: bool = False, marked: bool = True) -> Line:
        """Entries as letters with rules between them; `here` tells whether the reader stands at the last one."""
        spans: list[Span] = []
        for piece in _pieces(entries):
            if spans:
                spans.append(Span(" ─ ", "muted"))
            if isinstance(piece, int):
                spans.append(Span(f"⋯{piece}", "muted"))
                continue
            spans += self._node(piece, meaning)
            if marked:
                spans += self._marks(piece, here=here and piece is entries[-1])
        return tuple(spans)

    def _node(self, entry: Entry, meaning: Meaning) -> list[Span]:
        return [Span(self.letters.get(entry.id, "?"), meaning or "strong")]

    def _marks(self, entry: Entry | None, *, here: bool) -> list[Span]:
        marks = [Span(" ◂ target", "accent")] if entry is not None and entry.id == self.plan.target.id else []
        return [*marks, Span(" ◂ you are here", "accent")] if here else marks

    def _summary(self) -> str:
        """`[summary of B, C, D]`, or from the first to the last of more entries than that."""
        summed = self.plan.abandoned.entries
        names = [self.letters[entry.id] for entry in summed if entry.id in self.letters]
        few = len(names) == len(summed) < _SHOWN
        return f"[summary of {', '.join(names) if few else ' … '.join((names[0], names[-1]))}]"


def _pieces(entries: Sequence[Entry]) -> Iterator[Entry | int]:
    """The entries that are shown, and how many are passed over between them."""
    if len(entries) <= _SHOWN:
        yield from entries
        return
    yield from entries[: _SHOWN - 2]
    yield len(entries) - _SHOWN + 1
    yield entries[-1]
