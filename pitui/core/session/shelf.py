"""Sessions on the shelf: what each file is about, told from its first and last kilobytes.

`glance` costs the same for any size of file, `scan` reads all of it by the loader's rules; what the model would get
from it is weighed in `context/`. A file that cannot be told anything about still has its row, which says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from os import scandir
from pathlib import Path

from pitui.core.errors import PituiError
from pitui.core.javascript.dates import parse_date
from pitui.core.javascript.json import Json, JsonObject
from pitui.core.javascript.text import trim
from pitui.core.session.content import as_mapping, text_of
from pitui.core.session.entries import Entry
from pitui.core.session.file import SessionFile, Stamp, stamp_of
from pitui.core.session.reader import open_session
from pitui.core.session.session import Session
from pitui.core.session.wire import LineError, MalformedLineError, read_body, read_head

_PIECE = 16 * 1024
_FAR = 1024 * 1024
"""How far from either end a glance looks, in bytes, where the first pieces tell nothing."""
_LONGEST_HEADER = 64 * 1024 * 1024
_YEAR_10000 = 253_402_300_800_000
_WORDS = 300
"""How much of the first words a row keeps, in characters."""


@dataclass(frozen=True, slots=True)
class ShelfRow:
    """One session file as a list shows it; what only a scan can tell is None until then."""

    path: Path
    stamp: Stamp | None = None
    """The state of the file the row tells of; None when the file could not be looked at."""
    id: str = ""
    cwd: str | None = None
    name: str | None = None
    """The session's name, as far back as the glance went."""
    first_words: str = ""
    """What the person said first, on one line; empty when nothing was said near the start."""
    created: float = 0.0
    """The header's time, in milliseconds since 1970; 0 when unreadable."""
    last_activity: float = 0.0
    """When the last message was said, in milliseconds since 1970, however the file was touched since."""
    parent_session: str | None = None
    """The file this session was forked from."""
    messages: int | None = None
    branches: int | None = None
    """How many ends the tree has, the results of one reply counted once."""
    compactions: int | None = None
    faults: int | None = None
    """How many lines or links are damaged."""
    tokens: float | None = None
    """What the context weighs at the file's leaf."""
    reported: bool = False
    """Whether a provider said so; an estimate otherwise."""
    cost: float | None = None
    """US dollars, as the whole file reports them."""
    model: tuple[str, str] | None = None
    """Provider and id of the model at the leaf."""
    problem: str | None = None
    """Why nothing can be told of the file, in a sentence."""


def nothing_known(path: Path, stamp: Stamp) -> ShelfRow | None:
    """Stands where nobody remembers a file."""
    return None


def shelf(
    folder: Path, *, flat: bool, known: Callable[[Path, Stamp], ShelfRow | None] = nothing_known
) -> Iterator[ShelfRow]:
    """A row for every session in a folder, the most recently touched files first.

    Each project has a subfolder unless the layout is flat; a folder that is not there holds no sessions. A file is
    glanced at unless `known` still knows the row of that very state of it.
    """
    found: list[tuple[int, Path, Stamp | None]] = []
    folders = [folder]
    for place in folders:
        try:
            for item in scandir(place):
                if item.name.endswith(".jsonl"):
                    stamp = stamp_of(Path(item.path))
                    found.append((stamp.modified_ns if stamp is not None else 0, Path(item.path), stamp))
                elif place == folder and not flat and item.is_dir():
                    folders.append(Path(item.path))
        except FileNotFoundError:
            continue
        except OSError as error:
            yield ShelfRow(place, problem=f"{place}: {error.strerror or error}.")
    for _, path, stamp in sorted(found, key=lambda file: file[:2], reverse=True):
        row = known(path, stamp) if stamp is not None else None
        yield row if row is not None else glance(path)


def newest_first(rows: Iterable[ShelfRow]) -> list[ShelfRow]:
    """Rows by their last message, the newest first; files that tell nothing stand by the time they were touched."""
    return sorted(rows, key=lambda row: (-row.last_activity, row.path))


def glance(path: Path) -> ShelfRow:
    """What the two ends of a file tell; never raises for what the path leads to."""
    touched = stamp_of(path)
    modified = touched.modified_ns / 1e6 if touched is not None else 0.0
    try:
        file = SessionFile(path)
        stamp = file.stamp()
        found = _header(file)
        if found is None:
            sentence = f"{path}: no session header in front, so this is not a pi session file."
            return ShelfRow(path, touched, last_activity=modified, problem=sentence)
        header, end = found
        name, latest = _from_the_end(file, stamp.size)
        words = _first_words(file, end)
        file.close()
    except PituiError as error:
        return ShelfRow(path, touched, last_activity=modified, problem=error.sentence)
    except OSError as error:
        return ShelfRow(path, touched, last_activity=modified, problem=f"{path}: {error.strerror or error}.")
    created = _time(header.get("timestamp"))
    return ShelfRow(
        path,
        stamp,
        id=header["id"],
        cwd=_text(header.get("cwd")),
        name=name,
        first_words=words,
        created=created,
        last_activity=latest or created or modified,
        parent_session=_text(header.get("parentSession")),
    )


def scan(path: Path) -> ShelfRow:
    """The same with everything that takes a reading of the whole file; never raises for what is in it."""
    row = glance(path)
    if row.problem is not None:
        return row
    try:
        return counted(row, open_session(path))
    except (PituiError, OSError) as error:
        return replace(row, problem=str(error))


def counted(row: ShelfRow, session: Session) -> ShelfRow:
    """A glance's row with what its session counts."""
    return replace(
        row,
        name=session.name,
        first_words=row.first_words or next(filter(None, map(_entry_words, session.entries)), ""),
        messages=sum(entry.type == "message" for entry in session.entries),
        branches=len(session.tree.branch_tips),
        compactions=sum(entry.type == "compaction" for entry in session.entries),
        faults=len(session.damage),
    )


def _header(file: SessionFile) -> tuple[JsonObject, int] | None:
    """The header and where its line ends, by the loader's rules; None for a file that has none in front."""
    end = 0
    for line in _lines(file, 0, _LONGEST_HEADER):
        end += len(line) + 1
        try:
            head = read_head(line)
        except MalformedLineError:
            continue
        except LineError:
            return None
        if head is not None:
            return (read_body(line), end) if head.type == "session" and isinstance(head.id, str) else None
    return None


def _first_words(file: SessionFile, offset: int) -> str:
    return next(filter(None, (_said(line) for line in _lines(file, offset, _FAR))), "")


def _from_the_end(file: SessionFile, size: int) -> tuple[str | None, float]:
    """The name and the time of the last message, from as little of the end as tells the time."""
    length = _PIECE
    while True:
        start = max(size - length, 0)
        lines = file.read(start, size - start).split(b"\n")
        bodies = [read_body(line) for line in (lines[1:] if start else lines)]
        names = [body.get("name") for body in bodies if body.get("type") == "session_info"]
        name = trim(names[-1]) or None if names and isinstance(names[-1], str) else None
        latest = max(map(_activity, bodies), default=0.0)
        if latest or start == 0 or length >= _FAR:
            return name, latest
        length *= 4


def _lines(file: SessionFile, offset: int, limit: int) -> Iterator[bytes]:
    """Lines from a place on, read in pieces that double, until about `limit` bytes are read."""
    rest = b""
    read = 0
    while read < limit and (piece := file.read(offset + read, max(_PIECE, read))):
        read += len(piece)
        *whole, rest = (rest + piece).split(b"\n")
        yield from whole
    if rest and read < limit:
        yield rest


def _said(line: bytes) -> str:
    """What a person says in a line, on one line; empty for every other line."""
    with suppress(LineError):
        head = read_head(line)
        if head is not None and head.role == "user":
            return _flat(read_body(line))
    return ""


def _entry_words(entry: Entry) -> str:
    return _flat(entry.body) if entry.role == "user" else ""


def _flat(body: JsonObject) -> str:
    text = text_of(as_mapping(body.get("message")).get("content"), " ")
    return " ".join(text[: _WORDS * 2].split())[:_WORDS]


def _activity(body: JsonObject) -> float:
    """When a person or the model spoke; 0 for every other line."""
    message = as_mapping(body.get("message"))
    if body.get("type") != "message" or message.get("role") not in ("user", "assistant"):
        return 0.0
    told = message.get("timestamp")
    return _time(told if isinstance(told, int | float) else body.get("timestamp"))


def _time(value: Json) -> float:
    """Milliseconds since 1970; 0 for a time that cannot be read, or that no calendar here can show."""
    moment = parse_date(value)
    return moment if 0 < moment < _YEAR_10000 else 0.0


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) and value else None
