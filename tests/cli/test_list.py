"""`pitui list`: whose sessions, in which order, and what cannot be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pitui.paths import project_folder_name
from tests.builders import Tree
from tests.cli.conftest import Run


def session(folder: Path, name: str, cwd: Path | str, *, minute: int = 1) -> Path:
    """A session of one question, asked so many minutes after the start."""
    folder.mkdir(parents=True, exist_ok=True)
    tree = Tree(folder / f"{name}.jsonl", id=f"{name}-0000-1111", cwd=str(cwd))
    for _ in range(minute):
        tree.user(f"question of {name}")
    return tree.path


@pytest.fixture
def store(world: Path) -> Path:
    """pi's own folder: two sessions of the project the command runs in, one of another."""
    sessions = world / ".pi" / "agent" / "sessions"
    mine = sessions / project_folder_name(str(Path.cwd()))
    os.utime(session(mine, "old", Path.cwd(), minute=1), (9e9, 9e9))
    session(mine, "new", Path.cwd(), minute=3)
    session(sessions / "--other--", "other", "/other", minute=2)
    return sessions


def test_this_project_newest_activity_first_whatever_was_touched_last(run: Run, store: Path) -> None:
    assert [row["id"][:3] for row in run("list", "--json").json] == ["new", "old"]


def test_all_projects_when_asked_and_when_this_one_has_none(
    run: Run, store: Path, world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = ["new", "oth", "old"]
    assert [row["id"][:3] for row in run("list", "--all", "--json").json] == everything
    monkeypatch.chdir(world)
    assert [row["id"][:3] for row in run("list", "--json").json] == everything


def test_a_flat_folder_is_told_apart_by_the_headers(run: Run, world: Path) -> None:
    flat = world / "flat"
    session(flat, "mine", Path.cwd())
    session(flat, "other", "/other")
    listed = run("list", "--session-dir", flat, "--json").json
    assert [row["id"][:4] for row in listed] == ["mine"]
    assert len(run("list", "--session-dir", flat, "--all", "--json").json) == 2


def test_the_environment_and_pis_setting_name_a_folder_too(
    run: Run, world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session(world / "one", "one", "/x")
    session(world / "two", "two", "/x")
    agent = world / "agent"
    agent.mkdir()
    (agent / "settings.json").write_text(f'{{"sessionDir": "{world / "one"}"}}')
    assert [row["id"][:3] for row in run("list", "--agent-dir", agent, "--json").json] == ["one"]
    monkeypatch.setenv("PI_CODING_AGENT_SESSION_DIR", str(world / "two"))
    assert [row["id"][:3] for row in run("list", "--agent-dir", agent, "--json").json] == ["two"]


def test_a_row_has_pis_names_and_what_pi_does_not_count(run: Run, tree: Tree) -> None:
    first = tree.user("Add  OAuth\nlogin")
    tree.assistant("Sure.")
    tree.at(first).compaction(first)
    tree.name("Login")
    [row] = run("list", "--session-dir", tree.path.parent, "--json").json
    assert row == {
        "path": str(tree.path),
        "id": "session-1",
        "cwd": "/home/dev/shop",
        "name": "Login",
        "parentSessionPath": None,
        "created": "2026-01-01T00:00:00.000Z",
        "modified": "2026-01-01T00:02:00.000Z",
        "messageCount": 2,
        "firstMessage": "Add OAuth login",
        "branches": 2,
        "compactions": 1,
        "damaged": 0,
        "size": len(tree.bytes),
        "problem": None,
    }


def test_the_table_lines_up_and_names_what_it_cannot_read(run: Run, store: Path) -> None:
    broken = store / "--other--" / "broken.jsonl"
    broken.write_text("nothing\n")
    lines = run("list", "--all").out.splitlines()
    head, *rows = lines[:4]
    assert head.split() == ["last", "activity", "id", "messages", "branches", "compactions", "session", "project"]
    starts = [line.index(" question") for line in rows]
    assert len(set(starts)) == 1
    assert lines[4:] == [f"not readable: {broken}: no session header in front, so this is not a pi session file."]


def test_ids_are_shown_as_far_as_they_differ(run: Run, world: Path) -> None:
    for name in ("0123456789ab", "0123456789cd"):
        session(world / "flat", name, "/x")
    rows = run("list", "--session-dir", world / "flat").out.splitlines()[1:]
    assert sorted(row.split()[2] for row in rows) == ["0123456789a", "0123456789c"]


def test_wide_titles_are_cut_at_a_cell_and_never_break_a_row(run: Run, world: Path) -> None:
    folder = world / "flat"
    folder.mkdir()
    Tree(folder / "a.jsonl").user("日本語 " * 60)
    tree = Tree(folder / "b.jsonl", id="other")
    tree.name("two\nlines")
    rows = run("list", "--session-dir", folder).out.splitlines()
    assert len(rows) == 3
    assert any("…" in row for row in rows)
    assert any("two⏎lines" in row for row in rows)


def test_no_sessions_is_no_failure(run: Run, world: Path) -> None:
    outcome = run("list")
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err == f"There are no sessions in {world / '.pi' / 'agent' / 'sessions'}.\n"
    assert run("list", "--json").json == []


def test_a_session_dir_that_is_no_text_names_its_key(run: Run, world: Path) -> None:
    agent = world / "agent"
    agent.mkdir()
    (agent / "settings.json").write_text('{"sessionDir": 5}')
    outcome = run("list", "--agent-dir", agent)
    assert (outcome.code, outcome.out) == (1, "")
    assert "sessionDir" in outcome.err
