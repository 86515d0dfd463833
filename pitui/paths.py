"""Where pi and pitui keep things; asked by everyone, creating nothing.

pi's folders follow pi's own rules (its environment variables, a tilde for home). pitui's own follow the
platform's, XDG on Linux, and all move under `PITUI_HOME` when that is set.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from pitui.core.errors import PituiError


@dataclass(frozen=True, slots=True)
class SessionsDir:
    """Where session files lie, and in which of pi's two layouts."""

    folder: Path
    flat: bool
    """Files lie directly in it; otherwise each project has a subfolder named by `project_folder_name`."""

    def project_folder(self, cwd: str) -> Path:
        """Where the sessions of one project lie, among others when the layout is flat."""
        return self.folder if self.flat else self.folder / project_folder_name(cwd)


def home() -> Path:
    """The user's home folder; a PituiError where the system knows none."""
    try:
        if os.environ.get("HOME") != "":
            return Path.home()
    except RuntimeError:
        pass
    raise PituiError(
        "HOME is not set: set it to your home folder, or set both PITUI_HOME and PI_CODING_AGENT_DIR.",
        title="No home folder",
    )


def expand(path: str) -> Path:
    """A path as pi reads it: `~` and `~/...` are under home, and nothing else is expanded."""
    if path == "~":
        return home()
    return home() / path[2:] if path.startswith("~/") else Path(path)


def agent_dir(override: str | None = None) -> Path:
    """pi's own folder: what was asked for, else `$PI_CODING_AGENT_DIR`, else `~/.pi/agent`."""
    chosen = override or os.environ.get("PI_CODING_AGENT_DIR")
    return expand(chosen) if chosen else home() / ".pi" / "agent"


def sessions_dir(agent: Path, *, override: str | None = None, setting: str | None = None) -> SessionsDir:
    """Where sessions lie: what was asked for, else `$PI_CODING_AGENT_SESSION_DIR`, else pi's `sessionDir` setting.

    Each of these three names a flat folder; without them it is `sessions` in the agent dir, by project.
    """
    chosen = override or os.environ.get("PI_CODING_AGENT_SESSION_DIR") or setting
    return SessionsDir(expand(chosen), flat=True) if chosen else SessionsDir(agent / "sessions", flat=False)


def project_folder_name(cwd: str) -> str:
    """The subfolder pi gives a project: `/home/dev/shop` is `--home-dev-shop--`."""
    unrooted = cwd[1:] if cwd[:1] in ("/", "\\") else cwd
    return "--" + re.sub(r"[/\\:]", "-", unrooted) + "--"


def config_file() -> Path:
    """pitui's own settings, a TOML file that need not exist."""
    return _own("config") / "config.toml"


def state_folder() -> Path:
    """What pitui remembers between runs: pins, archive, trust."""
    return _own("state")


def log_file() -> Path:
    """Where pitui and the libraries it drives write what must not reach the screen."""
    return _own("log") / "pitui.log"


def recovery_folder() -> Path:
    """Finished summaries that are neither saved nor thrown away yet."""
    return state_folder() / "recovery"


def cache_folder() -> Path:
    """What can be computed again at any time."""
    return _own("cache")


def _own(kind: str) -> Path:
    own = os.environ.get("PITUI_HOME")
    if own:
        return expand(own) if kind == "config" else expand(own) / kind
    home()
    match kind:
        case "config":
            return platformdirs.user_config_path("pitui", appauthor=False)
        case "state":
            return platformdirs.user_state_path("pitui", appauthor=False)
        case "log":
            return platformdirs.user_log_path("pitui", appauthor=False)
        case _:
            return platformdirs.user_cache_path("pitui", appauthor=False)
