"""The hook files a person has said yes to: a yes holds for one file as it was, and ends when it changes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from pitui import paths
from pitui.atomic import write_atomically
from pitui.core.errors import WriteError


class TrustStore:
    """Remembered yeses, kept in one JSON file: each path with the SHA-256 of the content that was agreed to."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or paths.state_folder() / "trusted-hooks.json"
        self.problem = ""
        """Why no yes is remembered, when the file is there and cannot be used."""
        self._yeses = self._read()

    def trusts(self, path: Path, content: bytes) -> bool:
        """Whether a person has agreed to run exactly this content of this file."""
        return self._yeses.get(str(path.resolve())) == _digest(content)

    def remember(self, path: Path, content: bytes) -> None:
        """Keep a yes. Raises WriteError when the file of yeses cannot be used or written."""
        self._write(self._read() | {str(path.resolve()): _digest(content)})

    def forget(self, path: Path) -> None:
        """Take a yes back. Raises WriteError when the file of yeses cannot be used or written."""
        self._write({known: digest for known, digest in self._read().items() if known != str(path.resolve())})

    def _read(self) -> dict[str, str]:
        """The yeses in the file as it is now, for another pitui may have written some."""
        self.problem = ""
        try:
            text = self.file.read_text("utf-8")
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeError) as error:
            self.problem = f"{self.file} cannot be read: {error}"
            return {}
        try:
            yeses = json.loads(text)
        except ValueError as error:
            self.problem = f"{self.file} is not JSON: {error}"
            return {}
        if not isinstance(yeses, dict):
            self.problem = f"{self.file} holds no JSON object"
            return {}
        return yeses

    def _write(self, yeses: dict[str, str]) -> None:
        # Written over, a file that a person edited by hand and broke would be lost.
        if self.problem:
            raise WriteError(f"{self.problem}; mend or remove it first.")
        try:
            write_atomically(self.file, json.dumps(yeses, indent=2, sort_keys=True) + "\n")
        except OSError as error:
            raise WriteError(f"{self.file} cannot be written: {error.strerror or error}.") from error
        self._yeses = yeses


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
