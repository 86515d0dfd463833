"""Narrowing the tree beyond pi's filters, from the menu; the five modes stay what they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from pitui.core.settings import CompactionSettings
from pitui.tui.tree_filter import NARROWINGS
from pitui.tui.view_state import FILTERS
from pitui.tui.widgets.session_tree import SessionTree
from tests.builders import Tree, call
from tests.tui.stage import on_stage, seen, settled, type_in


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Calls on two files, one of them with words, some on another branch; a compaction; something omitted."""
    tree = Tree(tmp_path / "a.jsonl")
    tree.user("go")
    tree.assistant([call("read", "c1", path="src/a.py")])
    tree.result("text of a", tool="read", more={"toolCallId": "c1"})
    fork = tree.leaf
    tree.assistant([{"type": "text", "text": "I change b"}, call("edit", "c2", file_path="src/b.py")])
    tree.result("done", tool="edit", more={"toolCallId": "c2"})
    tree.at(fork)
    tree.assistant([call("bash", "c1", command="cat src/a.py")])
    tree.result("output", tool="bash", more={"toolCallId": "c1"})
    tree.user("next")
    return tree


def rows(pilot: Pilot[int]) -> list[str]:
    """The entries the tree shows."""
    return [row.entry.id for row in pilot.app.screen.query_one(SessionTree).rows.rows]


async def choose(pilot: Pilot[int], kind: str, typed: str = "") -> None:
    """Narrow the tree by the menu."""
    await pilot.press("f")
    await settled(pilot)
    await pilot.press("home", *["down"] * (len(FILTERS) + list(NARROWINGS).index(kind)), "enter")
    for _ in range(5):
        await settled(pilot)
    if typed:
        await type_in(pilot, typed)
        await pilot.press("enter")
        await settled(pilot)


@pytest.mark.parametrize(
    ("kind", "typed", "left", "words"),
    [
        ("file", "a.py", ["r1"], "Touches src/a.py"),
        ("file", "src b", ["a2", "r2"], "Touches src/b.py"),
        ("tool", "bash", ["r3"], "Uses bash"),
        ("tool", "read", ["r1"], "Uses read"),
    ],
)
async def test_a_file_and_a_tool(
    tree: Tree, agent_dir: Path, kind: str, typed: str, left: list[str], words: str
) -> None:
    async with on_stage(tree.path, agent_dir) as pilot:
        await choose(pilot, kind, typed)
        assert rows(pilot) == left
        assert f"{words}   {len(left)}/8" in seen(pilot)
        await pilot.press("ctrl+d")
        await settled(pilot)
        assert len(rows(pilot)) == 6


async def test_what_the_model_gets_and_nothing_else(tree: Tree, agent_dir: Path) -> None:
    tree.edit("r3")
    tree.compaction("u2")
    tree.user("and now?")
    async with on_stage(tree.path, agent_dir) as pilot:
        await choose(pilot, "context")
        assert rows(pilot) == ["u2", "c1", "u3"]


async def test_what_compacting_would_fold(tmp_path: Path, agent_dir: Path) -> None:
    tree = Tree(tmp_path / "long.jsonl")
    for amount in (500, 500, CompactionSettings().keep_recent_tokens):
        tree.user("and?")
        tree.assistant(amount)
    async with on_stage(tree.path, agent_dir) as pilot:
        await choose(pilot, "folds")
        preparation = pilot.app.screen.state.leaf.preparation
        assert rows(pilot) == [each.entry.id for each in (*preparation.history, *preparation.turn_prefix)]
        assert rows(pilot)


async def test_a_mode_takes_the_place_of_what_was_narrowed(tree: Tree, agent_dir: Path) -> None:
    async with on_stage(tree.path, agent_dir) as pilot:
        await choose(pilot, "tool", "bash")
        await pilot.press("ctrl+u")
        await settled(pilot)
        assert rows(pilot) == ["u1", "u2"]
        await pilot.press("ctrl+u")
        await settled(pilot)
        assert len(rows(pilot)) == 6


async def test_a_change_of_mind_leaves_the_filter(tree: Tree, agent_dir: Path) -> None:
    async with on_stage(tree.path, agent_dir) as pilot:
        await choose(pilot, "file")
        await pilot.press("escape")
        await settled(pilot)
        assert len(rows(pilot)) == 6
