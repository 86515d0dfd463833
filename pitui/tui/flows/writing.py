"""Before anything is written: is another program at work on the file?"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from textual.app import App

from pitui.core.operations import Written
from pitui.tui.dialogs.confirm import Confirm

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen

Operation: TypeAlias = Callable[[], Written]
"""Writes, and gives back what it left behind."""

_LIVE = (
    "Another program has written to this session within the last minute. A pi that is running will not see what "
    "pitui writes now, and goes on from its own leaf."
)
_OLD = (
    "This is a version {version} session. Before the first write it is brought up to version 3, as pi does when it "
    "opens it; the old file is kept beside it, byte for byte."
)


async def may_write(browser: BrowserScreen) -> bool:
    """Whether writing to the session that is shown is all right."""
    return await agreed(browser.app, live=browser.is_live, version=browser.state.session.version)


async def agreed(app: App[Any], *, live: bool, version: int) -> bool:
    """Whether writing is all right; the person is asked where it might not be."""
    if live:
        question = Confirm("Somebody is writing here", _LIVE, "Write all the same")
        sure = await app.push_screen_wait(question)
        if not sure:
            return False
    if version < 3:
        question = Confirm("An old session", _OLD.format(version=version), "Bring up to date and write")
        sure = await app.push_screen_wait(question)
        return sure is True
    return True
