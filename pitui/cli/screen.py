"""Opening the screen, on all sessions or on one; the only command that needs a terminal."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pitui.cli.find import AmbiguousError, session_path
from pitui.cli.output import note, print_lines
from pitui.cli.start import StartOptions, start_options
from pitui.core.errors import PituiError
from pitui.core.session.shelf import glance


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("session", nargs="?", metavar="FILE|ID", help="a session file, or the beginning of an id")


def run(arguments: argparse.Namespace) -> int:
    """Open the screen; several sessions that are meant alike are listed instead."""
    options = start_options(arguments)
    if arguments.session is None:
        return open_screen(None, options)
    try:
        path = session_path(arguments.session, options)
    except AmbiguousError as error:
        # What draws tables takes longer to import than the rest of this.
        from pitui.cli.list import as_lines

        note(f"pitui: {error.sentence}")
        print_lines(as_lines(error.matches))
        return 1
    problem = glance(path).problem
    if problem is not None:
        raise PituiError(problem)
    return open_screen(path, options)


def open_screen(path: Path | None, options: StartOptions) -> int:
    """Hand over to the screen; raises PituiError where there is no terminal to show it on."""
    if not has_terminal():
        raise PituiError("The screen needs a terminal; `pitui list` and `pitui tree FILE` do without one.")
    from pitui.tui.app import run as run_screen

    return run_screen(path, options)


def has_terminal() -> bool:
    """Whether there is a keyboard to read and a screen to draw on, which is stderr."""
    return sys.stdin.isatty() and sys.stderr.isatty()
