"""The path from a leaf to the root, whatever the parents say."""

import pytest

from pitui.core.errors import UnknownEntryError
from tests.builders import Tree, ids


@pytest.mark.parametrize("kind", ["message", "label", "usage", "custom", "session_info", "leaf", "future_thing"])
def test_the_leaf_is_the_last_entry_of_any_type(tree: Tree, kind: str) -> None:
    tree.user()
    tree.entry(kind, "z", {"targetId": "u1"})
    assert tree.session.leaf_id == "z1"


def test_bookkeeping_on_a_dead_branch_is_the_leaf_all_the_same(tree: Tree) -> None:
    """https://github.com/earendil-works/pi/issues/9930"""
    tree.user()
    tree.assistant()
    tree.at("u1").assistant()
    tree.name("Renamed", parent="a1")
    session = tree.session
    assert ids(session.branch(session.leaf_id)) == ["u1", "a1", "n1"]
    assert ids(session.tree.tips) == ["a2", "n1"]


def test_an_empty_session_has_no_leaf(tree: Tree) -> None:
    session = tree.session
    assert session.leaf_id is None
    assert session.branch(None) == []


def test_an_unknown_leaf_is_refused(tree: Tree) -> None:
    tree.user()
    with pytest.raises(UnknownEntryError, match="zzz"):
        tree.session.branch("zzz")


def test_a_missing_parent_ends_it(tree: Tree) -> None:
    """https://github.com/earendil-works/pi/issues/11460"""
    tree.user()
    tree.user(parent="zzz")
    assert ids(tree.branch()) == ["u2"]


@pytest.mark.parametrize("parent", [None, "", 0, 5, ["u1"], ...])
def test_a_parent_that_is_no_id_ends_it(tree: Tree, parent: object) -> None:
    tree.user()
    tree.user(parentId=parent)
    assert ids(tree.branch()) == ["u2"]


def test_a_parent_may_come_later_in_the_file(tree: Tree) -> None:
    tree.user(parent="a1")
    tree.assistant(parent=None)
    assert ids(tree.branch("u1")) == ["a1", "u1"]


def test_a_circle_ends_at_its_first_repeat(tree: Tree) -> None:
    tree.user(parent="u2")
    tree.user(parent="u1")
    assert ids(tree.branch()) == ["u1", "u2"]
    tree.user(parent="u3")
    assert ids(tree.branch()) == ["u3"]


def test_of_a_doubled_id_the_last_is_walked_through(tree: Tree) -> None:
    tree.user()
    tree.user("first", id="d")
    tree.user("second", id="d", parent=None)
    tree.assistant()
    session = tree.session
    assert ids(session.branch("a1")) == ["d", "a1"]
    assert session.entry("d").body["message"]["content"] == "second"
