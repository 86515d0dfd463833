"""Where pi and pitui keep things, under every environment a user may have."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitui import paths
from pitui.core.errors import PituiError

VARIABLES = ("PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR", "PITUI_HOME")
PLATFORM = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")


@pytest.fixture(autouse=True)
def bare_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in (*VARIABLES, *PLATFORM):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_agent_dir_is_asked_for_then_environment_then_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert paths.agent_dir() == tmp_path / ".pi" / "agent"
    monkeypatch.setenv("PI_CODING_AGENT_DIR", "/srv/pi")
    assert paths.agent_dir() == Path("/srv/pi")
    assert paths.agent_dir("/elsewhere") == Path("/elsewhere")


@pytest.mark.parametrize(
    ("written", "under_home"), [("~", "."), ("~/pi", "pi"), ("~other/pi", None), ("$HOME/pi", None)]
)
def test_only_a_leading_tilde_means_home(tmp_path: Path, written: str, under_home: str | None) -> None:
    assert paths.agent_dir(written) == (tmp_path / under_home if under_home else Path(written))


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PI_CODING_AGENT_DIR", "")
    assert paths.agent_dir() == tmp_path / ".pi" / "agent"


def test_sessions_lie_by_project_unless_a_flat_folder_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Path("/agent")
    assert paths.sessions_dir(agent) == paths.SessionsDir(agent / "sessions", flat=False)
    assert paths.sessions_dir(agent, setting="/set") == paths.SessionsDir(Path("/set"), flat=True)
    monkeypatch.setenv("PI_CODING_AGENT_SESSION_DIR", "/env")
    assert paths.sessions_dir(agent, setting="/set").folder == Path("/env")
    assert paths.sessions_dir(agent, override="/flag", setting="/set").folder == Path("/flag")


@pytest.mark.parametrize(
    ("cwd", "name"),
    [
        ("/home/dev/shop", "--home-dev-shop--"),
        ("C:\\code\\shop", "--C--code-shop--"),
        ("//net/share", "---net-share--"),
        ("/", "----"),
        ("/a b/ü", "--a b-ü--"),
    ],
)
def test_project_folders_are_named_as_pi_names_them(cwd: str, name: str) -> None:
    assert paths.project_folder_name(cwd) == name


def test_a_project_has_no_folder_of_its_own_in_the_flat_layout() -> None:
    assert paths.SessionsDir(Path("/s"), flat=True).project_folder("/home/dev") == Path("/s")
    assert paths.SessionsDir(Path("/s"), flat=False).project_folder("/home/dev") == Path("/s/--home-dev--")


def own_paths() -> list[Path]:
    return [
        paths.config_file(),
        paths.state_folder(),
        paths.log_file(),
        paths.recovery_folder(),
        paths.cache_folder(),
    ]


def test_pitui_home_holds_everything_pitui_writes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITUI_HOME", "~/own")
    assert all(path.is_relative_to(tmp_path / "own") for path in own_paths())
    assert len(set(own_paths())) == 5


def test_asking_creates_nothing(tmp_path: Path) -> None:
    assert all(path.is_relative_to(tmp_path) for path in own_paths())
    assert list(tmp_path.iterdir()) == []


def test_without_a_home_the_refusal_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "")
    for ask in (paths.agent_dir, paths.config_file, paths.recovery_folder):
        with pytest.raises(PituiError, match="set both PITUI_HOME and PI_CODING_AGENT_DIR"):
            ask()
    monkeypatch.setenv("PITUI_HOME", "/own")
    monkeypatch.setenv("PI_CODING_AGENT_DIR", "/agent")
    assert paths.agent_dir() == Path("/agent")
    assert paths.config_file() == Path("/own/config.toml")


def test_a_user_unknown_to_the_system_is_refused_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    with pytest.raises(PituiError, match="HOME is not set"):
        paths.agent_dir()
