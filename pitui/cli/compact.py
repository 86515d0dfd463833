"""`pitui compact`: the older part of a branch summarised, as a plan to look at or as one entry in the file."""

from __future__ import annotations

import argparse

from pitui.cli.arguments import add_file, add_json, add_leaf, add_summary, token_count
from pitui.cli.asking import Writer, kept, warn_of_another_writer
from pitui.cli.compaction_plan import CompactionPlan, plan, prepare
from pitui.cli.compaction_report import nothing_json, plan_json, plan_lines, written_json, written_lines
from pitui.cli.find import entry_id, session_path
from pitui.cli.hooks import hooks_for
from pitui.cli.leaf import look
from pitui.cli.output import print_json, print_lines
from pitui.cli.pen import pen
from pitui.cli.start import start_options
from pitui.core.compaction.compact import CompactionResult
from pitui.core.compaction.preparation import why_nothing
from pitui.core.operations import Written, save_compaction
from pitui.core.session.follow import SessionFollower


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_file(parser)
    parser.add_argument("instructions", nargs="?", metavar="INSTRUCTIONS", help="what the summary should dwell on")
    add_leaf(parser)
    parser.add_argument("--keep-recent", type=token_count, metavar="N", help="tokens to keep as they are")
    parser.add_argument("--reserve", type=token_count, metavar="N", help="tokens left free; they bound the summary")
    parser.add_argument("--cut", metavar="ID", help="keep from this entry on, wherever the tokens would lead")
    add_summary(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Plan the compaction and carry it out, unless there is nothing to do or the plan is all that is wanted."""
    options = start_options(arguments)
    follower = SessionFollower(session_path(arguments.file, options))
    leaf = look(follower.session, arguments.leaf, options)
    cut = entry_id(follower.session, arguments.cut) if arguments.cut is not None else None
    preparation = prepare(leaf, keep_recent=arguments.keep_recent, reserve=arguments.reserve, cut=cut)
    if preparation is None:
        print_json(nothing_json(leaf)) if arguments.json else print_lines([why_nothing(leaf.path)])
        return 0
    writer = Writer(leaf, arguments.summarizer, offline=options.offline)
    planned = plan(leaf, preparation, writer, arguments.instructions)
    if arguments.dry_run:
        print_json(plan_json(planned)) if arguments.json else print_lines(plan_lines(planned))
    else:
        _carry_out(planned, follower, as_json=arguments.json)
    return 0


def _carry_out(planned: CompactionPlan, follower: SessionFollower, *, as_json: bool) -> None:
    """Have the summary written and append it; nothing is written unless the whole summary is there."""
    warn_of_another_writer(follower.session)
    finished: list[CompactionResult] = []

    def save(result: CompactionResult) -> Written:
        finished.append(result)
        with kept(result.summary, follower.path, "compaction"):
            return save_compaction(follower, planned.leaf.path[-1].id, result, pen())

    written = planned.carry_out(hooks_for(planned.leaf), save)
    (result,) = finished
    if as_json:
        print_json(written_json(planned, result, written))
    else:
        print_lines(written_lines(planned, result, written))
