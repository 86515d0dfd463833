"""Old versions are lifted in memory: ids by position, one chain, indexes made ids; the file stays."""

from pathlib import Path

import pytest

from tests.builders import Tree, header, ids


@pytest.fixture
def old(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "old.jsonl", version=1)


def test_version_1_is_one_chain_with_ids_by_position(old: Tree) -> None:
    old.user()
    old.assistant()
    old.user()
    before = old.bytes
    session = old.session
    assert session.version == 1
    assert session.header["version"] == 3
    assert ids(session.branch(session.leaf_id)) == ["00000001", "00000002", "00000003"]
    assert list(session.entries[1].body)[:4] == ["type", "id", "parentId", "timestamp"]
    assert session.entries[1].body["parentId"] == "00000001"
    assert old.bytes == before


def test_ids_hold_from_one_reading_to_the_next(old: Tree) -> None:
    old.user()
    first = ids(old.session.entries)
    old.assistant()
    assert ids(old.session.entries)[:1] == first


def test_ids_that_stand_there_are_overwritten(old: Tree) -> None:
    old.line({"type": "message", "id": "mine", "parentId": "zzz", "message": {"role": "user", "content": "x"}})
    entry = old.session.entries[0]
    assert (entry.id, entry.parent_id, entry.body["id"]) == ("00000001", None, "00000001")


def test_an_index_counts_parsed_lines_from_the_header_on(old: Tree) -> None:
    old.user()
    old.line("{broken")
    old.line("")
    old.assistant()
    old.compaction(2)
    old.user()
    body = old.session.entries[2].body
    assert body["firstKeptEntryId"] == "00000002"
    assert "firstKeptEntryIndex" not in body


@pytest.mark.parametrize("index", [0, 99, -1, 1.5])
def test_an_index_that_leads_nowhere_keeps_nothing(old: Tree, index: float) -> None:
    old.user()
    old.entry("compaction", "c", {"summary": "S", "firstKeptEntryIndex": index, "tokensBefore": 1})
    body = old.session.entries[1].body
    assert "firstKeptEntryId" not in body
    assert "firstKeptEntryIndex" not in body


@pytest.mark.parametrize("index", ["1", None, True])
def test_an_index_that_is_no_number_is_left_alone(old: Tree, index: object) -> None:
    old.user()
    old.entry("compaction", "c", {"summary": "S", "firstKeptEntryIndex": index, "tokensBefore": 1})
    assert old.session.entries[1].body["firstKeptEntryIndex"] == index


@pytest.mark.parametrize("version", [1, 2])
def test_a_hook_message_is_a_custom_one(tmp_path: Path, version: int) -> None:
    tree = Tree(tmp_path / "old.jsonl", version=version)
    tree.message("hookMessage", {"content": "note"})
    entry = tree.session.entries[0]
    assert (entry.role, entry.body["message"]["role"]) == ("custom", "custom")


def test_in_version_3_it_stays_unknown(tree: Tree) -> None:
    tree.message("hookMessage", {"content": "note"})
    assert tree.session.entries[0].role == "hookMessage"


@pytest.mark.parametrize(
    ("written", "version"),
    [
        *((absent, 1) for absent in (None, 0, -1, 1, 1.5, True, "1", "")),
        *((second, 2) for second in (2, 2.9, "2")),
        *((current, 3) for current in (3, "3", 4, 99, "abc", {})),
    ],
)
def test_a_version_is_what_javascript_compares_it_as(tmp_path: Path, written: object, version: int) -> None:
    tree = Tree(tmp_path / "session.jsonl")
    tree.path.write_bytes(b"")
    tree.line(header() | {"version": written})
    tree.user()
    session = tree.session
    assert session.version == version
    assert session.leaf_id == ("00000001" if version == 1 else "u1")
