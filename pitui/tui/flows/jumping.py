"""Going to an entry in the tree: a label, the end of a branch, an id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitui.core.session.session import Session
from pitui.rendering.branch_list import Branch, branch_line, branch_list, branch_name
from pitui.rendering.entry_line import entry_line
from pitui.rendering.picture import Line, Span, spread, text_of
from pitui.rendering.sanitize import one_line
from pitui.tui.dialogs.ask_text import AskText
from pitui.tui.dialogs.pick_row import PickOne, PickRow
from pitui.tui.widgets.session_tree import SessionTree

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen

_NAMED = 4
"""Ids that are named where several begin as asked."""


def reveal(browser: BrowserScreen, entry_id: str) -> None:
    """Put the cursor on an entry, unfolding and showing what hides it."""
    view = browser.state
    above = {entry.id for entry in view.session.branch(entry_id)} - {entry_id}
    browser.change(folded=view.folded - above, revealed=view.revealed | {entry_id}, cursor_id=entry_id)
    browser.query_one(SessionTree).go_to(entry_id)


def go_to_label(browser: BrowserScreen) -> None:
    """Pick a labelled entry and go there."""
    session = browser.state.session
    labelled = [node.entry.id for node in session.tree.walk() if node.entry.id in session.labels]
    if not labelled:
        browser.notify("L gives the entry under the cursor a label.", title="No labels yet", markup=False)
        return
    _pick(browser, "Labels", [_label_row(session, entry_id) for entry_id in labelled])


def go_to_branch(browser: BrowserScreen) -> None:
    """Pick a branch and go to its end."""
    view, now = browser.state, browser.services.pen.now()
    branches = branch_list(view.session, view.leaf.leaf_id)
    _pick(browser, "Branches", [_branch_row(view.session, branch, now) for branch in branches])


def go_to_id(browser: BrowserScreen) -> None:
    """Ask for an id, or the beginning of one, and go there."""
    browser.run_worker(_ask_id(browser), group="dialog", exclusive=True)


def _pick(browser: BrowserScreen, title: str, rows: list[PickRow]) -> None:
    async def ask() -> None:
        picked = await browser.app.push_screen_wait(PickOne(title, rows, browser.state.cursor_id))
        if picked is not None:
            reveal(browser, picked)

    browser.run_worker(ask(), group="dialog", exclusive=True)


def _label_row(session: Session, entry_id: str) -> PickRow:
    label, entry = one_line(str(session.labels[entry_id])), session.by_id[entry_id]

    def draw(width: int) -> Line:
        return spread([Span(f" [{label}] ", "label"), *entry_line(session, entry)], [Span(f"  {entry_id} ")], width)

    return PickRow(entry_id, f"{label} {text_of(entry_line(session, entry))} {entry_id}", draw)


def _branch_row(session: Session, branch: Branch, now: float) -> PickRow:
    words = f"{branch_name(session, branch)} {branch.tip.id}"
    return PickRow(branch.tip.id, words, lambda width: branch_line(session, branch, now, width))


async def _ask_id(browser: BrowserScreen) -> None:
    asked = await browser.app.push_screen_wait(AskText("Go to an entry", "An id, or how it begins.", "", "id", "Go"))
    words = (asked or "").strip()
    if not words:
        return
    ids = browser.state.session.by_id
    found = [words] if words in ids else [entry_id for entry_id in ids if entry_id.startswith(words)]
    if len(found) == 1:
        reveal(browser, found[0])
    elif found:
        named = ", ".join(found[:_NAMED]) + (" …" if len(found) > _NAMED else "")
        browser.notify(one_line(named), title=f"{len(found)} ids begin so", severity="warning", markup=False)
    else:
        browser.notify(one_line(words), title="No id begins so", severity="warning", markup=False)
