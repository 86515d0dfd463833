"""Writing to a session file: one write of one whole line at its end, or nothing.

Every append is checked under an advisory lock against the file that was read: a file that has grown, shrunk
or been replaced since is left alone, and the caller reads it first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pitui.core.errors import StaleFileError, WriteError
from pitui.core.javascript.json import JsonObject
from pitui.core.session.file import Stamp
from pitui.core.session.session import Session
from pitui.core.session.wire import write_line

if sys.platform != "win32":
    import fcntl


def append_entries(session: Session, bodies: Sequence[JsonObject]) -> None:
    """Append entries to the file this session was read from, each line in one write, and flush them to disk.

    A torn last line gets its newline first, in the same write. Raises StaleFileError when the file is not as
    it was read, WriteError when the disk refuses; either way no byte of it has changed.
    """
    try:
        descriptor = os.open(session.path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
    except OSError as error:
        raise WriteError(f"{session.path}: {error.strerror}.") from error
    try:
        with _locked(descriptor):
            _check(descriptor, session)
            _write_all(descriptor, session.stamp.size, bodies)
    finally:
        os.close(descriptor)


def _check(descriptor: int, session: Session) -> None:
    status = os.fstat(descriptor)
    known: Stamp = session.stamp
    if (status.st_dev, status.st_ino) != (known.device, known.inode):
        raise StaleFileError("The file was replaced by another since it was read.")
    if status.st_size != known.size:
        raise StaleFileError("The file has changed since it was read.")


def _write_all(descriptor: int, size: int, bodies: Sequence[JsonObject]) -> None:
    written = 0
    try:
        for index, body in enumerate(bodies):
            line = write_line(body)
            if index == 0 and size and os.pread(descriptor, 1, size - 1) != b"\n":
                line = b"\n" + line
            count = os.write(descriptor, line)
            written += count
            if count < len(line):
                raise OSError(None, "the disk took only part of the line")
        os.fsync(descriptor)
    except OSError as error:
        _take_back(descriptor, size, written)
        raise WriteError(f"The entry could not be written: {error.strerror}.") from error


def _take_back(descriptor: int, size: int, written: int) -> None:
    """Cut our own unfinished lines off again, unless another writer has already put something behind them."""
    if written and os.fstat(descriptor).st_size == size + written:
        os.ftruncate(descriptor, size)


@contextmanager
def _locked(descriptor: int) -> Iterator[None]:
    """Hold the advisory lock that other pituis take too."""
    if sys.platform == "win32":
        yield
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
