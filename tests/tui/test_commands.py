"""The palette lists what works where one is, and does it."""

from __future__ import annotations

from pathlib import Path

from textual.command import Hit
from textual.pilot import Pilot

from pitui.tui.commands import KeyCommands
from pitui.tui.keys import of_scope
from pitui.tui.screens.compaction import CompactionScreen
from pitui.tui.screens.settings import SettingsScreen
from tests.tui.stage import on_stage, settled


async def offers(pilot: Pilot[int]) -> list[str]:
    """What the palette offers on the screen that is shown, in sentences."""
    provider = KeyCommands(pilot.app.screen)
    return [hit.help or "" async for hit in provider.discover()]


async def test_every_act_of_the_screen_and_the_widget_in_focus(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        offered = await offers(pilot)
        assert {key.sentence for key in of_scope("tree", "browser", "everywhere")} <= set(offered)
        assert len(offered) == len(set(offered))
        await pilot.press("c")
        await settled(pilot)
        assert isinstance(pilot.app.screen, CompactionScreen)
        assert "Ask for the summary." in await offers(pilot)
        assert "Go to the next fork below." not in await offers(pilot)


async def test_an_act_is_found_by_its_sentence_and_done(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        hits = [hit async for hit in KeyCommands(pilot.app.screen).search("everything that was said")]
        assert isinstance(hits[0], Hit)
        assert [hit.text for hit in hits] == ["search"]


async def test_keys_are_written_as_people_write_them(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        shown = [str(hit.prompt) async for hit in KeyCommands(pilot.app.screen).discover()]
        assert "prev sibling  [" in shown
        assert "no tools  ^t" in shown
        assert shown[0] != "up  up"
        assert "up  up" in shown


async def test_the_palette_opens_the_settings(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        await pilot.press("ctrl+p")
        await settled(pilot)
        await pilot.press(*"settings")
        for _ in range(20):
            await settled(pilot)
        await pilot.press("enter")
        for _ in range(10):
            await settled(pilot)
        assert isinstance(pilot.app.screen, SettingsScreen)
