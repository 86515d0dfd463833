"""The system's clipboard: which program is used, what it is fed, and what becomes of one that fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitui.desktop import clipboard
from pitui.desktop.clipboard import clipboard_program

HERE = {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}


def program(folder: Path, name: str, script: str) -> None:
    """An executable that stands in for a clipboard program."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on the PATH besides the system's own tools; no display to speak of."""
    monkeypatch.setattr("pitui.desktop.clipboard.shutil.which", lambda name: _found(tmp_path, name))
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return tmp_path


def _found(folder: Path, name: str) -> str | None:
    return str(folder / name) if (folder / name).exists() else None


@pytest.mark.parametrize(
    ("there", "environ", "chosen"),
    [
        ({"pbcopy"}, {}, "pbcopy"),
        ({"wl-copy", "xclip"}, HERE, "wl-copy"),
        ({"wl-copy", "xclip"}, {"DISPLAY": ":0"}, "xclip"),
        ({"wl-copy", "xclip"}, {}, None),
        ({"clip.exe"}, {}, "clip.exe"),
        (set(), HERE, None),
    ],
)
def test_the_first_program_with_a_clipboard_is_used(
    there: set[str], environ: dict[str, str], chosen: str | None
) -> None:
    found = clipboard_program(environ, lambda name: name if name in there else None)
    assert (found.command[0] if found is not None else None) == chosen


def test_the_text_goes_in_as_it_is(programs: Path, tmp_path: Path) -> None:
    program(programs, "xclip", f'echo "$@" > {tmp_path}/arguments; cat > {tmp_path}/taken')
    assert clipboard.copy("über $HOME `x`\n\x1b[31m")
    assert (tmp_path / "taken").read_bytes() == "über $HOME `x`\n\x1b[31m".encode()
    assert (tmp_path / "arguments").read_text() == "-selection clipboard\n"


def test_windows_is_told_the_encoding(programs: Path, tmp_path: Path) -> None:
    program(programs, "clip.exe", f"cat > {tmp_path}/taken")
    assert clipboard.copy("naïve")
    assert (tmp_path / "taken").read_bytes().decode("utf-16") == "naïve"


def test_a_program_that_fails_or_hangs_is_no_clipboard(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(programs, "xclip", "exit 1")
    assert not clipboard.copy("text")
    monkeypatch.setattr(clipboard, "_SECONDS", 0.2)
    program(programs, "xclip", "exec sleep 5")
    assert not clipboard.copy("text")


def test_a_program_that_stays_behind_is_not_waited_for(programs: Path) -> None:
    program(programs, "xclip", "cat > /dev/null; sleep 60 & exit 0")
    assert clipboard.copy("text")


def test_without_a_program_nothing_is_copied(programs: Path) -> None:
    assert not clipboard.copy("text")
