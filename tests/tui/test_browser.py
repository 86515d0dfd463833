"""The browser: the tree under the keys, the panes beside it, and a file that grows."""

from __future__ import annotations

from pathlib import Path

from pitui.tui.screens.browser import BrowserScreen
from pitui.tui.widgets.session_tree import SessionTree
from tests.tui.stage import append, check_picture, damaged_sample, on_stage, sample, seen, settled, type_in


async def test_the_browser_at_140_columns(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir, (140, 45)) as pilot:
        check_picture("browser-140x45", seen(pilot))


async def test_the_browser_at_80_columns(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir, (80, 24)) as pilot:
        check_picture("browser-80x24", seen(pilot))


async def test_a_narrow_screen_shows_one_pane_at_a_time(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir, (40, 20)) as pilot:
        assert "assistant:" in seen(pilot)
        assert "Entry" not in seen(pilot)
        await pilot.press("tab")
        await pilot.pause()
        assert "Entry" in seen(pilot)


async def test_filters_and_the_count_of_rows(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        tree = pilot.app.screen.query_one(SessionTree)
        everything = tree.row_count()
        await pilot.press("ctrl+u")
        await settled(pilot)
        assert 0 < tree.row_count() < everything
        assert all(row.entry.role == "user" for row in tree.rows.rows)
        await pilot.press("ctrl+u")
        await settled(pilot)
        assert tree.row_count() == everything
        await pilot.press("ctrl+l")
        await settled(pilot)
        assert {row.entry.id for row in tree.rows.rows} <= set(pilot.app.screen.view.session.labels)
        await pilot.press("ctrl+a")
        await settled(pilot)
        assert tree.row_count() == len(pilot.app.screen.view.session.by_id)


async def test_a_fold_hides_and_counts_what_lies_below(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        tree = pilot.app.screen.query_one(SessionTree)
        rows = tree.row_count()
        await pilot.press("asterisk")
        await settled(pilot)
        assert tree.row_count() < rows
        assert "hidden" in seen(pilot)
        await pilot.press("asterisk")
        await settled(pilot)
        assert tree.row_count() == rows


async def test_the_cursor_survives_a_filter(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        tree = pilot.app.screen.query_one(SessionTree)
        await pilot.press("home", "down", "down", "down")
        await settled(pilot)
        before = tree.row.entry.id
        await pilot.press("ctrl+a")
        await settled(pilot)
        assert tree.row.entry.id == before


async def test_letters_move_as_in_vi(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        tree = pilot.app.screen.query_one(SessionTree)
        await pilot.press("g")
        assert tree.cursor == 0
        await pilot.press("j", "j", "k")
        assert tree.cursor == 1
        await pilot.press("G")
        assert tree.cursor == tree.row_count() - 1
        await pilot.press("full_stop")
        await pilot.pause()
        assert tree.row.entry.id == pilot.app.screen.view.leaf.leaf_id


async def test_a_growing_file_is_followed_without_moving_the_reader(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, BrowserScreen)
        tree = screen.query_one(SessionTree)
        await pilot.press("home", "down")
        await settled(pilot)
        before = tree.row.entry.id
        append(flagship, "feed0001", screen.view.session.leaf_id, "one more thing")
        screen.poll()
        await settled(pilot)
        assert tree.row.entry.id == before
        assert screen.view.leaf.leaf_id == "feed0001"
        assert "+1 new entry" in seen(pilot)
        await pilot.press("full_stop")
        await settled(pilot)
        assert tree.row.entry.id == "feed0001"
        assert "new entry" not in seen(pilot)


async def test_a_deleted_file_is_noticed(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        flagship.unlink()
        pilot.app.screen.poll()
        await pilot.pause()
        assert any("gone" in notice.title for notice in pilot.app._notifications)


async def test_looking_changes_no_byte(flagship: Path, agent_dir: Path) -> None:
    bytes_before = flagship.read_bytes()
    async with on_stage(flagship, agent_dir) as pilot:
        await pilot.press(
            "home", "2", "3", "4", "1", "ctrl+t", "ctrl+a", "x", "T", "J", "O", "exclamation_mark", "escape"
        )
        await pilot.press("v")
        await settled(pilot)
        await pilot.press("escape", "c")
        await settled(pilot)
        await pilot.press("left", "right", "0", "escape")
        await settled(pilot)
    assert flagship.read_bytes() == bytes_before


async def test_a_label_is_one_appended_entry(flagship: Path, agent_dir: Path) -> None:
    before = flagship.read_bytes()
    async with on_stage(flagship, agent_dir) as pilot:
        await pilot.press("up", "L")
        await settled(pilot)
        await type_in(pilot, "mind the gap")
        await pilot.press("enter")
        await settled(pilot)
        assert "[mind the gap]" in seen(pilot)
    after = flagship.read_bytes()
    assert after.startswith(before)
    assert after[len(before) :].count(b"\n") == 1
    assert b'"label":"mind the gap"' in after


async def test_text_from_a_file_is_shown_and_never_acts(agent_dir: Path) -> None:
    path = sample(agent_dir, "[red]")
    async with on_stage(path, agent_dir, (100, 40)) as pilot:
        await pilot.press("ctrl+a")
        await settled(pilot)
        picture = seen(pilot)
        assert "[red]" in picture
        assert "\x1b" not in picture
        assert not any(0xD800 <= ord(char) <= 0xDFFF or ord(char) < 32 for char in picture.replace("\n", ""))


async def test_damage_is_listed_with_line_numbers(agent_dir: Path) -> None:
    path = damaged_sample(agent_dir)
    async with on_stage(path, agent_dir, (120, 40)) as pilot:
        assert "faults in the file" in seen(pilot)
        await pilot.press("exclamation_mark")
        await settled(pilot)
        check_picture("damage", seen(pilot))


async def test_help_tells_of_the_widget_and_its_live_keys(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir, (120, 45)) as pilot:
        await pilot.press("question_mark")
        await settled(pilot)
        assert "The entries of a session, one a row" in seen(pilot)
        assert "See what compacting would do, and do it." in seen(pilot)
