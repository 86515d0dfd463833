"""Giving names: a label to an entry, a name to the session; each is one appended entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitui.core import operations
from pitui.tui.dialogs.ask_text import AskText
from pitui.tui.flows.writing import may_write

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen


def label(browser: BrowserScreen) -> None:
    """Ask for the label of the entry under the cursor."""
    browser.run_worker(_label(browser), group="dialog", exclusive=True)


def rename(browser: BrowserScreen) -> None:
    """Ask for the session's name."""
    browser.run_worker(_rename(browser), group="dialog", exclusive=True)


async def _label(browser: BrowserScreen) -> None:
    target_id = browser.state.cursor_id
    if target_id is None:
        return
    known = browser.state.session.labels.get(target_id)
    about = "An empty label clears it. It is written to the session as one entry."
    question = AskText("Label", about, str(known) if known else "", "a few words")
    text = await browser.app.push_screen_wait(question)
    if text is not None and await may_write(browser):
        done = "Labelled" if text else "Label cleared"
        pen = browser.services.pen
        browser.write(lambda: operations.set_label(browser.follower, target_id, text, pen), done)


async def _rename(browser: BrowserScreen) -> None:
    about = "It is written to the session as one entry; an empty name clears it."
    question = AskText("Rename the session", about, browser.state.session.name or "", "a name")
    name = await browser.app.push_screen_wait(question)
    if name is not None and await may_write(browser):
        pen = browser.services.pen
        browser.write(lambda: operations.rename(browser.follower, name, pen), "Renamed")
