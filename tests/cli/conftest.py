"""Commands run in this process, in a world of their own: no home, no keys, no sessions but the test's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest

import pitui
from pitui.cli import main
from tests.builders import Tree, usage


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, read again; it must be one line."""
        [line] = self.out.splitlines()
        return json.loads(line)


Run: TypeAlias = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home that is also the folder the command runs in."""
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_AUTH_TOKEN")) or name.startswith(("PI_", "PITUI_", "XDG_", "AWS_", "GOOGLE_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PITUI_HOME", str(tmp_path / "pitui"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command as the shell would."""

    def command(*words: object) -> Outcome:
        code = main([str(word) for word in words])
        printed = capsys.readouterr()
        return Outcome(code, printed.out, printed.err)

    return command


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """A file that holds a session's header."""
    return Tree(tmp_path / "session.jsonl")


@pytest.fixture
def talk(tree: Tree) -> Tree:
    """Two turns of 100 tokens a message, then another way from the first answer: u1 a1 (u2 a2 | u3 a3)."""
    tree.user(100)
    first = tree.assistant(100)
    tree.user(100)
    tree.assistant(100)
    tree.at(first).user(100)
    tree.assistant(100, usage=usage(500))
    settle(tree.path)
    return tree


def settle(path: Path) -> None:
    """Let a file look as if nobody had written to it for long."""
    os.utime(path, (1, 1))


def shell(script: str, *words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """A line of shell in which `pitui` is this one; $1, $2 and so on are the words."""
    folder = Path(pitui.__file__).parent.parent
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PITUI_HOME")}
    command = f'pitui() {{ "{sys.executable}" -m pitui "$@"; }}\n{script}'
    return subprocess.run(
        ["bash", "-c", command, "bash", *map(str, words)],
        env={**kept, "PYTHONPATH": str(folder), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
