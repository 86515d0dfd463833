"""A session file read into a `Session`, and read on from where it stopped when the file has grown."""

from __future__ import annotations

from pathlib import Path

from pitui.core.errors import NotASessionError
from pitui.core.javascript.json import JsonObject
from pitui.core.session.damage import Damage
from pitui.core.session.file import Line, SessionFile, Stamp
from pitui.core.session.index import SessionIndex
from pitui.core.session.migration import CURRENT_VERSION, needed
from pitui.core.session.session import Session
from pitui.core.session.wire import LineError, MalformedLineError, read_body, read_head


def open_session(path: Path) -> Session:
    """Read a session file of any version; the file is not touched.

    Raises UnreadableError, and NotASessionError for a file without a header (pi: session-format, "Session Header").
    """
    return SessionReader(path).read()


class SessionReader:
    """Keeps what has been read of one file; each `read` takes in what was appended since the last."""

    def __init__(self, path: Path) -> None:
        """Open the file and read its header; raises UnreadableError or NotASessionError."""
        self.file = SessionFile(path)
        self._end = 0
        self._lines = 0
        before_header: list[Damage] = []
        self._header = self._read_header(before_header)
        self._index = SessionIndex(self.file, needed(self._header.get("version")))
        self._index.damage.extend(before_header)

    @property
    def end(self) -> int:
        """Where the last whole line taken in ends, in bytes."""
        return self._end

    def read(self) -> Session:
        """The session as the file has it now; a torn last line counts only if it is a whole entry already."""
        stamp = self.file.stamp()
        take = self._index.take
        for line in self.file.lines(self._end, self._lines + 1):
            if not line.complete:
                return self._session(_with_torn(self._index.copy(), line), stamp)
            take(line)
            self._pass(line)
        return self._session(self._index.copy(), stamp)

    def _session(self, index: SessionIndex, stamp: Stamp) -> Session:
        header = self._header if index.version == CURRENT_VERSION else {**self._header, "version": CURRENT_VERSION}
        return Session(
            file=self.file,
            stamp=stamp,
            header=header,
            version=index.version,
            entries=index.entries,
            by_id=index.by_id,
            labels=index.labels,
            name=index.name,
            line_damage=index.damage,
            end=self._end,
            line_count=self._lines,
        )

    def _read_header(self, faults: list[Damage]) -> JsonObject:
        for line in self.file.lines():
            try:
                head = read_head(line.window)
            except MalformedLineError as error:
                faults.append(Damage("malformed", line.number, f"{error}; skipped"))
                continue
            except LineError:
                break
            if head is None:
                continue
            if head.type == "session" and isinstance(head.id, str):
                self._pass(line)
                return read_body(line.text)
            break
        raise NotASessionError(f"{self.file.path}: no session header in front, so this is not a pi session file.")

    def _pass(self, line: Line) -> None:
        """Put a line behind us, its newline included if it has one."""
        self._lines = line.number
        self._end = line.end


def _with_torn(index: SessionIndex, line: Line) -> SessionIndex:
    """The index with an unfinished last line, which stays unread until its newline comes."""
    try:
        read_head(line.window)
    except LineError:
        index.report("incomplete", line, "the last line is not finished; pi may still be writing it")
    else:
        index.take(line)
    return index
