"""A file read whole for the shelf: the same figures the browser shows at its leaf."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitui.core.context import survey as module
from pitui.core.context.survey import survey
from pitui.core.errors import UnreadableError
from pitui.core.session.shelf import glance
from tests.builders import Tree, usage


def test_the_leaf_is_weighed_and_the_whole_file_paid_for(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "a.jsonl")
    first = tree.user("go")
    tree.assistant("left", usage=usage(90_000))
    tree.at(first).assistant("right", usage=usage(5_000))
    row = survey(tree.path)
    assert (row.tokens, row.reported, row.model) == (5_000, True, ("anthropic", "claude"))
    assert (row.cost, row.branches, row.messages) == (1.5, 2, 3)
    assert row.stamp is not None
    assert row.stamp.size == len(tree.bytes)


def test_without_a_report_it_is_an_estimate(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "a.jsonl")
    tree.user(100)
    row = survey(tree.path)
    assert (row.tokens, row.reported, row.cost, row.model) == (100, False, 0, None)


def test_an_empty_session_weighs_nothing(tmp_path: Path) -> None:
    row = survey(Tree(tmp_path / "a.jsonl").path)
    assert (row.tokens, row.messages, row.problem) == (0, 0, None)


def test_what_cannot_be_read_keeps_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = tmp_path / "letter.jsonl"
    letter.write_text("dear all\n")
    assert survey(letter) == glance(letter)

    def gone(_: Path) -> None:
        raise UnreadableError("It is gone.")

    monkeypatch.setattr(module, "open_session", gone)
    assert survey(Tree(tmp_path / "a.jsonl").path).problem == "It is gone."
