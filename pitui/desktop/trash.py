"""The desktop's trash: a session goes there and can come back; nothing is ever deleted for good."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pitui.core.errors import WriteError


@dataclass(frozen=True, slots=True)
class Trashed:
    """A file that was moved to the trash."""

    path: Path
    """Where it was."""
    inode: int
    """By which it is found again, whatever the trash has called it."""


def throw_away(path: Path) -> Trashed:
    """Move a file to the trash; raises WriteError and leaves it where it is when there is none."""
    # What knows every platform's trash takes some time to import, and is rarely needed.
    from send2trash import send2trash

    # A folder may bear a session's name, and the folder of all sessions may be what cannot be read.
    if not (path.is_file() or path.is_symlink()):
        raise WriteError(f"{path}: this is no regular file.", title="Not deleted")
    inode = _inode(path)
    try:
        send2trash(path)
    except Exception as error:
        # Each platform's trash fails with exceptions of its own.
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise WriteError(f"{path} cannot go to the trash: {reason}.", title="Not deleted") from error
    return Trashed(path, inode)


def bring_back(trashed: Trashed) -> None:
    """Put a file back where it was; raises WriteError when it is not found or its place is taken."""
    found = next((item for item in _trashed(trashed.path) if _inode(item) == trashed.inode), None)
    if found is None:
        raise WriteError(f"{trashed.path.name} is not found in the trash; look for it there.", title="Not brought back")
    try:
        # A link, unlike a move, never replaces what may be there by now.
        os.link(found, trashed.path, follow_symlinks=False)
        found.unlink()
        found.parent.parent.joinpath("info", f"{found.name}.trashinfo").unlink(missing_ok=True)
    except OSError as error:
        raise WriteError(f"{found} stays in the trash: {error.strerror or error}.", title="Not brought back") from error


def _trashed(path: Path) -> Iterator[Path]:
    """Every file in every trash that a file at this path can have gone to."""
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folders = [data / "Trash" / "files", Path.home() / ".Trash"]
    user = os.getuid()
    for above in path.parents:
        folders += [above / ".Trash" / str(user) / "files", above / f".Trash-{user}" / "files"]
        folders.append(above / ".Trashes" / str(user))
    for folder in folders:
        try:
            yield from folder.iterdir()
        except OSError:
            continue


def _inode(path: Path) -> int:
    try:
        return path.lstat().st_ino
    except OSError:
        return -1
