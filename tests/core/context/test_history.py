"""The context's size along a path: exact where the model still sees it, shaped by lines below a compaction."""

from __future__ import annotations

import pytest

from pitui.core.context.history import ContextHistory, context_history
from pitui.core.context.projection import intrinsic_measure, project
from tests.builders import Tree


def test_without_a_compaction_every_size_is_exact(tree: Tree) -> None:
    tree.user(100)
    tree.name("books weigh nothing")
    tree.assistant(50)
    history = context_history(project(tree.branch()))
    assert (list(history.sizes), list(history.compactions), history.peak) == ([100, 100, 150], [], 150)


def test_a_compaction_falls_from_what_it_recorded(tree: Tree) -> None:
    tree.user(100)
    tree.assistant(100)
    tree.user(100)
    tree.compaction("u2", 10, tokensBefore=5000)
    tree.assistant(40)
    history = context_history(project(tree.branch()))
    assert list(history.compactions) == [3]
    assert history.sizes[2] == pytest.approx(5000)
    assert list(history.sizes[3:]) == [110, 150]
    assert history.sizes[0] < history.sizes[1] < history.sizes[2]


@pytest.mark.parametrize("recorded", [None, "many", True, -5, 0])
def test_a_compaction_that_recorded_no_size_is_shaped_by_lines(tree: Tree, recorded: object) -> None:
    tree.user(100)
    tree.assistant(100)
    tree.compaction("a1", tokensBefore=recorded)
    assert context_history(project(tree.branch())).sizes[1] > 100


def test_every_entry_has_a_size_through_many_compactions(tree: Tree) -> None:
    for _ in range(4):
        tree.user(100)
        kept = tree.assistant(100)
        tree.compaction(kept, 10, tokensBefore=400)
    history = context_history(project(tree.branch()))
    assert len(history.sizes) == 12
    assert list(history.compactions) == [2, 5, 8, 11]
    assert history.peak == pytest.approx(400)


def test_what_follows_a_compaction_is_drawn_to_the_scale_of_a_report() -> None:
    history = ContextHistory([100, 200, 10, 20, 30], [2])
    assert list(history.ending_at(60).sizes) == [100, 200, 20, 40, 60]
    assert list(ContextHistory([10, 20], []).ending_at(40).sizes) == [20, 40]
    assert list(ContextHistory([0, 0], []).ending_at(40).sizes) == [0, 0]
    assert list(ContextHistory([], []).ending_at(40).sizes) == []


def test_an_empty_path_has_no_peak() -> None:
    assert context_history(project([])).peak == 0


def test_what_is_folded_away_is_not_measured(tree: Tree) -> None:
    tree.user(4000)
    tree.assistant(4000)
    tree.user("kept")
    tree.compaction("u2")
    projection = project(tree.branch())
    context_history(projection)
    weighed = projection.path[0].source.memo[intrinsic_measure.__wrapped__]
    assert [entry.offset in weighed for entry in projection.path] == [False, False, True, True]
