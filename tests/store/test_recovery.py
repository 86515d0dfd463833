"""Finished summaries survive until someone decides about them."""

from __future__ import annotations

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pitui.store import recovery

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SUMMARY = "## Goal\nA shop.\n---\nkind: trick\n---\n语言 😀"


def test_a_kept_summary_is_pending_until_forgotten(tmp_path: Path) -> None:
    session = Path("/home/dev/sessions/2026-11-30_abc.jsonl")
    path = recovery.keep(SUMMARY, session, "compaction", NOON, folder=tmp_path)
    [kept] = recovery.pending(tmp_path)
    assert kept == recovery.KeptSummary(path, str(session), "compaction", NOON, SUMMARY)
    recovery.forget(path)
    assert recovery.pending(tmp_path) == []
    recovery.forget(path)


def test_a_person_can_read_it_and_nobody_else(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "recovery"
    path = recovery.keep("## Goal\nA shop.", Path("s.jsonl"), "branch summary", NOON, folder=folder)
    assert path.suffix == ".md"
    assert path.read_text("utf-8").endswith("\n---\n## Goal\nA shop.")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a\n---\nb.jsonl", "\x1b]0;title\x07", "....", "名前.jsonl", "x" * 250]
)
def test_a_session_name_never_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    path = recovery.keep("text", Path(name), "compaction", NOON, folder=tmp_path)
    assert path.parent == tmp_path
    assert path.name.isascii()
    assert path.name.isprintable()
    assert recovery.pending(tmp_path)[0].session == str(Path(name))


def test_oldest_comes_first_and_each_has_its_own_file(tmp_path: Path) -> None:
    late = recovery.keep("late", Path("s.jsonl"), "compaction", NOON + timedelta(seconds=1), folder=tmp_path)
    early = recovery.keep("early", Path("s.jsonl"), "compaction", NOON, folder=tmp_path)
    twin = recovery.keep("another of the same second", Path("s.jsonl"), "compaction", NOON, folder=tmp_path)
    assert {kept.path for kept in recovery.pending(tmp_path)} == {late, early, twin}
    assert recovery.pending(tmp_path)[-1].path == late


def test_foreign_files_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# mine", "utf-8")
    (tmp_path / "bytes.md").write_bytes(b"---\nsession: \xff")
    (tmp_path / "naive.md").write_text('---\nsession: "s"\nkind: k\nmade: 2026-11-30\n---\n', "utf-8")
    assert recovery.pending(tmp_path) == []
    assert recovery.pending(tmp_path / "missing") == []


def test_half_a_character_is_kept_as_it_came(tmp_path: Path) -> None:
    recovery.keep("cut \ud83d", Path("s.jsonl"), "compaction", NOON, folder=tmp_path)
    assert recovery.pending(tmp_path)[0].summary == "cut \ud83d"


def test_without_a_folder_it_goes_to_the_recovery_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITUI_HOME", str(tmp_path))
    path = recovery.keep("text", Path("s.jsonl"), "compaction", NOON)
    assert path.is_relative_to(tmp_path)
    assert [kept.path for kept in recovery.pending()] == [path]
