"""Keeping the token count of the shown leaf while somebody looks at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitui.tui.token_count import count_context, known_count
from pitui.tui.view_state import Leaf

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen


def keep_count(browser: BrowserScreen) -> None:
    """Count the context at the shown leaf, where the open tab tells of it and it is not counted yet."""
    view, encoding = browser.state, browser.services.config.encoding
    if view.tab not in ("llm", "stats") or (view.counted is not None and view.counted.encoding == encoding):
        return
    known = known_count(view.leaf.projection, encoding)
    browser.change(count=(view.leaf, known))
    if known.tokens is None:
        browser.run_worker(_count(browser, view.leaf, encoding), group="count", exclusive=True)


async def _count(browser: BrowserScreen, leaf: Leaf, encoding: str) -> None:
    counted = await count_context(leaf.projection, encoding, browser.services.worker)
    if browser.state.leaf is leaf:
        browser.change(count=(leaf, counted))
