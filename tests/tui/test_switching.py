"""Switching branches: the question, the ways to answer it, and what is written."""

from __future__ import annotations

import json
from pathlib import Path

from pitui.core.session.reader import open_session
from pitui.tui.dialogs.switch_branch import SwitchDialog
from pitui.tui.screens.browser import BrowserScreen
from pitui.tui.screens.review import ReviewScreen
from pitui.tui.widgets.session_tree import SessionTree
from tests.tui.stage import check_picture, on_stage, seen, settled, type_in


def other_tip(path: Path) -> str:
    """The end of a branch that is not in use, where the assistant spoke last."""
    session = open_session(path)
    return next(tip.id for tip in reversed(session.tree.tips) if tip.id != session.leaf_id and tip.role == "assistant")


async def test_the_dialog_with_its_picture(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir, (140, 45)) as pilot:
        pilot.app.screen.query_one(SessionTree).go_to(other_tip(flagship))
        await settled(pilot)
        await pilot.press("enter", "down")
        await settled(pilot)
        check_picture("switch-140x45", seen(pilot))


async def test_just_looking_writes_nothing_and_escape_comes_back(flagship: Path, agent_dir: Path) -> None:
    before = flagship.read_bytes()
    target = other_tip(flagship)
    async with on_stage(flagship, agent_dir) as pilot:
        pilot.app.screen.query_one(SessionTree).go_to(target)
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        screen = pilot.app.screen
        assert screen.view.leaf.leaf_id == target
        assert "pi resumes here" in seen(pilot) or "looking elsewhere" in seen(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert screen.view.leaf.leaf_id == screen.view.session.leaf_id
    assert flagship.read_bytes() == before


async def test_a_summary_is_reviewed_and_saved_under_the_new_leaf(flagship: Path, agent_dir: Path) -> None:
    before = flagship.read_bytes()
    target, old_leaf = other_tip(flagship), open_session(flagship).leaf_id
    async with on_stage(flagship, agent_dir) as pilot:
        pilot.app.screen.query_one(SessionTree).go_to(target)
        await settled(pilot)
        await pilot.press("enter", "down", "enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
        await pilot.press("ctrl+s")
        await settled(pilot)
        assert isinstance(pilot.app.screen, BrowserScreen)
    (line,) = flagship.read_bytes()[len(before) :].splitlines()
    entry = json.loads(line)
    assert (entry["type"], entry["parentId"], entry["fromId"]) == ("branch_summary", target, old_leaf)
    assert entry["summary"].startswith("The user explored a different conversation branch before returning here.")


async def test_a_label_without_a_summary_marks_the_place(flagship: Path, agent_dir: Path) -> None:
    before = flagship.read_bytes()
    target = other_tip(flagship)
    async with on_stage(flagship, agent_dir) as pilot:
        pilot.app.screen.query_one(SessionTree).go_to(target)
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        dialog = pilot.app.screen
        assert isinstance(dialog, SwitchDialog)
        dialog.query_one("#label").focus()
        await type_in(pilot, "from here")
        await settled(pilot)
        assert "Writes one invisible marker" in seen(pilot)
        await pilot.press("ctrl+s")
        await settled(pilot)
    marker, label = (json.loads(line) for line in flagship.read_bytes()[len(before) :].splitlines())
    assert (marker["type"], marker["customType"], marker["parentId"]) == ("custom", "pitui.leaf", target)
    assert (label["type"], label["targetId"], label["label"]) == ("label", target, "from here")


async def test_the_leaf_itself_is_no_place_to_go(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, BrowserScreen)
        assert any(notice.title == "Already here" for notice in pilot.app._notifications)


async def test_a_discarded_summary_leads_back_to_the_question_as_it_was(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        pilot.app.screen.query_one(SessionTree).go_to(other_tip(flagship))
        await settled(pilot)
        await pilot.press("enter", "down", "down", "enter")
        await type_in(pilot, "mind the lock")
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
        await pilot.press("f8")
        await settled(pilot)
        await pilot.press("shift+tab", "enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, SwitchDialog)
        assert pilot.app.screen.choice.instructions == "mind the lock"


async def test_before_the_last_compaction(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        session = pilot.app.screen.view.session
        compaction = next(e for e in reversed(session.branch(session.leaf_id)) if e.type == "compaction")
        await pilot.press("u")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert pilot.app.screen.view.leaf.leaf_id == compaction.parent_id
