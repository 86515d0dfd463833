"""The one rewrite there is: an old version brought up to date, its bytes kept beside it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pitui.core.errors import StaleFileError, WriteError
from pitui.core.session.file import stamp_of
from pitui.core.session.session import Session
from pitui.core.session.wire import write_line


def migrate_file(session: Session) -> Path:
    """Replace a version 1 or 2 file by its version 3 form, and give back where its old bytes are kept.

    The backup is written and flushed before the replacement, which is atomic. Lines that are no entries stay
    as they are. Raises StaleFileError when the file is not as it was read, WriteError when the disk refuses;
    the file is as it was then.
    """
    path = Path(os.path.realpath(session.path))
    if stamp_of(path) != session.stamp:
        raise StaleFileError("The file has changed since it was read.")
    try:
        old = session.file.read(0, session.stamp.size)
        backup = _backup(path, session.version, old)
        _replace(path, b"".join(_migrated(session)))
    except OSError as error:
        raise WriteError(f"The old file could not be brought up to date: {error.strerror}.") from error
    return backup


def _migrated(session: Session) -> Iterator[bytes]:
    """The lines of the new file, in the order of the old one."""
    by_offset = {entry.offset: entry for entry in session.entries}
    header_seen = False
    for line in session.file.lines():
        entry = by_offset.get(line.offset)
        if entry is not None:
            yield write_line(entry.body)
        elif not header_seen and line.text.lstrip()[:1] == b"{":
            header_seen = True
            yield write_line(session.header)
        else:
            yield line.text + b"\n"


def _backup(path: Path, version: int, old: bytes) -> Path:
    """Keep the old bytes beside the file under a name pi does not list, and never over another backup."""
    for number in range(1, 1000):
        backup = path.with_name(f"{path.name}.v{version}.bak" + (f".{number}" if number > 1 else ""))
        try:
            descriptor = os.open(backup, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        except FileExistsError:
            if backup.read_bytes() == old:
                return backup
            continue
        with os.fdopen(descriptor, "wb") as file:
            file.write(old)
            file.flush()
            os.fsync(file.fileno())
        return backup
    raise OSError(None, "no free name for a backup is left")


def _replace(path: Path, new: bytes) -> None:
    mode = path.stat().st_mode & 0o777
    descriptor, name = tempfile.mkstemp(prefix=".pitui-", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(new)
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
