"""Asking before anything of somebody else's runs: a project's hooks, a command that prints a key.

A yes is remembered, and holds for the files and the command as they are.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from pitui.core.errors import PituiError
from pitui.rendering.sanitize import one_line
from pitui.store.trust import TrustStore
from pitui.tui.dialogs.confirm import Confirm

if TYPE_CHECKING:
    from pitui.tui.screens.session_screen import SessionScreen

_COMMAND = (
    "The key for the model that would write the summary is printed by a command in pi's files. pitui runs it as it "
    "stands, without a shell, and remembers your yes until the command changes."
)
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


async def ask_about_key_commands(screen: SessionScreen) -> None:
    """Ask about the commands that print the key of whoever would write a summary, then run those agreed to."""
    services, leaf = screen.services, screen.state.leaf
    for _ in range(2):
        with suppress(PituiError):
            # A command may take its time: off the screen's loop, and its answer is kept.
            await asyncio.to_thread(services.choose, leaf.home, leaf.projection.model, services.config.summarizer)
        if not services.key_commands.waiting:
            return
        for command in list(services.key_commands.waiting):
            question = Confirm("Run a command for the key?", f"{_COMMAND}\n\n{one_line(command)}", "Run it")
            sure = await screen.app.push_screen_wait(question)
            services.key_commands.waiting.remove(command)
            if sure:
                services.key_commands.agree(command)
