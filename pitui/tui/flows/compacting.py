"""Compacting: the screen that shows what would happen, the summary, and the one entry that records it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pitui.core.compaction.outlook import outlook
from pitui.core.compaction.preparation import why_nothing
from pitui.core.operations import save_compaction
from pitui.core.settings import resolve_retry_settings
from pitui.rendering.numbers import estimate, tokens
from pitui.tui.flows.trusting import ask_about_key_commands
from pitui.tui.flows.writing import may_write
from pitui.tui.jobs import CompactionJob
from pitui.tui.screens.compaction import CompactionScreen
from pitui.tui.screens.review import ReviewScreen

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen


def compact(browser: BrowserScreen) -> None:
    """Open the compaction screen for the shown leaf; a calm word when there is nothing to compact."""
    view = browser.state
    if view.leaf.preparation is None:
        browser.notify(why_nothing(view.leaf.path), title="Nothing to compact", markup=False)
        return
    browser.run_worker(_compact(browser), group="compact", exclusive=True, exit_on_error=True)


async def _compact(browser: BrowserScreen) -> None:
    view = browser.state
    await ask_about_key_commands(browser)
    screen = CompactionScreen(view.leaf, browser.services)
    while True:
        job = await browser.app.push_screen_wait(screen)
        if job is None:
            return
        job = replace(job, hooks=browser.hooks)
        if await may_write(browser) and await _reviewed(browser, job):
            return
        screen = CompactionScreen(view.leaf, browser.services, start=screen.choice)


async def _reviewed(browser: BrowserScreen, job: CompactionJob) -> bool:
    """Make, review and save the summary; False leads back to the compaction screen as it was."""
    view = browser.state
    services, session = browser.services, view.session
    review = ReviewScreen(
        job,
        services,
        resolve_retry_settings(view.leaf.home.settings),
        session.path,
        lambda text: services.keep(text, session, job.kind),
    )
    answer = await browser.app.push_screen_wait(review)
    if answer is None:
        return False
    result, kept = answer
    leaf_id = job.preparation.projection.path[-1].id
    after = outlook(job.preparation, result)
    saved = browser.write(lambda: save_compaction(browser.follower, leaf_id, result, services.pen))
    if saved is None:
        browser.notify(str(kept), title="The summary is kept in", severity="warning", timeout=30, markup=False)
        return True
    services.forget(kept)
    browser.look_at(browser.follower.session.leaf_id)
    await job.saved(result, saved)
    browser.notify(
        f"{tokens(after.tokens_before)} → {estimate(after.tokens_after)}, saves {estimate(after.saved)}. "
        "u goes back to before it.",
        title="Compacted",
        timeout=10,
        markup=False,
    )
    return True
