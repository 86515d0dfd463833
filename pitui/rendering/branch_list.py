"""The branches of a session, one a row: what was said first after each left the others, how much it adds, its age."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitui.core.context.projection import intrinsic_measure
from pitui.core.javascript.dates import parse_date
from pitui.core.session.entries import BOOKKEEPING, Entry
from pitui.core.session.session import Session
from pitui.rendering.entry_line import entry_line
from pitui.rendering.numbers import estimate, plural
from pitui.rendering.picture import Line, Span, spread, text_of
from pitui.rendering.shelf_line import age

_WIDE = 60
"""From this width on, entries and tokens have their columns."""


@dataclass(frozen=True, slots=True)
class Branch:
    """The end of a branch, and the entries that are its own."""

    tip: Entry
    own: Sequence[Entry]
    """From behind the last fork to the tip, oldest first."""
    in_use: bool
    """Whether the shown leaf is its tip."""

    @property
    def head(self) -> Entry:
        """The entry it is named by: its first user message, else its first entry that is no bookkeeping."""
        said = next((entry for entry in self.own if entry.role == "user"), None)
        return said or next((entry for entry in self.own if entry.type not in BOOKKEEPING), self.tip)


def branch_list(session: Session, leaf_id: str | None) -> list[Branch]:
    """Every branch, the one in use first, then the newest."""
    branches = [Branch(tip, _own(session, tip), tip.id == leaf_id) for tip in reversed(session.tree.branch_tips)]
    return sorted(branches, key=lambda branch: not branch.in_use)


def branch_name(session: Session, branch: Branch) -> str:
    """A branch in words."""
    return text_of(entry_line(session, branch.head))


def branch_line(session: Session, branch: Branch, now: float, cells: int) -> Line:
    """A branch in exactly `cells` cells; `now` in milliseconds since 1970."""
    mark = Span(" • " if branch.in_use else "   ", "accent")
    written = parse_date(branch.tip.timestamp)
    right = [Span(f"  {age(now - written) if written == written else '':>4} ", "muted")]
    if cells >= _WIDE:
        weight = estimate(sum(intrinsic_measure(entry).total for entry in branch.own))
        right = [Span(f"  {plural(len(branch.own), 'entry', 'entries'):>13}{weight:>8}"), *right]
    return spread([mark, *entry_line(session, branch.head)], right, cells)


def _own(session: Session, tip: Entry) -> list[Entry]:
    tree, own = session.tree, [tip]
    above = tree.parent_id(tip)
    while above is not None and len(tree.children(above)) == 1:
        own.append(session.by_id[above])
        above = tree.parent_id(own[-1])
    return own[::-1]
