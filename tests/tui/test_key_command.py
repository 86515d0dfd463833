"""A key that a command prints, asked about on the screen."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pitui.tui.app import PituiApp
from pitui.tui.screens.compaction import CompactionScreen
from tests.tui.stage import seen, services, settled


async def test_the_command_is_shown_and_run_only_after_a_yes(flagship: Path, agent_dir: Path) -> None:
    command = f"{sys.executable} -c \"print('sk-from-command')\""
    stored = {"anthropic": {"type": "api_key", "key": f"!{command}"}}
    (agent_dir / "auth.json").write_text(json.dumps(stored), encoding="utf-8")
    app = PituiApp(services(agent_dir), flagship)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await pilot.press("c")
        for _ in range(10):
            await settled(pilot)
        assert "Run a command for the key?" in seen(pilot)
        await pilot.press("shift+tab", "enter")
        for _ in range(20):
            await pilot.pause(0.05)
            if isinstance(app.screen, CompactionScreen):
                break
        assert isinstance(app.screen, CompactionScreen)
        await settled(pilot)
        assert "api.anthropic.com" in seen(pilot)
        assert "sk-from-command" not in seen(pilot)
