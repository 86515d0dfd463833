"""Compaction from the key to the appended entry."""

from __future__ import annotations

import json
from pathlib import Path

from textual.widgets import TextArea

from pitui.core.session.reader import open_session
from pitui.store import recovery
from pitui.tui.screens.browser import BrowserScreen
from pitui.tui.screens.compaction import CompactionScreen
from pitui.tui.screens.review import ReviewScreen
from tests.tui.stage import append, check_picture, on_stage, seen, settled


async def test_the_strips_at_140_columns(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir, (140, 45)) as pilot:
        await pilot.press("c")
        await settled(pilot)
        check_picture("compaction-140x45", seen(pilot))


async def test_the_strips_at_80_columns(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir, (80, 24)) as pilot:
        await pilot.press("c")
        await settled(pilot)
        check_picture("compaction-80x24", seen(pilot))


async def test_the_cut_moves_over_legal_places_and_back_to_pis(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir, (140, 45)) as pilot:
        await pilot.press("c")
        await settled(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, CompactionScreen)
        of_pi = screen._desk.preparation.first_kept_entry_id
        await pilot.press("left")
        await settled(pilot)
        assert screen._desk.preparation.first_kept_entry_id != of_pi
        assert "the cut is moved by hand" in seen(pilot)
        await pilot.press("right")
        await settled(pilot)
        assert screen._desk.preparation.first_kept_entry_id == of_pi
        await pilot.press("left", "left", "0")
        await settled(pilot)
        assert screen._desk.preparation.first_kept_entry_id == of_pi
        assert "what pi would do" in seen(pilot)


async def test_what_if_tries_other_numbers_and_writes_none(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir, (140, 45)) as pilot:
        await pilot.press("c")
        await settled(pilot)
        screen = pilot.app.screen
        kept = len(screen._desk.preparation.kept)
        await pilot.press("w")
        await settled(pilot)
        await pilot.press("end", *["backspace"] * 5, *"60000", "enter")
        await settled(pilot)
        assert len(screen._desk.preparation.kept) > kept
        assert "what if" in seen(pilot)
    assert not (agent_dir / "settings.json").exists()


async def test_the_request_can_be_read_before_it_is_sent(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir, (120, 45)) as pilot:
        await pilot.press("c")
        await settled(pilot)
        await pilot.press("v")
        await settled(pilot)
        assert "Summarise the conversation" in seen(pilot) or "<conversation>" in seen(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(pilot.app.screen, CompactionScreen)


async def test_an_edited_outline_is_saved_as_one_entry(flagship: Path, agent_dir: Path) -> None:
    before = flagship.read_bytes()
    old_leaf = open_session(flagship).leaf_id
    async with on_stage(flagship, agent_dir, (120, 45)) as pilot:
        await pilot.press("c")
        await settled(pilot)
        await pilot.press("ctrl+s")
        await settled(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert len(recovery.pending()) == 1
        pilot.app.screen.query_one(TextArea).insert("Mind the migration.\n", (0, 0))
        await pilot.press("ctrl+s")
        await settled(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, BrowserScreen)
        assert screen.view.leaf.leaf_id == screen.view.session.leaf_id
        assert "[compaction:" in seen(pilot)
        assert "reported ?" in seen(pilot)
    after = flagship.read_bytes()
    assert after.startswith(before)
    (line,) = after[len(before) :].splitlines()
    entry = json.loads(line)
    assert list(entry) == [
        "type", "id", "parentId", "timestamp", "summary", "firstKeptEntryId", "tokensBefore", "details", "fromHook",
        "systemMessage",
    ]  # fmt: skip
    assert entry["parentId"] == old_leaf
    assert entry["summary"].startswith("Mind the migration.\n")
    assert "<modified-files>" in entry["summary"]
    assert recovery.pending() == []


async def test_a_summary_thrown_away_writes_nothing(flagship: Path, agent_dir: Path) -> None:
    before = flagship.read_bytes()
    async with on_stage(flagship, agent_dir) as pilot:
        await pilot.press("c")
        await settled(pilot)
        await pilot.press("ctrl+s")
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert "Throw the summary away?" in seen(pilot)
        await pilot.press("shift+tab", "enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, CompactionScreen)
    assert flagship.read_bytes() == before
    assert recovery.pending() == []


async def test_nothing_to_compact_is_a_calm_word(agent_dir: Path) -> None:
    path = min((agent_dir / "sessions").rglob("*.jsonl"), key=lambda path: path.stat().st_size)
    async with on_stage(path, agent_dir) as pilot:
        await pilot.press("c")
        await settled(pilot)
        assert isinstance(pilot.app.screen, BrowserScreen)
        (notice,) = pilot.app._notifications
        assert notice.title == "Nothing to compact"
        assert notice.severity == "information"


async def test_a_file_somebody_writes_to_is_asked_about(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        screen = pilot.app.screen
        append(flagship, "feed0001", screen.view.session.leaf_id, "still here")
        screen.poll()
        await settled(pilot)
        assert "● live" in seen(pilot)
        await pilot.press("L")
        await settled(pilot)
        await pilot.press("x", "enter")
        await settled(pilot)
        assert "Another program has written" in seen(pilot)
        before = flagship.read_bytes()
        await pilot.press("escape")
        await settled(pilot)
    assert flagship.read_bytes() == before


async def test_an_old_session_is_brought_up_to_date_only_after_asking(agent_dir: Path) -> None:
    path = next(p for p in (agent_dir / "sessions").rglob("*.jsonl") if open_session(p).version == 1)
    before = path.read_bytes()
    async with on_stage(path, agent_dir) as pilot:
        await pilot.press("r")
        await settled(pilot)
        await pilot.press(*"beds", "enter")
        await settled(pilot)
        assert "An old session" in seen(pilot)
        await pilot.press("shift+tab", "enter")
        await settled(pilot)
    (backup,) = path.parent.glob("*.bak")
    assert backup.read_bytes() == before
    session = open_session(path)
    assert session.version == 3
    assert session.name is not None
    assert "beds" in session.name


async def test_quitting_with_an_unsaved_summary_asks_first(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        await pilot.press("c")
        await settled(pilot)
        await pilot.press("ctrl+s")
        await settled(pilot)
        await pilot.press("ctrl+q")
        await settled(pilot)
        assert "Quit now?" in seen(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
    assert len(recovery.pending()) == 1
