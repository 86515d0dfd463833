"""Strings as JavaScript sees them: UTF-16 code units, its white space, its sort order."""

from __future__ import annotations

WHITE_SPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What `String.prototype.trim` strips: U+FEFF is in it, U+0085 and U+200B are not."""


def units(text: str) -> int:
    """The length of a text in UTF-16 units, as JavaScript's `length`."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) >> 1


def trim(text: str) -> str:
    """The text without JavaScript's white space at both ends."""
    return text.strip(WHITE_SPACE)


def sort_key(text: str) -> bytes:
    """A key that sorts as JavaScript's `sort()` without a comparator: by UTF-16 units."""
    return text.encode("utf-16-be", "surrogatepass")


def join_surrogates(text: str) -> str:
    """The text with adjacent surrogate halves made one character, as JavaScript has them by nature."""
    if text.isascii():
        return text
    try:
        # The quickest search for a half: UTF-8 has no place for one.
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text


def head(text: str, limit: int) -> str:
    """The first `limit` UTF-16 units, one fewer where the cut would split a surrogate pair."""
    if text.isascii():
        return text[:limit]
    raw = text[: limit + 1].encode("utf-16-le", "surrogatepass")
    if len(raw) <= limit * 2:
        return text
    end = limit * 2
    if limit and 0xD8 <= raw[end - 1] <= 0xDB and 0xDC <= raw[end + 1] <= 0xDF:
        end -= 2
    return raw[:end].decode("utf-16-le", "surrogatepass")
