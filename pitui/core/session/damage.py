"""What is wrong with a session file: each fault with its line, in words a person can act on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

DamageKind: TypeAlias = Literal["malformed", "incomplete", "no id", "duplicate", "orphan", "cycle"]


@dataclass(frozen=True, slots=True)
class Damage:
    """One fault of a session file; the file itself is never mended by looking at it."""

    kind: DamageKind
    line: int
    """The line's number, from 1."""
    sentence: str
    entry_id: str | None = None
