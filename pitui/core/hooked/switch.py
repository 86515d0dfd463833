"""A planned switch carried out with hooks: they may refuse it, word it, or sum the branch up themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pitui.core.branching.branch_summary import BranchOptions, BranchSummaryResult, generate_branch_summary
from pitui.core.branching.switch import SwitchPlan
from pitui.core.errors import SummaryAbortedError
from pitui.core.hooks import (
    BeforeTreeResult,
    Hooks,
    SessionBeforeTree,
    SessionTree,
    TreePreparation,
    emit_session_before_tree,
    emit_session_tree,
)
from pitui.core.session.writing import Written
from pitui.core.summary.ask import Asking, heed
from pitui.core.summary.summarizer import AbortSignal


@dataclass(frozen=True, slots=True)
class SummaryWish:
    """The wish for a summary of the branch that is left: in which words, and by whom."""

    options: BranchOptions
    asking: Asking


@dataclass(frozen=True, slots=True)
class MadeSwitch:
    """A switch that can be written."""

    summary: BranchSummaryResult | None
    """None where nobody wants one, nothing is left behind, or a hook's is empty."""
    label: str | None
    """Names the summary; without one, the target."""


async def make_switch(
    plan: SwitchPlan, hooks: Hooks, *, wish: SummaryWish | None = None, label: str | None = None
) -> MadeSwitch:
    """Ask the hooks about a switch and have its summary made, where one is wanted; nothing is written yet.

    Raises SummaryError, and SummaryAbortedError when it was stopped, by a person or by a hook.
    """
    signal = wish.asking.signal if wish is not None else AbortSignal()
    event = SessionBeforeTree(_told(plan, wish, label), signal)
    answer = await emit_session_before_tree(hooks.registry, event, hooks.report) or BeforeTreeResult()
    if answer.cancel:
        raise SummaryAbortedError("A hook stopped the switch; nothing was written.", title="Stopped by a hook")
    heed(signal)
    summary = await _summary(plan, wish, answer) if wish is not None else None
    heed(signal)
    return MadeSwitch(summary, (label if answer.label is None else answer.label) or None)


async def switch_with_hooks(
    plan: SwitchPlan,
    hooks: Hooks,
    save: Callable[[MadeSwitch], Written],
    *,
    wish: SummaryWish | None = None,
    label: str | None = None,
) -> Written:
    """Make a switch, have `save` write it, and tell the hooks where the session is now.

    Raises what making and saving raise.
    """
    made = await make_switch(plan, hooks, wish=wish, label=label)
    written = save(made)
    await tell_switched(plan, made, written, hooks)
    return written


async def tell_switched(plan: SwitchPlan, made: MadeSwitch, written: Written | None, hooks: Hooks) -> None:
    """Tell the hooks that a switch was made; `written` is None where it was only looked at."""
    entries = written.entries if written is not None else ()
    event = SessionTree(
        new_leaf_id=entries[-1].id if entries else plan.new_leaf_id,
        old_leaf_id=plan.old_leaf_id,
        summary_entry=entries[0] if made.summary is not None and entries else None,
        from_extension=made.summary.from_hook if made.summary is not None else None,
    )
    await emit_session_tree(hooks.registry, event, hooks.report)


def _told(plan: SwitchPlan, wish: SummaryWish | None, label: str | None) -> TreePreparation:
    return TreePreparation(
        target_id=plan.target.id,
        old_leaf_id=plan.old_leaf_id,
        common_ancestor_id=plan.abandoned.common_ancestor_id,
        entries_to_summarize=plan.abandoned.entries,
        user_wants_summary=wish is not None,
        custom_instructions=wish.options.summary.instructions if wish is not None else None,
        replace_instructions=wish.options.replace_instructions if wish is not None else False,
        label=label,
    )


async def _summary(plan: SwitchPlan, wish: SummaryWish, answer: BeforeTreeResult) -> BranchSummaryResult | None:
    own = answer.summary
    if own is not None:
        return BranchSummaryResult(own.summary, own.usage, own.details, from_hook=True) if own.summary else None
    if not plan.abandoned.entries:
        return None
    return await generate_branch_summary(plan.abandoned.entries, _worded(wish.options, answer), wish.asking)


def _worded(options: BranchOptions, answer: BeforeTreeResult) -> BranchOptions:
    """The options in the words a hook put in place of the person's."""
    if answer.custom_instructions is not None:
        options = replace(options, summary=replace(options.summary, instructions=answer.custom_instructions))
    if answer.replace_instructions is not None:
        options = replace(options, replace_instructions=answer.replace_instructions)
    return options
