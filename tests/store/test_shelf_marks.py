"""Pins and the archive: pitui's own file, merged with what another pitui wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitui.core.errors import WriteError
from pitui.store import shelf_marks
from pitui.store.shelf_marks import ShelfMarks, change

A, B = Path("/s/a.jsonl"), Path("/s/b.jsonl")


def test_marks_are_set_kept_and_cleared(tmp_path: Path) -> None:
    file = tmp_path / "state" / "shelf.json"
    assert shelf_marks.load(file) == ShelfMarks()
    change("pinned", [A, B], True, file)
    assert change("archived", [B], True, file) == ShelfMarks(frozenset({A, B}), frozenset({B}))
    change("pinned", [B], False, file)
    assert shelf_marks.load(file) == ShelfMarks(frozenset({A}), frozenset({B}))


@pytest.mark.parametrize("text", ["{", "[]", '{"pinned": 5, "archived": []}', "{}"])
def test_a_file_that_was_broken_by_hand_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "shelf.json"
    file.write_text(text)
    with pytest.raises(WriteError, match="mend or remove"):
        change("pinned", [A], True, file)
    assert file.read_text() == text


def test_a_place_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(WriteError):
        change("pinned", [A], True, tmp_path / "file" / "shelf.json")


def test_it_is_kept_under_pitui_s_own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITUI_HOME", str(tmp_path))
    change("pinned", [A], True)
    assert (tmp_path / "state" / "shelf.json").is_file()
