"""What is done to sessions on the shelf: named, pinned, put away, thrown away, and all of that undone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pitui.core import operations
from pitui.core.errors import PituiError
from pitui.core.session.follow import SessionFollower
from pitui.desktop.trash import Trashed, bring_back, throw_away
from pitui.rendering.numbers import plural
from pitui.store import shelf_marks
from pitui.store.shelf_marks import Mark
from pitui.tui.dialogs.ask_text import AskText
from pitui.tui.flows.writing import agreed

if TYPE_CHECKING:
    from pitui.tui.screens.shelf import ShelfScreen

_NAMING = "It is written to the session as one entry; an empty name clears it."


@dataclass(frozen=True, slots=True)
class Undo:
    """How the last act is taken back."""

    done: str
    """What is said afterwards."""
    act: Callable[[], None]


def rename(screen: ShelfScreen, path: Path) -> None:
    """Ask for a session's name and write it."""
    screen.run_worker(_rename(screen, path), group="dialog", exclusive=True)


def delete(screen: ShelfScreen, paths: Collection[Path]) -> None:
    """Move sessions to the trash; the person has said yes."""
    screen.run_worker(_delete(screen, sorted(paths)), group="write")


def mark(screen: ShelfScreen, kind: Mark, paths: frozenset[Path]) -> None:
    """Set a mark on sessions, or clear it where all of them have it."""
    has = screen.view.marks.pinned if kind == "pinned" else screen.view.marks.archived
    on = not paths <= has
    changing = paths - has if on else paths

    def change(to: bool) -> None:
        screen.change(marks=shelf_marks.change(kind, changing, to), marked=frozenset())

    try:
        change(on)
    except PituiError as error:
        screen.say_failed(error)
        return
    word = {"pinned": ("Pinned", "No longer pinned"), "archived": ("Archived", "Back from the archive")}[kind][not on]
    screen.undos.append(Undo(f"{word}: undone", lambda: change(not on)))
    hint = "A shows the archive, u takes it back." if (kind, on) == ("archived", True) else "u takes it back."
    screen.notify(hint, title=f"{word}: {plural(len(changing), 'session')}", timeout=4, markup=False)


def undo(screen: ShelfScreen) -> None:
    """Take the last act back."""
    if not screen.undos:
        words = "Nothing was deleted, archived or pinned since the shelf was opened."
        screen.notify(words, title="Nothing to undo", markup=False)
        return
    last = screen.undos.pop()
    try:
        last.act()
        screen.notify("", title=last.done, timeout=3, markup=False)
    except PituiError as error:
        screen.say_failed(error)
    screen.action_reload()


async def _rename(screen: ShelfScreen, path: Path) -> None:
    try:
        follower = await asyncio.to_thread(SessionFollower, path)
    except PituiError as error:
        screen.say_failed(error)
        return
    question = AskText("Rename the session", _NAMING, follower.session.name or "", "a name")
    name = await screen.app.push_screen_wait(question)
    if name is None:
        return
    session = follower.poll().session
    live = screen.is_live(path, session.stamp)
    if not await agreed(screen.app, live=live, version=session.version):
        return
    try:
        session = operations.rename(follower, name, screen.services.pen).session
    except PituiError as error:
        screen.say_failed(error)
        return
    row = replace(screen.view.rows[path], name=session.name, stamp=session.stamp)
    own = {**screen.view.own, path: session.stamp}
    screen.change(rows={**screen.view.rows, path: row}, own=own)
    screen.notify("", title="Renamed", timeout=3, markup=False)
    screen.action_reload()


async def _delete(screen: ShelfScreen, paths: Collection[Path]) -> None:
    thrown: list[Trashed] = []
    for path in paths:
        try:
            thrown.append(await asyncio.to_thread(throw_away, path))
        except PituiError as error:
            screen.say_failed(error)
    if not thrown:
        return
    gone = {each.path for each in thrown}
    rows = {path: row for path, row in screen.view.rows.items() if path not in gone}
    screen.change(rows=rows, marked=screen.view.marked - gone)
    told = plural(len(thrown), "session")
    screen.undos.append(Undo(f"{told} back from the trash", lambda: _bring_back(thrown)))
    hint = "u brings it back." if len(thrown) == 1 else "u brings them back."
    screen.notify(hint, title=f"{told} in the trash", markup=False)
    screen.action_reload()


def _bring_back(thrown: Collection[Trashed]) -> None:
    """Bring back all that can be; raises for one that cannot."""
    failed: PituiError | None = None
    for each in thrown:
        try:
            bring_back(each)
        except PituiError as error:
            failed = error
    if failed is not None:
        raise failed
