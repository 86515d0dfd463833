"""The settings screen: each change is saved, a theme is seen before it is chosen, pi's settings are only read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot

from pitui import paths
from pitui.config import Config, load
from pitui.tui.screens.settings import SettingsScreen
from tests.tui.stage import on_stage, seen, settled, type_in


async def change(pilot: Pilot[int], row: int, *keys: str) -> None:
    """Change a setting by keys."""
    await pilot.press("S", "home", *["down"] * row, "enter")
    await settled(pilot)
    await pilot.press(*keys)
    await settled(pilot)


async def test_a_theme_is_previewed_and_only_kept_when_chosen(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        await change(pilot, 0, "down")
        assert pilot.app.theme == "pitui-light"
        await pilot.press("escape")
        await settled(pilot)
        assert pilot.app.theme == "pitui-dark"
        assert not paths.config_file().exists()
        await pilot.press("enter", "down", "enter")
        await settled(pilot)
        assert pilot.app.theme == "pitui-light"
    assert load(paths.config_file()) == Config(theme="pitui-light")


@pytest.mark.parametrize(
    ("row", "keys", "saved"),
    [
        (1, ("end", "enter"), Config(filter="all")),
        (1, ("home", "enter"), Config()),
        (2, ("down", "enter"), Config(summarizer="outline")),
        (3, ("down", "enter"), Config(encoding="cl100k_base")),
        (4, ("down", "enter"), Config(include_thinking=False)),
    ],
)
async def test_a_change_is_saved(
    flagship: Path, agent_dir: Path, row: int, keys: tuple[str, ...], saved: Config
) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        await change(pilot, row, *keys)
        assert pilot.app.services.config == saved
    assert load(paths.config_file()) == saved


async def test_another_model_is_asked_for_by_name_and_refused_without_one(flagship: Path, agent_dir: Path) -> None:
    async with on_stage(flagship, agent_dir) as pilot:
        await change(pilot, 2, "end", "enter")
        await type_in(pilot, "gpt")
        await pilot.press("enter")
        await settled(pilot)
        assert "provider/model" in next(iter(pilot.app._notifications)).message
        assert not paths.config_file().exists()
        await pilot.press("enter", "end", "enter")
        await settled(pilot)
        await type_in(pilot, "openai/gpt-5")
        await pilot.press("enter")
        await settled(pilot)
    assert load(paths.config_file()).summarizer == "openai/gpt-5"


async def test_pis_settings_stand_with_their_origins_and_stay(flagship: Path, agent_dir: Path) -> None:
    file = agent_dir / "settings.json"
    settings = {"compaction": {"keepRecentTokens": 12345, "reserveTokens": "much"}}
    file.write_text(json.dumps(settings), encoding="utf-8")
    async with on_stage(flagship, agent_dir, (140, 40)) as pilot:
        await pilot.press("S")
        await settled(pilot)
        assert isinstance(pilot.app.screen, SettingsScreen)
        picture = seen(pilot)
        row = next(line for line in picture.split("\n") if "keepRecentTokens" in line)
        assert "12345" in row
        assert "agent settings" in row
        assert "must be" in picture
        await pilot.press("S", "escape")
        await settled(pilot)
        assert not isinstance(pilot.app.screen, SettingsScreen)
    assert json.loads(file.read_text("utf-8")) == settings


async def test_settings_that_cannot_be_written_say_so(flagship: Path, agent_dir: Path) -> None:
    paths.config_file().parent.write_text("in the way", encoding="utf-8")
    async with on_stage(flagship, agent_dir) as pilot:
        await change(pilot, 0, "down", "enter")
        assert any(notice.title == "Settings not saved" for notice in pilot.app._notifications)
        assert pilot.app.theme == "pitui-dark"
        assert pilot.app.services.config == Config()
