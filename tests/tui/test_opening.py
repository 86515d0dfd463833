"""Handing the terminal over: to pi, which may write; to the pager, which may not act."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from textual.widgets import Static

from pitui.tui.app import PituiApp
from pitui.tui.dialogs.choose_one import ChooseOne
from pitui.tui.dialogs.trouble import Trouble
from pitui.tui.screens.browser import BrowserScreen
from tests.builders import Tree
from tests.tui.stage import on_stage, settled


@pytest.fixture
def programs(tmp_path: Path, agent_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The first folder on the PATH, and an app that stands aside without a terminal."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")

    def suspend(_: PituiApp) -> AbstractContextManager[None]:
        return nullcontext()

    monkeypatch.setattr(PituiApp, "suspend", suspend)
    return folder


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """A session whose folder is there."""
    (tmp_path / "shop").mkdir()
    tree = Tree(tmp_path / "a b.jsonl", cwd=str(tmp_path / "shop"))
    tree.user("hello \x1b]0;title\x07")
    tree.assistant("hi")
    return tree


def program(folder: Path, name: str, script: str) -> None:
    """An executable that stands in for another."""
    (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


NEXT = '{"type":"message","id":"new1","parentId":"a1","timestamp":"","message":{"role":"user","content":"more"}}'


async def test_pi_runs_in_the_sessions_folder_and_what_it_wrote_is_shown(
    programs: Path, tree: Tree, agent_dir: Path, tmp_path: Path
) -> None:
    program(programs, "pi", f'pwd > {programs}/told; echo "$@" >> {programs}/told; echo \'{NEXT}\' >> "$2"')
    async with on_stage(tree.path, agent_dir) as pilot:
        await pilot.press("o")
        await settled(pilot)
        assert pilot.app.screen.state.leaf.leaf_id == "new1"
    assert (programs / "told").read_text() == f"{tmp_path}/shop\n--session {tree.path}\n"


async def test_without_pi_the_command_is_shown_and_copied(
    programs: Path, tree: Tree, agent_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(programs))
    async with on_stage(tree.path, agent_dir) as pilot:
        await pilot.press("o")
        await settled(pilot)
        assert isinstance(pilot.app.screen, Trouble)
        command = f"cd {tmp_path}/shop && pi --session '{tree.path}'"
        assert str(pilot.app.screen.query_one("#command", Static).content) == command
        await pilot.press("enter")
        await settled(pilot)
        assert pilot.app.clipboard == command


async def test_a_folder_that_is_gone_is_explained(programs: Path, tree: Tree, agent_dir: Path, tmp_path: Path) -> None:
    program(programs, "pi", f"touch {programs}/ran")
    (tmp_path / "shop").rmdir()
    async with on_stage(tree.path, agent_dir) as pilot:
        await pilot.press("o")
        await settled(pilot)
        assert isinstance(pilot.app.screen, Trouble)
    assert not (programs / "ran").exists()


@pytest.mark.parametrize(
    ("keys", "marked", "ran"), [(["enter"], True, True), (["down", "enter"], False, True), (["escape"], False, False)]
)
async def test_another_leaf_is_marked_first_if_that_is_wanted(
    programs: Path, tree: Tree, agent_dir: Path, keys: list[str], marked: bool, ran: bool
) -> None:
    program(programs, "pi", f"touch {programs}/ran")
    before = tree.bytes
    async with on_stage(tree.path, agent_dir) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, BrowserScreen)
        screen.look_at("u1")
        await settled(pilot)
        await pilot.press("o")
        await settled(pilot)
        assert isinstance(pilot.app.screen, ChooseOne)
        await pilot.press(*keys)
        await settled(pilot)
        assert isinstance(pilot.app.screen, BrowserScreen)
    assert (programs / "ran").exists() == ran
    written = [json.loads(line) for line in tree.bytes[len(before) :].splitlines()]
    assert [(entry["customType"], entry["parentId"]) for entry in written] == ([("pitui.leaf", "u1")] if marked else [])


async def test_a_terminal_that_cannot_be_handed_over_is_explained(
    tree: Tree, agent_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, "pi", "exit 0")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    async with on_stage(tree.path, agent_dir) as pilot:
        await pilot.press("o")
        await settled(pilot)
        assert isinstance(pilot.app.screen, Trouble)


async def test_the_pager_gets_the_whole_entry_as_harmless_text(
    programs: Path, tree: Tree, agent_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(programs, "mypager", f'echo "$1" > {programs}/told; cat >> {programs}/told')
    monkeypatch.setenv("PAGER", "mypager -x")
    async with on_stage(tree.path, agent_dir) as pilot:
        await pilot.press("up", "P")
        await settled(pilot)
        assert not pilot.app._notifications
    told = (programs / "told").read_text("utf-8")
    assert told.startswith("-x\n")
    assert "hello ␛]0;title␇" in told
    assert "\x1b" not in told


async def test_a_missing_pager_has_a_stand_in_that_is_named(
    programs: Path, tree: Tree, agent_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(programs, "less", f"cat > {programs}/told")
    monkeypatch.setenv("PAGER", "nothing-of-the-kind")
    async with on_stage(tree.path, agent_dir) as pilot:
        await pilot.press("P")
        await settled(pilot)
        assert "less is used instead" in next(iter(pilot.app._notifications)).message
    assert "hi" in (programs / "told").read_text("utf-8")
