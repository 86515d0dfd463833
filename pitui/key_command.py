"""Keys that a command prints (`!command` in pi's files): run only after a yes to that command, never by a shell."""

from __future__ import annotations

import hashlib
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pitui.store.trust import TrustStore

_SECONDS: Final = 20.0
"""How long a command may take; one that asks for a password on the terminal never ends here."""


class KeyCommands:
    """Runs the commands a person agreed to, once each, and keeps a list of those that wait for a yes."""

    def __init__(self, agent_dir: Path, store: Callable[[], TrustStore] = TrustStore) -> None:
        self._agent_dir = agent_dir
        self._store = store
        self._printed: dict[str, str] = {}
        self.waiting: list[str] = []
        """Commands that a key was wanted from and nobody has agreed to."""

    def printed(self, command: str) -> str | None:
        """What a command prints, without its line end; None where it may not run, fails, or prints nothing."""
        if command in self._printed:
            return self._printed[command] or None
        if not self._store().trusts(self._place(command), command.encode("utf-8", "replace")):
            if command not in self.waiting:
                self.waiting.append(command)
            return None
        self._printed[command] = _output(command)
        return self._printed[command] or None

    def agree(self, command: str) -> None:
        """Keep a yes to a command. Raises WriteError when it cannot be remembered."""
        self._store().remember(self._place(command), command.encode("utf-8", "replace"))
        self.waiting = [other for other in self.waiting if other != command]

    def _place(self, command: str) -> Path:
        """What a yes is filed under: pi's folder and the command itself."""
        digest = hashlib.sha256(command.encode("utf-8", "replace")).hexdigest()[:16]
        return self._agent_dir / f"key-command-{digest}"


def _output(command: str) -> str:
    try:
        words = shlex.split(command)
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_SECONDS, check=True
        )
    except (ValueError, IndexError, OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
