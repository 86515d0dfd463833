"""While the Compaction tab is open, the tree shows what compacting would fold."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from pitui.core.settings import CompactionSettings
from pitui.tui.widgets.session_tree import SessionTree
from tests.builders import Tree
from tests.tui.stage import on_stage, settled


def folded(pilot: Pilot[int]) -> list[str]:
    """The rows that look folded."""
    tree = pilot.app.screen.query_one(SessionTree)
    lines = {row.entry.id: tree.row_line(place, 80) for place, row in enumerate(tree.rows.rows)}
    return [entry_id for entry_id, line in lines.items() if any(span.meaning == "folded" for span in line)]


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """A session with more in it than a compaction keeps."""
    tree = Tree(tmp_path / "long.jsonl")
    keep = CompactionSettings().keep_recent_tokens
    for amount in (500, 500, keep, 500):
        tree.user("and?")
        tree.assistant(amount)
    return tree.path


async def test_what_would_be_folded_dims_while_the_tab_is_open(long: Path, agent_dir: Path) -> None:
    async with on_stage(long, agent_dir) as pilot:
        assert folded(pilot) == []
        await pilot.press("3")
        await settled(pilot)
        preparation = pilot.app.screen.state.leaf.preparation
        dimmed = folded(pilot)
        assert dimmed
        assert dimmed == [projected.entry.id for projected in (*preparation.history, *preparation.turn_prefix)]
        await pilot.press("1")
        await settled(pilot)
        assert folded(pilot) == []


async def test_nothing_dims_where_there_is_nothing_to_compact(tmp_path: Path, agent_dir: Path) -> None:
    tree = Tree(tmp_path / "short.jsonl")
    tree.user("hello")
    async with on_stage(tree.path, agent_dir) as pilot:
        await pilot.press("3")
        await settled(pilot)
        assert folded(pilot) == []


async def test_a_tab_opens_by_a_click(long: Path, agent_dir: Path) -> None:
    async with on_stage(long, agent_dir) as pilot:
        await pilot.click("#tabs", offset=(22, 0))
        await settled(pilot)
        assert pilot.app.screen.state.tab == "compaction"
