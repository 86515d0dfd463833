"""Searching in the tree: it jumps, it hides nothing, and letters in the box are text."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from pitui.tui.widgets.session_tree import SessionTree
from tests.tui.stage import on_stage, seen, settled, type_in


async def look_for(pilot: Pilot[int], text: str) -> None:
    """Type a search and wait for its hits."""
    await pilot.press("slash")
    await type_in(pilot, text)
    for _ in range(20):
        await settled(pilot)
        if not pilot.app.screen.state.search.running:
            break


async def test_hits_are_counted_and_walked_through(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        rows = pilot.app.screen.query_one(SessionTree).row_count()
        await look_for(pilot, "jose")
        hits = pilot.app.screen.state.search.hits
        assert len(hits) > 2
        first = pilot.app.screen.state.cursor_id
        assert first in hits
        await pilot.press("enter", "n")
        await settled(pilot)
        assert pilot.app.screen.state.cursor_id == hits[(hits.index(first) + 1) % len(hits)]
        await pilot.press("N")
        await settled(pilot)
        assert pilot.app.screen.state.cursor_id == first
        assert pilot.app.screen.query_one(SessionTree).row_count() >= rows
        assert f"of {len(hits)} hits" in seen(pilot)


async def test_letters_in_the_box_are_text(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        await look_for(pilot, "lcq?v")
        assert pilot.app.screen.state.search.text == "lcq?v"
        assert "not found" in seen(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert pilot.app.screen.state.search.text == ""


async def test_a_bad_pattern_says_so(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        await look_for(pilot, "re:(")
        assert "no pattern" in seen(pilot)


async def test_a_hit_behind_a_filter_and_a_fold_is_shown(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        await pilot.press("ctrl+u", "home", "left")
        await settled(pilot)
        tree = pilot.app.screen.query_one(SessionTree)
        await look_for(pilot, "re:npm install")
        await pilot.press("enter")
        await settled(pilot)
        assert tree.row is not None
        assert tree.row.entry.id in pilot.app.screen.state.search.hits
        assert tree.row.entry.role != "user"
