"""Sample sessions for the screen's tests."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pitui.demo import unpack


@pytest.fixture
def agent_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pi folder with the sample sessions in it."""
    monkeypatch.setenv("PITUI_HOME", str(tmp_path / "pitui"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setattr("pitui.desktop.clipboard.clipboard_program", lambda: None)
    time.tzset()
    folder = tmp_path / "agent"
    unpack(folder)
    return folder


@pytest.fixture
def flagship(agent_dir: Path) -> Path:
    """The largest sample: branches, a compaction, labels, an edit."""
    return max((agent_dir / "sessions").rglob("*.jsonl"), key=lambda path: path.stat().st_size)
