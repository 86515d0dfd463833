"""The context against the model's window: parts, reports, thresholds, and how many turns are left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitui.core.catalog import Model
from pitui.core.context.budget import Budget, Window, growth_of, measure_budget, window_of
from pitui.core.context.projection import project
from pitui.core.context.usage import plain_estimate
from pitui.core.settings import CompactionSettings
from tests.builders import Tree, image, thinking, usage


def budget(tree: Tree, window: int | None = 10_000, **settings: object) -> Budget:
    chosen = replace(CompactionSettings(reserve_tokens=2000), **settings)  # type: ignore[arg-type]
    return measure_budget(project(tree.branch()), Window(window), chosen)


def test_the_parts_add_up_to_the_plain_estimate(tree: Tree) -> None:
    tree.system(100)
    tree.system(more={"sections": {"rules": "Be brief."}})
    tree.user([{"type": "text", "text": "see"}, image()])
    tree.assistant([thinking(30), {"type": "text", "text": "seen"}])
    tree.result(50)
    tree.compaction("u1", systemMessage={"role": "system", "content": "You are pi.", "timestamp": 1})
    tree.system("More.")
    shown = budget(tree)
    assert shown.estimated == plain_estimate(project(tree.branch()))
    assert dict(shown.parts)["tools"] == 50
    assert dict(shown.parts)["images"] == 1201


def test_a_report_counts_what_follows_it_as_an_estimate(tree: Tree) -> None:
    tree.user("go")
    tree.assistant("done", usage=usage(5000))
    tree.user(100)
    shown = budget(tree)
    assert (shown.reported, shown.trailing, shown.used) == (5100, 100, 5100)
    assert shown.unaccounted == 5100 - shown.estimated
    assert shown.unreported == ""


def test_without_a_reply_there_is_no_report(tree: Tree) -> None:
    tree.user(100)
    shown = budget(tree)
    assert (shown.reported, shown.unreported, shown.used) == (None, "no reply yet", 100)
    assert shown.unaccounted == 0


def test_a_compaction_makes_the_report_unknown_until_a_reply(tree: Tree) -> None:
    tree.user(100)
    tree.assistant("done", usage=usage(5000))
    tree.compaction("a1")
    assert (budget(tree).reported, budget(tree).unreported) == (None, "no reply since the compaction")
    tree.user("go on")
    tree.assistant("yes", usage=usage(700))
    assert budget(tree).reported == 700


def test_an_edit_makes_the_report_stale(tree: Tree) -> None:
    tree.user(100)
    tree.assistant("done", usage=usage(5000))
    tree.edit("u1")
    assert (budget(tree).reported, budget(tree).unreported) == (None, "no reply since the last edit")


def test_threshold_headroom_and_turns_left(tree: Tree) -> None:
    for _ in range(6):
        tree.user(100)
        tree.assistant(400)
    shown = budget(tree)
    assert (shown.threshold, shown.used, shown.headroom) == (8000, 3000, 5000)
    assert (shown.growth, shown.turns_left) == (500, 10)


def test_growth_looks_at_the_last_answered_turns(tree: Tree) -> None:
    tree.user(9000)
    tree.assistant(1)
    for _ in range(5):
        tree.user(100)
        tree.assistant(100)
    tree.user(5000)
    assert growth_of(project(tree.branch()).entries) == 200


def test_growth_is_unknown_before_the_first_reply(tree: Tree) -> None:
    tree.user(100)
    assert budget(tree).growth is None
    assert budget(tree).turns_left is None


@pytest.mark.parametrize(("size", "level"), [(7000, "calm"), (7001, "warning"), (9000, "warning"), (9001, "alarm")])
def test_the_level_rises_strictly_above_its_share(tree: Tree, size: int, level: str) -> None:
    tree.assistant("x", usage=usage(size))
    assert budget(tree).level == level


@pytest.mark.parametrize(("size", "over"), [(8000, False), (8001, True)])
def test_over_is_strictly_above_the_threshold(tree: Tree, size: int, over: bool) -> None:
    tree.assistant("x", usage=usage(size))
    assert budget(tree).over is over
    assert budget(tree, enabled=False).over is False


def test_without_auto_compaction_the_window_is_the_limit(tree: Tree) -> None:
    tree.assistant("x", usage=usage(4000))
    assert budget(tree, enabled=False).headroom == 6000


def test_an_unknown_window_leaves_the_rest_unknown(tree: Tree) -> None:
    tree.assistant("x", usage=usage(4000))
    shown = budget(tree, window=None)
    assert (shown.threshold, shown.headroom, shown.share, shown.turns_left) == (None, None, None, None)
    assert (shown.level, shown.over) == ("calm", False)


def test_a_reserve_larger_than_the_window_gives_a_threshold_below_zero(tree: Tree) -> None:
    tree.user("go")
    shown = budget(tree, reserve_tokens=50_000)
    assert shown.threshold == -40_000
    assert shown.over


def test_a_window_comes_from_a_model() -> None:
    model = Model("anthropic", "claude", "Claude", 200_000, 8192, "models.json", assumed=True)
    assert window_of(model) == Window(200_000, True, "models.json")
    assert window_of(replace(model, context_window=0)) == Window(None)
    assert window_of(None) == Window(None)
