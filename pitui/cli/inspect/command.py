"""The `inspect` command: one report on standard output, or many from a list of jobs."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from pitui.cli.arguments import WrongUsageError
from pitui.cli.inspect.options import add_arguments, from_arguments
from pitui.cli.inspect.report import inspect
from pitui.core.errors import PituiError
from pitui.core.javascript.json import Json, parse, stringify
from pitui.core.session.content import as_list, as_mapping, as_text


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_arguments(parser)
    parser.add_argument("--batch", type=Path, metavar="JOBS", help='lines of {"args": [...], "out": PATH}')
    parser.add_argument("--json", action="store_true", help="the only form there is")


def run(arguments: argparse.Namespace) -> int:
    """Print one report, or write one file for each job."""
    if arguments.batch is not None:
        return _run_batch(arguments.batch, base=arguments)
    if arguments.file is None:
        raise WrongUsageError("inspect needs a session file, or --batch with a file of jobs.")
    sys.stdout.write(_dump(asyncio.run(inspect(from_arguments(arguments)))) + "\n")
    return 0


def _run_batch(jobs: Path, base: argparse.Namespace) -> int:
    parser = argparse.ArgumentParser(prog="pitui inspect --batch", allow_abbrev=False)
    configure(parser)
    failures = 0
    for line in jobs.read_bytes().split(b"\n"):
        if not line.strip():
            continue
        job = as_mapping(parse(line))
        arguments = parser.parse_args([as_text(argument) for argument in as_list(job.get("args"))])
        arguments.no_thinking = arguments.no_thinking or base.no_thinking
        try:
            report = asyncio.run(inspect(from_arguments(arguments)))
        except PituiError as error:
            report = {"$error": {"name": type(error).__name__, "message": error.sentence}}
            failures += 1
        Path(as_text(job.get("out"))).write_text(_dump(report) + "\n", encoding="utf-8")
    return 1 if failures else 0


def _dump(report: Json) -> str:
    return stringify(report)
