"""The one rewrite there is: an old file becomes a current one, its bytes kept beside it."""

import os
from pathlib import Path

import pytest

from pitui.core.errors import StaleFileError, WriteError
from pitui.core.session.rewrite import migrate_file
from tests.builders import Tree, ids


@pytest.fixture(params=[1, 2])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Tree:
    tree = Tree(tmp_path / "old.jsonl", version=request.param)
    tree.user()
    tree.line("{broken")
    tree.message("hookMessage", {"content": "note"})
    tree.compaction(1 if request.param == 1 else "u1")
    return tree


def test_the_file_says_what_the_reading_said(old: Tree) -> None:
    before = old.session
    migrate_file(before)
    after = old.session
    assert after.version == 3
    assert after.header == before.header
    assert [entry.body for entry in after.entries] == [entry.body for entry in before.entries]
    assert ids(after.branch(after.leaf_id)) == ids(before.branch(before.leaf_id))


def test_the_old_bytes_are_kept(old: Tree) -> None:
    before = old.bytes
    backup = migrate_file(old.session)
    assert backup.name == f"old.jsonl.v{old.version}.bak"
    assert backup.read_bytes() == before


def test_lines_that_are_no_entries_stay(old: Tree) -> None:
    migrate_file(old.session)
    assert old.bytes.splitlines()[2] == b"{broken"


def test_a_torn_last_line_stays(old: Tree) -> None:
    old.torn('{"type":"mess')
    migrate_file(old.session)
    assert old.bytes.splitlines()[-1] == b'{"type":"mess'


def test_a_backup_is_never_written_over(old: Tree) -> None:
    taken = old.path.with_name(f"old.jsonl.v{old.version}.bak")
    taken.write_text("somebody's own")
    assert migrate_file(old.session).name == f"old.jsonl.v{old.version}.bak.2"
    assert taken.read_text() == "somebody's own"


def test_the_same_backup_is_not_made_twice(old: Tree) -> None:
    taken = old.path.with_name(f"old.jsonl.v{old.version}.bak")
    taken.write_bytes(old.bytes)
    assert migrate_file(old.session) == taken


def test_the_mode_of_the_file_stays(old: Tree) -> None:
    old.path.chmod(0o640)
    migrate_file(old.session)
    assert old.path.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(old: Tree, tmp_path: Path) -> None:
    place = tmp_path / "elsewhere"
    place.mkdir()
    old.path.rename(place / "real.jsonl")
    old.path.symlink_to(place / "real.jsonl")
    backup = migrate_file(old.session)
    assert old.path.is_symlink()
    assert backup.parent == place
    assert old.session.version == 3


def test_a_file_that_has_changed_is_left_alone(old: Tree) -> None:
    session = old.session
    old.user()
    before = old.bytes
    with pytest.raises(StaleFileError):
        migrate_file(session)
    assert old.bytes == before
    assert [path.name for path in old.path.parent.iterdir()] == ["old.jsonl"]


def test_a_full_disk_leaves_the_file_as_it_was(old: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    before = old.bytes
    monkeypatch.setattr(os, "fchmod", fail)
    with pytest.raises(WriteError, match="No space left"):
        migrate_file(old.session)
    assert old.bytes == before
    assert not list(old.path.parent.glob(".pitui-*"))
