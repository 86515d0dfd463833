"""A program in the foreground: what it is given, and who an interrupt is for."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitui.desktop import foreground
from pitui.desktop.pi import cannot_open, resume_command


def test_a_program_gets_its_folder_and_its_text(tmp_path: Path) -> None:
    code = "import os, sys; open('out', 'w').write(os.getcwd() + sys.stdin.read())"
    assert foreground.run([sys.executable, "-c", code], cwd=str(tmp_path), text="über") == 0
    assert (tmp_path / "out").read_text() == f"{tmp_path}über"


def test_a_program_that_reads_nothing_is_no_trouble() -> None:
    assert foreground.run([sys.executable, "-c", "raise SystemExit(3)"], text="x" * 1_000_000) == 3


@pytest.fixture
def interrupts() -> Iterator[list[int]]:
    """The interrupts that reach whoever waits."""
    reached: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: reached.append(number))
    yield reached
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_is_for_the_program_alone(interrupts: list[int]) -> None:
    code = (
        "import os, signal, time\n"
        "assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN\n"
        f"os.kill({os.getpid()}, signal.SIGINT)\n"
        "time.sleep(0.2)"
    )
    assert foreground.run([sys.executable, "-c", code]) == 0
    assert interrupts == []
    os.kill(os.getpid(), signal.SIGINT)
    assert interrupts == [signal.SIGINT]


def test_a_program_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        foreground.run(["/nowhere/at/all"])


def test_what_keeps_pi_from_being_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "not on the PATH" in (cannot_open(str(tmp_path)) or "")
    (tmp_path / "pi").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "pi").chmod(0o755)
    assert cannot_open(str(tmp_path)) is None
    assert "names no folder" in (cannot_open(None) or "")
    assert "/gone is not there" in (cannot_open("/gone") or "")
    assert "not there" in (cannot_open("a\0b") or "")


def test_the_command_is_good_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert resume_command(Path("a.jsonl")) == ["pi", "--session", str(tmp_path / "a.jsonl")]
