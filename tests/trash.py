"""A trash of the test's own: no test ever touches the desktop's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import send2trash
from send2trash import plat_other


def use_trash(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have files thrown away under `home`, and say into which folder."""
    data = home / "data"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    # The library settles on its folders when it is imported.
    monkeypatch.setattr(send2trash, "send2trash", plat_other.send2trash)
    monkeypatch.setattr(plat_other, "XDG_DATA_HOME", os.fsencode(data))
    monkeypatch.setattr(plat_other, "HOMETRASH_B", os.fsencode(data / "Trash"))
    return data / "Trash" / "files"


def without_trash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every attempt to throw something away fail, as where there is no trash."""

    def fail(_: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(send2trash, "send2trash", fail)
