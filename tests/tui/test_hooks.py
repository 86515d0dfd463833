"""Hooks on the screen: a person's own run, a project's run after a yes, and a refusal is a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitui.core.session.reader import open_session
from pitui.hook_files import project_folder, user_folder
from pitui.tui.screens.compaction import CompactionScreen
from tests.tui.stage import on_stage, seen, settled

_OWN_SUMMARY = """
from pitui.core.hooks import BeforeCompactResult, HookCompaction

def register(hooks):
    def answer(event):
        decided = event.preparation
        own = HookCompaction("A hook wrote this.", decided.first_kept_entry_id, decided.tokens_before)
        return BeforeCompactResult(compaction=own)
    hooks.on("session_before_compact", answer)
"""
_REFUSAL = """
from pitui.core.hooks import BeforeCompactResult

def register(hooks):
    hooks.on("session_before_compact", lambda event: BeforeCompactResult(cancel=True))
"""


def put(folder: Path, text: str) -> None:
    folder.mkdir(parents=True)
    (folder / "mine.py").write_text(text, encoding="utf-8")


async def test_a_hook_writes_the_summary(flagship: Path, agent_dir: Path) -> None:
    put(user_folder(), _OWN_SUMMARY)
    async with on_stage(flagship, agent_dir) as pilot:
        await pilot.press("c")
        await settled(pilot)
        await pilot.press("ctrl+s")
        await settled(pilot)
        assert "A hook wrote this." in seen(pilot)
        await pilot.press("ctrl+s")
        await settled(pilot)
    entry = open_session(flagship).entries[-1]
    assert entry.type == "compaction"
    assert entry.body["fromHook"] is True
    assert entry.body["summary"] == "A hook wrote this."


async def test_a_hook_refuses(flagship: Path, agent_dir: Path) -> None:
    put(user_folder(), _REFUSAL)
    before = flagship.read_bytes()
    async with on_stage(flagship, agent_dir) as pilot:
        await pilot.press("c")
        await settled(pilot)
        await pilot.press("ctrl+s")
        await settled(pilot)
        assert isinstance(pilot.app.screen, CompactionScreen)
        assert any(notice.title == "Stopped by a hook" for notice in pilot.app._notifications)
    assert flagship.read_bytes() == before


@pytest.mark.parametrize("agrees", [True, False])
async def test_a_projects_hooks_run_only_after_a_yes(flagship: Path, agent_dir: Path, agrees: bool) -> None:
    cwd = open_session(flagship).cwd
    assert cwd is not None
    put(project_folder(Path(cwd)), _REFUSAL)
    async with on_stage(flagship, agent_dir) as pilot:
        await settled(pilot)
        assert "Run this project's hooks?" in seen(pilot)
        await pilot.press(*(["shift+tab", "enter"] if agrees else ["escape"]))
        await settled(pilot)
        assert bool(pilot.app.screen.hooks.registry.handlers("session_before_compact")) is agrees
        assert bool(pilot.app.screen.unasked_hooks) is not agrees
