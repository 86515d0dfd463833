"""`pitui doctor`: what is damaged in session files, line by line; nothing is mended and nothing is written."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from pitui.cli.arguments import add_json
from pitui.cli.find import session_path
from pitui.cli.output import print_json, print_lines
from pitui.cli.start import StartOptions, start_options
from pitui.core.errors import PituiError
from pitui.core.javascript.json import Json
from pitui.core.session.damage import Damage
from pitui.core.session.reader import open_session
from pitui.core.session.session import Session
from pitui.core.session.shelf import shelf
from pitui.rendering.numbers import plural


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a session, or a folder of sessions")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Examine every file; raises PituiError at the end when some could not be read at all."""
    paths = list(_files(arguments.paths, start_options(arguments)))
    examined = [(path, _examine(path)) for path in paths]
    if arguments.json:
        print_json([_as_json(path, found) for path, found in examined])
    else:
        for path, found in examined:
            print_lines(_as_lines(path, found))
    unreadable = sum(isinstance(found, PituiError) for _, found in examined)
    if unreadable:
        raise PituiError(f"{unreadable} of {plural(len(examined), 'file')} could not be read as a session.")
    return 0


def _files(words: Sequence[str], options: StartOptions) -> Iterator[Path]:
    for word in words:
        if Path(word).is_dir():
            yield from sorted(row.path for row in shelf(Path(word), flat=False))
        else:
            yield session_path(word, options)


def _examine(path: Path) -> Session | PituiError:
    try:
        return open_session(path)
    except PituiError as error:
        return error


def _as_lines(path: Path, found: Session | PituiError) -> Iterator[str]:
    if isinstance(found, PituiError):
        yield f"not readable: {found.sentence}"
        return
    damage = found.damage
    old = f", version {found.version}: the first write brings it up to date" if found.version < 3 else ""
    faults = plural(len(damage), "fault") if damage else "sound"
    yield f"{path}: {faults}, {plural(len(found.by_id), 'entry', 'entries')}{old}"
    for fault in damage:
        yield f"  line {fault.line}: {fault.kind}: {fault.sentence}"


def _as_json(path: Path, found: Session | PituiError) -> Json:
    session = found if isinstance(found, Session) else None
    return {
        "path": str(path),
        "problem": found.sentence if isinstance(found, PituiError) else None,
        "version": session.version if session is not None else None,
        "entryCount": len(session.by_id) if session is not None else None,
        "damage": [damage_json(fault) for fault in session.damage] if session is not None else [],
    }


def damage_json(fault: Damage) -> Json:
    """One fault."""
    return {"kind": fault.kind, "line": fault.line, "entryId": fault.entry_id, "sentence": fault.sentence}
