"""A still world for the screen: a fixed clock, sample sessions in a scratch folder, no keys, no network."""

from __future__ import annotations

import itertools
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from pitui.config import Config
from pitui.core.operations import Pen
from pitui.core.session.reader import open_session
from pitui.core.session.wire import write_line
from pitui.paths import SessionsDir
from pitui.summarizers.model_worker import ModelWorker
from pitui.tui.app import PituiApp
from pitui.tui.services import Services

NOW = 1_796_100_000_000.0
"""The moment it is on stage, in milliseconds since 1970: long after the samples were last written."""

PICTURES = Path(__file__).parent / "pictures"


def pen() -> Pen:
    """Ids in a row and a clock that stands still."""
    ids: Iterator[int] = itertools.count(0xABCD0001)
    return Pen(lambda: NOW, lambda: f"{next(ids):08x}")


def services(agent_dir: Path, config: Config | None = None, *, offline: bool = False) -> Services:
    """What the app needs, over a scratch folder."""
    return Services(
        agent_dir=agent_dir,
        sessions=SessionsDir(agent_dir / "sessions", flat=False),
        config=config or Config(),
        worker=ModelWorker(),
        offline=offline,
        pen=pen(),
    )


@asynccontextmanager
async def on_stage(
    path: Path | None, agent_dir: Path, size: tuple[int, int] = (120, 40), config: Config | None = None
) -> AsyncIterator[Pilot[int]]:
    """The app, running with a session or with the shelf."""
    app = PituiApp(services(agent_dir, config, offline=True), path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.pause()
        yield pilot


def seen(pilot: Pilot[int]) -> str:
    """The whole screen as text, without blanks at the ends of lines."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)


async def settled(pilot: Pilot[int]) -> None:
    """Wait until workers are done and what they changed is drawn."""
    await pilot.pause()
    working = [
        worker for worker in pilot.app.workers if worker.group in ("write", "shelf", "search", "preview", "count")
    ]
    if working:
        await pilot.app.workers.wait_for_complete(working)
    for _ in range(3):
        await pilot.pause()


def check_picture(name: str, picture: str) -> None:
    """Compare a screen with the kept one; `PITUI_PICTURES=keep` keeps the new one, to be reviewed as a diff."""
    kept = PICTURES / f"{name}.txt"
    if os.environ.get("PITUI_PICTURES") == "keep":
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(picture + "\n", encoding="utf-8")
    assert kept.is_file(), (
        f"no kept picture {kept.name}; look at this one and keep it with PITUI_PICTURES=keep:\n{picture}"
    )
    assert picture + "\n" == kept.read_text("utf-8")


def sample(agent_dir: Path, words: str) -> Path:
    """The sample whose text holds some words."""
    return next(
        path
        for path in sorted((agent_dir / "sessions").rglob("*.jsonl"))
        if words in path.read_text("utf-8", "replace")
    )


def damaged_sample(agent_dir: Path) -> Path:
    """The sample with faults in its lines."""
    return next(path for path in (agent_dir / "sessions").rglob("*.jsonl") if open_session(path).line_damage)


async def type_in(pilot: Pilot[int], text: str) -> None:
    """Type a text, letter by letter."""
    await pilot.press(*("space" if letter == " " else letter for letter in text))


def append(path: Path, entry_id: str, parent_id: str, text: str) -> None:
    """Say something in a session as another program would."""
    message = {"role": "user", "content": text}
    entry = {"type": "message", "id": entry_id, "parentId": parent_id, "timestamp": "2026-11-29T20:00:00.000Z"}
    with path.open("ab") as file:
        file.write(write_line({**entry, "message": message}))
