"""A session kept up with its file: what pi appends is read, what happens to the file is noticed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from pitui.core.errors import PituiError
from pitui.core.session.file import Stamp, stamp_of
from pitui.core.session.reader import SessionReader
from pitui.core.session.session import Session

NewsKind: TypeAlias = Literal["same", "grown", "replaced", "gone"]


@dataclass(frozen=True, slots=True)
class News:
    """What a look at the file found."""

    kind: NewsKind
    """`replaced` when the path names other content than was read; `gone` when it names nothing readable."""
    session: Session
    """The session as it is now; the last one known when the file is gone."""
    added: int = 0
    """How many entries are new."""


class SessionFollower:
    """The one place that knows which reading of a file is the current one."""

    def __init__(self, path: Path) -> None:
        """Read the file; raises UnreadableError or NotASessionError."""
        self._reader = SessionReader(path)
        self._header = self._reader.file.read(0, self._reader.end)
        self.session = self._reader.read()

    @property
    def path(self) -> Path:
        """Where the session lies."""
        return self._reader.file.path

    def poll(self) -> News:
        """Look at the file, cheaply when nothing happened; never raises for what the file has become."""
        stamp = stamp_of(self.path)
        if stamp == self.session.stamp:
            return News("same", self.session)
        if stamp is None:
            return News("gone", self.session)
        if self._is_another(stamp):
            return self._reopen()
        before = len(self.session.entries)
        self.session = self._reader.read()
        added = len(self.session.entries) - before
        return News("grown" if added > 0 else "same", self.session, max(added, 0))

    def reload(self) -> Session:
        """Read the whole file anew; raises UnreadableError or NotASessionError and keeps the old session then."""
        reader = SessionReader(self.path)
        session = reader.read()
        self._reader, self.session = reader, session
        self._header = reader.file.read(0, len(self._header))
        return session

    def _is_another(self, stamp: Stamp) -> bool:
        """Whether the path names another file, or one that was cut or rewritten in place."""
        known = self.session.stamp
        if (stamp.device, stamp.inode) != (known.device, known.inode) or stamp.size < self._reader.end:
            return True
        return self._reader.file.read(0, len(self._header)) != self._header

    def _reopen(self) -> News:
        before = len(self.session.entries)
        try:
            session = self.reload()
        except PituiError:
            return News("gone", self.session)
        return News("replaced", session, max(len(session.entries) - before, 0))
