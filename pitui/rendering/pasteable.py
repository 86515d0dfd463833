"""Commands written out to be pasted into a shell: nothing in a path can end the line or act on the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from pitui.rendering.sanitize import one_line


def pasteable(command: Sequence[str], folder: str | None = None) -> str:
    """A command as a person would type it, after going to a folder."""
    words = " ".join(map(quoted, command))
    if folder is None:
        return words
    return f"cd {'-- ' if folder.startswith('-') else ''}{quoted(folder)} && {words}"


def quoted(word: str) -> str:
    """One word for bash and zsh; what would act on a terminal or hide is spelled in escapes."""
    if one_line(word) == word:
        return shlex.quote(word)
    return "$'" + "".join(map(_escaped, word)) + "'"


def _escaped(char: str) -> str:
    if char in "\\'":
        return f"\\{char}"
    if one_line(char) == char:
        return char
    # Bytes of a file's name that are no UTF-8 stand in the low surrogates.
    errors = "surrogateescape" if "\udc80" <= char <= "\udcff" else "surrogatepass"
    return "".join(f"\\x{byte:02x}" for byte in char.encode("utf-8", errors))
