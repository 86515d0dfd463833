"""A move to another entry, decided and not yet done."""

import pytest

from pitui.core.branching.switch import SwitchPlan, plan_switch
from pitui.core.errors import NothingToDoError, UnknownEntryError
from tests.builders import Tree, ids


@pytest.fixture
def forked(tree: Tree) -> Tree:
    """`a2` and below it `a3` on one branch, `a4` on another, both under `a1`."""
    tree.user("one")
    tree.assistant("two")
    tree.user("three")
    tree.assistant("four")
    tree.assistant("five")
    tree.at("a1").user("six")
    tree.assistant("seven")
    return tree


def plan(tree: Tree, target: str, old: str | None = None) -> SwitchPlan:
    return plan_switch(tree.session, old or tree.session.leaf_id, target)


class TestLanding:
    def test_a_reply_becomes_the_leaf_itself(self, forked: Tree) -> None:
        move = plan(forked, "a2")
        assert (move.old_leaf_id, move.new_leaf_id, move.editor_text) == ("a4", "a2", None)

    def test_what_a_person_said_makes_its_parent_the_leaf_and_is_handed_back(self, forked: Tree) -> None:
        move = plan(forked, "u2")
        assert (move.new_leaf_id, move.editor_text) == ("a1", "three")

    def test_at_a_root_the_leaf_is_before_everything(self, forked: Tree) -> None:
        move = plan(forked, "u1")
        assert (move.new_leaf_id, move.editor_text) == (None, "one")
        assert list(move.after.entries) == []

    @pytest.mark.parametrize("parent", ["zzz", "u9"])
    def test_so_it_is_at_an_orphan_and_in_a_circle(self, forked: Tree, parent: str) -> None:
        forked.user("lost", id="u9", parent=parent)
        forked.at("a4").assistant()
        assert plan(forked, "u9").new_leaf_id is None

    def test_an_extensions_message_counts_as_said(self, forked: Tree) -> None:
        forked.at("a2").custom_message([{"type": "text", "text": "no"}, {"type": "text", "text": "te"}])
        assert plan(forked, "cm1", "a4").new_leaf_id == "a2"
        assert plan(forked, "cm1", "a4").editor_text == "note"

    @pytest.mark.parametrize("word", ["bash", "branch_summary", "compaction", "model", "system", "result"])
    def test_anything_else_becomes_the_leaf(self, forked: Tree, word: str) -> None:
        target = getattr(forked, word)()
        assert plan(forked, target, "a2").new_leaf_id == target

    @pytest.mark.parametrize("content", [None, ..., 5, []])
    def test_a_message_without_a_text_hands_back_an_empty_one(self, forked: Tree, content: object) -> None:
        """https://github.com/earendil-works/pi/issues/6343"""
        forked.message("user", {"content": content})
        assert plan(forked, "m1", "a2").editor_text == ""


class TestRefusals:
    def test_already_there(self, forked: Tree) -> None:
        with pytest.raises(NothingToDoError) as refused:
            plan(forked, "a4")
        assert refused.value.title == "Already here"

    def test_nowhere(self, forked: Tree) -> None:
        with pytest.raises(UnknownEntryError):
            plan(forked, "zzz")


class TestWhatChanges:
    def test_what_is_left_and_what_is_entered(self, forked: Tree) -> None:
        move = plan(forked, "a3")
        assert move.abandoned.common_ancestor_id == "a1"
        assert ids(move.abandoned.entries) == ["u3", "a4"]
        assert ids(move.entered) == ["u2", "a2", "a3"]

    def test_before_and_after_are_the_two_contexts(self, forked: Tree) -> None:
        move = plan(forked, "a3")
        assert list(move.before.by_id) == ["u1", "a1", "u3", "a4"]
        assert list(move.after.by_id) == ["u1", "a1", "u2", "a2", "a3"]

    def test_downwards_there_is_nothing_to_sum_up(self, forked: Tree) -> None:
        assert not plan(forked, "a3", "a1").can_summarize
        assert ids(plan(forked, "a3", "a1").entered) == ["u2", "a2", "a3"]

    def test_nor_among_bookkeeping_and_results(self, forked: Tree) -> None:
        forked.at("a1").label("u1", "mark")
        forked.result()
        assert not plan(forked, "a1").can_summarize
        assert plan(forked, "a1", "a4").can_summarize

    def test_edits_that_no_longer_hold_are_named(self, forked: Tree) -> None:
        forked.edit("u1")
        assert ids(plan(forked, "a2").edits_undone) == ["e1"]

    def test_to_another_root_everything_is_entered(self, forked: Tree) -> None:
        forked.user("elsewhere", parent=None)
        forked.assistant()
        move = plan(forked, "a5", "a1")
        assert ids(move.entered) == ["u4", "a5"]
        assert ids(move.abandoned.entries) == ["u1", "a1"]


def test_deciding_changes_no_byte(forked: Tree) -> None:
    before = forked.bytes
    assert plan(forked, "a3").can_summarize
    assert forked.bytes == before
