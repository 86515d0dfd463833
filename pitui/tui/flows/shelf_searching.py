"""Searching all sessions: one after the other in the background, the newest first, hits shown as they come."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual.worker import get_current_worker

from pitui.core.errors import PituiError
from pitui.core.session.shelf import ShelfRow, newest_first
from pitui.core.session.shelf_query import ShelfQuery, parse_shelf_query
from pitui.core.session.shelf_search import Hit, find
from pitui.tui.flows.pulse import Pulse
from pitui.tui.shelf_view import NO_SHELF_SEARCH, ShelfSearch

if TYPE_CHECKING:
    from pitui.tui.screens.shelf import ShelfScreen

_PAUSE: Final = 0.1
"""Seconds without another letter before files are read."""


def search(screen: ShelfScreen, text: str) -> None:
    """Look for something else; what cannot be looked for says so in the status line."""
    screen.workers.cancel_group(screen, "search")
    if not text.strip():
        screen.change(search=NO_SHELF_SEARCH)
        return
    try:
        query = parse_shelf_query(text, screen.services.pen.now())
    except PituiError as error:
        screen.change(search=ShelfSearch(text, problem=error.sentence))
        return
    rows = [row for row in newest_first(screen.view.in_scope) if row.problem is None]
    begun = ShelfSearch(text, query.said, of=len(rows))
    screen.change(search=begun)
    screen.run_worker(lambda: _look(screen, rows, query, begun), thread=True, group="search", exclusive=True)


def _look(screen: ShelfScreen, rows: Sequence[ShelfRow], query: ShelfQuery, begun: ShelfSearch) -> None:
    worker = get_current_worker()
    time.sleep(_PAUSE)
    hits: dict[Path, Hit] = {}
    pulse = Pulse()
    for done, row in enumerate(rows, 1):
        if worker.is_cancelled:
            return
        hit = find(row, query, lambda: worker.is_cancelled)
        if hit is not None:
            hits[row.path] = hit
        if pulse.due and done < len(rows):
            pulse.tell(partial(screen.app.call_from_thread, _found, screen, begun, dict(hits), done))
    if not worker.is_cancelled:
        screen.app.call_from_thread(_found, screen, begun, hits, len(rows))


def _found(screen: ShelfScreen, begun: ShelfSearch, hits: dict[Path, Hit], done: int) -> None:
    """Take the hits in, unless something else is searched for by now."""
    if screen.view.search.text == begun.text:
        screen.change(search=replace(begun, hits=hits, done=done))
