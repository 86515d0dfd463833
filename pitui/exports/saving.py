"""From a session to a file in one of the formats; what is there already is written over only when that is wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from pitui.atomic import write_atomically, write_new
from pitui.core.errors import WriteError
from pitui.core.javascript.json import JsonObject, stringify
from pitui.core.session.session import Session
from pitui.exports.html import branch_html, session_html
from pitui.exports.jsonl import branch_objects, session_objects
from pitui.exports.markdown import branch_markdown, session_markdown

FORMATS: Final = ("md", "html", "jsonl")
_NAME_LENGTH: Final = 60


def file_name(session: Session, form: str) -> str:
    """A name for an export, after the session's own."""
    words = re.sub(r"[^\w.-]+", "-", session.name or session.path.stem)[:_NAME_LENGTH].strip("-.")
    return f"{words or 'session'}.{form}"


def export_lines(session: Session, leaf_id: str, form: str, new_id: Callable[[], str], *, whole: bool) -> Iterator[str]:
    """The lines of an export: the branch to a leaf, or the whole session."""
    match form:
        case "jsonl":
            yield from map(stringify, export_objects(session, leaf_id, new_id, whole=whole))
        case "html":
            yield from session_html(session, leaf_id) if whole else branch_html(session, leaf_id)
        case _:
            yield from session_markdown(session, leaf_id) if whole else branch_markdown(session, leaf_id)


def export_objects(session: Session, leaf_id: str, new_id: Callable[[], str], *, whole: bool) -> Iterator[JsonObject]:
    """The entries of an export that pi opens again."""
    return session_objects(session) if whole else branch_objects(session, leaf_id, new_id)


def write_export(target: Path, lines: Iterable[str], session: Session, *, over: bool = False) -> None:
    """Write the file whole or not at all; the session itself is never written over.

    Raises FileExistsError where something is there and must not be written over, WriteError for the rest.
    """
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
    try:
        if over and target.exists() and target.samefile(session.path):
            raise WriteError(f"{target} is the session itself, and is left as it is.")
        write_atomically(target, data.decode()) if over else write_new(target, data)
    except FileExistsError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no file can have that name"
        raise WriteError(f"{target} could not be written: {reason}.") from error
