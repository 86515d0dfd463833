"""The shelf tells what a session is about from its ends, and gives a row to whatever it cannot read."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitui.core.errors import UnreadableError
from pitui.core.session import shelf as module
from pitui.core.session.shelf import ShelfRow, glance, newest_first, scan, shelf

NOON = 1_767_268_800_000
"""2026-01-01T12:00:00Z in milliseconds since 1970."""


def header(**fields: Any) -> dict[str, Any]:
    return {
        "type": "session",
        "version": 3,
        "id": "sess",
        "timestamp": "2026-01-01T12:00:00.000Z",
        "cwd": "/home/dev/shop",
        **fields,
    }


def said(role: str, text: Any, minute: int, entry_id: str = "", parent: str | None = None) -> dict[str, Any]:
    time = f"2026-01-01T12:{minute:02d}:00.000Z"
    message = {"role": role, "content": text, "timestamp": NOON + minute * 60_000}
    return {
        "type": "message",
        "id": entry_id or f"e{minute}",
        "parentId": parent,
        "timestamp": time,
        "message": message,
    }


def write(path: Path, *lines: dict[str, Any] | str) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes("".join(text + "\n" for text in texts).encode("utf-8", "surrogatepass"))
    return path


def test_a_glance_tells_who_where_what_and_when(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.jsonl",
        header(parentSession="/old.jsonl"),
        said("system", "You are an agent.", 1),
        said("user", [{"type": "text", "text": "  Add\nOAuth "}, {"type": "text", "text": "login"}], 2),
        said("assistant", "Sure.", 3),
        {
            "type": "session_info",
            "id": "n",
            "parentId": "e3",
            "timestamp": "2026-01-02T00:00:00.000Z",
            "name": " Login ",
        },
    )
    os.utime(path, (1, 1))
    row = glance(path)
    assert (row.id, row.cwd, row.name, row.first_words) == ("sess", "/home/dev/shop", "Login", "Add OAuth login")
    assert (row.created, row.last_activity) == (NOON, NOON + 3 * 60_000)
    assert (row.parent_session, row.problem, row.messages) == ("/old.jsonl", None, None)
    assert row.stamp is not None
    assert row.stamp.size == path.stat().st_size


def test_a_scan_counts_what_a_glance_leaves_open(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.jsonl",
        header(),
        said("user", "one", 1),
        said("assistant", "two", 2, parent="e1"),
        said("user", "another way", 3, parent="e1"),
        {"type": "compaction", "id": "c", "parentId": "e3", "timestamp": "", "summary": "s", "firstKeptEntryId": "e3"},
        "{torn",
    )
    row = scan(path)
    assert (row.messages, row.branches, row.compactions, row.faults) == (3, 2, 1, 1)
    assert row.last_activity == glance(path).last_activity


def test_a_name_far_from_both_ends_takes_a_scan(tmp_path: Path) -> None:
    bulk = [said("toolResult", "x" * 1000, 2) for _ in range(100)]
    name = {"type": "session_info", "id": "n", "parentId": None, "timestamp": "", "name": "Early"}
    path = write(tmp_path / "a.jsonl", header(), said("user", "go", 1), name, *bulk, said("assistant", "done", 3))
    assert glance(path).name is None
    assert scan(path).name == "Early"


def test_a_name_taken_back_is_no_name(tmp_path: Path) -> None:
    names = [
        {"type": "session_info", "id": text, "parentId": None, "timestamp": "", "name": text} for text in ("a", " ")
    ]
    path = write(tmp_path / "a.jsonl", header(), said("user", "go", 1), *names)
    assert glance(path).name is None
    assert scan(path).name is None


def test_first_and_last_words_are_found_behind_long_lines(tmp_path: Path) -> None:
    long = "x" * 100_000
    path = write(
        tmp_path / "a.jsonl", header(), said("system", long, 1), said("user", "go", 2), said("toolResult", long, 3)
    )
    row = glance(path)
    assert (row.first_words, row.last_activity) == ("go", NOON + 2 * 60_000)


def test_words_beyond_a_glance_are_left_to_the_scan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FAR", 50_000)
    path = write(tmp_path / "a.jsonl", header(), said("system", "x" * 200_000, 1), said("user", "go", 2))
    assert glance(path).first_words == ""
    assert scan(path).first_words == "go"


def test_a_header_larger_than_a_piece_is_still_a_header(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", header(note="n" * 2_000_000), said("user", "go", 1))
    assert (glance(path).id, glance(path).first_words) == ("sess", "go")


def test_a_header_without_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LONGEST_HEADER", 100_000)
    path = write(tmp_path / "a.jsonl", header(note="n" * 300_000))
    assert "no session header" in (glance(path).problem or "")


@pytest.mark.parametrize("before", ["", "not json", "null", "0"])
def test_what_the_loader_passes_over_before_the_header_is_passed_over_here(tmp_path: Path, before: str) -> None:
    path = write(tmp_path / "a.jsonl", before, header(), said("user", "go", 1))
    assert (glance(path).id, scan(path).messages) == ("sess", 1)


@pytest.mark.parametrize("first", ["42", "[]", '{"type":"message"}', '{"type":"session","id":5}'])
def test_what_is_no_session_says_so(tmp_path: Path, first: str) -> None:
    path = write(tmp_path / "a.jsonl", first, header())
    row = glance(path)
    assert row.problem == f"{path}: no session header in front, so this is not a pi session file."
    assert (scan(path), row.id) == (row, "")


def test_without_messages_the_header_tells_the_time_and_else_the_file(tmp_path: Path) -> None:
    assert glance(write(tmp_path / "a.jsonl", header())).last_activity == NOON
    bare = write(tmp_path / "b.jsonl", header(timestamp="soon"))
    os.utime(bare, (50, 50))
    assert (glance(bare).created, glance(bare).last_activity) == (0.0, 50_000.0)


def test_a_time_beyond_the_calendar_is_unreadable(tmp_path: Path) -> None:
    far = said("user", "go", 1)
    far["message"]["timestamp"] = 8.64e15
    assert glance(write(tmp_path / "a.jsonl", header(), far)).last_activity == NOON


@pytest.mark.parametrize("cwd", ["", None, 5, ["/x"]])
def test_a_cwd_that_is_no_path_is_none(tmp_path: Path, cwd: Any) -> None:
    assert glance(write(tmp_path / "a.jsonl", header(cwd=cwd))).cwd is None


@pytest.mark.parametrize("content", [None, 5, {}, [None], [{"type": "text"}], [{"type": "image", "data": "x"}]])
def test_content_that_says_nothing_is_passed_over(tmp_path: Path, content: Any) -> None:
    path = write(tmp_path / "a.jsonl", header(), said("user", content, 1), said("user", "then this", 2))
    assert glance(path).first_words == "then this"


def test_first_words_are_kept_to_a_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", header(), said("user", "word\n" * 5000, 1))
    assert glance(path).first_words == ("word " * 60).strip() + " "


@pytest.fixture
def odd_folder(tmp_path: Path) -> Iterator[Path]:
    """A sessions folder with one session and everything else that can bear such a name."""
    write(tmp_path / "good.jsonl", header(), said("user", "go", 1))
    (tmp_path / "folder.jsonl").mkdir()
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "circle.jsonl").symlink_to(tmp_path / "circle.jsonl")
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "notes.txt").write_text("no session")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.relpath(tmp_path / "sock.jsonl"))
        yield tmp_path


def test_what_cannot_be_read_has_a_row_that_says_why(odd_folder: Path) -> None:
    rows = {row.path.stem: row for row in shelf(odd_folder, flat=True)}
    assert set(rows) == {"good", "folder", "pipe", "link", "circle", "empty", "sock"}
    assert rows.pop("good").problem is None
    assert all(row.problem and str(row.path) in row.problem for row in rows.values())
    assert "no regular file" in (rows["pipe"].problem or "")
    assert "no such file" in (rows["link"].problem or "")


def test_a_file_that_vanishes_while_it_is_listed_keeps_its_row(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", header())
    write(tmp_path / "b.jsonl", header())
    rows = shelf(tmp_path, flat=True)
    first = next(rows)
    for path in tmp_path.iterdir():
        path.unlink()
    assert first.problem is None
    assert ["no such file" in (row.problem or "") for row in rows] == [True]


def test_a_disk_that_fails_while_reading_is_a_problem_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "a.jsonl", header())

    def fail(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("pitui.core.session.file.SessionFile.read", fail)
    assert glance(path).problem == f"{path}: Input/output error."


def test_a_session_that_goes_between_glance_and_scan_keeps_its_glance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a.jsonl", header(), said("user", "go", 1))

    def gone(_: Path) -> None:
        raise UnreadableError("It is gone.")

    monkeypatch.setattr(module, "open_session", gone)
    row = scan(path)
    assert (row.problem, row.first_words) == ("It is gone.", "go")


def test_projects_have_folders_unless_the_layout_is_flat(tmp_path: Path) -> None:
    write(tmp_path / "top.jsonl", header())
    write(tmp_path / "--home-dev-shop--" / "inner.jsonl", header())
    write(tmp_path / "--home-dev-shop--" / "deeper" / "never.jsonl", header())
    assert {row.path.stem for row in shelf(tmp_path, flat=False)} == {"top", "inner"}
    assert {row.path.stem for row in shelf(tmp_path, flat=True)} == {"top"}


def test_a_folder_that_is_not_there_is_empty_and_one_that_is_a_file_says_so(tmp_path: Path) -> None:
    assert list(shelf(tmp_path / "none", flat=False)) == []
    (tmp_path / "file").touch()
    [row] = shelf(tmp_path / "file", flat=False)
    assert row.problem == f"{tmp_path / 'file'}: Not a directory."


def test_rows_come_as_they_are_read_the_latest_touched_first(tmp_path: Path) -> None:
    for touched, name in enumerate(("old", "middle", "new"), start=1):
        os.utime(write(tmp_path / f"{name}.jsonl", header()), (touched, touched))
    rows = shelf(tmp_path, flat=True)
    assert next(rows).path.stem == "new"
    write(tmp_path / "middle.jsonl", header(id="written since"))
    assert [row.id for row in rows] == ["written since", "sess"]


def test_the_newest_is_what_was_talked_to_last_not_what_was_touched_last() -> None:
    old = ShelfRow(Path("touched.jsonl"), last_activity=1.0)
    new = ShelfRow(Path("quiet.jsonl"), last_activity=2.0)
    twin = ShelfRow(Path("a.jsonl"), last_activity=1.0)
    assert [row.path.stem for row in newest_first([old, new, twin])] == ["quiet", "a", "touched"]


def test_listing_changes_no_byte(odd_folder: Path) -> None:
    before = (odd_folder / "good.jsonl").read_bytes(), sorted(odd_folder.iterdir())
    list(shelf(odd_folder, flat=True))
    scan(odd_folder / "good.jsonl")
    assert ((odd_folder / "good.jsonl").read_bytes(), sorted(odd_folder.iterdir())) == before
