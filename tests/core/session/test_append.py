"""An append is one write of one whole line behind everything that was there, or nothing."""

import errno
import os
from pathlib import Path

import pytest

from pitui.core.errors import StaleFileError, WriteError
from pitui.core.session.append import append_entries
from pitui.core.session.reader import open_session
from tests.builders import Tree, ids

NEW = {"type": "custom", "id": "new", "parentId": "u1", "timestamp": "2026-01-01T00:00:00.000Z"}
NEW_LINE = b'{"type":"custom","id":"new","parentId":"u1","timestamp":"2026-01-01T00:00:00.000Z"}\n'


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every write to the disk, as it is made."""
    made: list[bytes] = []
    write = os.write

    def record(descriptor: int, data: bytes) -> int:
        made.append(bytes(data))
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", record)
    return made


def fail_after(monkeypatch: pytest.MonkeyPatch, whole: int, part: int | None) -> None:
    """Let the disk be full after some whole writes and, unless None, a part of the next."""
    write, left = os.write, [whole]

    def full(descriptor: int, data: bytes) -> int:
        left[0] -= 1
        if left[0] >= 0:
            return write(descriptor, data)
        if part is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(descriptor, data[:part])

    monkeypatch.setattr(os, "write", full)


def test_one_write_of_one_line(tree: Tree, writes: list[bytes]) -> None:
    tree.user()
    before = tree.bytes
    append_entries(tree.session, [NEW])
    assert writes == [NEW_LINE]
    assert tree.bytes == before + NEW_LINE


def test_a_whole_last_line_gets_its_newline_in_the_same_write(tree: Tree, writes: list[bytes]) -> None:
    """https://github.com/earendil-works/pi/issues/8345"""
    tree.user()
    before = tree.bytes.removesuffix(b"\n")
    tree.path.write_bytes(before)
    append_entries(tree.session, [NEW])
    assert writes == [b"\n" + NEW_LINE]
    assert tree.bytes == before + b"\n" + NEW_LINE
    assert ids(tree.session.entries) == ["u1", "new"]


def test_a_torn_last_line_stays_a_line_of_its_own(tree: Tree) -> None:
    tree.user()
    tree.torn('{"type":"mess')
    before = tree.bytes
    append_entries(tree.session, [NEW, {**NEW, "id": "newer"}])
    assert tree.bytes.startswith(before + b"\n" + NEW_LINE)
    assert ids(tree.session.entries) == ["u1", "new", "newer"]
    assert [(fault.kind, fault.line) for fault in tree.session.damage] == [("malformed", 3)]


def test_text_is_written_as_pi_writes_it(tree: Tree) -> None:
    tree.user()
    append_entries(tree.session, [{**NEW, "data": {"2": "é\u2028\x7f😀", "1": "\ud83d", "n": 1.0}}])
    assert tree.bytes.splitlines()[-1].endswith(
        '"data":{"1":"\\ud83d","2":"é'.encode() + b'\xe2\x80\xa8\x7f\xf0\x9f\x98\x80","n":1}}'
    )


class TestAnotherWriter:
    def test_a_file_that_has_grown_is_left_alone(self, tree: Tree) -> None:
        tree.user()
        session = tree.session
        tree.user()
        before = tree.bytes
        with pytest.raises(StaleFileError, match="changed"):
            append_entries(session, [NEW])
        assert tree.bytes == before

    def test_so_is_one_that_has_shrunk(self, tree: Tree) -> None:
        tree.user()
        session = tree.session
        tree.path.write_bytes(tree.bytes[:-20])
        before = tree.bytes
        with pytest.raises(StaleFileError, match="changed"):
            append_entries(session, [NEW])
        assert tree.bytes == before

    def test_and_one_put_in_its_place(self, tree: Tree, tmp_path: Path) -> None:
        tree.user()
        session = tree.session
        (tmp_path / "other").write_bytes(tree.bytes)
        (tmp_path / "other").rename(tree.path)
        with pytest.raises(StaleFileError, match="replaced"):
            append_entries(session, [NEW])

    def test_a_file_that_is_gone_is_not_made_anew(self, tree: Tree) -> None:
        session = tree.session
        tree.path.unlink()
        with pytest.raises(WriteError, match="No such file"):
            append_entries(session, [NEW])
        assert not tree.path.exists()


class TestAFullDisk:
    @pytest.mark.parametrize(("whole", "part"), [(0, None), (0, 5), (1, None), (1, 5), (1, 0)])
    def test_nothing_of_it_stays(
        self, tree: Tree, monkeypatch: pytest.MonkeyPatch, whole: int, part: int | None
    ) -> None:
        tree.user()
        before = tree.bytes
        session = tree.session
        fail_after(monkeypatch, whole, part)
        with pytest.raises(WriteError):
            append_entries(session, [NEW, {**NEW, "id": "newer"}])
        assert tree.bytes == before

    def test_what_another_wrote_behind_ours_is_not_cut_off(self, tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
        tree.user()
        session = tree.session

        def flush(_: int) -> None:
            tree.user("said meanwhile")
            raise OSError(errno.EIO, "Input/output error")

        monkeypatch.setattr(os, "fsync", flush)
        with pytest.raises(WriteError, match="Input/output error"):
            append_entries(session, [NEW])
        assert tree.bytes.endswith(b'said meanwhile","timestamp":1767225720000}}\n')

    def test_a_read_only_file_says_so(self, tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
        session = tree.session

        def refuse(*_: object) -> int:
            raise PermissionError(errno.EACCES, "Permission denied")

        monkeypatch.setattr(os, "open", refuse)
        with pytest.raises(WriteError, match="Permission denied"):
            append_entries(session, [NEW])


def test_a_link_is_followed(tree: Tree, tmp_path: Path) -> None:
    tree.user()
    link = tmp_path / "link.jsonl"
    link.symlink_to(tree.path)
    append_entries(open_session(link), [NEW])
    assert link.is_symlink()
    assert ids(tree.session.entries) == ["u1", "new"]
