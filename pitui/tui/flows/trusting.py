"""Asking whether a project's hooks may run: a yes is remembered, and holds for the files as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitui.core.errors import PituiError
from pitui.rendering.sanitize import one_line
from pitui.store.trust import TrustStore
from pitui.tui.dialogs.confirm import Confirm

if TYPE_CHECKING:
    from pitui.tui.screens.session_screen import SessionScreen

_ABOUT = (
    "This project brings hooks: Python files that run inside pitui whenever you compact or switch. Have a look at "
    "them first. A yes holds until a file changes."
)


def ask_about_hooks(screen: SessionScreen) -> None:
    """Ask, where the project has hook files nobody agreed to yet."""
    if screen.unasked_hooks:
        screen.run_worker(_ask(screen), group="dialog", exclusive=True)


async def _ask(screen: SessionScreen) -> None:
    files = screen.unasked_hooks
    names = "\n".join(one_line(str(file.path)) for file in files)
    sure = await screen.app.push_screen_wait(Confirm("Run this project's hooks?", f"{_ABOUT}\n\n{names}", "Run them"))
    if not sure:
        return
    store = TrustStore()
    try:
        for file in files:
            store.remember(file.path, file.content)
    except PituiError as error:
        screen.say_failed(error)
        return
    screen.load_hooks()
