"""Any line is read or reported: what is whole becomes an entry, what is not is named with its line number."""

from pathlib import Path

import pytest

from pitui.core.session.reader import open_session
from tests.builders import Tree, header, ids

TORN = '{"type":"message","id":"u9","par'


def faults(tree: Tree) -> list[tuple[str, int]]:
    return [(fault.kind, fault.line) for fault in tree.session.damage]


def test_a_whole_file_has_no_faults(tree: Tree) -> None:
    tree.user()
    tree.assistant()
    session = tree.session
    assert ids(session.entries) == ["u1", "a1"]
    assert [entry.role for entry in session.entries] == ["user", "assistant"]
    assert [entry.line for entry in session.entries] == [2, 3]
    assert (session.id, session.cwd, session.version, session.leaf_id) == ("session-1", "/home/dev/shop", 3, "a1")
    assert not session.damage


def test_looking_changes_no_byte(tree: Tree) -> None:
    tree.user()
    tree.line("{broken")
    tree.torn(TORN)
    before, stamp = tree.bytes, tree.path.stat()
    session = tree.session
    assert [entry.body for entry in session.branch(session.leaf_id)]
    assert list(session.tree.walk())
    after = tree.path.stat()
    assert tree.bytes == before
    assert (after.st_mtime_ns, after.st_size) == (stamp.st_mtime_ns, stamp.st_size)


def test_a_last_line_without_its_newline_is_whole_if_it_parses(tree: Tree) -> None:
    """https://github.com/earendil-works/pi/issues/8345"""
    tree.user()
    tree.path.write_bytes(tree.bytes.removesuffix(b"\n"))
    assert ids(tree.session.entries) == ["u1"]
    assert not tree.session.damage


def test_a_torn_last_line_is_incomplete(tree: Tree) -> None:
    """https://github.com/earendil-works/pi/issues/7707"""
    tree.user()
    tree.torn(TORN)
    assert tree.session.leaf_id == "u1"
    assert faults(tree) == [("incomplete", 3)]


def test_carriage_returns_are_white_space(tree: Tree) -> None:
    tree.user("one")
    tree.assistant("two")
    tree.path.write_bytes(tree.bytes.replace(b"\n", b"\r\n"))
    session = tree.session
    assert ids(session.entries) == ["u1", "a1"]
    assert session.entries[0].body["message"]["content"] == "one"
    assert not session.damage


@pytest.mark.parametrize("char", ["\u2028", "\u2029", "\u0085", "\v", "\f", "\r", "\x1c"])
def test_only_a_newline_ends_a_line(tree: Tree, char: str) -> None:
    tree.user(f"one{char}two")
    tree.assistant()
    assert tree.session.entries[0].body["message"]["content"] == f"one{char}two"
    assert faults(tree) == []


@pytest.mark.parametrize("line", ["42", '"text"', "[]", "[{}]", "true", "-0.5"])
def test_json_that_is_no_object_is_skipped_and_counted(tree: Tree, line: str) -> None:
    tree.user()
    tree.line(line)
    tree.assistant()
    assert ids(tree.session.entries) == ["u1", "a1"]
    assert faults(tree) == [("malformed", 3)]


@pytest.mark.parametrize("line", ["", "  \t", "\r", "null", "0", "-0", "false", '""', "\u00a0\ufeff"])
def test_blank_and_falsy_lines_are_passed_over(tree: Tree, line: str) -> None:
    tree.user()
    tree.line(line)
    tree.assistant()
    assert ids(tree.session.entries) == ["u1", "a1"]
    assert faults(tree) == []


@pytest.mark.parametrize("line", ["{", TORN, "NaN", '{"id":"x"} {}', "\ufeff{}", "{'id':'x'}", "\x00\x00", b"\xff\xfe"])
def test_a_malformed_line_is_skipped_and_reported(tree: Tree, line: str | bytes) -> None:
    tree.user()
    tree.line(line)
    tree.assistant()
    assert ids(tree.session.entries) == ["u1", "a1"]
    assert faults(tree) == [("malformed", 3)]


@pytest.mark.parametrize("identity", [..., None, 5, "", ["x"], {}])
def test_an_entry_without_a_text_id_is_reported_and_in_no_tree(tree: Tree, identity: object) -> None:
    tree.user()
    tree.label("u1", "mark", id=identity)
    assert tree.session.leaf_id == "u1"
    assert [node.entry.id for node in tree.session.tree.walk()] == ["u1"]
    assert faults(tree) == [("no id", 3)]


def test_bytes_that_are_no_utf_8_are_read_as_replacement_characters(tree: Tree) -> None:
    tree.line(b'{"type":"message","id":"u1","parentId":null,"message":{"role":"user","content":"\xff\xc3"}}')
    assert tree.session.entries[0].body["message"]["content"] == "\ufffd\ufffd"


def test_half_a_surrogate_pair_survives(tree: Tree) -> None:
    tree.line('{"type":"message","id":"u1","parentId":null,"message":{"role":"user","content":"\\ud83d"}}')
    assert tree.session.entries[0].body["message"]["content"] == "\ud83d"


@pytest.mark.parametrize("depth", [3_000, 100_000])
def test_deep_nesting_is_read(tree: Tree, depth: int) -> None:
    tree.line(f'{{"type":"custom","id":"x1","parentId":null,"data":{"[" * depth}{"]" * depth}}}')
    data = tree.session.entries[0].body["data"]
    for _ in range(depth - 1):
        (data,) = data
    assert data == []


@pytest.mark.parametrize("kind", ["future_thing", "leaf", "", 5, None, ...])
def test_an_unknown_type_keeps_its_place_in_the_chain(tree: Tree, kind: object) -> None:
    tree.user()
    tree.custom(type=kind)
    tree.assistant()
    assert ids(tree.branch()) == ["u1", "x1", "a1"]
    assert faults(tree) == []


def test_a_second_header_is_no_entry(tree: Tree) -> None:
    tree.user()
    tree.line(header(cwd="/elsewhere") | {"id": "session-2"})
    assert ids(tree.session.entries) == ["u1"]
    assert tree.session.id == "session-1"


def test_a_header_of_megabytes_opens(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "large.jsonl", custom="x" * 2_000_000)
    tree.user()
    assert tree.session.leaf_id == "u1"


@pytest.mark.parametrize("cwd", ["", None, 5, ...])
def test_a_header_without_a_usable_folder_opens(tmp_path: Path, cwd: object) -> None:
    head = {name: value for name, value in header(cwd=cwd).items() if value is not ...}
    path = tmp_path / "session.jsonl"
    tree = Tree(path)
    path.write_bytes(b"")
    tree.line(head)
    assert open_session(path).cwd is None
