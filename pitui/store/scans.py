"""What was read of whole session files, remembered for as long as they stay as they are.

One SQLite file in the cache folder, shared by every pitui that runs. It holds nothing that cannot be read again,
so whatever is wrong with it means no more than reading again.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Final
from zlib import crc32

import msgspec

from pitui import paths
from pitui.core.session.file import Stamp
from pitui.core.session.shelf import ShelfRow

_VERSION: Final = crc32(repr([(field.name, field.type) for field in fields(ShelfRow)]).encode()) & 0x7FFFFFFF
"""Rows of another shape are rows of another pitui."""


class ScanCache:
    """Rows by path, size and time of change; used by one thread at a time."""

    def __init__(self, file: Path | None = None) -> None:
        """Open or make the file; where that fails, nothing is remembered."""
        self._base: sqlite3.Connection | None = None
        with suppress(OSError, sqlite3.Error):
            self._base = _open(file or paths.cache_folder() / "scans.sqlite")

    def get(self, path: Path, stamp: Stamp) -> ShelfRow | None:
        """The row of a file in that very state."""
        if self._base is None:
            return None
        # A damaged file shows only when it is read, and a row that says nonsense only when it is made.
        with suppress(sqlite3.Error, ValueError, TypeError, RecursionError):
            found = self._base.execute(
                "SELECT row FROM scans WHERE path = ? AND size = ? AND modified = ?",
                (os.fsencode(path), stamp.size, stamp.modified_ns),
            ).fetchone()
            if found is not None:
                row = msgspec.convert(json.loads(found[0]), ShelfRow, dec_hook=lambda _, text: Path(text))
                return row if row.path == path else None
        return None

    def put(self, row: ShelfRow) -> None:
        """Remember a row in place of an older one of its file."""
        if self._base is None or row.stamp is None:
            return
        # ASCII with escapes takes names that are no Unicode, as paths and old messages can be.
        text = json.dumps(msgspec.to_builtins(row, enc_hook=str))
        with suppress(sqlite3.Error):
            self._base.execute(
                "INSERT OR REPLACE INTO scans VALUES (?, ?, ?, ?)",
                (os.fsencode(row.path), row.stamp.size, row.stamp.modified_ns, text),
            )

    def keep_only(self, folder: Path, present: Iterable[Path]) -> None:
        """Forget the files of a folder that are not there any more."""
        if self._base is None:
            return
        prefix = os.fsencode(folder) + os.sep.encode()
        with suppress(sqlite3.Error):
            known = {path for (path,) in self._base.execute("SELECT path FROM scans") if path.startswith(prefix)}
            gone = known - {os.fsencode(path) for path in present}
            self._base.executemany("DELETE FROM scans WHERE path = ?", [(path,) for path in gone])

    def close(self) -> None:
        """Give the file back."""
        if self._base is not None:
            self._base.close()
            self._base = None


def _open(file: Path) -> sqlite3.Connection:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Rows quote what was said: the file is its owner's alone, as the sessions are.
    file.touch(mode=0o600)
    base = sqlite3.connect(file, timeout=2, isolation_level=None)
    try:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        if base.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
            base.execute("DROP TABLE IF EXISTS scans")
            base.execute(f"PRAGMA user_version = {_VERSION}")
        base.execute(
            "CREATE TABLE IF NOT EXISTS scans"
            " (path BLOB PRIMARY KEY, size INTEGER, modified INTEGER, row TEXT) WITHOUT ROWID"
        )
    except sqlite3.DatabaseError as error:
        base.close()
        if not isinstance(error, sqlite3.OperationalError):
            # No database at all: the next pitui makes a new one.
            file.unlink(missing_ok=True)
        raise
    return base
