"""Pages that are read: the LLM view, the file's faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitui.rendering.damage_page import damage_page
from pitui.tui.screens.context import ContextScreen
from pitui.tui.screens.page import PageScreen

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen


def llm_view(browser: BrowserScreen) -> None:
    """Show what the model would get if the cursor were the leaf."""
    view = browser.state
    browser.app.push_screen(ContextScreen(browser.leaf_of(view.session, view.cursor_id), view.leaf, browser.services))


def damage(browser: BrowserScreen) -> None:
    """Show what is wrong with the file, line by line."""
    session = browser.state.session
    browser.app.push_screen(PageScreen("Faults in the file", lambda width: damage_page(session, width)))
