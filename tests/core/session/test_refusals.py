"""A file that is no session is refused with a sentence, at once, and left as it is."""

import os
import socket
from pathlib import Path

import pytest

from pitui.core.errors import NotASessionError, UnreadableError
from pitui.core.session.reader import open_session
from tests.builders import Tree, header

HEADER = '{"type":"session","version":3,"id":"s"}\n'
ENTRY = '{"type":"message","id":"u1","parentId":null,"message":{"role":"user","content":"x"}}\n'


@pytest.mark.parametrize(
    "content",
    [
        "",
        "\n \n\t\n",
        "Some notes.\nNo session.\n",
        ENTRY + ENTRY.replace("u1", "u2"),
        ENTRY + HEADER,
        "42\n" + HEADER,
        "[]\n" + HEADER,
        "\ufeff" + HEADER,
        HEADER.replace("\n", "\r") + ENTRY.replace("\n", "\r"),
        HEADER.replace('"s"', "5"),
        HEADER.replace(',"id":"s"', ""),
        HEADER.replace('"session"', '"Session"'),
    ],
)
def test_no_header_no_session(tmp_path: Path, content: str) -> None:
    """https://github.com/earendil-works/pi/issues/6002 and https://github.com/earendil-works/pi/issues/8939"""
    path = tmp_path / "notes.jsonl"
    path.write_text(content, encoding="utf-8", newline="")
    before = path.read_bytes()
    with pytest.raises(NotASessionError, match="no session header"):
        open_session(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("before", ["\n", 'null\n0\nfalse\n""\n', "{broken\n", "NaN\n\n"])
def test_lines_that_say_nothing_may_come_before_the_header(tmp_path: Path, before: str) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(before + HEADER + ENTRY)
    assert open_session(path).leaf_id == "u1"


def test_an_empty_id_is_an_id(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(HEADER.replace('"s"', '""'))
    assert open_session(path).id == ""


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="there is no such file"):
        open_session(tmp_path / "gone.jsonl")


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="no regular file"):
        open_session(tmp_path)


def test_a_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    with pytest.raises(UnreadableError, match="no regular file"):
        open_session(tmp_path / "pipe.jsonl")


def test_a_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.jsonl")
        with pytest.raises(UnreadableError):
            open_session(tmp_path / "socket.jsonl")


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(UnreadableError, match="circle"):
        open_session(tmp_path / "a")


def test_a_path_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="no valid path"):
        open_session(tmp_path / "nul\0l")


def test_a_file_without_permission(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(UnreadableError, match="no permission"):
        open_session(tree.path)


def test_a_file_that_shrinks_under_the_reader(tree: Tree) -> None:
    tree.user()
    session = tree.session
    tree.path.write_bytes(b"")
    assert session.entries[0].body == {}
    tree.line(header())
    assert session.entries[0].body == {}
