"""Keys that a command prints: never unasked, never by a shell, and a yes holds for one command."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pitui.core.catalog import Model
from pitui.key_command import KeyCommands
from pitui.store.trust import TrustStore
from pitui.summarizers.auth import Credentials
from pitui.summarizers.route import RouteError

PRINTS = f"{sys.executable} -c \"print('sk-from-command')\""


@pytest.fixture
def commands(tmp_path: Path) -> KeyCommands:
    return KeyCommands(tmp_path, lambda: TrustStore(tmp_path / "yeses.json"))


def find(commands: KeyCommands, command: str) -> str:
    stored = {"acme": {"type": "api_key", "key": f"!{command}"}}
    return Credentials(stored=stored, printed=commands.printed).find("acme", ()).value


def test_a_command_waits_for_a_yes_and_then_prints_the_key(commands: KeyCommands) -> None:
    with pytest.raises(RouteError, match="unasked"):
        find(commands, PRINTS)
    assert commands.waiting == [PRINTS]
    commands.agree(PRINTS)
    assert commands.waiting == []
    assert find(commands, PRINTS) == "sk-from-command"


def test_a_yes_holds_for_that_command_alone(commands: KeyCommands) -> None:
    commands.agree(PRINTS)
    assert commands.printed(PRINTS + " ") is None


def test_no_shell_reads_it(commands: KeyCommands, tmp_path: Path) -> None:
    command = f"{PRINTS}; touch {tmp_path / 'touched'}"
    commands.agree(command)
    commands.printed(command)
    assert not (tmp_path / "touched").exists()


@pytest.mark.parametrize(
    "command", ["", "no-such-program-anywhere", "'unclosed", f"{sys.executable} -c 'raise SystemExit(3)'"]
)
def test_a_command_that_fails_prints_nothing(commands: KeyCommands, command: str) -> None:
    commands.agree(command)
    assert commands.printed(command) is None


def test_a_header_may_be_printed_too(commands: KeyCommands) -> None:
    model = Model("acme", "m", "M", 1, None, "models.json", headers={"X-Team": f"!{PRINTS}"})
    commands.agree(PRINTS)
    assert Credentials(printed=commands.printed).headers(model) == {"X-Team": "sk-from-command"}
