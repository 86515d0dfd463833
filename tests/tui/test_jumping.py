"""Jumping in the tree: labels, ends of branches, ids, and a list that narrows while one types."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitui.tui.dialogs.pick_row import PickList, PickOne
from pitui.tui.screens.browser import BrowserScreen
from pitui.tui.widgets.session_tree import SessionTree
from tests.builders import Tree
from tests.tui.stage import on_stage, seen, settled, type_in


@pytest.fixture
def forked(tmp_path: Path) -> Path:
    """Two branches from one question, with labels on both."""
    tree = Tree(tmp_path / "forked.jsonl")
    root = tree.user("build a shop")
    tree.assistant("which one?")
    fork = tree.leaf
    tree.user("with [red]paint[/red]")
    left = tree.assistant("painted")
    tree.at(fork)
    tree.user("in blue")
    tree.assistant("done")
    tree.label(left, "the painted one")
    tree.label(root, "start")
    return tree.path


async def test_a_label_is_found_by_some_of_its_letters(forked: Path, agent_dir: Path) -> None:
    async with on_stage(forked, agent_dir) as pilot:
        await pilot.press("m")
        await settled(pilot)
        assert isinstance(pilot.app.screen, PickOne)
        assert pilot.app.screen.query_one(PickList).row_count() == 2
        await type_in(pilot, "pntd one")
        await settled(pilot)
        assert [row.id for row in pilot.app.screen.query_one(PickList).rows] == ["a2"]
        await pilot.press("enter")
        await settled(pilot)
        assert pilot.app.screen.state.cursor_id == "a2"


async def test_branches_are_named_by_what_was_said_first(forked: Path, agent_dir: Path) -> None:
    async with on_stage(forked, agent_dir) as pilot:
        await pilot.press("B")
        await settled(pilot)
        listing = pilot.app.screen.query_one(PickList)
        assert [row.found_by for row in listing.rows] == [
            "user: in blue l2",
            "user: with [red]paint[/red] a2",
        ]
        assert "user: with [red]paint[/red]" in seen(pilot)
        assert "2 entries" in seen(pilot)
        await pilot.press("down", "enter")
        await settled(pilot)
        assert pilot.app.screen.query_one(SessionTree).row.entry.id == "a2"


async def test_a_jump_unfolds_and_shows_what_hides_the_entry(forked: Path, agent_dir: Path) -> None:
    async with on_stage(forked, agent_dir) as pilot:
        await pilot.press("ctrl+u", "home", "left")
        await settled(pilot)
        assert pilot.app.screen.query_one(SessionTree).row_count() == 1
        await pilot.press("colon")
        await type_in(pilot, "a2")
        await pilot.press("enter")
        await settled(pilot)
        assert pilot.app.screen.query_one(SessionTree).row.entry.id == "a2"


@pytest.mark.parametrize(("typed", "title"), [("u", "3 ids begin so"), ("nowhere", "No id begins so")])
async def test_an_id_that_is_not_clear_says_so(forked: Path, agent_dir: Path, typed: str, title: str) -> None:
    async with on_stage(forked, agent_dir) as pilot:
        before = pilot.app.screen.state.cursor_id
        await pilot.press("colon")
        await type_in(pilot, typed)
        await pilot.press("enter")
        await settled(pilot)
        assert [notice.title for notice in pilot.app._notifications] == [title]
        assert pilot.app.screen.state.cursor_id == before


async def test_a_list_with_no_match_says_so_and_escape_leaves_it(forked: Path, agent_dir: Path) -> None:
    async with on_stage(forked, agent_dir) as pilot:
        await pilot.press("m")
        await type_in(pilot, "zzz")
        await settled(pilot)
        assert "Nothing matches" in seen(pilot)
        await pilot.press("enter", "escape")
        await settled(pilot)
        assert isinstance(pilot.app.screen, BrowserScreen)
