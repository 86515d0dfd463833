"""Takes the pictures the README shows: presses keys in the real app, on the sample sessions, in a still world."""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

HERE = Path(__file__).resolve().parent
NOW = 1_796_100_000_000.0
"""The moment of all pictures, in milliseconds since 1970: a day after the last sample session."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: where to begin, which keys to press, at which size."""

    name: str
    keys: Sequence[str]
    size: tuple[int, int] = (140, 45)
    shelf: bool = False
    theme: str = "pitui-dark"


SHOTS = (
    Shot("browser", ()),
    Shot("browser-80x24", (), (80, 24)),
    Shot("browser-light", (), theme="pitui-light"),
    Shot("compaction", ("c",)),
    Shot("compaction-80x24", ("c",), (80, 24)),
    Shot("review", ("c", "o", "ctrl+s")),
    Shot("switch", ("G", "down")),
    Shot("llm-view", ("v",)),
    Shot("shelf", (), shelf=True),
)


async def take(shot: Shot, agent_dir: Path, session: Path) -> None:
    """Press the keys and write the picture as SVG."""
    from pitui.config import Config
    from pitui.core.operations import Pen
    from pitui.paths import SessionsDir
    from pitui.summarizers.model_worker import ModelWorker
    from pitui.tui.app import PituiApp
    from pitui.tui.services import Services

    ids: Iterator[int] = itertools.count(0xABCD0001)
    services = Services(
        agent_dir=agent_dir,
        sessions=SessionsDir(agent_dir / "sessions", flat=False),
        config=Config(theme=shot.theme),
        worker=ModelWorker(),
        pen=Pen(lambda: NOW, lambda: f"{next(ids):08x}"),
    )
    app = PituiApp(services, None if shot.shelf else session)
    async with app.run_test(size=shot.size) as pilot:
        await _settle(pilot)
        for key in shot.keys:
            await pilot.press(key)
            await _settle(pilot)
        if shot.name == "switch":
            await pilot.press("enter", "down")
            await _settle(pilot)
        picture = app.export_screenshot(title="pitui")
        (HERE / f"{shot.name}.svg").write_text(picture, encoding="utf-8")


async def _settle(pilot: Pilot[int]) -> None:
    for _ in range(4):
        await pilot.pause(0.05)
    working = [worker for worker in pilot.app.workers if worker.group in ("write", "shelf", "preview")]
    if working:
        await pilot.app.workers.wait_for_complete(working)
    await pilot.pause()


def main() -> None:
    """Take all pictures, or those named."""
    chosen = [shot for shot in SHOTS if not sys.argv[1:] or shot.name in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as scratch:
        os.environ.update(HOME=scratch, PITUI_HOME=f"{scratch}/.pitui", ANTHROPIC_API_KEY="not-a-key", TZ="UTC")
        from pitui.demo import unpack

        for number, shot in enumerate(chosen):
            agent_dir = Path(scratch) / f"demo{number}"
            sessions = unpack(agent_dir)
            session = max(sessions.rglob("*.jsonl"), key=lambda path: path.stat().st_size)
            asyncio.run(take(shot, agent_dir, session))
            print(f"screenshots/{shot.name}.svg")


if __name__ == "__main__":
    main()
