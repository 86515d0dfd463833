"""The cache of scans: true or silent, whatever became of its file."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from pitui.core.context.survey import survey
from pitui.core.session.shelf import ShelfRow
from pitui.store import scans
from pitui.store.scans import ScanCache
from tests.builders import Tree, usage


@pytest.fixture
def row(tmp_path: Path) -> ShelfRow:
    """A session with half a character in its first words."""
    (tmp_path / "sessions").mkdir()
    tree = Tree(tmp_path / "sessions" / "a.jsonl")
    tree.line('{"type":"message","id":"u","parentId":null,"message":{"role":"user","content":"lone \\ud83d half"}}')
    tree.assistant("there", usage=usage(1000))
    return survey(tree.path)


def test_a_row_comes_back_as_it_was(tmp_path: Path, row: ShelfRow) -> None:
    file = tmp_path / "cache" / "scans.sqlite"
    assert "\ud83d" in row.first_words
    ScanCache(file).put(row)
    assert row.stamp is not None
    assert ScanCache(file).get(row.path, row.stamp) == row
    assert file.stat().st_mode & 0o777 == 0o600


def test_another_state_of_the_file_is_not_known(tmp_path: Path, row: ShelfRow) -> None:
    cache = ScanCache(tmp_path / "scans.sqlite")
    cache.put(row)
    assert row.stamp is not None
    assert cache.get(row.path, replace(row.stamp, size=row.stamp.size + 1)) is None
    assert cache.get(row.path, replace(row.stamp, modified_ns=1)) is None
    assert cache.get(row.path.with_name("b.jsonl"), row.stamp) is None


def test_two_at_once_see_each_other(tmp_path: Path, row: ShelfRow) -> None:
    one, two = ScanCache(tmp_path / "scans.sqlite"), ScanCache(tmp_path / "scans.sqlite")
    assert row.stamp is not None
    one.put(row)
    two.put(replace(row, cost=5.0))
    found = one.get(row.path, row.stamp)
    assert found is not None
    assert found.cost == 5.0


def test_a_path_that_is_no_unicode_is_known_too(tmp_path: Path, row: ShelfRow) -> None:
    odd = replace(row, path=Path(os.fsdecode(b"/odd/\xff.jsonl")))
    cache = ScanCache(tmp_path / "scans.sqlite")
    cache.put(odd)
    assert odd.stamp is not None
    assert cache.get(odd.path, odd.stamp) == odd


def test_files_that_are_gone_are_forgotten_in_their_folder_alone(tmp_path: Path, row: ShelfRow) -> None:
    cache = ScanCache(tmp_path / "scans.sqlite")
    elsewhere = replace(row, path=Path("/elsewhere/b.jsonl"))
    cache.put(row)
    cache.put(elsewhere)
    assert row.stamp is not None
    cache.keep_only(row.path.parent, [row.path])
    assert cache.get(row.path, row.stamp) == row
    cache.keep_only(row.path.parent, [])
    assert cache.get(row.path, row.stamp) is None
    assert cache.get(elsewhere.path, row.stamp) == elsewhere


def test_rows_of_another_shape_are_thrown_out(tmp_path: Path, row: ShelfRow, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "scans.sqlite"
    cache = ScanCache(file)
    cache.put(row)
    cache.close()
    monkeypatch.setattr(scans, "_VERSION", 7)
    assert row.stamp is not None
    assert ScanCache(file).get(row.path, row.stamp) is None


def test_a_row_that_says_nonsense_is_no_row(tmp_path: Path, row: ShelfRow) -> None:
    file = tmp_path / "scans.sqlite"
    cache = ScanCache(file)
    cache.put(row)
    assert row.stamp is not None
    for text in ("", "{}", "[]", '{"path": 5}'):
        with sqlite3.connect(file) as base:
            base.execute("UPDATE scans SET row = ?", (text,))
        assert cache.get(row.path, row.stamp) is None


def test_a_file_that_is_no_database_is_made_anew(tmp_path: Path, row: ShelfRow) -> None:
    file = tmp_path / "scans.sqlite"
    file.write_bytes(b"not a database at all, but long enough to be looked at" * 40)
    ScanCache(file).put(row)
    cache = ScanCache(file)
    cache.put(row)
    assert row.stamp is not None
    assert cache.get(row.path, row.stamp) == row


def test_without_a_place_to_write_nothing_is_remembered(tmp_path: Path, row: ShelfRow) -> None:
    (tmp_path / "file").touch()
    cache = ScanCache(tmp_path / "file" / "scans.sqlite")
    cache.put(row)
    cache.keep_only(tmp_path, [])
    assert row.stamp is not None
    assert cache.get(row.path, row.stamp) is None
