"""Filling the shelf: every session is glanced at, then read whole unless that is remembered, the newest first."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual.worker import get_current_worker

from pitui import pi_home
from pitui.core.context.budget import window_of
from pitui.core.context.survey import survey
from pitui.core.errors import PituiError
from pitui.core.session.file import Stamp
from pitui.core.session.reader import open_session
from pitui.core.session.shelf import ShelfRow, newest_first, shelf
from pitui.store import shelf_marks
from pitui.store.scans import ScanCache
from pitui.tui.flows.pulse import Pulse
from pitui.tui.view_state import Leaf

if TYPE_CHECKING:
    from pitui.tui.screens.shelf import ShelfScreen

_PAUSE: Final = 0.06
"""A preview that the cursor only passes by is not read."""


def look(screen: ShelfScreen) -> None:
    """Look through the folder anew."""
    screen.run_worker(lambda: _look(screen), thread=True, group="shelf", exclusive=True)


def preview(screen: ShelfScreen, path: Path, stamp: Stamp | None) -> None:
    """Read one session for the page beside the list."""
    screen.run_worker(lambda: _preview(screen, path, stamp), thread=True, group="preview", exclusive=True)


def _look(screen: ShelfScreen) -> None:
    cache = ScanCache()
    try:
        rows = _listed(screen, cache)
        if rows is not None:
            _read(screen, cache, rows)
    finally:
        cache.close()


def _listed(screen: ShelfScreen, cache: ScanCache) -> dict[Path, ShelfRow] | None:
    """A row for every session; None when the looking was called off."""
    worker = get_current_worker()
    place = screen.services.sessions
    rows: dict[Path, ShelfRow] = {}
    pulse = Pulse()
    for row in shelf(place.folder, flat=place.flat, known=cache.get):
        if worker.is_cancelled:
            return None
        rows[row.path] = row
        if pulse.due:
            pulse.tell(lambda: screen.app.call_from_thread(screen.take, dict(rows), loading=True))
    gone = frozenset(row.cwd for row in rows.values() if row.cwd is not None and not _is_there(row.cwd))
    try:
        marks, problem = shelf_marks.load(), None
    except PituiError as error:
        marks, problem = shelf_marks.ShelfMarks(), error
    screen.app.call_from_thread(screen.take, dict(rows), loading=False, gone=gone, marks=marks, problem=problem)
    cache.keep_only(place.folder, rows)
    return rows


def _read(screen: ShelfScreen, cache: ScanCache, rows: dict[Path, ShelfRow]) -> None:
    """Read whole what is not remembered, and see how much each model takes."""
    worker = get_current_worker()
    home = pi_home.load(screen.services.agent_dir)
    windows: dict[tuple[str, str], int | None] = {}

    def told(read: int) -> None:
        for row in rows.values():
            if row.model is not None and row.model not in windows:
                windows[row.model] = window_of(home.model(*row.model)).tokens
        screen.app.call_from_thread(screen.take, dict(rows), windows=dict(windows), read=read)

    unread = [row for row in newest_first(rows.values()) if row.problem is None and row.messages is None]
    pulse = Pulse()
    for count, row in enumerate(unread, 1 + len(rows) - len(unread)):
        if worker.is_cancelled:
            return
        rows[row.path] = read = survey(row.path)
        if read.problem is None:
            cache.put(read)
        if pulse.due:
            pulse.tell(partial(told, count))
    if not worker.is_cancelled:
        told(0)


def _preview(screen: ShelfScreen, path: Path, stamp: Stamp | None) -> None:
    worker = get_current_worker()
    time.sleep(_PAUSE)
    if worker.is_cancelled:
        return
    try:
        session = open_session(path)
        leaf = Leaf(session, session.leaf_id, screen.services.home_of(session))
        # What takes time is worked out here; the screen only paints it.
        _ = leaf.budget, session.tree.tips
    except (PituiError, OSError):
        return
    if not worker.is_cancelled:
        screen.app.call_from_thread(screen.take_preview, path, stamp, leaf)


def _is_there(cwd: str) -> bool:
    """Whether a project folder is on this machine; a relative one names none."""
    try:
        return Path(cwd).is_absolute() and Path(cwd).is_dir()
    except OSError:
        return False
