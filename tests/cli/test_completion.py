"""`pitui completion`: scripts that know every command and option there is."""

from __future__ import annotations

import subprocess

import pytest

from pitui.cli.commands import COMMANDS, OPEN
from tests.cli.conftest import Run


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_and_option_is_in_the_script(run: Run, shell: str) -> None:
    outcome = run("completion", shell)
    assert (outcome.code, outcome.err) == (0, "")
    for command in (OPEN, *COMMANDS.values()):
        assert command.name in outcome.out
        for action in command.parser()._actions:
            for option in action.option_strings:
                word = option if shell != "fish" else f"-{'l' if option[1] == '-' else 's'} {option.lstrip('-')}"
                assert word in outcome.out


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("pitui comp", ["compact", "completion"]),
        ("pitui compact --keep", ["--keep-recent"]),
        ("pitui --offline tree x.jsonl label", ["labeled-only"]),
        ("pitui --vers", ["--version"]),
        ("pitui list --keep", []),
    ],
)
def test_bash_offers_what_may_come_next(run: Run, words: str, offered: list[str]) -> None:
    script = run("completion", "bash").out
    given = words.split()
    ask = f'COMP_WORDS=({words}); COMP_CWORD={len(given) - 1}; _pitui; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", f"{script}\n{ask}"], capture_output=True, text=True, timeout=30)
    assert (done.stdout.split(), done.stderr) == (offered, "")
