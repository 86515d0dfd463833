"""Keeps keys out of every text that leaves the helper process: messages, logs, stray prints."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TextIO

_SHORTEST = 6
"""Shorter texts are no keys, and would blot out innocent words."""


class Scrubber:
    """Knows the secrets seen so far and strikes them from a text."""

    def __init__(self) -> None:
        self._secrets: set[str] = set()

    def learn(self, secrets: Iterable[str]) -> None:
        self._secrets.update(secret for secret in secrets if len(secret) >= _SHORTEST)

    def clean(self, text: str) -> str:
        for secret in sorted(self._secrets, key=len, reverse=True):
            text = text.replace(secret, "[key]")
        return text


class ScrubbedStream(io.TextIOBase):
    """A text stream that strikes secrets from what is written to it, for loggers and stray prints."""

    def __init__(self, target: TextIO, scrubber: Scrubber) -> None:
        self._target = target
        self._scrubber = scrubber

    def write(self, text: str) -> int:
        self._target.write(self._scrubber.clean(text))
        return len(text)

    def flush(self) -> None:
        self._target.flush()
