"""`pitui switch`: on to another entry, with a summary of the branch left behind or just a mark where to resume."""

from __future__ import annotations

import argparse
import asyncio

from pitui.cli.arguments import WrongUsageError, add_file, add_json, add_summary
from pitui.cli.asking import Writer, kept, warn_of_another_writer
from pitui.cli.find import entry_id, session_path
from pitui.cli.hooks import hooks_for
from pitui.cli.leaf import Leaf
from pitui.cli.output import print_json, print_lines
from pitui.cli.pen import pen
from pitui.cli.start import start_options
from pitui.cli.switch_report import Move, here_json, plan_json, plan_lines, written_json, written_lines
from pitui.core.branching.branch_summary import BranchOptions
from pitui.core.branching.switch import plan_switch
from pitui.core.errors import NothingToDoError
from pitui.core.hooked import MadeSwitch, SummaryWish, switch_with_hooks
from pitui.core.operations import Written, mark_leaf, save_branch_summary
from pitui.core.session.follow import SessionFollower
from pitui.core.settings import resolve_branch_summary_settings
from pitui.core.summary.options import SummaryOptions


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_file(parser)
    parser.add_argument("target", metavar="TARGET", help="the entry to go to; before something a person said")
    parser.add_argument("--summarize", action="store_true", help="sum up the branch that is left, for the one entered")
    parser.add_argument("--instructions", metavar="TEXT", help="what the summary should dwell on")
    parser.add_argument("--replace-instructions", action="store_true", help="use them instead of pitui's own words")
    parser.add_argument("--label", metavar="LABEL", help="name the summary so; without one, the target")
    add_summary(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Plan the move and carry it out, unless the session is there already or the plan is all that is wanted."""
    if not arguments.summarize and (arguments.instructions is not None or arguments.replace_instructions):
        raise WrongUsageError("Instructions are for a summary; say --summarize too.")
    if arguments.replace_instructions and not arguments.instructions:
        raise WrongUsageError("There are no instructions to use instead; say --instructions TEXT too.")
    options = start_options(arguments)
    follower = SessionFollower(session_path(arguments.file, options))
    session = follower.session
    target_id = entry_id(session, arguments.target)
    leaf = Leaf(session, session.leaf_id, options.home(session.cwd))
    try:
        plan = plan_switch(session, leaf.leaf_id, target_id)
    except NothingToDoError as calm:
        print_json(here_json(leaf, calm.sentence)) if arguments.json else print_lines([calm.sentence])
        return 0
    # pi writes no summary where nothing is left behind, whatever was asked for.
    sums_up = arguments.summarize and bool(plan.abandoned.entries)
    move = Move(leaf, plan, _options(leaf, arguments, offline=options.offline) if sums_up else None)
    if arguments.dry_run:
        print_json(plan_json(move)) if arguments.json else print_lines(plan_lines(move))
        return 0
    warn_of_another_writer(session)
    written = _carry_out(move, follower, arguments.label)
    print_json(written_json(move, written)) if arguments.json else print_lines(written_lines(move, written))
    return 0


def _options(leaf: Leaf, arguments: argparse.Namespace, *, offline: bool) -> tuple[Writer, BranchOptions]:
    writer = Writer(leaf, arguments.summarizer, offline=offline)
    summary = SummaryOptions(
        instructions=arguments.instructions,
        include_thinking=writer.include_thinking,
        model_max_tokens=writer.summarizer.destination.model_max_tokens,
        thinking_level=leaf.thinking_level,
    )
    model = leaf.model()
    return writer, BranchOptions(
        summary,
        context_window=model.context_window if model is not None else 0,
        reserve_tokens=resolve_branch_summary_settings(leaf.home.settings).reserve_tokens,
        replace_instructions=arguments.replace_instructions,
    )


def _carry_out(move: Move, follower: SessionFollower, label: str | None) -> Written:
    """Write the summary under the new leaf, or the entry that makes pi resume there."""
    plan, hooks = move.plan, hooks_for(move.leaf)

    def save(made: MadeSwitch) -> Written:
        if made.summary is None:
            name = (plan.target.id, made.label) if made.label else None
            return mark_leaf(follower, plan.new_leaf_id, pen(), label=name)
        with kept(made.summary.summary, follower.path, "branch summary"):
            return save_branch_summary(follower, plan, made.summary, made.label, pen())

    if move.summing_up is None:
        return asyncio.run(switch_with_hooks(plan, hooks, save, label=label))
    writer, options = move.summing_up
    return writer.write(
        lambda asking: switch_with_hooks(plan, hooks, save, wish=SummaryWish(options, asking), label=label)
    )
