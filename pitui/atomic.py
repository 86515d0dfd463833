"""Writing a whole file or none of it, for files that are pitui's own or new."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Put `text` in place of whatever the file held, readable by its owner alone.

    The folder is made, closed to others, when it is missing. A crash leaves the old file or the new one.
    """
    # A settings file is often a link into a folder of dotfiles: the link stays, its target changes.
    path = path.resolve()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp creates the file with mode 0600.
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def write_new(path: Path, data: bytes, *, mode: int = 0o600) -> None:
    """Make a new file that holds all of `data`, or none at all.

    Raises FileExistsError where there is something already, and leaves it alone.
    """
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
