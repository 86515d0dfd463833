"""Copying: an entry's text, its line, its way from the root, what the model gets of it, the command that resumes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pitui.core.context.llm import bash_text, convert_to_llm
from pitui.core.context.projection import messages_of
from pitui.core.javascript.json import stringify
from pitui.core.session.content import as_text, text_of
from pitui.core.session.entries import Entry
from pitui.desktop.pi import resume_command
from pitui.exports.parts import content_parts
from pitui.rendering.pasteable import pasteable
from pitui.tui.dialogs.choose_one import ChooseOne
from pitui.tui.view_state import ViewState

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen

_MENU: Final = {
    "text": "The entry's text",
    "json": "Raw JSON",
    "path": "The path of ids that leads to it",
    "model": "As the model sees it",
    "resume": "The command that resumes the session in pi",
}


def copy_text(browser: BrowserScreen) -> None:
    """Put the text of the entry under the cursor on the clipboard."""
    _copy(browser, "text")


def copy_menu(browser: BrowserScreen) -> None:
    """Ask what of the entry under the cursor to put on the clipboard."""
    browser.run_worker(_ask(browser), group="dialog", exclusive=True)


async def _ask(browser: BrowserScreen) -> None:
    chosen = await browser.app.push_screen_wait(ChooseOne("Copy", _MENU))
    if chosen is not None:
        _copy(browser, chosen)


def _copy(browser: BrowserScreen, what: str) -> None:
    entry = browser.state.session.by_id.get(browser.state.cursor_id or "")
    if entry is None:
        return
    text = _COPIES[what](browser.state, entry)
    if text:
        browser.app.copy_to_clipboard(text)
        browser.notify(f"{_MENU[what]} is on the clipboard.", title="Copied", timeout=3, markup=False)
    else:
        browser.notify(_nothing(what), title="Nothing to copy", timeout=5, markup=False)


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


def model_text(view: ViewState, entry: Entry) -> str:
    """What the model gets of an entry from the shown leaf; empty when it gets nothing."""
    projected = view.leaf.projection.by_id.get(entry.id)
    messages = convert_to_llm(projected.messages) if projected is not None and not projected.omitted else []
    return "\n\n".join(part.text for message in messages for part in content_parts(message.content, "prose"))


def resume_text(view: ViewState) -> str:
    """The command that resumes the session in pi, to be pasted."""
    return pasteable(resume_command(view.session.path), view.session.cwd)


def _nothing(what: str) -> str:
    if what == "model":
        return "The model gets nothing of this entry from the shown leaf."
    return "This entry has no text."


_COPIES: Final[dict[str, Callable[[ViewState, Entry], str]]] = {
    "text": lambda _, entry: plain_text(entry),
    "json": lambda _, entry: stringify(entry.body),
    "path": lambda view, entry: "/".join(above.id for above in view.session.branch(entry.id)),
    "model": model_text,
    "resume": lambda view, _: resume_text(view),
}
