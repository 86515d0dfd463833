"""Where a compaction cuts: every rule of it, on contexts of a few messages."""

import pytest

from pitui.core.compaction.cut_point import find_cut_point, is_legal_cut, why_illegal
from pitui.core.compaction.preparation import boundary_start
from pitui.core.context.projection import project
from tests.builders import Tree, call


def cut(tree: Tree, keep: float) -> tuple[str, str | None] | None:
    """The first entry kept, and where the turn starts that is split, if one is."""
    projection = project(tree.branch())
    entries = projection.entries
    found = find_cut_point(entries, boundary_start(projection), keep)
    if found is None:
        return None
    turn = found.turn_start_index
    return entries[found.first_kept_index].entry.id, None if turn is None else entries[turn].entry.id


@pytest.fixture
def turns(tree: Tree) -> Tree:
    """Three turns of 10 + 20 tokens."""
    for _ in range(3):
        tree.user(10)
        tree.assistant(20)
    return tree


class TestWalkingBack:
    @pytest.mark.parametrize(
        ("keep", "first_kept"),
        [(1, "a3"), (20, "a3"), (21, "u3"), (30, "u3"), (31, "a2"), (51, "u2"), (81, "u1"), (91, "u1")],
    )
    def test_the_cut_is_where_the_sum_reaches_what_is_kept(self, turns: Tree, keep: int, first_kept: str) -> None:
        found = cut(turns, keep)
        assert found is not None
        assert found[0] == first_kept

    def test_never_reached_it_is_the_first_legal_cut(self, tree: Tree) -> None:
        tree.result(10)
        tree.user(10)
        tree.assistant(10)
        assert cut(tree, 1_000_000) == ("u1", None)

    def test_entries_worth_nothing_are_passed_over(self, turns: Tree) -> None:
        turns.user("")
        turns.label("u1", "mark")
        assert cut(turns, 0) == ("a3", "u3")

    def test_a_text_that_is_none_ends_the_sum_as_in_pi(self, turns: Tree) -> None:
        turns.user([{"type": "text", "text": 5}])
        assert cut(turns, 1) == ("u1", None)


class TestLegalCuts:
    @pytest.mark.parametrize("word", ["user", "assistant", "bash", "custom_message", "branch_summary"])
    def test_what_is_said_or_summed_up_may_be_cut_before(self, turns: Tree, word: str) -> None:
        entry_id = getattr(turns, word)(**{"summary": 20} if word == "branch_summary" else {})
        found = cut(turns, 1)
        assert found is not None
        assert found[0] == entry_id

    def test_a_result_goes_with_the_next_reply_instead(self, turns: Tree) -> None:
        turns.result(50)
        turns.assistant(5)
        assert cut(turns, 30) == ("a4", "u3")

    def test_or_with_the_call_when_no_reply_follows(self, turns: Tree) -> None:
        """https://github.com/earendil-works/pi/issues/9740"""
        turns.assistant([call("read", path="f")])
        turns.result(100_000)
        assert cut(turns, 20_000) == ("a4", "u3")

    def test_only_results_leave_nothing_to_cut(self, tree: Tree) -> None:
        tree.result(1000)
        assert cut(tree, 10) is None

    def test_a_compaction_is_no_place(self, turns: Tree) -> None:
        turns.compaction("u3")
        turns.user(10)
        turns.compaction("u3")
        turns.assistant(1)
        assert cut(turns, 11) == ("u4", None)

    @pytest.mark.parametrize(
        ("word", "why"),
        [
            ("result", "a tool result stays with its call"),
            ("system", "the system prompt is carried over, not cut"),
            ("model", "the model does not see this entry; it goes with what follows"),
            ("compaction", "a compaction is no place to cut"),
        ],
    )
    def test_why_not(self, tree: Tree, word: str, why: str) -> None:
        getattr(tree, word)()
        (projected,) = project(tree.branch()).entries
        assert not is_legal_cut(projected)
        assert why_illegal(projected) == why

    def test_an_omitted_entry_is_no_place(self, turns: Tree) -> None:
        turns.edit("u3")
        projected = project(turns.branch()).by_id["u3"]
        assert why_illegal(projected) == "an edit omits this entry"
        assert cut(turns, 21) == ("a2", "u2")


class TestBookkeeping:
    def test_it_travels_with_the_side_that_is_kept(self, turns: Tree) -> None:
        """https://github.com/earendil-works/pi/issues/2304"""
        turns.model()
        turns.name("Renamed")
        turns.user(10)
        assert cut(turns, 5) == ("mc1", "u3")

    def test_a_kept_user_message_behind_it_counts_as_a_split_turn_as_in_pi(self, turns: Tree) -> None:
        turns.label("u1", "mark")
        turns.user(10)
        turns.assistant(10)
        assert cut(turns, 15) == ("l1", "u3")

    def test_what_an_edit_omits_travels_too(self, turns: Tree) -> None:
        turns.user(10)
        turns.edit("a3")
        assert cut(turns, 5) == ("a3", "u3")

    def test_it_stops_at_a_compaction(self, tree: Tree) -> None:
        tree.user(10)
        tree.compaction("u1")
        tree.label("u1", "mark")
        tree.user(10)
        tree.compaction("u1")
        tree.model()
        tree.user(10)
        assert cut(tree, 5) == ("mc1", "u2")
        assert cut(tree, 15) == ("l1", "u1")


class TestSplitTurns:
    @pytest.mark.parametrize("word", ["user", "bash", "custom_message", "branch_summary"])
    def test_a_turn_starts_at_what_is_said_or_summed_up(self, tree: Tree, word: str) -> None:
        tree.user(10)
        start = getattr(tree, word)()
        tree.assistant(10)
        tree.result(10)
        tree.assistant(10)
        assert cut(tree, 5) == ("a2", start)

    def test_a_cut_at_a_turns_start_splits_none(self, turns: Tree) -> None:
        assert cut(turns, 25) == ("u3", None)

    def test_a_reply_no_turn_starts_before_splits_none(self, tree: Tree) -> None:
        tree.assistant(10)
        tree.assistant(10)
        assert cut(tree, 5) == ("a2", None)

    def test_a_turn_start_behind_the_boundary_does_not_count(self, tree: Tree) -> None:
        tree.user(10)
        tree.compaction()
        tree.assistant(10)
        tree.assistant(10)
        assert cut(tree, 5) == ("a2", None)


class TestRecoverySuffix:
    """What follows the cut is one failed attempt that edits have omitted: its prompt was answered for."""

    def attempt(self, tree: Tree) -> None:
        tree.user(10)
        tree.assistant(20, stop="error")
        tree.edit(tree.leaf or "")

    def test_the_cut_moves_past_the_prompt(self, turns: Tree) -> None:
        self.attempt(turns)
        assert cut(turns, 5) == ("a4", "u4")

    def test_bookkeeping_inside_is_no_harm(self, turns: Tree) -> None:
        self.attempt(turns)
        turns.model()
        assert cut(turns, 5) == ("a4", "u4")

    def test_omitted_results_are_part_of_it(self, turns: Tree) -> None:
        turns.user(10)
        turns.assistant([call("read", path="f")], stop="error")
        turns.result(10)
        turns.edit("a4")
        turns.edit("r1")
        assert cut(turns, 5) == ("a4", "u4")

    def test_an_edit_of_what_it_omits_is_part_of_it(self, turns: Tree) -> None:
        self.attempt(turns)
        turns.edit("a4", "shorter")
        turns.edit("a4")
        assert cut(turns, 5) == ("a4", "u4")

    def test_not_with_anything_the_model_sees(self, turns: Tree) -> None:
        self.attempt(turns)
        turns.bash("", "")
        assert cut(turns, 5) == ("u4", None)

    def test_not_with_an_edit_of_anything_outside(self, turns: Tree) -> None:
        self.attempt(turns)
        turns.edit("u4", "four words of it")
        assert cut(turns, 2) == ("u4", None)

    def test_not_without_an_omitted_reply(self, turns: Tree) -> None:
        turns.user(10)
        turns.user(10)
        turns.edit("u5")
        assert cut(turns, 5) == ("u4", None)

    def test_not_with_a_compaction_in_it(self, turns: Tree) -> None:
        self.attempt(turns)
        turns.compaction("u4")
        turns.compaction("u4")
        turns.label("u4", "mark")
        assert cut(turns, 5) == ("u4", None)

    def test_not_before_the_sum_is_reached(self, tree: Tree) -> None:
        self.attempt(tree)
        assert cut(tree, 11) == ("u1", None)
        assert cut(tree, 10) == ("a1", "u1")
