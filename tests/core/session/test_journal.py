"""Journals: a run's entries under one leaf, in a file that others write to or in memory alone."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from pitui.core.errors import StaleFileError, UnknownEntryError
from pitui.core.session.follow import SessionFollower
from pitui.core.session.journal import FileJournal, Journal, MemoryJournal
from pitui.core.session.writing import Pen
from tests.builders import START, Tree, ids

NOTE = {"type": "custom", "customType": "note"}


@pytest.fixture
def pen() -> Pen:
    numbers = count(1)
    return Pen(now=lambda: START, new_id=lambda: f"new{next(numbers)}")


@pytest.fixture(params=["file", "memory"])
def journal(request: pytest.FixtureRequest, tree: Tree, pen: Pen) -> FileJournal | MemoryJournal:
    tree.user()
    tree.assistant()
    if request.param == "file":
        return FileJournal(SessionFollower(tree.path), pen)
    return MemoryJournal(pen, tree.session.entries)


class TestBoth:
    def test_entries_go_one_under_the_other(self, journal: Journal) -> None:
        first, second = journal.append(NOTE), journal.append(NOTE)
        assert ids(journal.path) == ["u1", "a1", "new1", "new2"]
        assert (first.parent_id, second.parent_id) == ("a1", "new1")
        assert list(first.body) == ["type", "id", "parentId", "timestamp", "customType"]
        assert first.body["timestamp"] == "2026-01-01T00:00:00.000Z"

    def test_it_goes_on_elsewhere(self, journal: FileJournal | MemoryJournal) -> None:
        journal.move("u1")
        assert ids(journal.path) == ["u1"]
        assert journal.append(NOTE).parent_id == "u1"
        journal.move(None)
        assert list(journal.path) == []
        assert journal.append(NOTE).parent_id is None
        assert ids(journal.path) == ["new2"]

    def test_it_cannot_go_where_nothing_is(self, journal: FileJournal | MemoryJournal) -> None:
        with pytest.raises(UnknownEntryError):
            journal.move("nowhere")
        assert ids(journal.path) == ["u1", "a1"]

    def test_it_has_the_pens_clock(self, journal: Journal) -> None:
        assert journal.now() == START


class TestFile:
    def test_what_others_append_does_not_move_it(self, tree: Tree, pen: Pen) -> None:
        tree.user()
        journal = FileJournal(SessionFollower(tree.path), pen)
        tree.user()
        tree.user(id="new1")
        entry = journal.append(NOTE)
        assert (entry.id, entry.parent_id) == ("new2", "u1")
        assert ids(journal.path) == ["u1", "new2"]
        assert tree.session.leaf_id == "new2"

    def test_a_file_that_went_away_leaves_the_leaf_where_it_was(self, tree: Tree, pen: Pen, tmp_path: Path) -> None:
        tree.user()
        journal = FileJournal(SessionFollower(tree.path), pen)
        tree.path.rename(tmp_path / "elsewhere")
        with pytest.raises(StaleFileError):
            journal.append(NOTE)
        (tmp_path / "elsewhere").rename(tree.path)
        assert journal.append(NOTE).parent_id == "u1"

    def test_an_old_file_is_brought_up_to_date_first(self, tmp_path: Path, pen: Pen) -> None:
        tree = Tree(tmp_path / "old.jsonl", version=1)
        tree.user()
        journal = FileJournal(SessionFollower(tree.path), pen)
        assert journal.append(NOTE).parent_id == "00000001"
        assert journal.session.version == 3


class TestMemory:
    def test_it_begins_empty(self, pen: Pen) -> None:
        journal = MemoryJournal(pen)
        assert list(journal.path) == []
        assert journal.append(NOTE).parent_id is None
        assert ids(journal.entries) == ["new1"]

    def test_an_id_is_never_given_twice(self) -> None:
        numbers = iter(["a", "a", "b"])
        journal = MemoryJournal(Pen(lambda: START, lambda: next(numbers)))
        journal.append(NOTE)
        assert journal.append(NOTE).id == "b"
