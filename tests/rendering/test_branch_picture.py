"""A switch as a sketch: where the reader stands, the target, the new leaf; and what the switch comes to."""

from __future__ import annotations

import pytest

from pitui.core.branching.switch import SwitchPlan, plan_switch
from pitui.rendering.branch_picture import switch_picture
from pitui.rendering.switch_facts import switch_facts
from tests.builders import Tree, call
from tests.rendering.plain import HOSTILE, WIDTHS, check, plain


@pytest.fixture
def fork(tree: Tree) -> Tree:
    """Two branches below `a1`: four entries that edit a file, and two in another model."""
    tree.user("Add a login")
    tree.assistant("The refresh flow needs a rotation")
    tree.user("rotate it")
    tree.assistant([call("edit", path="src/auth.py"), call("read", path="src/a.py")])
    tree.result("done")
    tree.assistant("Rotated.")
    tree.at("a1")
    tree.model("openai", "gpt")
    tree.user("try passport instead")
    tree.assistant("passport it is")
    return tree


def plan(tree: Tree, leaf: str | None, target: str) -> SwitchPlan:
    return plan_switch(tree.session, leaf, target)


def test_to_another_branch(fork: Tree) -> None:
    expected = """\
       ⋯1 ─ A ─┬─ B ─ C ─ D ─ E ◂ you are here
               └─ F ─ G ─ H ◂ target
  then ⋯1 ─ A ─┬─ B ─ C ─ D ─ E
               └─ F ─ G ─ H ─ [summary of B … E] ◂ new leaf
"""
    assert plain(switch_picture(plan(fork, "a3", "a4"), 70, summarize=True)) == expected


def test_without_a_summary_the_target_itself_is_the_leaf(fork: Tree) -> None:
    expected = """\
       ⋯1 ─ A ─┬─ B ─ C ─ D ─ E ◂ you are here
               └─ F ─ G ─ H ◂ target
  then ⋯1 ─ A ─┬─ B ─ C ─ D ─ E
               └─ F ─ G ─ H ◂ new leaf
"""
    assert plain(switch_picture(plan(fork, "a3", "a4"), 70)) == expected


def test_something_a_person_said_is_handed_back(fork: Tree) -> None:
    expected = """\
       ⋯1 ─ A ─┬─ B ─ C ─ D ─ E ◂ you are here
               └─ F ─ G ◂ target
  then ⋯1 ─ A ─┬─ B ─ C ─ D ─ E
               └─ F ─┬─ G
                     └─ [summary of B … E] ◂ new leaf
"""
    assert plain(switch_picture(plan(fork, "a3", "u3"), 70, summarize=True)) == expected


def test_back_along_the_same_branch(fork: Tree) -> None:
    expected = """\
       ⋯1 ─ A ◂ target ─ B ─ C ─ D ─ E ◂ you are here
  then ⋯1 ─ A ─┬─ B ─ C ─ D ─ E
               └─ [summary of B … E] ◂ new leaf
"""
    assert plain(switch_picture(plan(fork, "a3", "a1"), 70, summarize=True)) == expected


def test_back_to_something_said_on_the_same_branch(fork: Tree) -> None:
    expected = """\
       ⋯1 ─ A ─ B ◂ target ─ C ─ D ─ E ◂ you are here
  then ⋯1 ─ A ─┬─ B ─ C ─ D ─ E
               └─ [summary of C, D, E] ◂ new leaf
"""
    assert plain(switch_picture(plan(fork, "a3", "u2"), 70, summarize=True)) == expected


def test_on_along_the_same_branch(fork: Tree) -> None:
    expected = """\
       ⋯1 ─ A ◂ you are here ─ B ─ C ─ D ─ E ◂ target
  then ⋯1 ─ A ─ B ─ C ─ D ─ E ◂ new leaf
"""
    assert plain(switch_picture(plan(fork, "a1", "a3"), 70)) == expected


def test_to_the_very_first_message(fork: Tree) -> None:
    expected = """\
       ∅ ─ A ◂ target ─ B ─ ⋯3 ─ C ◂ you are here
  then ∅ ─┬─ A ─ B ─ ⋯3 ─ C
          └─ [summary of B … C] ◂ new leaf
"""
    assert plain(switch_picture(plan(fork, "a3", "u1"), 70, summarize=True)) == expected


def test_to_another_root(tree: Tree) -> None:
    tree.user("one")
    tree.assistant("two")
    tree.at(None)
    tree.user("another start")
    tree.assistant("elsewhere")
    shown = plan(tree, "a2", "a1")
    expected = """\
       ∅ ─┬─ A ─ B ◂ you are here
          └─ C ─ D ◂ target
  then ∅ ─┬─ A ─ B
          └─ C ─ D ─ [summary of A, B] ◂ new leaf
"""
    assert plain(switch_picture(shown, 70, summarize=True)) == expected
    assert "none: the roots differ" in plain(switch_facts(shown, 70))


def test_long_branches_are_counted(tree: Tree) -> None:
    for _ in range(10):
        tree.user("a")
        tree.assistant("b")
    tree.at("a3")
    for _ in range(6):
        tree.assistant("c")
    expected = """\
       ⋯5 ─ A ─┬─ B ─ C ─ ⋯11 ─ D ◂ you are here
               └─ E ─ F ─ ⋯3 ─ G ◂ target
  then ⋯5 ─ A ─┬─ B ─ C ─ ⋯11 ─ D
               └─ E ─ F ─ ⋯3 ─ G ─ [summary of B … D] ◂ new leaf
"""
    assert plain(switch_picture(plan(tree, "a10", "a16"), 70, summarize=True)) == expected


def test_the_facts(fork: Tree) -> None:
    expected = """\
common ancestor  A  assistant: The refresh flow needs a rotation
target           G  user: try passport instead
leaves           4 entries  19
                 edits src/auth.py, reads src/a.py
enters           1 entry  0
text             handed back to be said anew
context          ~31 → ~12
model            claude → gpt
thinking         off, as now
"""
    assert plain(switch_facts(plan(fork, "a3", "u3"), 80)) == expected


def test_edits_that_come_undone(fork: Tree) -> None:
    fork.at("a3")
    fork.edit("r1")
    fork.edit("a1", "shorter")
    text = plain(switch_facts(plan(fork, "e2", "a4"), 80))
    assert "undone           comes back: " in text
    assert "undone           as it was: assistant: The refresh flow" in text


def test_many_edits_are_counted(fork: Tree) -> None:
    fork.at("a3")
    for _ in range(6):
        fork.edit("a1", "other")
    assert "and 3 edits more" in plain(switch_facts(plan(fork, "e6", "a4"), 80))


@pytest.mark.parametrize("cells", WIDTHS)
def test_no_line_is_wider_than_asked_whatever_was_said(tree: Tree, cells: int) -> None:
    for said in HOSTILE:
        tree.user(said)
        tree.assistant(said)
    for target in ("a1", "u3", "u1"):
        shown = plan(tree, tree.leaf, target)
        check(switch_picture(shown, cells, summarize=True), cells)
        check(switch_facts(shown, cells), cells)
