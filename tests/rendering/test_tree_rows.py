"""The tree as rows: straight runs stay flat, forks indent, and what a filter hides hands its children on."""

from pathlib import Path

import pytest

from pitui.core.session.filters import shown
from pitui.core.settings.other import TreeFilterMode
from pitui.rendering.tree_rows import TreeRows, tree_rows
from tests.builders import Tree, call, chain


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "session.jsonl")


def laid_out(tree: Tree, mode: TreeFilterMode = "all", *, folded: tuple[str, ...] = ()) -> TreeRows:
    session = tree.session
    leaf = session.leaf_id
    return tree_rows(session, leaf, lambda entry: shown(entry, mode, leaf, session.labels), folded)


def drawn(rows: TreeRows) -> list[str]:
    return [row.guides + row.entry.id for row in rows.rows]


def test_a_straight_run_is_flat_and_a_fork_indents_the_branch_in_use_first(tree: Tree) -> None:
    tree.user()
    tree.assistant()
    tree.user()
    tree.at("a1").user()
    tree.assistant()
    assert drawn(laid_out(tree)) == ["u1", "a1", "├─ u3", "│  a2", "└─ u2"]


def test_a_hidden_middle_hands_its_children_to_the_nearest_ancestor_shown(tree: Tree) -> None:
    """https://github.com/earendil-works/pi/issues/739"""
    tree.user()
    tree.assistant([call("read")])
    tree.result()
    tree.assistant("One.")
    tree.at("r1").assistant("Two.")
    tree.at("a1").user("Three.")
    rows = laid_out(tree, "no-tools")
    assert drawn(rows) == ["u1", "├─ u2", "├─ a2", "└─ a3"]
    assert [row.parent for row in rows.rows] == [-1, 0, 0, 0]


def test_parallel_results_side_by_side_are_all_there(tree: Tree) -> None:
    tree.user()
    tree.assistant([call("read")])
    for _ in range(3):
        tree.at("a1").custom("progress")
        tree.result()
    assert {row.entry.id for row in laid_out(tree, "default").rows} == {"u1", "r1", "r2", "r3"}


def test_a_hidden_leaf_is_at_its_nearest_ancestor_shown(tree: Tree) -> None:
    tree.user()
    tree.assistant("Hi.")
    tree.label("u1", "mark")
    rows = laid_out(tree, "default")
    assert rows.rows[rows.leaf_row].entry.id == "a1"


def test_a_fold_hides_what_is_below_and_counts_it(tree: Tree) -> None:
    tree.user()
    tree.assistant()
    tree.user()
    tree.at("a1").user()
    rows = laid_out(tree, folded=("a1",))
    assert drawn(rows) == ["u1", "a1"]
    assert rows.rows[1].hidden == 2


def test_twenty_thousand_levels_are_rows(tmp_path: Path) -> None:
    rows = laid_out(chain(tmp_path / "deep.jsonl", 20_000))
    assert len(rows.rows) == rows.total == 20_000
    assert {row.guides for row in rows.rows} == {""}


def test_orphans_and_circles_are_rows(tree: Tree) -> None:
    tree.user()
    tree.user(parent="zzz")
    tree.user(id="x", parent="y")
    tree.user(id="y", parent="x")
    assert sorted(row.entry.id for row in laid_out(tree).rows) == ["u1", "u2", "x", "y"]
