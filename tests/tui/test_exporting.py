"""Exporting from the screen: the file, its format, and nothing written over without a yes."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from pitui.core.session.reader import open_session
from pitui.tui.dialogs.confirm import Confirm
from pitui.tui.dialogs.export_session import ExportDialog
from pitui.tui.screens.browser import BrowserScreen
from tests.builders import Tree
from tests.tui.stage import on_stage, settled


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A session with two branches, and a folder of its own to stand in."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    tree = Tree(tmp_path / "talk.jsonl")
    first = tree.user("one branch")
    tree.assistant("left")
    tree.at(first)
    tree.assistant("right")
    tree.name("A talk / about: shops")
    return tree.path


async def test_markdown_of_the_branch_shown(session: Path, agent_dir: Path) -> None:
    async with on_stage(session, agent_dir) as pilot:
        await pilot.press("e", "enter", "enter")
        await settled(pilot)
        await pilot.app.workers.wait_for_complete()
        assert isinstance(pilot.app.screen, BrowserScreen)
    text = Path("A-talk-about-shops.md").read_text("utf-8")
    assert "right" in text
    assert "left" not in text


async def test_the_whole_session_as_lines_that_open_again(session: Path, agent_dir: Path) -> None:
    async with on_stage(session, agent_dir) as pilot:
        await pilot.press("e", "down", "down", "tab", "space", "tab")
        await settled(pilot)
        dialog = pilot.app.screen
        assert isinstance(dialog, ExportDialog)
        assert dialog.query_one("#path", Input).value.endswith("/here/A-talk-about-shops.jsonl")
        dialog.query_one("#path", Input).value = "copy.txt"
        await pilot.press("enter")
        await settled(pilot)
        await pilot.app.workers.wait_for_complete()
    assert list(open_session(Path("copy.txt")).by_id) == list(open_session(session).by_id)


async def test_another_file_is_written_over_only_after_a_yes(session: Path, agent_dir: Path) -> None:
    target = Path("A-talk-about-shops.md")
    target.write_text("precious", encoding="utf-8")
    async with on_stage(session, agent_dir) as pilot:
        await pilot.press("e", "enter", "enter")
        for _ in range(20):
            await settled(pilot)
            if isinstance(pilot.app.screen, Confirm):
                break
        assert isinstance(pilot.app.screen, Confirm)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(pilot.app.screen, ExportDialog)
        assert target.read_text("utf-8") == "precious"
        await pilot.press("tab", "tab", "enter")
        for _ in range(20):
            await settled(pilot)
            if isinstance(pilot.app.screen, Confirm):
                break
        await pilot.press("shift+tab", "enter")
        await settled(pilot)
        await pilot.app.workers.wait_for_complete()
    assert "one branch" in target.read_text("utf-8")


@pytest.mark.parametrize("typed", ["../talk.jsonl", "missing/folder/a.md", "nul\0.md"])
async def test_the_session_itself_and_places_that_are_not_there_are_refused(
    session: Path, agent_dir: Path, typed: str
) -> None:
    before = session.read_bytes()
    async with on_stage(session, agent_dir) as pilot:
        await pilot.press("e")
        await settled(pilot)
        pilot.app.screen.query_one("#path", Input).value = typed
        await pilot.press("enter", "enter")
        for _ in range(20):
            await settled(pilot)
            if isinstance(pilot.app.screen, Confirm):
                await pilot.press("shift+tab", "enter")
            if pilot.app._notifications:
                break
        assert [notice.severity for notice in pilot.app._notifications] == ["error"]
        assert isinstance(pilot.app.screen, ExportDialog)
    assert session.read_bytes() == before
