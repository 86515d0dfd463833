"""What the shelf tells of one session beside the list: who, where, how full, which branches, and the last words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitui.core.context.budget import Budget
from pitui.core.session.content import as_mapping, text_of
from pitui.core.session.entries import Entry
from pitui.core.session.session import Session
from pitui.rendering.branch_list import branch_line, branch_list
from pitui.rendering.budget_meter import COMPACT_HEIGHT, budget_lines
from pitui.rendering.highlight import highlighted
from pitui.rendering.numbers import cost, plural, size
from pitui.rendering.picture import Line, Meaning, Picture, Span, fit, line
from pitui.rendering.sanitize import one_line
from pitui.rendering.shelf_line import ShelfItem, problem_words, project_words
from pitui.rendering.wrap import flow, hang, wrap

_BRANCHES: Final = 6
_SAID: Final = 6
"""How many of the last messages are told."""
_LINES: Final = 4
"""How many lines each of them gets."""


def shelf_page(item: ShelfItem, session: Session | None, budget: Budget | None, now: float, cells: int) -> Picture:
    """The page in lines of `cells` cells; without a session what the row alone tells."""
    picture: Picture = [*_who(item, cells), *_remarks(item, cells)]
    if item.hit is not None and item.hit.snippet:
        picture += [(), *_found(item, cells)]
    if budget is not None:
        picture += [(), *budget_lines(budget, cells, COMPACT_HEIGHT)]
    picture += [(), *_counts(item, cells)]
    if session is not None:
        picture += [*_branches(session, now, cells), (), *_last_said(session, cells)]
    return [fit(spans, cells) for spans in picture]


def _who(item: ShelfItem, cells: int) -> Iterator[Line]:
    row = item.row
    title = row.name or row.first_words or row.path.name
    for part in wrap(one_line(title), cells)[:3]:
        yield line(Span(part, "strong"))
    if row.problem is not None:
        yield from hang(problem_words(row), cells, Span("! ", "warning"), meaning="warning")
        return
    yield from _field("folder", project_words(row.cwd), cells, "warning" if item.gone else "accent")
    if row.model is not None:
        yield from _field("model", one_line("/".join(row.model)), cells)


def _field(name: str, text: str, cells: int, meaning: Meaning = "") -> Iterator[Line]:
    return hang(text, cells, Span(f"{name:<8}", "muted"), meaning=meaning)


def _remarks(item: ShelfItem, cells: int) -> Iterator[Line]:
    """What is out of the ordinary, in words."""
    row = item.row
    words: list[tuple[str, Meaning]] = []
    if item.live:
        words.append(("● another program is writing to it", "good"))
    if item.gone:
        words.append(("the folder is not on this machine", "warning"))
    if row.faults:
        words.append((f"⚠ {plural(row.faults, 'fault')} in the file", "warning"))
    if row.parent_session:
        words.append(("forked from another session", "muted"))
    if item.pinned:
        words.append(("★ pinned", "label"))
    if item.archived:
        words.append(("▽ archived", "label"))
    for text, meaning in words:
        for part in wrap(text, cells):
            yield line(Span(part, meaning))


def _found(item: ShelfItem, cells: int) -> Iterator[Line]:
    assert item.hit is not None
    yield line(Span(f"Found in {plural(item.hit.places, 'entry', 'entries')}, last in", "strong"))
    for part in wrap(one_line(item.hit.snippet), cells)[:_LINES]:
        yield highlighted(line(part), item.query)


def _counts(item: ShelfItem, cells: int) -> Iterator[Line]:
    row = item.row
    if row.problem is not None:
        return
    told = [
        plural(row.messages, "message") if row.messages is not None else "not read yet",
        plural(row.compactions, "compaction") if row.compactions else "",
        cost(row.cost) if row.cost is not None else "",
        size(row.stamp.size) if row.stamp is not None else "",
    ]
    yield from flow([line(part) for part in told if part], cells, " · ")


def _branches(session: Session, now: float, cells: int) -> Iterator[Line]:
    """Each branch by what was said first on it, the one pi resumes on first."""
    branches = branch_list(session, session.leaf_id)
    yield line(Span(plural(len(branches), "branch", "branches")))
    if len(branches) > 1:
        for branch in branches[:_BRANCHES]:
            yield branch_line(session, branch, now, cells)
    if len(branches) > _BRANCHES:
        yield line(Span(f"   and {len(branches) - _BRANCHES} more", "muted"))


def _last_said(session: Session, cells: int) -> Iterator[Line]:
    """The last turns at the leaf in words; tools are left out."""
    said: list[tuple[Entry, str]] = []
    for entry in reversed(session.branch(session.leaf_id)):
        text = _words(entry)
        if text:
            said.append((entry, text))
        if len(said) == _SAID:
            break
    for entry, text in reversed(said):
        is_user = entry.role == "user"
        mark = Span("you    " if is_user else "model  ", "user" if is_user else "assistant")
        told = list(hang(one_line(text), cells, mark))
        yield from told[:_LINES]
        if len(told) > _LINES:
            yield line(Span("       …", "muted"))


def _words(entry: Entry) -> str:
    if entry.role not in ("user", "assistant"):
        return ""
    text = text_of(as_mapping(entry.body.get("message")).get("content"), " ")
    return " ".join(text[:4000].split())
