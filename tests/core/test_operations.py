"""What a person can do to a session: each act appends its few lines under the right parent, or nothing."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.core.branching.branch_summary import BranchSummaryResult
from pitui.core.branching.switch import plan_switch
from pitui.core.compaction.compact import CompactionResult
from pitui.core.errors import PituiError, StaleFileError, UnknownEntryError, WriteError
from pitui.core.operations import (
    Pen,
    Written,
    mark_leaf,
    rename,
    save_branch_summary,
    save_compaction,
    set_label,
)
from pitui.core.session import writing
from pitui.core.session.follow import SessionFollower
from tests.builders import START, Tree, ids

FILES = {"readFiles": [], "modifiedFiles": []}
COMPACTION = CompactionResult("## Goal\nAll.", "u1", 999, None, FILES, None)
BRANCH = BranchSummaryResult("Tried it.", None, FILES)


@pytest.fixture
def pen() -> Pen:
    numbers = count(1)
    return Pen(now=lambda: START + 86_400_000, new_id=lambda: f"new{next(numbers)}")


@pytest.fixture
def follower(tree: Tree) -> SessionFollower:
    """Two branches under `u1`: `a1` and, the file's leaf, `a2`."""
    tree.user()
    tree.assistant()
    tree.at("u1").assistant()
    return SessionFollower(tree.path)


def lines(written: Written) -> list[tuple[str, str, str | None]]:
    return [(entry.type, entry.id, entry.parent_id) for entry in written.entries]


class TestParents:
    def test_a_compaction_goes_under_the_leaf_it_was_made_for(self, follower: SessionFollower, pen: Pen) -> None:
        written = save_compaction(follower, "a1", COMPACTION, pen)
        assert lines(written) == [("compaction", "new1", "a1")]
        assert written.session.leaf_id == "new1"
        assert written.session.entries[-1].timestamp == "2026-01-02T00:00:00.000Z"

    def test_a_branch_summary_goes_under_the_new_leaf_and_its_label_under_it(
        self, follower: SessionFollower, pen: Pen
    ) -> None:
        """From D to F, an assistant: `fromId` is D, `parentId` is F."""
        plan = plan_switch(follower.session, "a2", "a1")
        written = save_branch_summary(follower, plan, BRANCH, "tried", pen)
        assert lines(written) == [("branch_summary", "new1", "a1"), ("label", "new2", "new1")]
        assert written.entries[0].body["fromId"] == "a2"
        assert written.entries[1].body["targetId"] == "new1"

    def test_back_to_before_the_first_word_the_summary_is_a_root(self, follower: SessionFollower, pen: Pen) -> None:
        plan = plan_switch(follower.session, "a2", "u1")
        written = save_branch_summary(follower, plan, BRANCH, None, pen)
        assert lines(written) == [("branch_summary", "new1", None)]

    def test_a_mark_goes_under_the_leaf_it_marks(self, follower: SessionFollower, pen: Pen) -> None:
        written = mark_leaf(follower, "a1", pen)
        assert lines(written) == [("custom", "new1", "a1")]
        assert written.entries[0].body["customType"] == "pitui.leaf"

    def test_a_label_given_with_it_names_the_target(self, follower: SessionFollower, pen: Pen) -> None:
        written = mark_leaf(follower, "a1", pen, label=("a1", "here"))
        assert lines(written) == [("custom", "new1", "a1"), ("label", "new2", "new1")]
        assert str(written.session.labels["a1"]) == "here"

    def test_labels_and_names_go_under_the_files_leaf(self, follower: SessionFollower, pen: Pen) -> None:
        assert lines(set_label(follower, "a1", "mark", pen)) == [("label", "new1", "a2")]
        assert lines(rename(follower, "Shop", pen)) == [("session_info", "new2", "new1")]


class TestWords:
    def test_an_empty_label_clears_and_is_not_written(self, follower: SessionFollower, pen: Pen) -> None:
        set_label(follower, "a1", "mark", pen)
        written = set_label(follower, "a1", "", pen)
        assert "label" not in written.entries[0].body
        assert written.session.labels == {}

    def test_a_name_is_one_line(self, follower: SessionFollower, pen: Pen) -> None:
        assert rename(follower, "\ufeff a\r\n\nb  c\n", pen).session.name == "a b  c"

    def test_an_empty_name_clears(self, follower: SessionFollower, pen: Pen) -> None:
        rename(follower, "Shop", pen)
        assert rename(follower, " \n", pen).session.name is None

    def test_pi_reads_the_keys_in_its_own_order(self, follower: SessionFollower, pen: Pen) -> None:
        base = ["type", "id", "parentId", "timestamp"]
        plan = plan_switch(follower.session, "a2", "a1")
        made = [
            save_compaction(follower, "a2", COMPACTION, pen),
            save_branch_summary(follower, plan, BRANCH, None, pen),
            set_label(follower, "u1", "x", pen),
        ]
        assert [list(written.entries[0].body) for written in made] == [
            [*base, "summary", "firstKeptEntryId", "tokensBefore", "details", "fromHook"],
            [*base, "fromId", "summary", "details", "fromHook"],
            [*base, "targetId", "label"],
        ]


class TestAppendOnly:
    def test_what_was_there_stays_to_the_byte(self, tree: Tree, follower: SessionFollower, pen: Pen) -> None:
        before = tree.bytes
        save_compaction(follower, "a1", COMPACTION, pen)
        set_label(follower, "u1", "mark", pen)
        mark_leaf(follower, "a2", pen)
        rename(follower, "Shop", pen)
        assert tree.bytes.startswith(before)
        assert tree.bytes.count(b"\n") == before.count(b"\n") + 4

    @given(junk=st.binary(max_size=80), name=st.text(max_size=20))
    def test_so_it_does_whatever_was_there(
        self, tmp_path_factory: pytest.TempPathFactory, junk: bytes, name: str
    ) -> None:
        tree = Tree(tmp_path_factory.mktemp("session") / "session.jsonl")
        tree.user()
        tree.torn(junk)
        before = tree.bytes
        written = rename(SessionFollower(tree.path), f"n{name}", Pen(now=lambda: START, new_id=lambda: "new1"))
        assert tree.bytes.startswith(before)
        added = tree.bytes[len(before) :].split(b"\n")
        assert [part for part in added if part] == [added[-2]]
        assert tree.session.name == written.session.name is not None


class TestOthers:
    def test_what_another_wrote_is_read_first(self, tree: Tree, follower: SessionFollower, pen: Pen) -> None:
        """https://github.com/earendil-works/pi/issues/8300"""
        tree.at("a1").user()
        assert lines(set_label(follower, "u1", "mark", pen)) == [("label", "new1", "u2")]

    def test_an_id_another_took_is_not_given_again(self, tree: Tree, follower: SessionFollower, pen: Pen) -> None:
        tree.user(id="new1")
        assert lines(rename(follower, "Shop", pen)) == [("session_info", "new2", "new1")]

    def test_ids_that_never_end_up_free_are_refused(self, follower: SessionFollower) -> None:
        with pytest.raises(PituiError, match="unused"):
            rename(follower, "Shop", Pen(now=lambda: START, new_id=lambda: "u1"))

    def test_a_line_between_looking_and_writing_is_no_harm(
        self, tree: Tree, follower: SessionFollower, pen: Pen, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        append, said = writing.append_entries, iter(["meanwhile"])

        def interrupted(*arguments: object) -> None:
            for word in said:
                tree.user(word)
            append(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(writing, "append_entries", interrupted)
        assert lines(rename(follower, "Shop", pen)) == [("session_info", "new2", "u2")]

    def test_a_file_that_never_rests_is_left_alone(
        self, tree: Tree, follower: SessionFollower, pen: Pen, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        append = writing.append_entries

        def interrupted(*arguments: object) -> None:
            tree.user("on and on")
            append(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(writing, "append_entries", interrupted)
        with pytest.raises(StaleFileError, match="keeps writing"):
            rename(follower, "Shop", pen)
        assert b"session_info" not in tree.bytes

    def test_another_file_in_its_place_is_not_written_to(
        self, tree: Tree, follower: SessionFollower, pen: Pen, tmp_path: Path
    ) -> None:
        other = Tree(tmp_path / "other.jsonl")
        other.path.rename(tree.path)
        before = tree.bytes
        with pytest.raises(StaleFileError, match="replaced"):
            rename(follower, "Shop", pen)
        assert tree.bytes == before

    def test_a_deleted_file_is_not_made_anew(self, tree: Tree, follower: SessionFollower, pen: Pen) -> None:
        tree.path.unlink()
        with pytest.raises(StaleFileError, match="no longer there"):
            rename(follower, "Shop", pen)
        assert not tree.path.exists()


class TestRefusals:
    @pytest.fixture(autouse=True)
    def unchanged(self, tree: Tree, follower: SessionFollower) -> Iterator[None]:
        before = tree.bytes
        yield
        assert tree.bytes == before

    def test_an_unknown_leaf(self, follower: SessionFollower, pen: Pen) -> None:
        with pytest.raises(UnknownEntryError):
            save_compaction(follower, "zzz", COMPACTION, pen)

    def test_an_unknown_target(self, follower: SessionFollower, pen: Pen) -> None:
        with pytest.raises(UnknownEntryError):
            set_label(follower, "zzz", "mark", pen)

    def test_a_full_disk(self, follower: SessionFollower, pen: Pen, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: object) -> int:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(WriteError, match="No space left"):
            save_compaction(follower, "a1", COMPACTION, pen)
        assert follower.poll().session.leaf_id == "a2"


class TestOldFiles:
    @pytest.mark.parametrize("version", [1, 2])
    def test_the_first_write_brings_them_up_to_date(self, tmp_path: Path, pen: Pen, version: int) -> None:
        old = Tree(tmp_path / "old.jsonl", version=version)
        old.user()
        old.assistant()
        before = old.bytes
        follower = SessionFollower(old.path)
        leaf = follower.session.leaf_id or ""
        written = save_compaction(follower, leaf, COMPACTION, pen)
        assert written.backup is not None
        assert written.backup.read_bytes() == before
        assert lines(written) == [("compaction", "new1", leaf)]
        assert written.session.version == 3
        assert ids(written.session.branch("new1")) == [*ids(follower.session.entries[:2]), "new1"]

    def test_the_second_only_appends(self, tmp_path: Path, pen: Pen) -> None:
        old = Tree(tmp_path / "old.jsonl", version=1)
        old.user()
        follower = SessionFollower(old.path)
        rename(follower, "Shop", pen)
        before = old.bytes
        assert rename(follower, "Shop two", pen).backup is None
        assert old.bytes.startswith(before)

    def test_looking_at_one_writes_nothing(self, tmp_path: Path) -> None:
        old = Tree(tmp_path / "old.jsonl", version=1)
        old.user()
        SessionFollower(old.path).poll()
        assert [path.name for path in tmp_path.iterdir()] == ["old.jsonl"]
        assert b"00000001" not in old.bytes
