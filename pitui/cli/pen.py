"""The clock and the ids that writing needs, taken from the machine."""

from __future__ import annotations

import time
from uuid import UUID, uuid4

from pitui.core.operations import Pen


def now() -> float:
    """Milliseconds since 1970."""
    return time.time() * 1000


def pen() -> Pen:
    """A pen that writes as pi does: entry ids are 8 hex digits."""
    return Pen(now=now, new_id=lambda: uuid4().hex[:8])


def new_session_id() -> str:
    """An id for a session, as pi gives them: UUID version 7, which sort by the time they were made."""
    # The version stands in the four bits behind the time, the variant in the two behind the next twelve.
    random = uuid4().int & ((1 << 76) - 1) & ~(0b11 << 62)
    return str(UUID(int=int(now()) << 80 | 0x7 << 76 | 0b10 << 62 | random))
