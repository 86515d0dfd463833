"""Commands to be pasted: a shell takes each word back as it was, and nothing in it can act."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from pitui.rendering.pasteable import pasteable, quoted

WORDS = [
    "plain",
    "two words",
    "it's",
    "$HOME `x` \\",
    "a\nrm -rf ~\n",
    "\x1b[201~\rls",
    "naïve\u202e",
    "\x1b'\\x41",
    "",
]


def test_a_command_after_going_to_its_folder() -> None:
    command = ["pi", "--session", "/home/dev/my sessions/a.jsonl"]
    assert pasteable(command, "/home/dev") == "cd /home/dev && pi --session '/home/dev/my sessions/a.jsonl'"
    assert pasteable(["pi"]) == "pi"
    assert pasteable(["pi"], "-x") == "cd -- -x && pi"


@pytest.mark.skipif(shutil.which("bash") is None, reason="asks bash")
@pytest.mark.parametrize("word", WORDS)
def test_bash_reads_each_word_back(word: str) -> None:
    done = subprocess.run(["bash", "-c", f"printf %s {quoted(word)}"], capture_output=True, check=True)
    assert done.stdout == word.encode()


@pytest.mark.parametrize("word", WORDS)
def test_nothing_in_a_word_acts_on_a_terminal(word: str) -> None:
    assert quoted(word).isprintable()


def test_bytes_that_are_no_text_and_lone_halves_have_escapes() -> None:
    assert quoted("\udcff") == "$'\\xff'"
    assert quoted("\ud800") == "$'\\xed\\xa0\\x80'"
