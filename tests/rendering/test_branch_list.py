"""Branches in rows: named by what was said first on each, with what each adds."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitui.rendering.branch_list import branch_line, branch_list, branch_name
from tests.builders import START, Tree
from tests.rendering.plain import HOSTILE, WIDTHS, check, plain


@pytest.fixture
def forked(tmp_path: Path) -> Tree:
    """Three branches: one of a person's words, one of a reply's, one of bookkeeping alone."""
    tree = Tree(tmp_path / "forked.jsonl")
    tree.user("build a shop")
    fork = tree.assistant("which one?")
    tree.user("the blue one")
    tree.assistant(250)
    tree.at(fork)
    tree.thinks("high")
    tree.assistant("I go on by myself")
    tree.at(fork)
    tree.label("u1", "start")
    return tree


def test_the_branch_in_use_comes_first_then_the_newest(forked: Tree) -> None:
    session = forked.session
    branches = branch_list(session, "a2")
    assert [branch.tip.id for branch in branches] == ["a2", "l1", "a3"]
    assert [branch_name(session, branch) for branch in branches] == [
        "user: the blue one",
        "[label: start]",
        "assistant: I go on by myself",
    ]
    expected = """\
 • user: the blue one                       2 entries    ~253    2h
   [label: start]                             1 entry      ~0    2h
   assistant: I go on by myself             2 entries      ~5    2h
"""
    now = START + 2 * 3_600_000
    assert plain(branch_line(session, branch, now, 68) for branch in branches) == expected


@pytest.mark.parametrize("cells", WIDTHS)
@pytest.mark.parametrize("said", HOSTILE)
def test_every_width_and_every_text(tmp_path: Path, said: str, cells: int) -> None:
    tree = Tree(tmp_path / "a.jsonl")
    tree.user(said, timestamp="never")
    session = tree.session
    check([branch_line(session, branch, START, cells) for branch in branch_list(session, None)], cells)
