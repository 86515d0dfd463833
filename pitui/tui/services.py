"""What the screen needs from outside: pi's files, who writes summaries, the clock, and where things are kept."""

from __future__ import annotations

import os
import time
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from pitui import pi_home
from pitui.config import Config
from pitui.core.operations import Pen
from pitui.core.session.session import Session
from pitui.key_command import KeyCommands
from pitui.paths import SessionsDir
from pitui.pi_home import PiHome
from pitui.store import recovery
from pitui.summarizers.choose import Choice, choose
from pitui.summarizers.model_worker import ModelWorker


@dataclass(slots=True)
class Services:
    """One set for the life of the app."""

    agent_dir: Path
    sessions: SessionsDir
    config: Config
    worker: ModelWorker
    offline: bool = False
    key_commands: KeyCommands = field(init=False)
    pen: Pen = field(default_factory=lambda: Pen(lambda: time.time() * 1000, lambda: uuid.uuid4().hex[:8]))

    def __post_init__(self) -> None:
        self.key_commands = KeyCommands(self.agent_dir)

    def home_of(self, session: Session) -> PiHome:
        """pi's settings and models as they bear on a session's project."""
        return pi_home.load(self.agent_dir, session.cwd)

    def choose(self, home: PiHome, model: tuple[object, object] | None, requested: str) -> Choice:
        """Who writes a summary, and why; raises SummaryError for a model that cannot be asked."""
        return choose(
            model,
            requested,
            find=home.model,
            agent_dir=self.agent_dir,
            environ=os.environ,
            worker=self.worker,
            printed=self.key_commands.printed,
            offline=self.offline,
        )

    def keep(self, summary: str, session: Session, kind: recovery.Kind) -> Path:
        """Put a finished summary where it survives everything, until it is saved or thrown away."""
        return recovery.keep(summary, session.path, kind, datetime.fromtimestamp(self.pen.now() / 1000, UTC))

    def forget(self, kept: Path) -> None:
        """The summary is in the session now, or nobody wants it."""
        recovery.forget(kept)
