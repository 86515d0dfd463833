"""`pitui export`: a branch, or the whole session, for other eyes; nothing is written over unless told to."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pitui.atomic import write_atomically, write_new
from pitui.cli.arguments import WrongUsageError, add_file, add_json
from pitui.cli.find import leaf_of, session_path
from pitui.cli.output import print_json, print_lines
from pitui.cli.pen import pen
from pitui.cli.start import start_options
from pitui.core.errors import NothingToDoError, WriteError
from pitui.core.javascript.json import JsonObject, stringify
from pitui.core.session.reader import open_session
from pitui.core.session.session import Session
from pitui.exports.html import branch_html, session_html
from pitui.exports.jsonl import branch_objects, session_objects
from pitui.exports.markdown import branch_markdown, session_markdown

FORMATS: Final = ("md", "html", "jsonl")


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
    objects = _objects(session, leaf_id, whole=arguments.all) if form == "jsonl" else None
    lines = map(stringify, objects) if objects is not None else _lines(session, leaf_id, form, whole=arguments.all)
    if target is not None:
        _write(target, "".join(f"{line}\n" for line in lines), session, force=arguments.force)
        told = {"status": "exported", "path": str(target.absolute()), "format": form, "sessionId": session.id}
        print_json(told) if arguments.json else print_lines([f"Exported to {target}."])
    elif objects is not None:
        for value in objects:
            print_json(value)
    else:
        print_lines(lines)
    return 0


def _objects(session: Session, leaf_id: str, *, whole: bool) -> Iterator[JsonObject]:
    return session_objects(session) if whole else branch_objects(session, leaf_id, pen().new_id)


def _lines(session: Session, leaf_id: str, form: str, *, whole: bool) -> Iterator[str]:
    if form == "html":
        return session_html(session, leaf_id) if whole else branch_html(session, leaf_id)
    return session_markdown(session, leaf_id) if whole else branch_markdown(session, leaf_id)


def _write(target: Path, text: str, session: Session, *, force: bool) -> None:
    """Write the file whole or not at all; the session itself is never written over."""
    data = text.encode("utf-8", "replace")
    try:
        if force and target.exists() and target.samefile(session.path):
            raise WriteError(f"{target} is the session itself, and is left as it is.")
        write_atomically(target, data.decode()) if force else write_new(target, data)
    except FileExistsError as error:
        raise WriteError(f"{target} is there already; say --force to write over it.") from error
    except OSError as error:
        raise WriteError(f"{target} could not be written: {error.strerror}.") from error
