"""How often a thread tells the screen of its progress: seldom enough that telling never takes most of the time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

_BREATH: Final = 0.2
_SHARE: Final = 10
"""What the screen needs to take it in is a tenth of the time at most."""


class Pulse:
    """Knows when it is time again, on one thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next = clock() + _BREATH

    @property
    def due(self) -> bool:
        """Whether it is time to tell."""
        return self._clock() >= self._next

    def tell(self, telling: Callable[[], object]) -> None:
        """Tell, and see how long that takes."""
        begun = self._clock()
        telling()
        now = self._clock()
        self._next = now + max(_BREATH, _SHARE * (now - begun))
