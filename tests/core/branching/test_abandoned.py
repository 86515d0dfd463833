"""What a switch leaves behind, and the part of it that fits into a request."""

import pytest

from pitui.core.branching.abandoned import (
    BranchPreparation,
    collect_entries_for_branch_summary,
    prepare_branch_entries,
)
from pitui.core.errors import UnknownEntryError
from tests.builders import Tree, call, ids


def left(tree: Tree, old: str | None, target: str) -> tuple[list[str], str | None]:
    found = collect_entries_for_branch_summary(tree.session, old, target)
    return ids(found.entries), found.common_ancestor_id


def fitting(tree: Tree, budget: float = 0) -> BranchPreparation:
    return prepare_branch_entries(tree.branch(), budget)


def roles(preparation: BranchPreparation) -> list[str]:
    return [message.role for message in preparation.messages]


class TestCollecting:
    @pytest.fixture
    def forked(self, tree: Tree) -> Tree:
        tree.user()
        tree.assistant()
        tree.user()
        tree.compaction("u2")
        tree.assistant()
        tree.at("a1").user()
        tree.assistant()
        return tree

    def test_from_the_leaf_back_to_where_the_paths_part_right_through_compactions(self, forked: Tree) -> None:
        assert left(forked, "a2", "a3") == (["u2", "c1", "a2"], "a1")

    def test_to_an_ancestor_it_is_all_that_follows_it(self, forked: Tree) -> None:
        assert left(forked, "a3", "u1") == (["a1", "u3", "a3"], "u1")

    def test_downwards_nothing_is_left(self, forked: Tree) -> None:
        assert left(forked, "a1", "a3") == ([], "a1")

    def test_to_where_one_is_nothing_is_left(self, forked: Tree) -> None:
        assert left(forked, "a3", "a3") == ([], "a3")

    def test_without_an_old_leaf_nothing_is_left(self, forked: Tree) -> None:
        assert left(forked, None, "a3") == ([], None)

    @pytest.mark.parametrize("target", ["u4", "zzz"])
    def test_to_another_root_or_nowhere_the_whole_path_is_left(self, forked: Tree, target: str) -> None:
        forked.user(parent=None)
        assert left(forked, "a1", target) == (["u1", "a1"], None)

    def test_an_unknown_old_leaf_is_refused(self, forked: Tree) -> None:
        with pytest.raises(UnknownEntryError):
            left(forked, "zzz", "a3")


class TestMessages:
    def test_results_and_bookkeeping_are_left_out(self, tree: Tree) -> None:
        tree.user()
        tree.assistant([call("read", path="a")])
        tree.result()
        tree.label("u1", "mark")
        tree.model()
        tree.bash(more={"excludeFromContext": True})
        tree.custom_message()
        tree.system()
        assert roles(fitting(tree)) == ["user", "assistant", "bashExecution", "custom", "system"]

    def test_summaries_are_told_as_summaries_even_empty_ones(self, tree: Tree) -> None:
        tree.compaction(summary="C", systemMessage={"role": "system", "content": "P", "timestamp": 1})
        tree.branch_summary(summary="")
        assert [(m.role, m.data["summary"]) for m in fitting(tree).messages] == [
            ("compactionSummary", "C"),
            ("branchSummary", ""),
        ]

    def test_edits_among_them_hold(self, tree: Tree) -> None:
        tree.user("one")
        tree.assistant("two")
        tree.edit("u1")
        tree.edit("a1", "new")
        assert [message.content for message in fitting(tree).messages] == [[{"type": "text", "text": "new"}]]

    def test_edits_outside_do_not(self, tree: Tree) -> None:
        tree.user("one")
        tree.edit("u1")
        assert roles(prepare_branch_entries(tree.branch("u1"), 0)) == ["user"]

    @pytest.mark.parametrize("target", [None, ["u1"], {"id": 1}])
    def test_one_aimed_at_nothing_is_no_harm(self, tree: Tree, target: object) -> None:
        tree.user("one")
        tree.entry("context_edit", "e", {"targetId": target, "replacement": None})
        assert roles(fitting(tree)) == ["user"]


class TestBudget:
    @pytest.fixture
    def long(self, tree: Tree) -> Tree:
        for _ in range(3):
            tree.user(10)
        return tree

    @pytest.mark.parametrize(("budget", "count"), [(9, 0), (10, 1), (29, 2), (30, 3), (0, 3), (-5, 3)])
    def test_the_newest_that_fit_and_none_is_no_limit(self, long: Tree, budget: float, count: int) -> None:
        preparation = fitting(long, budget)
        assert len(preparation.messages) == count
        assert preparation.total_tokens == 10 * count

    def test_one_that_does_not_fit_ends_the_walk(self, long: Tree) -> None:
        long.user(100)
        long.user(1)
        assert fitting(long, 50).total_tokens == 1

    @pytest.mark.parametrize("word", ["compaction", "branch_summary"])
    @pytest.mark.parametrize(("used", "taken"), [(89, True), (90, False)])
    def test_a_summary_is_taken_all_the_same_below_nine_tenths(
        self, tree: Tree, word: str, used: int, taken: bool
    ) -> None:
        tree.user(1)
        getattr(tree, word)(summary=500)
        tree.user(used)
        assert len(fitting(tree, 100).messages) == 1 + taken


class TestFiles:
    def test_the_lists_of_branch_summaries_count_wherever_they_are(self, tree: Tree) -> None:
        tree.branch_summary(summary=500, details={"readFiles": ["far"], "modifiedFiles": ["m"]})
        tree.branch_summary(details={"readFiles": ["hook"]}, fromHook=True)
        tree.compaction(details={"readFiles": ["compaction"]})
        tree.user(100)
        preparation = fitting(tree, 50)
        assert roles(preparation) == []
        assert preparation.file_ops.lists() == (["far"], ["m"])

    def test_the_first_misfits_calls_still_count(self, tree: Tree) -> None:
        tree.assistant([call("read", path="older")])
        tree.assistant([call("read", path="misfit"), {"type": "text", "text": "x" * 999}])
        tree.user(10)
        assert fitting(tree, 50).file_ops.lists() == (["misfit"], [])

    def test_calls_inside_results_do_not(self, tree: Tree) -> None:
        tree.result(more={"nestedCalls": {"calls": [{"name": "read", "arguments": {"path": "nested"}}]}})
        assert fitting(tree).file_ops.lists() == ([], [])
