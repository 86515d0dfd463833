"""Another program in the foreground of the same terminal, while the screen stands aside."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType


def run(command: Sequence[str], *, cwd: str | None = None, text: str | None = None) -> int:
    """Run a program until it ends and give back its status; `text` is its standard input. Raises OSError."""
    with _interrupts_left_to_it():
        process = subprocess.Popen(command, cwd=cwd, stdin=None if text is None else subprocess.PIPE)
        # A pager that is left early takes the rest of its input with it, which `communicate` knows.
        process.communicate(None if text is None else text.encode("utf-8", "replace"))
        return process.returncode


@contextmanager
def _interrupts_left_to_it() -> Iterator[None]:
    """Ctrl+C reaches everybody in the foreground; here it means the program, not whoever waits for it.

    A handler that does nothing, since a program started while the signal is ignored would ignore it too.
    """

    def leave(_signal: int, _frame: FrameType | None) -> None:
        return None

    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
