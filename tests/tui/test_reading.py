"""The LLM view and the shelf."""

from __future__ import annotations

from pathlib import Path

from pitui.tui.screens.browser import BrowserScreen
from pitui.tui.screens.context import ContextScreen
from pitui.tui.screens.shelf import ShelfList, ShelfScreen
from tests.tui.stage import check_picture, on_stage, seen, settled


async def test_the_llm_view_from_the_leaf(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir, (140, 45)) as pilot:
        await pilot.press("v")
        await settled(pilot)
        check_picture("llm-view-140x45", seen(pilot))
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(pilot.app.screen, BrowserScreen)


async def test_the_llm_view_from_the_cursor_and_back_to_the_leaf(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        await pilot.press("home", "down", "v")
        await settled(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, ContextScreen)
        few = screen.query_one("#messages").row_count()
        await pilot.press("full_stop")
        await settled(pilot)
        assert screen.query_one("#messages").row_count() > few


async def test_two_leaves_are_compared(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        await pilot.press("G", "v", "equals_sign")
        await settled(pilot)
        assert "only from the cursor" in seen(pilot)


async def test_the_shelf_lists_every_session(agent_dir: Path) -> None:
    async with on_stage(None, agent_dir, (120, 30)) as pilot:
        await settled(pilot)
        assert isinstance(pilot.app.screen, ShelfScreen)
        listing = pilot.app.screen.query_one(ShelfList)
        assert listing.row_count() == len(list((agent_dir / "sessions").rglob("*.jsonl")))
        check_picture("shelf-120x30", seen(pilot))


async def test_a_session_is_opened_from_the_shelf_and_left_again(agent_dir: Path) -> None:
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await pilot.press("down", "enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, BrowserScreen)
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(pilot.app.screen, ShelfScreen)


async def test_an_empty_shelf_says_what_to_do(tmp_path: Path, agent_dir: Path) -> None:
    async with on_stage(None, tmp_path / "nowhere") as pilot:
        await settled(pilot)
        assert "Start pi in a project" in seen(pilot)


async def test_a_file_that_is_no_session_is_refused_in_words(agent_dir: Path) -> None:
    letter = agent_dir / "letter.jsonl"
    letter.write_text("dear all,\n", encoding="utf-8")
    async with on_stage(letter, agent_dir) as pilot:
        await settled(pilot)
        assert isinstance(pilot.app.screen, ShelfScreen)
        assert any(notice.title == "Not a pi session" for notice in pilot.app._notifications)
    assert letter.read_text("utf-8") == "dear all,\n"
