"""The only opener of session files: lines with their places, bodies on demand, never a byte written.

Reads go through `os.pread` on one descriptor: pi may truncate and rewrite a file in place, which a mapped
page would answer with a crash and a short read answers with fewer bytes.
"""

from __future__ import annotations

import errno
import os
import stat
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from pitui.core.errors import UnreadableError

_BUFFER = 256 * 1024
"""What is read at once; it grows when a line is longer."""
_CACHED_BYTES = 16 * 1024 * 1024
"""Lines kept decoded, by their size on disk: enough for any screenful, far below a large session."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """One physical line: its place in the file and its bytes without the newline."""

    number: int
    offset: int
    window: memoryview
    """The bytes where they were read to, good until the next line is asked for."""
    complete: bool
    """Whether a newline ends it; a last line without one may still be growing."""

    @property
    def text(self) -> bytes:
        """The bytes, to keep."""
        return bytes(self.window)

    @property
    def end(self) -> int:
        """Where the line ends, its newline included if it has one."""
        return self.offset + len(self.window) + self.complete


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells one state of a file from another."""

    device: int
    inode: int
    size: int
    modified_ns: int


class SessionFile:
    """An open session file, read at any place and never written through."""

    def __init__(self, path: Path) -> None:
        """Open a regular file for reading; raises UnreadableError for anything else."""
        self.path = path
        self._descriptor = _open_regular(path)

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Give the descriptor back; later reads return nothing."""
        descriptor, self._descriptor = getattr(self, "_descriptor", -1), -1
        if descriptor >= 0:
            os.close(descriptor)

    def stamp(self) -> Stamp:
        """The state of the file that is open, which may no longer be the one its path names."""
        return _stamp(os.fstat(self._descriptor))

    def read(self, offset: int, length: int) -> bytes:
        """Bytes of the file; fewer than asked for where it has shrunk."""
        if self._descriptor < 0:
            return b""
        whole = os.pread(self._descriptor, length, offset)
        if len(whole) == length:
            return whole
        parts: list[bytes] = []
        while length > 0:
            part = os.pread(self._descriptor, length, offset)
            if not part:
                break
            parts.append(part)
            offset += len(part)
            length -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def lines(self, offset: int = 0, number: int = 1) -> Iterator[Line]:
        """The lines from `offset` on, split at newlines alone; the first has `number`."""
        buffer = bytearray(_BUFFER)
        held = 0
        while count := os.preadv(self._descriptor, [memoryview(buffer)[held:]], offset + held):
            held += count
            view = memoryview(buffer)
            start = 0
            while (end := buffer.find(b"\n", start, held)) >= 0:
                yield Line(number, offset + start, view[start:end], True)
                number += 1
                start = end + 1
            rest = buffer[start:held]
            offset, held = offset + start, len(rest)
            if start == 0 and held == len(buffer):
                buffer = bytearray(2 * held)
            buffer[:held] = rest
        if held:
            yield Line(number, offset, memoryview(buffer)[:held], False)


class LineCache:
    """Values made from lines, the least used let go once their lines add up to too many bytes."""

    def __init__(self, limit: int = _CACHED_BYTES) -> None:
        self._limit = limit
        self._held = 0
        self._values: OrderedDict[int, tuple[object, int]] = OrderedDict()

    def get(self, offset: int) -> object | None:
        """The value made from the line at `offset`, or None."""
        found = self._values.get(offset)
        if found is None:
            return None
        self._values.move_to_end(offset)
        return found[0]

    def put(self, offset: int, value: object, size: int) -> None:
        """Keep a value whose line has `size` bytes."""
        self._held += size - self._values.pop(offset, (None, 0))[1]
        self._values[offset] = (value, size)
        while self._held > self._limit and len(self._values) > 1:
            self._held -= self._values.popitem(last=False)[1][1]


def stamp_of(path: Path) -> Stamp | None:
    """The state of the file a path names now; None when there is none."""
    try:
        return _stamp(path.stat())
    except (OSError, ValueError):
        return None


def _stamp(status: os.stat_result) -> Stamp:
    return Stamp(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def _open_regular(path: Path) -> int:
    try:
        # A FIFO or device opened for reading can block for ever: the flag keeps the open from waiting.
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except (OSError, ValueError) as error:
        raise UnreadableError(f"{path}: {_reason(error)}.") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise UnreadableError(f"{path}: this is no regular file.")
    return descriptor


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, ValueError):
        return "this is no valid path"
    match error.errno:
        case errno.ENOENT:
            return "there is no such file"
        case errno.EACCES:
            return "you have no permission to read it"
        case errno.ELOOP:
            return "its links lead in a circle"
        case _:
            return os.strerror(error.errno) if error.errno else str(error)
