"""Exporting: the question, the file, and a second question where something is there already."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from pitui.core.errors import PituiError
from pitui.exports.saving import export_lines, file_name, write_export
from pitui.paths import expand
from pitui.rendering.sanitize import one_line
from pitui.tui.dialogs.confirm import Confirm
from pitui.tui.dialogs.export_session import ExportChoice, ExportDialog
from pitui.tui.view_state import ViewState

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen


def export(browser: BrowserScreen) -> None:
    """Ask what to export and where to, and write it."""
    if browser.state.leaf.leaf_id is None:
        browser.notify("There is nothing in this session to export.", title="An empty session", markup=False)
        return
    browser.run_worker(_export(browser), group="dialog", exclusive=True)


async def _export(browser: BrowserScreen) -> None:
    view = browser.state
    choice: ExportChoice | None = None
    while True:
        dialog = ExportDialog(lambda form: str(Path.cwd() / file_name(view.session, form)), choice)
        choice = await browser.app.push_screen_wait(dialog)
        if choice is None:
            return
        try:
            if await _written(browser, view, choice):
                return
        except PituiError as error:
            browser.say_failed(error)


async def _written(browser: BrowserScreen, view: ViewState, choice: ExportChoice) -> bool:
    """Write the file, asking before it takes another's place; False leads back to the question."""
    target = expand(choice.path.strip()).absolute()

    def write(*, over: bool = False) -> None:
        new_id = browser.services.pen.new_id
        lines = export_lines(view.session, view.leaf.leaf_id or "", choice.form, new_id, whole=choice.whole)
        write_export(target, lines, view.session, over=over)

    try:
        await asyncio.to_thread(write)
    except FileExistsError:
        question = Confirm("Write over it?", f"{target} is there already; its content would be lost.", "Write over it")
        if not await browser.app.push_screen_wait(question):
            return False
        await asyncio.to_thread(write, over=True)
    browser.notify(one_line(str(target)), title="Exported to", timeout=8, markup=False)
    return True
