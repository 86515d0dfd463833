"""Pages that are read: the LLM view, the file's faults, an entry's plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitui.core.context.llm import bash_text
from pitui.core.context.projection import messages_of
from pitui.core.session.content import as_text, text_of
from pitui.core.session.entries import Entry
from pitui.rendering.damage_page import damage_page
from pitui.tui.screens.context import ContextScreen
from pitui.tui.screens.page import PageScreen

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen


def llm_view(browser: BrowserScreen) -> None:
    """Show what the model would get if the cursor were the leaf."""
    view = browser.state
    browser.app.push_screen(ContextScreen(browser.leaf_of(view.session, view.cursor_id), view.leaf))


def damage(browser: BrowserScreen) -> None:
    """Show what is wrong with the file, line by line."""
    session = browser.state.session
    browser.app.push_screen(PageScreen("Faults in the file", lambda width: damage_page(session, width)))


def copy_text(browser: BrowserScreen) -> None:
    """Put the text of the entry under the cursor on the clipboard."""
    entry = browser.state.session.by_id.get(browser.state.cursor_id or "")
    if entry is not None:
        browser.app.copy_to_clipboard(plain_text(entry))
        browser.notify("The entry's text is on the clipboard.", title="Copied", timeout=3, markup=False)


def plain_text(entry: Entry) -> str:
    """An entry's text for the clipboard: what was said, a summary, a command with its output."""
    parts = []
    for message in messages_of(entry):
        if message.role == "bashExecution":
            parts.append(bash_text(message))
        elif message.role in ("compactionSummary", "branchSummary"):
            parts.append(as_text(message.data.get("summary")))
        else:
            parts.append(text_of(message.content, "\n"))
    return "\n\n".join(part for part in parts if part)
