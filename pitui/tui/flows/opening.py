"""Handing the terminal over: the session to pi, an entry to the pager; the screen comes back when they end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from textual.app import App, SuspendNotSupported

from pitui.core.operations import mark_leaf
from pitui.desktop import foreground
from pitui.desktop.pager import pager_command
from pitui.desktop.pi import cannot_open, resume_command
from pitui.rendering.pasteable import pasteable
from pitui.rendering.picture import text_of
from pitui.rendering.sanitize import one_line
from pitui.tui import pictures
from pitui.tui.dialogs.choose_one import ChooseOne
from pitui.tui.dialogs.trouble import Trouble
from pitui.tui.flows.writing import may_write

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen

_WHERE: Final = {
    "here": "From the leaf shown here: writes one invisible marker first",
    "file": "From where the file ends, as it is",
}
_ABOUT: Final = "pi resumes at the last entry of the file, and you are looking at another place."


def open_in_pi(browser: BrowserScreen) -> None:
    """Open the session in pi, and read it anew when pi ends."""
    browser.run_worker(_open(browser), group="dialog", exclusive=True)


def page_entry(browser: BrowserScreen) -> None:
    """Show the entry under the cursor in the person's pager."""
    command, remark = pager_command()
    if command is None:
        browser.notify(one_line(remark), title="No pager", severity="warning", markup=False)
        return
    page = pictures.entry(browser.state, max(20, browser.size.width - 1), whole=True)
    text = "".join(f"{text_of(line).rstrip()}\n" for line in page)
    trouble = _run(browser.app, command, text=text)
    if trouble or remark:
        browser.notify(one_line(trouble or remark), title="Pager", severity="warning", markup=False)


async def _open(browser: BrowserScreen) -> None:
    session = browser.state.session
    command = resume_command(session.path)
    trouble = cannot_open(session.cwd)
    if trouble is None:
        if browser.state.elsewhere and not await _is_settled(browser):
            return
        trouble = _run(browser.app, command, cwd=session.cwd)
        browser.action_reload()
    if trouble:
        shown = pasteable(command, session.cwd)
        await browser.app.push_screen_wait(Trouble("pi was not opened", trouble, shown))


async def _is_settled(browser: BrowserScreen) -> bool:
    """Settle where pi should go on, with a marker if that is wanted; False for a change of mind."""
    where = await browser.app.push_screen_wait(ChooseOne("Where should pi go on?", _WHERE, about=_ABOUT))
    if where != "here":
        return where is not None
    leaf_id, pen = browser.state.leaf.leaf_id, browser.services.pen
    if not await may_write(browser) or browser.write(lambda: mark_leaf(browser.follower, leaf_id, pen)) is None:
        return False
    browser.look_at(browser.follower.session.leaf_id)
    return True


def _run(app: App[int], command: Sequence[str], *, cwd: str | None = None, text: str | None = None) -> str | None:
    """Run a program in the screen's place; what went wrong, in a sentence."""
    trouble: str | None = None
    try:
        with app.suspend():
            # The screen is only brought back if nothing is raised in here.
            try:
                foreground.run(command, cwd=cwd, text=text)
            except OSError as error:
                trouble = f"{command[0]} could not be started: {error.strerror}."
    except SuspendNotSupported:
        trouble = "The screen cannot be suspended in this terminal."
    return trouble
