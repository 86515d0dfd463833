"""`pitui fork`: a branch copied into a new session file, as pi's /clone does."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from pitui.atomic import write_new
from pitui.cli.arguments import add_file, add_json, add_leaf
from pitui.cli.find import leaf_of, session_path
from pitui.cli.output import print_json, print_lines
from pitui.cli.pen import new_session_id, pen
from pitui.cli.start import start_options
from pitui.core.errors import NothingToDoError, WriteError
from pitui.core.javascript.json import JsonObject
from pitui.core.session.fork import fork_bodies, fork_header
from pitui.core.session.reader import open_session
from pitui.core.session.wire import write_line
from pitui.rendering.numbers import plural


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_file(parser)
    add_leaf(parser)
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="the new file; without it, beside the old one")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the new session; raises WriteError when there is a file of that name already."""
    session = open_session(session_path(arguments.file, start_options(arguments)))
    leaf_id = leaf_of(session, arguments.leaf)
    source = session.path.absolute()
    ink = pen()
    header = fork_header(session, session_id=new_session_id(), now=ink.now(), parent=source)
    bodies = fork_bodies(session, leaf_id, ink.new_id) if leaf_id is not None else []
    if not bodies:
        raise NothingToDoError("There is nothing in this session to copy.")
    target: Path = arguments.output or source.with_name(_file_name(header))
    _write(target, [header, *bodies], mode=source.stat().st_mode & 0o777)
    if arguments.json:
        told = {"status": "forked", "path": str(target.absolute()), "sessionId": header["id"]}
        print_json({**told, "parentSession": str(source), "leafId": bodies[-1]["id"], "entryCount": len(bodies)})
    else:
        print_lines([f"Copied {plural(len(bodies), 'entry', 'entries')} to {target}."])
    return 0


def _write(target: Path, bodies: list[JsonObject], mode: int) -> None:
    try:
        write_new(target, b"".join(map(write_line, bodies)), mode=mode)
    except FileExistsError as error:
        raise WriteError(f"{target} is there already, and is left as it is.") from error
    except OSError as error:
        raise WriteError(f"{target} could not be written: {error.strerror}.") from error


def _file_name(header: JsonObject) -> str:
    """A name as pi gives them: the time with dashes, then the id."""
    return f"{re.sub('[:.]', '-', header['timestamp'])}_{header['id']}.jsonl"
