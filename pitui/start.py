"""What pitui was told when it was started: whose sessions, whose settings, and whether a network may be used."""

from __future__ import annotations

import os
from dataclasses import dataclass

from pitui import paths
from pitui.core.settings import session_dir
from pitui.paths import SessionsDir
from pitui.pi_home import PiHome, load


@dataclass(frozen=True, slots=True)
class StartOptions:
    """The options that every command and the screen have in common."""

    session_dir: str | None = None
    """The flat folder of sessions asked for, as written; None leaves it to the environment and pi's settings."""
    agent_dir: str | None = None
    """pi's own folder asked for, as written; None leaves it to the environment."""
    offline: bool = False
    """Nothing leaves this machine."""

    def home(self, cwd: str | os.PathLike[str] | None) -> PiHome:
        """pi's settings and models for a project; raises PituiError where no home folder is known."""
        return load(paths.agent_dir(self.agent_dir), cwd)

    def sessions(self, home: PiHome) -> SessionsDir:
        """Where the sessions lie; raises SettingsError for a `sessionDir` that is no text."""
        return paths.sessions_dir(home.agent_dir, override=self.session_dir, setting=session_dir(home.settings))
