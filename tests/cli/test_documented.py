"""The page on the command line says what there is: every command, every option, every field."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitui.cli.commands import COMMANDS
from tests.builders import Tree
from tests.cli.conftest import Run

PAGE = (Path(__file__).parent.parent.parent / "docs" / "cli.md").read_text("utf-8")
NOT_OURS = ("message", "entry", "entries", "values", "parts", "model")
"""Fields whose insides are pi's, pitui's settings, or told in words."""


def fields(value: Any) -> set[str]:
    """Every field of an answer, at any depth."""
    if isinstance(value, list):
        return set().union(*map(fields, value))
    if not isinstance(value, dict):
        return set()
    return set(value).union(*(fields(inner) for name, inner in value.items() if name not in NOT_OURS))


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "inspect"])
def test_every_command_and_option_is_on_the_page(name: str) -> None:
    assert f"`pitui {name}" in PAGE
    options = [option for action in COMMANDS[name].parser()._actions for option in action.option_strings]
    assert [option for option in options if option not in (*("-h", "--output", "--json"),) and option not in PAGE] == []


@pytest.mark.parametrize(
    "words",
    [
        "list --session-dir FOLDER",
        "tree FILE",
        "context FILE",
        "budget FILE",
        "compact FILE",
        "compact FILE --keep-recent 1 --dry-run",
        "compact FILE --keep-recent 1",
        "switch FILE a3",
        "switch FILE a2 --summarize --dry-run",
        "switch FILE a2 --summarize",
        "fork FILE",
        "export FILE -o out.md",
        "doctor FILE",
        "config",
    ],
)
def test_every_field_is_on_the_page(run: Run, talk: Tree, words: str) -> None:
    place = {"FILE": talk.path, "FOLDER": talk.path.parent}
    answer = run(*(place.get(word, word) for word in words.split()), "--json").json
    named = fields(answer)
    assert named
    assert sorted(name for name in named if f"`{name}`" not in PAGE and f"{{{name}" not in PAGE) == []
