"""A count of tokens by a named encoding, in words: how many, not yet, or why not."""

from __future__ import annotations

from dataclasses import dataclass

from pitui.rendering.numbers import tokens
from pitui.rendering.sanitize import one_line


@dataclass(frozen=True, slots=True)
class Counted:
    """What an encoding makes of a context's text."""

    encoding: str
    tokens: int | None = None
    """None while it is being counted, or when it cannot be."""
    problem: str = ""
    """Why it cannot be counted, in a sentence."""


def counted_words(counted: Counted) -> str:
    """`o200k_base 12.3k`"""
    if counted.problem:
        return f"{counted.encoding} not available"
    return f"{counted.encoding} {'…' if counted.tokens is None else tokens(counted.tokens)}"


def counted_sentence(counted: Counted) -> str:
    """The same for a place with room: what is counted, or what is missing."""
    if counted.problem:
        return one_line(counted.problem)
    if counted.tokens is None:
        return f"counting with {counted.encoding}…"
    return f"{tokens(counted.tokens)} tokens of text as {counted.encoding} counts"
