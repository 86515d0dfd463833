"""Searching a session: every entry is looked through in the background, and hits are jumped between."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.worker import get_current_worker

from pitui.core.errors import PituiError
from pitui.core.session.search import Query, parse_query, said_in
from pitui.core.session.session import Session
from pitui.tui.flows.jumping import reveal
from pitui.tui.view_state import NO_SEARCH, Search

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen

_BATCH = 400
"""Entries between two looks at whether the search is still wanted."""


def search(browser: BrowserScreen, text: str) -> None:
    """Look for something else; a pattern that is none says so in the status line."""
    if not text.strip():
        browser.workers.cancel_group(browser, "search")
        browser.change(search=NO_SEARCH)
        return
    try:
        query = parse_query(text)
    except PituiError as error:
        browser.change(search=Search(text, problem=error.sentence))
        return
    session = browser.state.session
    browser.change(search=Search(text, query, running=True))
    browser.run_worker(lambda: _look(browser, session, text, query), thread=True, group="search", exclusive=True)


def jump(browser: BrowserScreen, step: int) -> None:
    """Go to the next hit in the order of the tree, unfolding and showing what hides it."""
    view = browser.state
    hits = view.search.hits
    if not hits:
        return
    place = hits.index(view.cursor_id) if view.cursor_id in hits else None
    target = hits[(place + step) % len(hits)] if place is not None else _nearest(view.session, hits, view.cursor_id)
    reveal(browser, target)


def _look(browser: BrowserScreen, session: Session, text: str, query: Query) -> None:
    worker = get_current_worker()
    hits: list[str] = []
    for number, node in enumerate(session.tree.walk(), 1):
        if query.finds(said_in(node.entry)):
            hits.append(node.entry.id)
        if number % _BATCH == 0 and worker.is_cancelled:
            return
    if not worker.is_cancelled:
        browser.app.call_from_thread(_found, browser, Search(text, query, tuple(hits)))


def _found(browser: BrowserScreen, found: Search) -> None:
    """Take the hits in, unless something else is searched for by now; the cursor goes to the nearest one."""
    if browser.state.search.text != found.text:
        return
    browser.change(search=replace(found, running=False))
    if found.hits and browser.state.cursor_id not in found.hits:
        jump(browser, 1)


def _nearest(session: Session, hits: tuple[str, ...], cursor_id: str | None) -> str:
    """The first hit behind the cursor in the tree's order, else the first of all."""
    wanted, passed = set(hits), cursor_id is None
    for node in session.tree.walk():
        passed = passed or node.entry.id == cursor_id
        if passed and node.entry.id in wanted:
            return node.entry.id
    return hits[0]
