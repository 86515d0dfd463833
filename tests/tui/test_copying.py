"""The copy menu: the true text of things, on the terminal's clipboard and on the system's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot

from pitui.core.session.reader import open_session
from pitui.desktop import clipboard
from pitui.tui.widgets.session_tree import SessionTree
from tests.builders import Tree
from tests.tui.stage import on_stage, settled


async def copied(pilot: Pilot[int], place: int) -> str:
    """What is on the clipboard after a line of the menu was chosen."""
    await pilot.press("y")
    await settled(pilot)
    await pilot.press(*["down"] * place, "enter")
    await settled(pilot)
    return pilot.app.clipboard


async def test_text_json_ids_and_the_resume_command(tmp_path: Path, agent_dir: Path) -> None:
    tree = Tree(tmp_path / "it's.jsonl", cwd="/home/dev/my shop")
    tree.user("one \x1b[31mred\x1b[0m\nand two\u202e")
    tree.assistant("well")
    async with on_stage(tree.path, agent_dir) as pilot:
        await pilot.press("up")
        await settled(pilot)
        assert await copied(pilot, 0) == "one \x1b[31mred\x1b[0m\nand two\u202e"
        entry = json.loads(await copied(pilot, 1))
        assert entry == open_session(tree.path).by_id["u1"].body
        await pilot.press("down")
        await settled(pilot)
        assert await copied(pilot, 2) == "u1/a1"
        resume = f"cd '/home/dev/my shop' && pi --session '{tmp_path}/it'\"'\"'s.jsonl'"
        assert await copied(pilot, 4) == resume


async def test_what_the_model_sees_of_an_entry(tmp_path: Path, agent_dir: Path) -> None:
    tree = Tree(tmp_path / "a.jsonl")
    tree.user("old")
    tree.user("secret")
    tree.edit("u2", "replaced by this")
    tree.bash("ls -l", "total 0")
    async with on_stage(tree.path, agent_dir) as pilot:
        rows = pilot.app.screen.query_one(SessionTree)
        rows.go_to("b1")
        await settled(pilot)
        assert await copied(pilot, 3) == "Ran `ls -l`\n```\ntotal 0\n```"
        rows.go_to("u2")
        await settled(pilot)
        assert await copied(pilot, 3) == "replaced by this"
        assert await copied(pilot, 0) == "secret"


async def test_what_the_model_does_not_see_cannot_be_copied(tmp_path: Path, agent_dir: Path) -> None:
    tree = Tree(tmp_path / "a.jsonl")
    tree.user("folded away")
    tree.user("kept")
    tree.compaction("u2")
    async with on_stage(tree.path, agent_dir) as pilot:
        pilot.app.screen.query_one(SessionTree).go_to("u1")
        await settled(pilot)
        assert await copied(pilot, 3) == ""
        assert [notice.title for notice in pilot.app._notifications] == ["Nothing to copy"]


async def test_a_copy_goes_to_the_system_too_and_halves_of_characters_do_no_harm(
    tmp_path: Path, agent_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []
    monkeypatch.setattr(clipboard, "copy", taken.append)
    tree = Tree(tmp_path / "a.jsonl")
    tree.line('{"type":"message","id":"x","parentId":null,"message":{"role":"user","content":"a\\ud800b"}}')
    async with on_stage(tree.path, agent_dir) as pilot:
        await pilot.press("ctrl+x")
        await pilot.app.workers.wait_for_complete()
        assert taken == [pilot.app.clipboard] == ["a�b"]
