"""`pitui export`: a branch, or the whole session, for other eyes; nothing is written over unless told to."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from pitui.cli.arguments import WrongUsageError, add_file, add_json
from pitui.cli.find import leaf_of, session_path
from pitui.cli.output import print_json, print_lines
from pitui.cli.pen import pen
from pitui.cli.start import start_options
from pitui.core.errors import NothingToDoError, WriteError
from pitui.core.session.reader import open_session
from pitui.core.session.session import Session
from pitui.exports.saving import FORMATS, export_lines, export_objects, write_export


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_file(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--leaf", metavar="ID", help="the branch that ends here, not at the file's leaf")
    which.add_argument("--all", action="store_true", help="every branch")
    parser.add_argument("--format", choices=FORMATS, help="without it, as OUT is named, else md")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="the file to write, instead of printing")
    parser.add_argument("--force", action="store_true", help="write over OUT if it is there")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print or write the export; raises WriteError where OUT is there already."""
    target: Path | None = arguments.output
    if arguments.json and target is None:
        raise WrongUsageError("--json tells of a file that was written; say -o OUT too.")
    session = open_session(session_path(arguments.file, start_options(arguments)))
    leaf_id = leaf_of(session, arguments.leaf)
    if leaf_id is None:
        raise NothingToDoError("There is nothing in this session to export.")
    suffix = target.suffix[1:] if target is not None else ""
    form = arguments.format or (suffix if suffix in FORMATS else "md")
    new_id = pen().new_id
    if target is not None:
        _write(target, export_lines(session, leaf_id, form, new_id, whole=arguments.all), session, arguments.force)
        told = {"status": "exported", "path": str(target.absolute()), "format": form, "sessionId": session.id}
        print_json(told) if arguments.json else print_lines([f"Exported to {target}."])
    elif form == "jsonl":
        for value in export_objects(session, leaf_id, new_id, whole=arguments.all):
            print_json(value)
    else:
        print_lines(export_lines(session, leaf_id, form, new_id, whole=arguments.all))
    return 0


def _write(target: Path, lines: Iterator[str], session: Session, force: bool) -> None:
    try:
        write_export(target, lines, session, over=force)
    except FileExistsError as error:
        raise WriteError(f"{target} is there already; say --force to write over it.") from error
