"""Every entry is in the tree once, under its parent or as a root, however broken the file."""

import time
from pathlib import Path

import pytest

from pitui.core.javascript.json import stringify
from tests.builders import Tree, chain, ids


def drawn(tree: Tree) -> list[str]:
    """The tree in pre-order, indented by dots."""
    return ["." * node.depth + node.entry.id for node in tree.session.tree.walk()]


def faults(tree: Tree) -> list[tuple[str, str | None]]:
    return [(fault.kind, fault.entry_id) for fault in tree.session.damage]


def test_children_stand_under_their_parents(tree: Tree) -> None:
    tree.user()
    tree.assistant()
    tree.at("u1").assistant()
    tree.user()
    assert drawn(tree) == ["u1", ".a1", ".a2", "..u2"]
    nodes = list(tree.session.tree.walk())
    assert [(node.parent_id, node.place) for node in nodes] == [(None, 0), ("u1", 0), ("u1", 1), ("a2", 0)]
    assert faults(tree) == []


def test_an_orphan_is_a_root_and_marked(tree: Tree) -> None:
    """https://github.com/earendil-works/pi/issues/11460"""
    tree.user()
    tree.user(parent="zzz")
    assert drawn(tree) == ["u1", "u2"]
    assert faults(tree) == [("orphan", "u2")]


def test_its_own_parent_is_a_root(tree: Tree) -> None:
    tree.user(parent="u1")
    assert drawn(tree) == ["u1"]


def test_a_circle_is_shown_as_roots_and_marked(tree: Tree) -> None:
    tree.user(parent="u2")
    tree.user(parent="u1")
    tree.assistant()
    tree.at("u1").assistant()
    assert drawn(tree) == ["u1", ".a2", "u2", ".a1"]
    assert faults(tree) == [("cycle", "u1"), ("cycle", "u2")]
    assert tree.session.tree.cycle_members == {"u1", "u2"}


def test_a_circle_beside_a_good_branch_does_not_touch_it(tree: Tree) -> None:
    tree.user(parent="u2")
    tree.user(parent="u1")
    tree.at(None).user()
    tree.assistant()
    assert drawn(tree) == ["u3", ".a1", "u1", "u2"]


def test_what_hangs_on_a_circle_stays_under_it(tree: Tree) -> None:
    tree.user(parent="u2")
    tree.user(parent="u1")
    tree.at("u1").assistant()
    tree.user()
    assert drawn(tree) == ["u1", ".a1", "..u3", "u2"]


def test_a_doubled_id_is_shown_once_under_the_last_ones_parent(tree: Tree) -> None:
    """https://github.com/earendil-works/pi/issues/3930"""
    tree.user(id="A")
    tree.assistant(id="B")
    tree.user(id="A", parent=None)
    tree.assistant(id="B")
    for identity in "CDE":
        tree.user(id=identity)
    assert drawn(tree) == ["A", ".B", "..C", "...D", "....E"]
    assert faults(tree) == [("duplicate", "A"), ("duplicate", "B")]
    tree.user(id="C", parent="A")
    assert drawn(tree) == ["A", ".B", ".C", "..D", "...E"]


def test_a_double_below_its_own_child_does_not_hang(tree: Tree) -> None:
    tree.user(id="A")
    tree.user(id="B")
    tree.user(id="A", parent="B")
    assert drawn(tree) == ["A", "B"]


def test_thirty_doubled_levels_are_walked_once(tree: Tree) -> None:
    for level in range(30):
        tree.user(id=f"d{level}", parent=f"d{level - 1}" if level else None)
        tree.user(id=f"d{level}", parent=f"d{level - 1}" if level else None)
    assert len(drawn(tree)) == 30


def test_twenty_thousand_levels_are_no_depth(tmp_path: Path) -> None:
    tree = chain(tmp_path / "deep.jsonl", 20_000)
    session = tree.session
    assert len(session.branch("e20000")) == 20_000
    last = list(session.tree.walk())[-1]
    assert (last.entry.id, last.depth) == ("e20000", 19_999)
    assert len(stringify([node.entry.body for node in session.tree.walk()])) > 20_000


class TestOrder:
    def test_children_are_in_times_order(self, tree: Tree) -> None:
        tree.user()
        for hour in ("03", "01", "02"):
            tree.at("u1").assistant(timestamp=f"2026-01-02T{hour}:00:00Z", id=f"h{hour}")
        assert drawn(tree) == ["u1", ".h01", ".h02", ".h03"]

    def test_roots_stay_in_the_files_order(self, tree: Tree) -> None:
        tree.user(timestamp="2026-01-02T00:00:00Z")
        tree.user(timestamp="2026-01-01T00:00:00Z", parent=None)
        assert drawn(tree) == ["u1", "u2"]

    def test_equal_and_unreadable_times_stay_in_the_files_order(self, tree: Tree) -> None:
        tree.user()
        for number, stamp in enumerate(["2026-01-01T00:00:00Z", "soon", "2026-01-01T00:00:00Z", ""]):
            tree.at("u1").assistant(timestamp=stamp, id=f"c{number}")
        assert drawn(tree) == ["u1", ".c0", ".c1", ".c2", ".c3"]

    @pytest.mark.parametrize(("stamp", "first"), [(0, "old"), (None, "old"), (..., "new"), ("", "new")])
    def test_a_missing_time_is_no_time_and_null_is_1970(self, tree: Tree, stamp: object, first: str) -> None:
        tree.user()
        tree.at("u1").assistant(id="new")
        tree.at("u1").assistant(timestamp=stamp, id="old")
        assert drawn(tree)[1] == f".{first}"


def test_circles_by_the_thousand_are_quick(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "circles.jsonl")
    tree.line("\n".join(f'{{"type":"custom","id":"x{n}","parentId":"x{n ^ 1}"}}' for n in range(50_000)))
    started = time.monotonic()
    assert len(ids(tree.session.tree.roots)) == 50_000
    assert time.monotonic() - started < 5


class TestBranches:
    """How many branches a person would count."""

    def count(self, tree: Tree) -> int:
        return len(tree.session.tree.branch_tips)

    def test_a_chain_is_one_and_a_fork_two(self, tree: Tree) -> None:
        tree.user()
        tree.assistant()
        assert self.count(tree) == 1
        tree.at("u1").assistant()
        assert self.count(tree) == 2

    def test_results_side_by_side_are_one(self, tree: Tree) -> None:
        tree.user()
        tree.assistant()
        for _ in range(3):
            tree.at("a1").custom("progress")
            tree.result()
        assert self.count(tree) == 1
        assert ids(tree.session.tree.tips) == ["r1", "r2", "r3"]

    def test_and_none_when_the_conversation_goes_on_from_another(self, tree: Tree) -> None:
        tree.user()
        tree.assistant()
        for _ in range(3):
            tree.at("a1").result()
        tree.at("r2").assistant()
        assert ids(tree.session.tree.branch_tips) == ["a2"]

    def test_a_branch_that_ends_in_a_result_is_one(self, tree: Tree) -> None:
        tree.user()
        tree.assistant()
        tree.result()
        tree.at("u1").assistant()
        tree.result()
        assert ids(tree.session.tree.branch_tips) == ["r1", "r2"]

    def test_results_of_nobody_are_each_their_own(self, tree: Tree) -> None:
        tree.result()
        tree.result(parent=None)
        assert self.count(tree) == 2
