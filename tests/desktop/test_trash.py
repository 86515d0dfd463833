"""The trash: what goes there comes back, and what cannot go stays where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitui.core.errors import WriteError
from pitui.desktop.trash import bring_back, throw_away
from tests.trash import use_trash, without_trash


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the trash that holds the files."""
    return use_trash(tmp_path, monkeypatch)


def test_a_file_goes_to_the_trash_and_comes_back(tmp_path: Path, files: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"all of it\n")
    inode = path.stat().st_ino
    thrown = throw_away(path)
    assert not path.exists()
    assert (files / "a.jsonl").read_bytes() == b"all of it\n"
    bring_back(thrown)
    assert (path.read_bytes(), path.stat().st_ino) == (b"all of it\n", inode)
    assert [item for item in files.parent.rglob("*") if item.is_file()] == []


def test_two_of_one_name_come_back_apart(tmp_path: Path, files: Path) -> None:
    thrown = []
    for folder in ("one", "two"):
        path = tmp_path / folder / "a.jsonl"
        path.parent.mkdir()
        path.write_text(folder)
        thrown.append(throw_away(path))
    for each in thrown:
        bring_back(each)
        assert each.path.read_text() == each.path.parent.name


def test_nothing_is_put_over_what_is_there_now(tmp_path: Path, files: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("old")
    thrown = throw_away(path)
    path.write_text("new")
    with pytest.raises(WriteError, match="stays in the trash"):
        bring_back(thrown)
    assert (path.read_text(), (files / "a.jsonl").read_text()) == ("new", "old")


def test_an_emptied_trash_says_so(tmp_path: Path, files: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("old")
    thrown = throw_away(path)
    (files / "a.jsonl").unlink()
    with pytest.raises(WriteError, match="not found in the trash"):
        bring_back(thrown)


def test_without_a_trash_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_trash(monkeypatch)
    path = tmp_path / "a.jsonl"
    path.write_text("here")
    with pytest.raises(WriteError, match="cannot go to the trash: Permission denied"):
        throw_away(path)
    assert path.read_text() == "here"
