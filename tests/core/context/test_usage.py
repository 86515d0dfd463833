"""What a provider reported, and how far its report still speaks for the context."""

import math

import pytest

from pitui.core.context.projection import Projection, project
from pitui.core.context.usage import (
    calculate_context_tokens,
    estimate_context,
    estimate_context_tokens,
    estimate_projected_context_tokens,
    plain_estimate,
    reported_tokens,
    should_compact,
)
from tests.builders import Body, Tree, usage


def projected(tree: Tree) -> Projection:
    return project(tree.branch())


def figures(tree: Tree) -> tuple[float, float, float, int | None]:
    found = estimate_projected_context_tokens(projected(tree))
    return found.tokens, found.usage_tokens, found.trailing_tokens, found.last_usage_index


class TestOneReport:
    @pytest.mark.parametrize(
        ("report", "tokens"),
        [
            (usage(100), 100),
            (usage(100, totalTokens=250.0), 250),
            ({"input": 1, "output": 2, "cacheRead": 3, "cacheWrite": 4, "totalTokens": 0}, 10),
            ({"input": 1, "output": 2, "cacheRead": 3, "cacheWrite": 4}, 10),
            ({"input": 1, "output": 2, "cacheRead": None, "cacheWrite": 4}, 7),
            ({"input": 1, "output": 2, "cacheRead": 3, "cacheWrite": 4, "totalTokens": "12"}, 10),
            ({"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0}, 0),
            (usage(100, totalTokens=-5), -5),
        ],
    )
    def test_the_total_or_else_the_sum(self, report: Body, tokens: float) -> None:
        assert calculate_context_tokens(report) == tokens

    @pytest.mark.parametrize("report", [{}, {"input": "a"}, {"input": 1, "output": 2, "cacheRead": 3}])
    def test_parts_that_are_missing_make_no_number(self, report: Body) -> None:
        assert math.isnan(calculate_context_tokens(report))


class TestTheLastGoodReport:
    def test_it_counts_with_an_estimate_of_what_follows(self, tree: Tree) -> None:
        tree.user(10)
        tree.assistant(10, usage=usage(50_000))
        tree.user(7)
        tree.result(5)
        assert figures(tree) == (50_012, 50_000, 12, 1)

    def test_an_empty_one_is_passed_over(self, tree: Tree) -> None:
        """https://github.com/earendil-works/pi/issues/5526"""
        tree.assistant(10, usage=usage(50_000))
        tree.user(7)
        tree.assistant(3, usage=usage(0))
        assert figures(tree) == (50_010, 50_000, 10, 0)

    @pytest.mark.parametrize("stop", ["error", "aborted"])
    def test_a_failed_reply_is_passed_over(self, tree: Tree, stop: str) -> None:
        """https://github.com/earendil-works/pi/issues/1834"""
        tree.assistant(10, usage=usage(60_000))
        tree.user(7)
        tree.assistant(3, usage=usage(190_000), stop=stop)
        assert figures(tree) == (60_010, 60_000, 10, 0)

    @pytest.mark.parametrize("total", ["-5", "1e400", "null", '"x"'])
    def test_one_that_is_no_count_is_passed_over(self, tree: Tree, total: str) -> None:
        tree.assistant(10, usage=usage(50_000))
        parts = '"input":0,"output":0,"cacheRead":0,"cacheWrite":0'
        reply = f'{{"role":"assistant","content":[],"stopReason":"stop","usage":{{{parts},"totalTokens":{total}}}}}'
        tree.line(f'{{"type":"message","id":"a2","parentId":"a1","timestamp":0,"message":{reply}}}')
        assert figures(tree) == (50_000, 50_000, 0, 0)

    @pytest.mark.parametrize("report", [..., None, 5, "x", []])
    def test_without_one_everything_is_estimated(self, tree: Tree, report: Body | None) -> None:
        tree.user(10)
        tree.assistant(5, usage=report)
        assert figures(tree) == (15, 0, 15, None)


class TestStaleReports:
    def test_one_from_before_a_compaction_is_not_trusted(self, tree: Tree) -> None:
        """https://github.com/earendil-works/pi/issues/1382"""
        tree.user(10)
        tree.assistant(20, usage=usage(150_000))
        tree.compaction("u1", summary=5)
        assert figures(tree) == (35, 0, 35, None)
        assert reported_tokens(projected(tree)) is None

    def test_the_first_reply_after_it_is(self, tree: Tree) -> None:
        tree.user(10)
        tree.compaction("u1", summary=5)
        tree.assistant(20, usage=usage(900))
        assert reported_tokens(projected(tree)) == 900

    def test_a_failed_one_is_not(self, tree: Tree) -> None:
        tree.user(10)
        tree.compaction("u1", summary=5)
        tree.assistant(20, usage=usage(900), stop="error")
        assert reported_tokens(projected(tree)) is None
        assert figures(tree)[0] == 35

    def test_nor_is_one_from_before_an_edit(self, tree: Tree) -> None:
        tree.user(10)
        tree.assistant(20, usage=usage(150_000))
        tree.edit("u1")
        assert figures(tree) == (20, 0, 20, None)
        assert reported_tokens(projected(tree)) == 20

    def test_an_edit_on_another_branch_changes_nothing(self, tree: Tree) -> None:
        tree.user(10)
        tree.edit("u1")
        tree.at("u1").assistant(20, usage=usage(150_000))
        assert figures(tree)[0] == 150_000

    def test_the_plain_estimate_trusts_it_all_the_same(self, tree: Tree) -> None:
        tree.user(10)
        tree.assistant(20, usage=usage(150_000))
        tree.compaction("u1", summary=5)
        assert estimate_context(projected(tree)).tokens == 150_000


def test_system_messages_count_as_the_one_they_add_up_to(tree: Tree) -> None:
    tree.system(10, more={"sections": {"a": "x" * 400}})
    tree.system(10, more={"sections": {"a": None}})
    tree.user(5)
    assert plain_estimate(projected(tree)) == -(-(40 + 2 + 40) // 4) + 5
    assert figures(tree)[0] == plain_estimate(projected(tree))
    assert estimate_context(projected(tree)).tokens == 10 + 100 + 10 + 5


def test_over_messages_or_over_entries_it_is_the_same_estimate(tree: Tree) -> None:
    tree.system(3)
    tree.user(10)
    tree.compaction("u1", systemMessage={"role": "system", "content": "P", "timestamp": 1})
    tree.assistant(20, usage=usage(150))
    tree.user(4)
    projection = projected(tree)
    assert estimate_context(projection) == estimate_context_tokens(list(projection.messages))


class TestThreshold:
    @pytest.mark.parametrize(
        ("tokens", "window", "reserve", "due"),
        [
            (83_616, 100_000, 16_384, False),
            (83_617, 100_000, 16_384, True),
            (1, 100, 200, True),
            (0, 100, 100, False),
            (1, 0, 0, True),
        ],
    )
    def test_strictly_more_than_the_window_less_the_reserve(
        self, tokens: float, window: float, reserve: float, due: bool
    ) -> None:
        assert should_compact(tokens, window, enabled=True, reserve_tokens=reserve) is due

    def test_never_when_it_is_off(self) -> None:
        assert not should_compact(1e9, 100, enabled=False, reserve_tokens=0)
