"""Opening the screen: on what, with which options, and when not."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pitui.core.session.shelf import shelf
from pitui.start import StartOptions
from tests.builders import Tree
from tests.cli.conftest import Run, shell


class Screen(ModuleType):
    """Stands where the screen would be and remembers what it was opened on."""

    def __init__(self) -> None:
        super().__init__("pitui.tui.app")
        self.opened: list[tuple[Path | None, StartOptions]] = []
        self.seen: list[str] = []

    def run(self, path: Path | None, options: StartOptions) -> int:
        self.opened.append((path, options))
        place = options.sessions(options.home(Path.cwd()))
        self.seen = [row.id for row in shelf(place.folder, flat=place.flat) if row.problem is None]
        return 7


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A terminal, and a screen to open on it."""
    fake = Screen()
    monkeypatch.setitem(sys.modules, "pitui.tui.app", fake)
    monkeypatch.setattr("pitui.cli.screen.has_terminal", lambda: True)
    return fake


def test_without_words_it_opens_on_everything_and_its_code_is_the_answer(run: Run, screen: Screen) -> None:
    outcome = run("--offline", "--agent-dir", "/a", "--session-dir", "/s")
    assert (outcome.code, outcome.out, outcome.err) == (7, "", "")
    assert screen.opened == [(None, StartOptions("/s", "/a", offline=True))]


def test_a_file_opens_on_itself(run: Run, screen: Screen, talk: Tree) -> None:
    assert run(talk.path).code == 7
    assert screen.opened == [(talk.path, StartOptions())]


def test_the_beginning_of_an_id_opens_that_session(run: Run, screen: Screen, tmp_path: Path) -> None:
    for name in ("abc-1", "abd-2"):
        Tree(tmp_path / f"{name}.jsonl", id=name)
    assert run("abc", "--session-dir", tmp_path).code == 7
    assert [path for path, _ in screen.opened] == [tmp_path / "abc-1.jsonl"]


def test_a_beginning_that_several_share_lists_them(run: Run, screen: Screen, tmp_path: Path) -> None:
    for name in ("abc-1", "abd-2", "xyz-3"):
        Tree(tmp_path / f"{name}.jsonl", id=name).user(f"question {name}")
    outcome = run("ab", "--session-dir", tmp_path)
    assert (outcome.code, screen.opened) == (1, [])
    assert outcome.err == "pitui: 2 sessions have an id that begins with ab; say more of it.\n"
    assert "question abc-1" in outcome.out
    assert "question abd-2" in outcome.out
    assert "xyz" not in outcome.out


def test_what_is_no_session_never_reaches_the_screen(run: Run, screen: Screen, world: Path) -> None:
    notes = world / "notes.txt"
    notes.write_text("dear diary\n")
    outcome = run(notes)
    sentence = f"pitui: {notes}: no session header in front, so this is not a pi session file.\n"
    assert (outcome.code, outcome.err, screen.opened) == (1, sentence, [])
    assert notes.read_text() == "dear diary\n"


def test_a_pipe_that_nobody_writes_to_does_not_block(run: Run, screen: Screen, world: Path) -> None:
    os.mkfifo(world / "pipe.jsonl")
    assert run(world / "pipe.jsonl").err == f"pitui: {world / 'pipe.jsonl'}: this is no regular file.\n"


@pytest.mark.parametrize("words", ["", "demo"])
def test_without_a_terminal_the_other_commands_are_named(words: str) -> None:
    done = shell(f"pitui {words} < /dev/null")
    sentence = "pitui: The screen needs a terminal; `pitui list` and `pitui tree FILE` do without one.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)


def test_the_demo_shows_the_samples_alone_in_a_folder_that_is_gone_afterwards(
    run: Run, screen: Screen, talk: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PI_CODING_AGENT_SESSION_DIR", str(talk.path.parent))
    assert run("demo", "--session-dir", talk.path.parent).code == 7
    [(path, options)] = screen.opened
    assert path is None
    assert len(screen.seen) >= 5
    assert "session-1" not in screen.seen
    assert options.agent_dir is not None
    assert not Path(options.agent_dir).exists()
