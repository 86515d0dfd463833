"""The shelf: every session in a row, found, named, put away, thrown away and brought back."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from textual.pilot import Pilot

from pitui.core.session.reader import open_session
from pitui.store import shelf_marks
from pitui.tui.screens.browser import BrowserScreen
from pitui.tui.screens.shelf import ShelfScreen
from pitui.tui.widgets.session_tree import SessionTree
from pitui.tui.widgets.shelf_list import ShelfList
from tests.trash import use_trash, without_trash
from tests.tui.stage import NOW, check_picture, on_stage, sample, seen, settled, type_in


def screen(pilot: Pilot[int]) -> ShelfScreen:
    found = pilot.app.screen
    assert isinstance(found, ShelfScreen)
    return found


def listing(pilot: Pilot[int]) -> ShelfList:
    return screen(pilot).query_one(ShelfList)


def paths(pilot: Pilot[int]) -> list[Path]:
    return [placed.row.path for placed in screen(pilot).view.placed]


def sessions(agent_dir: Path) -> list[Path]:
    return list((agent_dir / "sessions").rglob("*.jsonl"))


async def go_to(pilot: Pilot[int], path: Path) -> None:
    """Put the cursor on a session."""
    listing(pilot).cursor = paths(pilot).index(path)
    await settled(pilot)


async def look_for(pilot: Pilot[int], text: str) -> None:
    """Type a search and wait for its end."""
    await pilot.press("slash")
    await type_in(pilot, text)
    await settled(pilot)


def titles(pilot: Pilot[int]) -> list[str]:
    return [notice.title for notice in pilot.app._notifications]


@pytest.mark.parametrize("size", [(140, 45), (80, 24), (40, 20)])
async def test_every_session_has_its_row_at_every_width(agent_dir: Path, size: tuple[int, int]) -> None:
    async with on_stage(None, agent_dir, size) as pilot:
        await settled(pilot)
        assert sorted(paths(pilot)) == sorted(sessions(agent_dir))
        check_picture(f"shelf-{size[0]}x{size[1]}", seen(pilot))


async def test_the_page_beside_follows_the_cursor(agent_dir: Path, flagship: Path) -> None:
    async with on_stage(None, agent_dir, (140, 45)) as pilot:
        await settled(pilot)
        await go_to(pilot, flagship)
        picture = seen(pilot)
        assert "headroom 45.9k" in picture
        assert "3 branches" in picture
        assert "try passport.js" in picture
        assert "One thing would have: the request log" in picture
        check_picture("shelf-preview", picture)


async def test_orders_are_gone_through_and_said(agent_dir: Path, flagship: Path) -> None:
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        assert "threads, by newest activity" in seen(pilot)
        fork = sample(agent_dir, '"parentSession"')
        assert paths(pilot).index(fork) == paths(pilot).index(flagship) + 1
        await pilot.press("s")
        await settled(pilot)
        assert "newest activity first" in seen(pilot)
        assert paths(pilot).index(fork) < paths(pilot).index(flagship)
        await pilot.press("s")
        await settled(pilot)
        assert paths(pilot)[0] == flagship
        assert "dearest first" in seen(pilot)
        await pilot.press("s")
        await settled(pilot)
        sizes = [path.stat().st_size for path in paths(pilot)]
        assert sizes == sorted(sizes, reverse=True)
        assert "largest first" in seen(pilot)


async def test_the_cursor_stays_on_its_session_in_every_order(agent_dir: Path, flagship: Path) -> None:
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await go_to(pilot, flagship)
        for _ in range(4):
            await pilot.press("s")
            await settled(pilot)
            assert listing(pilot).item.row.path == flagship


async def test_the_cursor_stays_on_its_session_while_more_come_in(agent_dir: Path, flagship: Path) -> None:
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        shelf, rows = screen(pilot), dict(screen(pilot).view.rows)
        shelf.change(rows={flagship: rows[flagship]})
        await settled(pilot)
        shelf.take(rows, loading=True)
        await settled(pilot)
        assert listing(pilot).cursor > 0
        assert "looking, 7 so far" in seen(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert pilot.app.screen.follower.path == flagship


async def test_a_project_is_shown_alone_where_it_has_sessions(agent_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(agent_dir / "garden")
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        assert len(paths(pilot)) == 2
        assert "2 sessions of ~/agent/garden" in seen(pilot)
        await pilot.press("tab")
        await settled(pilot)
        assert len(paths(pilot)) == len(sessions(agent_dir))
        await pilot.press("tab")
        await settled(pilot)
        assert len(paths(pilot)) == 2


async def test_a_project_without_sessions_shows_all(agent_dir: Path, tmp_path: Path) -> None:
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await pilot.press("tab")
        await settled(pilot)
        assert "No sessions of this project yet. Press Tab" in seen(pilot)


async def test_flags_are_words_and_signs(agent_dir: Path) -> None:
    shutil.rmtree(agent_dir / "garden")
    live = sample(agent_dir, "Schemas instead of casts")
    os.utime(live, (NOW / 1000, NOW / 1000))
    (agent_dir / "sessions" / "letter.jsonl").write_text("dear all,\n")
    async with on_stage(None, agent_dir, (140, 30)) as pilot:
        await settled(pilot)
        picture = seen(pilot)
        assert "● live" in picture
        assert "⚠ 6" in picture
        assert picture.count("no folder") == 2
        assert "letter.jsonl  no session header in front" in picture


# Searching


async def test_a_hit_shows_its_words_and_opens_on_its_entry(agent_dir: Path) -> None:
    async with on_stage(None, agent_dir, (140, 30)) as pilot:
        await settled(pilot)
        await look_for(pilot, "npm install fastify")
        assert "2 sessions" in seen(pilot)
        assert "postgres redis npm install" in seen(pilot)
        check_picture("shelf-search", seen(pilot))
        await pilot.press("enter")
        await settled(pilot)
        hit = listing(pilot).item.hit
        await pilot.press("enter")
        await settled(pilot)
        browser = pilot.app.screen
        assert isinstance(browser, BrowserScreen)
        assert browser.state.cursor_id == hit.entry_id
        assert browser.query_one(SessionTree).row.entry.id == hit.entry_id


async def test_a_hit_that_the_filter_hides_is_shown_all_the_same(agent_dir: Path, flagship: Path) -> None:
    change = next(entry for entry in open_session(flagship).entries if entry.type == "model_change")
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await look_for(pilot, change.id)
        await pilot.press("enter", "enter")
        await settled(pilot)
        assert pilot.app.screen.query_one(SessionTree).row.entry.id == change.id


@pytest.mark.parametrize(("text", "count"), [("gardn", 2), ("has:compaction", 2), ("model:gpt", 1), ("kryptonite", 0)])
async def test_what_is_found_is_counted(agent_dir: Path, text: str, count: int) -> None:
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await look_for(pilot, text)
        assert len(paths(pilot)) == count
        assert f"{count} session" in seen(pilot)
        assert ("Nothing found" in seen(pilot)) == (count == 0)


async def test_the_search_starts_at_its_first_hit_and_ends_where_it_was_left(agent_dir: Path, flagship: Path) -> None:
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await pilot.press("G")
        await look_for(pilot, "oauth")
        assert listing(pilot).cursor == 0
        chosen = listing(pilot).item.row.path
        await pilot.press("enter", "escape")
        await settled(pilot)
        assert len(paths(pilot)) == len(sessions(agent_dir))
        assert listing(pilot).item.row.path == chosen


@pytest.mark.parametrize(
    ("text", "words"), [("re:(", "no pattern"), ("role:", "wants a word"), ("has:fun", "has: knows")]
)
async def test_what_cannot_be_searched_for_says_so(agent_dir: Path, text: str, words: str) -> None:
    async with on_stage(None, agent_dir, (140, 30)) as pilot:
        await settled(pilot)
        await look_for(pilot, text)
        assert words in seen(pilot)
        assert len(paths(pilot)) == len(sessions(agent_dir))


async def test_letters_in_the_box_are_text(agent_dir: Path) -> None:
    before = sorted(sessions(agent_dir))
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await look_for(pilot, "dypau")
        assert screen(pilot).view.search.text == "dypau"
    assert sorted(sessions(agent_dir)) == before
    assert shelf_marks.load() == shelf_marks.ShelfMarks()


# Naming


async def test_a_new_name_is_one_appended_entry_and_keeps_its_place(agent_dir: Path, flagship: Path) -> None:
    before = flagship.read_bytes()
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await go_to(pilot, flagship)
        order = paths(pilot)
        await pilot.press("r")
        await settled(pilot)
        await pilot.press("home", *"X:", "enter")
        await settled(pilot)
        assert "X:Add OAuth login" in seen(pilot)
        assert (paths(pilot), listing(pilot).item.row.path) == (order, flagship)
        assert "● live" not in seen(pilot)
    after = flagship.read_bytes()
    assert after.startswith(before)
    assert json.loads(after[len(before) :])["name"] == "X:Add OAuth login"


async def test_renaming_what_somebody_is_writing_asks_first(agent_dir: Path, flagship: Path) -> None:
    os.utime(flagship, (NOW / 1000, NOW / 1000))
    before = flagship.read_bytes()
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await go_to(pilot, flagship)
        await pilot.press("r", "x", "enter")
        await settled(pilot)
        assert "Somebody is writing here" in seen(pilot)
        await pilot.press("escape")
        await settled(pilot)
    assert flagship.read_bytes() == before


async def test_renaming_an_old_session_asks_first(agent_dir: Path) -> None:
    old = next(path for path in sessions(agent_dir) if open_session(path).version < 3)
    before = old.read_bytes()
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await go_to(pilot, old)
        await pilot.press("r", "x", "enter")
        await settled(pilot)
        assert "An old session" in seen(pilot)
        await pilot.press("escape")
        await settled(pilot)
    assert old.read_bytes() == before


# Pins and the archive


async def test_a_pin_keeps_a_session_first_and_touches_no_session(agent_dir: Path) -> None:
    before = {path: path.read_bytes() for path in sessions(agent_dir)}
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await pilot.press("G")
        last = paths(pilot)[-1]
        await pilot.press("p")
        await settled(pilot)
        assert paths(pilot)[0] == last == listing(pilot).item.row.path
        assert "★" in seen(pilot)
        assert shelf_marks.load().pinned == {last}
        await pilot.press("p")
        await settled(pilot)
        assert paths(pilot)[-1] == last
        await pilot.press("u")
        await settled(pilot)
        assert paths(pilot)[0] == last
    assert {path: path.read_bytes() for path in sessions(agent_dir)} == before


async def test_several_are_put_away_seen_and_taken_back(agent_dir: Path) -> None:
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        everything = paths(pilot)
        await pilot.press("space", "space")
        await settled(pilot)
        assert "2 marked" in seen(pilot)
        await pilot.press("a")
        await settled(pilot)
        assert paths(pilot) == [path for path in paths(pilot) if path not in everything[:2]]
        assert len(paths(pilot)) == 5
        assert "2 archived, A shows" in seen(pilot)
        await pilot.press("A")
        await settled(pilot)
        assert paths(pilot) == everything
        assert seen(pilot).count("▽") == 2
        await pilot.press("A", "u")
        await settled(pilot)
        assert paths(pilot) == everything


async def test_a_broken_file_of_pins_is_told_of_and_left_alone(agent_dir: Path, tmp_path: Path) -> None:
    file = tmp_path / "pitui" / "state" / "shelf.json"
    file.parent.mkdir(parents=True)
    file.write_text("{")
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await pilot.press("p")
        await settled(pilot)
        assert titles(pilot) == ["No pins", "No pins"]
    assert file.read_text() == "{"


# Deleting


async def test_a_parent_goes_to_the_trash_once_and_comes_back(
    agent_dir: Path, flagship: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = use_trash(tmp_path, monkeypatch)
    before = flagship.read_bytes()
    fork = sample(agent_dir, '"parentSession"')
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await go_to(pilot, flagship)
        await pilot.press("d")
        await settled(pilot)
        check_picture("shelf-delete", seen(pilot))
        assert flagship.exists()
        await pilot.press("y", "y")
        await settled(pilot)
        assert not flagship.exists()
        assert [path.name for path in files.iterdir()] == [flagship.name]
        assert flagship not in paths(pilot)
        assert next(placed for placed in screen(pilot).view.placed if placed.row.path == fork).more_follow == ()
        assert listing(pilot).item.row.path == fork
        await pilot.press("u")
        await settled(pilot)
        assert flagship in paths(pilot)
    assert flagship.read_bytes() == before


@pytest.mark.parametrize("keys", [("escape", "y"), ("down", "y"), ("enter", "escape"), ("s", "escape", "y")])
async def test_nothing_but_yes_deletes(
    agent_dir: Path, keys: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_trash(tmp_path, monkeypatch)
    before = sorted(sessions(agent_dir))
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await pilot.press("d", *keys)
        await settled(pilot)
        assert isinstance(pilot.app.screen, ShelfScreen)
        assert screen(pilot).view.asked == frozenset()
    assert sorted(sessions(agent_dir)) == before


async def test_several_are_deleted_and_all_come_back(
    agent_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_trash(tmp_path, monkeypatch)
    before = sorted(sessions(agent_dir))
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await pilot.press("space", "space", "space", "d")
        await settled(pilot)
        assert "3 sessions to the trash" in seen(pilot)
        assert seen(pilot).count("to the trash?") == 3
        await pilot.press("y")
        await settled(pilot)
        assert len(sessions(agent_dir)) == len(before) - 3
        await pilot.press("u")
        await settled(pilot)
        assert len(paths(pilot)) == len(before)
    assert sorted(sessions(agent_dir)) == before


async def test_without_a_trash_nothing_is_deleted_and_it_says_so(
    agent_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_trash(monkeypatch)
    before = sorted(sessions(agent_dir))
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await pilot.press("d", "y")
        await settled(pilot)
        assert titles(pilot) == ["Not deleted"]
        assert len(paths(pilot)) == len(before)
    assert sorted(sessions(agent_dir)) == before


async def test_there_may_be_nothing_to_undo(agent_dir: Path) -> None:
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        assert titles(pilot) == ["Nothing to undo"]


# Coming back


async def test_what_was_read_is_remembered(agent_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        first = dict(screen(pilot).view.rows)

    def fail(path: Path) -> None:
        raise AssertionError(path)

    monkeypatch.setattr("pitui.tui.flows.shelf_reading.survey", fail)
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        assert screen(pilot).view.rows == first


async def test_what_another_program_wrote_is_seen_on_the_way_back(agent_dir: Path, flagship: Path) -> None:
    async with on_stage(None, agent_dir) as pilot:
        await settled(pilot)
        await go_to(pilot, flagship)
        await pilot.press("enter")
        await settled(pilot)
        shutil.copy(flagship, flagship.with_name("copy.jsonl"))
        await pilot.press("q")
        await settled(pilot)
        assert flagship.with_name("copy.jsonl") in paths(pilot)
        assert listing(pilot).item.row.path == flagship
