"""A follower keeps up with its file: what grows is read on, what happens to the file is noticed."""

from pathlib import Path

import pytest

from pitui.core.errors import NotASessionError, UnreadableError
from pitui.core.session.follow import SessionFollower
from tests.builders import Tree, header, ids

LINE = b'{"type":"custom","id":"late","parentId":"u1","timestamp":"2026-01-01T00:09:00.000Z"}'


@pytest.fixture
def follower(tree: Tree) -> SessionFollower:
    tree.user()
    return SessionFollower(tree.path)


def test_nothing_new(follower: SessionFollower) -> None:
    before = follower.session
    news = follower.poll()
    assert (news.kind, news.added) == ("same", 0)
    assert news.session is before


def test_a_file_that_grows_is_read_on(tree: Tree, follower: SessionFollower) -> None:
    tree.assistant()
    tree.label("u1", "mark")
    news = follower.poll()
    assert (news.kind, news.added) == ("grown", 2)
    assert news.session.leaf_id == "l1"
    assert str(news.session.labels["u1"]) == "mark"
    assert follower.poll().kind == "same"


def test_an_older_reading_stays_as_it_was(tree: Tree, follower: SessionFollower) -> None:
    before = follower.session
    tree.assistant()
    follower.poll()
    assert ids(before.entries) == ["u1"]
    assert list(before.by_id) == ["u1"]


def test_a_torn_line_is_waited_for_and_shown_once(tree: Tree, follower: SessionFollower) -> None:
    """https://github.com/earendil-works/pi/issues/7707"""
    for piece in (LINE[:30], LINE[30:50]):
        tree.torn(piece)
        news = follower.poll()
        assert (news.kind, news.added) == ("same", 0)
        assert [(fault.kind, fault.line) for fault in news.session.damage] == [("incomplete", 3)]
    tree.torn(LINE[50:])
    assert follower.poll().session.leaf_id == "late"
    tree.torn(b"\n")
    news = follower.poll()
    assert ids(news.session.entries) == ["u1", "late"]
    assert not news.session.damage
    tree.custom(parent="late")
    assert ids(follower.poll().session.entries) == ["u1", "late", "x1"]


def test_a_character_torn_in_two_is_read_whole(tree: Tree, follower: SessionFollower) -> None:
    line = '{"type":"session_info","id":"n","parentId":"u1","name":"😀"}'.encode()
    tree.torn(line[:-4])
    follower.poll()
    tree.torn(line[-4:], b"\n")
    assert follower.poll().session.name == "😀"


def test_lines_are_counted_on(tree: Tree, follower: SessionFollower) -> None:
    tree.line("{broken")
    follower.poll()
    tree.line("{broken too")
    assert [fault.line for fault in follower.poll().session.damage] == [3, 4]


def test_a_version_1_file_goes_on_counting_its_ids(tmp_path: Path) -> None:
    old = Tree(tmp_path / "old.jsonl", version=1)
    old.user()
    follower = SessionFollower(old.path)
    old.assistant()
    old.compaction(1)
    session = follower.poll().session
    assert ids(session.branch(session.leaf_id)) == ["00000001", "00000002", "00000003"]
    assert session.entries[2].body["firstKeptEntryId"] == "00000001"


class TestAnotherFile:
    def test_put_in_its_place(self, tree: Tree, follower: SessionFollower, tmp_path: Path) -> None:
        other = Tree(tmp_path / "other.jsonl")
        other.user()
        other.assistant()
        other.path.rename(tree.path)
        news = follower.poll()
        assert (news.kind, news.added) == ("replaced", 1)
        assert news.session.leaf_id == "a1"
        tree.at("a1").user("goes on")
        assert follower.poll().kind == "grown"

    def test_rewritten_in_place(self, tree: Tree, follower: SessionFollower) -> None:
        tree.path.write_bytes(b"")
        tree.line(header() | {"id": "session-2"})
        tree.at(None).user("x" * 500)
        assert follower.poll().kind == "replaced"
        assert follower.session.id == "session-2"

    def test_cut_short(self, tree: Tree, follower: SessionFollower) -> None:
        tree.path.write_bytes(tree.bytes[: tree.bytes.index(b"\n") + 1])
        assert follower.poll().kind == "replaced"
        assert follower.session.entries == []

    def test_the_old_readings_bodies_are_the_old_files(
        self, tree: Tree, follower: SessionFollower, tmp_path: Path
    ) -> None:
        before = follower.session
        other = Tree(tmp_path / "other.jsonl")
        other.user("other")
        other.path.rename(tree.path)
        follower.poll()
        assert before.entries[0].body["message"]["content"] == "Hello"
        assert follower.session.entries[0].body["message"]["content"] == "other"


class TestGone:
    def test_deleted(self, tree: Tree, follower: SessionFollower) -> None:
        before = follower.session
        tree.path.unlink()
        news = follower.poll()
        assert (news.kind, news.session) == ("gone", before)
        with pytest.raises(UnreadableError):
            follower.reload()
        assert follower.session is before

    def test_no_session_any_more(self, tree: Tree, follower: SessionFollower) -> None:
        tree.path.write_text("notes, and longer than the session was before" * 20)
        assert follower.poll().kind == "gone"
        with pytest.raises(NotASessionError):
            follower.reload()

    def test_back_again(self, tree: Tree, follower: SessionFollower) -> None:
        kept = tree.bytes
        tree.path.unlink()
        follower.poll()
        tree.path.write_bytes(kept)
        assert follower.poll().kind == "replaced"
        assert follower.session.leaf_id == "u1"
