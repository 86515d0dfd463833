"""A compaction decided and not yet done: what is summed up, what is kept, and what is carried on."""

import pytest

from pitui.core.compaction.preparation import (
    ALREADY_COMPACTED,
    NOTHING_TO_COMPACT,
    CompactionPreparation,
    prepare_compaction,
    why_nothing,
)
from pitui.core.errors import NothingToDoError
from pitui.core.session.messages import Message
from pitui.core.settings import CompactionSettings
from tests.builders import Tree, call, ids, usage


def prepared(tree: Tree, keep: int = 5, *, before: str | None = None, leaf: str | None = None) -> CompactionPreparation:
    preparation = prepare_compaction(
        tree.branch(leaf), CompactionSettings(keep_recent_tokens=keep), cut_entry_id=before
    )
    assert preparation is not None
    return preparation


def said(messages: tuple[Message, ...]) -> list[object]:
    return [message.data.get("summary", message.content) for message in messages]


@pytest.fixture
def two_turns(tree: Tree) -> Tree:
    tree.user("one")
    tree.assistant("two")
    tree.user("three")
    tree.assistant(10)
    return tree


class TestNothing:
    def test_already_compacted(self, two_turns: Tree) -> None:
        two_turns.compaction("u2")
        path = two_turns.branch()
        assert prepare_compaction(path, CompactionSettings(keep_recent_tokens=1)) is None
        assert why_nothing(path) == ALREADY_COMPACTED

    def test_all_of_it_is_kept(self, two_turns: Tree) -> None:
        path = two_turns.branch()
        assert prepare_compaction(path, CompactionSettings()) is None
        assert why_nothing(path) == NOTHING_TO_COMPACT

    def test_an_empty_session(self) -> None:
        assert prepare_compaction([], CompactionSettings()) is None
        assert why_nothing([]) == NOTHING_TO_COMPACT

    def test_system_messages_alone_are_nothing(self, tree: Tree) -> None:
        tree.system(50)
        tree.user(10)
        assert prepare_compaction(tree.branch(), CompactionSettings(keep_recent_tokens=5)) is None

    def test_a_word_after_the_compaction_changes_that(self, two_turns: Tree) -> None:
        two_turns.compaction("u1")
        two_turns.label("u1", "mark")
        assert prepared(two_turns).first_kept_entry_id == "a2"


class TestParts:
    def test_between_turns_there_is_one(self, two_turns: Tree) -> None:
        preparation = prepared(two_turns, 11)
        assert preparation.first_kept_entry_id == "u2"
        assert not preparation.is_split_turn
        assert said(preparation.messages_to_summarize) == ["one", [{"type": "text", "text": "two"}]]
        assert preparation.turn_prefix_messages == ()
        assert [projected.entry.id for projected in preparation.kept] == ["u2", "a2"]

    def test_inside_a_turn_its_beginning_is_another(self, two_turns: Tree) -> None:
        preparation = prepared(two_turns, 5)
        assert preparation.first_kept_entry_id == "a2"
        assert preparation.is_split_turn
        assert said(preparation.messages_to_summarize) == ["one", [{"type": "text", "text": "two"}]]
        assert said(preparation.turn_prefix_messages) == ["three"]
        assert said(preparation.all_messages)[-1] == "three"

    def test_a_single_turn_is_all_prefix(self, tree: Tree) -> None:
        tree.user("one")
        tree.assistant(10)
        preparation = prepared(tree, 5)
        assert preparation.messages_to_summarize == ()
        assert said(preparation.turn_prefix_messages) == ["one"]

    def test_system_messages_are_in_neither(self, tree: Tree) -> None:
        tree.system("prompt")
        tree.user("one")
        tree.system("more")
        tree.assistant(10)
        assert said(prepared(tree, 5).all_messages) == ["one"]

    def test_edits_hold(self, two_turns: Tree) -> None:
        two_turns.edit("u1")
        two_turns.edit("a1", "new")
        assert said(prepared(two_turns, 11).messages_to_summarize) == [[{"type": "text", "text": "new"}]]

    def test_other_branches_are_not_in_it(self, tree: Tree) -> None:
        tree.user("one")
        tree.assistant([call("read", path="leaked")], usage=usage(99_999))
        tree.compaction("a1", details={"readFiles": ["leaked too"]})
        tree.at("u1").assistant("two")
        tree.user(10)
        preparation = prepared(tree)
        assert said(preparation.all_messages) == ["one", [{"type": "text", "text": "two"}]]
        assert preparation.file_ops.lists() == ([], [])
        assert preparation.tokens_before == 2 + 1 + 10 - 1
        assert preparation.previous_summary is None


class TestAgain:
    def test_what_the_last_one_kept_is_summed_up_now(self, two_turns: Tree) -> None:
        """https://github.com/earendil-works/pi/issues/2608"""
        two_turns.compaction("u2", "OLD", details={"readFiles": ["a", "b"], "modifiedFiles": ["m"]})
        two_turns.assistant([call("write", path="a")])
        two_turns.user(10)
        preparation = prepared(two_turns)
        assert said(preparation.messages_to_summarize)[0] == "three"
        assert len(preparation.messages_to_summarize) == 3
        assert preparation.previous_summary == "OLD"
        assert preparation.file_ops.lists() == (["b"], ["a", "m"])

    @pytest.mark.parametrize("kept", ["zzz", "c1", None])
    def test_where_it_kept_nothing_the_range_starts_behind_it(self, two_turns: Tree, kept: str | None) -> None:
        two_turns.compaction(kept, "OLD")
        two_turns.user("four")
        two_turns.user(10)
        assert said(prepared(two_turns).messages_to_summarize) == ["four"]

    def test_one_that_an_edit_omits_counts_as_none(self, two_turns: Tree) -> None:
        two_turns.compaction("u2", "OLD", details={"readFiles": ["a"]})
        two_turns.edit("c1")
        two_turns.user(10)
        preparation = prepared(two_turns)
        assert preparation.previous_summary is None
        assert preparation.file_ops.lists() == ([], [])
        assert preparation.start == 0

    def test_a_hooks_lists_are_not_carried_on(self, two_turns: Tree) -> None:
        two_turns.compaction("u2", "OLD", details={"readFiles": ["a"]}, fromHook=True)
        two_turns.user(10)
        assert prepared(two_turns).file_ops.lists() == ([], [])


class TestFiles:
    def test_calls_of_both_parts_count_and_those_kept_do_not(self, tree: Tree) -> None:
        tree.user("one")
        tree.assistant([call("read", path="history")])
        tree.user("two")
        tree.assistant([call("edit", path="prefix")])
        tree.result(more={"nestedCalls": {"calls": [{"name": "write", "arguments": {"path": "nested"}}]}})
        tree.assistant([call("read", path="kept"), {"type": "text", "text": "x" * 400}])
        assert prepared(tree, 50).file_ops.lists() == (["history"], ["nested", "prefix"])

    @pytest.mark.parametrize("said", ["done", "half a pair: \ud83d"])
    def test_calls_nested_in_a_result_count_on_either_road_a_line_is_read(self, tree: Tree, said: str) -> None:
        tree.user("one")
        tree.result(said, more={"nestedCalls": {"calls": [{"name": "read", "arguments": {"path": "nested"}}]}})
        tree.user(50)
        assert prepared(tree).file_ops.lists() == (["nested"], [])

    def test_calls_that_an_edit_takes_out_do_not_count(self, tree: Tree) -> None:
        tree.user("one")
        tree.assistant([call("read", path="replaced")])
        tree.user("two")
        tree.edit("a1", "nothing was read")
        tree.user(50)
        assert prepared(tree).file_ops.lists() == ([], [])


class TestTokens:
    def test_a_fresh_report_counts(self, two_turns: Tree) -> None:
        two_turns.assistant(1, usage=usage(70_000))
        two_turns.user(10)
        assert prepared(two_turns).tokens_before == 70_010

    def test_a_stale_one_does_not(self, two_turns: Tree) -> None:
        two_turns.assistant(1, usage=usage(70_000))
        two_turns.compaction("a3", summary=4)
        two_turns.user(10)
        assert prepared(two_turns).tokens_before == 4 + 1 + 10

    def test_a_large_custom_message_counts_towards_what_is_kept(self, two_turns: Tree) -> None:
        """https://github.com/earendil-works/pi/issues/6326"""
        two_turns.custom_message(30_000)
        assert prepared(two_turns, 20_000).first_kept_entry_id == "cm1"


class TestSystemState:
    def test_the_prompt_in_force_is_carried_on(self, tree: Tree) -> None:
        tree.system("base", more={"sections": {"a": "A"}})
        tree.user("one")
        tree.system("more", more={"sections": {"a": None}})
        tree.user(10)
        system = prepared(tree).system_message
        assert system is not None
        assert system.content == "base\n\nmore"
        assert "sections" not in system.data

    def test_without_one_there_is_none(self, two_turns: Tree) -> None:
        assert prepared(two_turns).system_message is None


class TestMovedByHand:
    def test_the_cut_stands_before_the_entry_named(self, two_turns: Tree) -> None:
        preparation = prepared(two_turns, before="a1")
        assert (preparation.first_kept_entry_id, preparation.is_split_turn) == ("a1", True)
        assert said(preparation.turn_prefix_messages) == ["one"]

    def test_bookkeeping_before_it_comes_along(self, two_turns: Tree) -> None:
        two_turns.model()
        two_turns.user(10)
        assert prepared(two_turns, before="u3").first_kept_entry_id == "mc1"

    @pytest.mark.parametrize("entry", ["c1", "u1", "zzz"])
    def test_an_entry_outside_the_range_is_refused(self, two_turns: Tree, entry: str) -> None:
        two_turns.compaction("u2")
        two_turns.user(10)
        with pytest.raises(NothingToDoError, match=entry):
            prepared(two_turns, before=entry)

    def test_nothing_before_it_is_nothing_to_do(self, two_turns: Tree) -> None:
        assert prepare_compaction(two_turns.branch(), CompactionSettings(), cut_entry_id="u1") is None


def test_deciding_changes_no_byte(two_turns: Tree) -> None:
    before = two_turns.bytes
    prepared(two_turns)
    assert two_turns.bytes == before
    assert ids(two_turns.session.entries) == ["u1", "a1", "u2", "a2"]
