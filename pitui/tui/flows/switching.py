"""Switching to another entry: the question, the summary if one is wanted, and what is written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pitui.core.branching.branch_summary import BranchOptions, branch_summary_request
from pitui.core.branching.switch import SwitchPlan
from pitui.core.errors import PituiError
from pitui.core.hooked import make_switch, tell_switched
from pitui.core.operations import Written, mark_leaf, save_branch_summary
from pitui.core.settings import resolve_branch_summary_settings, resolve_retry_settings
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.summarizer import Summarizer
from pitui.rendering.branch_picture import switch_picture
from pitui.rendering.entry_line import entry_line
from pitui.rendering.numbers import tokens
from pitui.rendering.picture import text_of
from pitui.rendering.request_page import request_page
from pitui.rendering.switch_facts import switch_facts
from pitui.tui.dialogs.switch_branch import SwitchChoice, SwitchDialog
from pitui.tui.flows.trusting import ask_about_key_commands
from pitui.tui.flows.writing import may_write
from pitui.tui.jobs import BranchJob
from pitui.tui.screens.page import PageScreen
from pitui.tui.screens.review import ReviewScreen

if TYPE_CHECKING:
    from pitui.tui.screens.browser import BrowserScreen


def switch(browser: BrowserScreen, plan: SwitchPlan) -> None:
    """Start the switch; the browser stays as it is until something is decided."""
    browser.run_worker(_switch(browser, plan), group="switch", exclusive=True, exit_on_error=True)


async def _switch(browser: BrowserScreen, plan: SwitchPlan) -> None:
    view = browser.state
    await ask_about_key_commands(browser)
    try:
        settings = resolve_branch_summary_settings(view.leaf.home.settings)
        picked = browser.services.choose(view.leaf.home, view.leaf.projection.model, browser.services.config.summarizer)
    except PituiError as error:
        browser.notify(error.sentence, title=error.title, severity="error", markup=False)
        return
    if settings.skip_prompt:
        browser.look_at(plan.new_leaf_id)
        return
    options = _options(browser, picked.summarizer, settings.reserve_tokens)
    choice: SwitchChoice | None = None
    while True:
        choice = await _ask(browser, plan, options, picked.summarizer, picked.reason, choice)
        if choice is None:
            return
        if choice.way == "look":
            await _look(browser, plan, choice)
            return
        if await _summed_up(browser, plan, _chosen(options, choice), picked.summarizer, picked.reason, choice.label):
            return


async def _ask(
    browser: BrowserScreen,
    plan: SwitchPlan,
    options: BranchOptions,
    summarizer: Summarizer,
    reason: str,
    choice: SwitchChoice | None,
) -> SwitchChoice | None:
    request = branch_summary_request(plan.abandoned.entries, options)
    size = f"~{tokens(-(-len(request.prompt) // 4))} in" if request is not None else ""
    host = summarizer.destination.host
    cost = f"{size}, {'sent to ' + host if host else 'offline'}"

    def read_request(now: SwitchChoice) -> None:
        shown = branch_summary_request(plan.abandoned.entries, _chosen(options, now))
        if shown is not None:
            browser.app.push_screen(PageScreen("The request", lambda width: request_page(shown, width)))

    title = f"Continue from  {text_of(entry_line(plan.session, plan.target))[:60]}"
    dialog = SwitchDialog(
        title,
        plan,
        lambda width, summarize: [*switch_picture(plan, width, summarize=summarize), (), *switch_facts(plan, width)],
        asked=reason,
        cost=cost,
        read_request=read_request,
        choice=choice,
    )
    return await browser.app.push_screen_wait(dialog)


async def _look(browser: BrowserScreen, plan: SwitchPlan, choice: SwitchChoice) -> None:
    """Just look from there; a marker makes pi go on from there too. Hooks are asked first, and told afterwards."""
    try:
        made = await make_switch(plan, browser.hooks, label=choice.label or None)
    except PituiError as error:
        browser.notify(error.sentence, title=error.title, markup=False)
        return
    written: Written | None = None
    if choice.resume_here or made.label:
        if not await may_write(browser):
            return
        label = (plan.target.id, made.label) if made.label else None
        pen = browser.services.pen
        written = browser.write(
            lambda: mark_leaf(browser.follower, plan.new_leaf_id, pen, label=label), "pi will resume here"
        )
        if written is None:
            return
        browser.look_at(browser.follower.session.leaf_id)
    else:
        browser.look_at(plan.new_leaf_id)
    await tell_switched(plan, made, written, browser.hooks)
    if plan.editor_text:
        browser.app.copy_to_clipboard(plan.editor_text)
        browser.notify(
            "Its text is on the clipboard, to be said anew.", title="Before what you said", timeout=6, markup=False
        )


async def _summed_up(
    browser: BrowserScreen, plan: SwitchPlan, options: BranchOptions, summarizer: Summarizer, reason: str, label: str
) -> bool:
    """Make, review and save the summary; False leads back to the question."""
    view = browser.state
    if not await may_write(browser):
        return False
    services = browser.services
    job = BranchJob(plan, options, summarizer, reason, label or None, browser.hooks)
    review = ReviewScreen(
        job,
        services,
        resolve_retry_settings(view.leaf.home.settings),
        plan.session.path,
        lambda text: services.keep(text, plan.session, job.kind),
    )
    answer = await browser.app.push_screen_wait(review)
    if answer is None:
        return False
    outcome, kept = answer
    saved = browser.write(
        lambda: save_branch_summary(browser.follower, plan, outcome.result, outcome.made.label, services.pen),
        "Branch summary saved",
    )
    if saved is not None:
        services.forget(kept)
        browser.look_at(browser.follower.session.leaf_id)
        await job.saved(outcome, saved)
    else:
        browser.notify(str(kept), title="The summary is kept in", severity="warning", timeout=30, markup=False)
    return True


def _options(browser: BrowserScreen, summarizer: Summarizer, reserve_tokens: float) -> BranchOptions:
    leaf = browser.state.leaf
    model = leaf.model
    summary = SummaryOptions(
        include_thinking=browser.services.config.include_thinking,
        model_max_tokens=summarizer.destination.model_max_tokens,
        thinking_level=leaf.thinking_level,
    )
    window = model.context_window if model is not None else 0
    return BranchOptions(summary, context_window=window, reserve_tokens=reserve_tokens)


def _chosen(options: BranchOptions, choice: SwitchChoice) -> BranchOptions:
    instructions = choice.instructions if choice.way == "custom" and choice.instructions else None
    return replace(
        options,
        summary=replace(options.summary, instructions=instructions),
        replace_instructions=choice.replace_instructions,
    )
