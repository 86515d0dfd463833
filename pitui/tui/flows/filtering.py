"""Choosing what the tree shows: one of pi's filters, or one that narrows it to a file, a tool, a fate."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pitui.core.session.tool_use import tools_and_files
from pitui.rendering.numbers import count
from pitui.rendering.picture import Line, Span, spread
from pitui.rendering.sanitize import one_line
from pitui.tui.bars import FILTER_NAMES
from pitui.tui.dialogs.choose_one import ChooseOne
from pitui.tui.dialogs.pick_row import PickOne, PickRow
from pitui.tui.tree_filter import NARROWINGS, TreeFilter

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen

_MENU: Final = {
    **{str(mode): name for mode, name in FILTER_NAMES.items()},
    **{str(k): v for k, v in NARROWINGS.items()},
}


def filter_menu(browser: BrowserScreen) -> None:
    """Ask what the tree should show."""
    browser.run_worker(_ask(browser), group="dialog", exclusive=True)


async def _ask(browser: BrowserScreen) -> None:
    view = browser.state
    chosen = view.narrowed.kind if view.narrowed is not None else view.filter
    answer = await browser.app.push_screen_wait(ChooseOne("Filter", _MENU, chosen))
    match answer:
        case None:
            return
        case "context" | "folds":
            browser.change(narrowed=TreeFilter(answer))
        case "file" | "tool":
            tools, files = await asyncio.to_thread(tools_and_files, view.session)
            title, amounts = ("Files", files) if answer == "file" else ("Tools", tools)
            rows = [PickRow(name, name, _row(name, amount)) for name, amount in _in_order(amounts)]
            name = await browser.app.push_screen_wait(PickOne(title, rows))
            if name is not None:
                browser.change(narrowed=TreeFilter(answer, name))
        case mode:
            browser.change(filter=mode, narrowed=None)


def _in_order(amounts: Counter[str]) -> list[tuple[str, int]]:
    """The most used first, then by name."""
    return sorted(amounts.items(), key=lambda item: (-item[1], item[0]))


def _row(name: str, amount: int) -> Callable[[int], Line]:
    def draw(width: int) -> Line:
        return spread([Span(f" {one_line(name) or '(no name)'}")], [Span(f"  {count(amount)} × ", "muted")], width)

    return draw
