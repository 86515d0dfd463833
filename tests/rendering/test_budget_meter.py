"""The budget as bars and figures, with and without a known window, in little room and in much."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitui.core.context.budget import Budget, Window, measure_budget
from pitui.core.context.history import ContextHistory, context_history
from pitui.core.context.projection import project
from pitui.core.settings import CompactionSettings, Origin
from pitui.rendering.budget_bar import budget_bar
from pitui.rendering.budget_meter import budget_lines
from pitui.rendering.context_chart import context_chart
from pitui.rendering.picture import text_of
from tests.builders import Tree, usage
from tests.rendering.plain import WIDTHS, check, plain, said

SETTINGS = CompactionSettings(reserve_tokens=2000, reserve_tokens_origin=Origin("agent"))
WINDOW = Window(12_000, origin="models.json")


def budget(tree: Tree, leaf: str | None = None, window: Window = WINDOW, **settings: object) -> Budget:
    return measure_budget(project(tree.branch(leaf)), window, replace(SETTINGS, **settings))  # type: ignore[arg-type]


def test_the_whole_pane(shop: Tree) -> None:
    history = context_history(project(shop.branch()))
    lines = budget_lines(budget(shop), 60, at_cursor=budget(shop, "r2"), history=history)
    expected = """\
▐██░░░∴▞▞▞▞▞▞▞▞▞▞▞▞▞▞▞▣▣▣▣▣⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿·····┊╱╱╱╱╱╱╱╱╱▌
9.0k of 12.0k  75% ▲ over 70%           compacts above 10.0k
reported 9.0k   estimated ~5.5k
headroom 1.0k, less than a turn
if you were at the cursor  ~3.5k of 12.0k  29%
▐██░▞▞▞▞▞▞▞▞▞▞▞▞▞▞·······························┊╱╱╱╱╱╱╱╱╱▌
█ system 500  ▒ you 17  ░ model 444  ∴ thinking 301
▞ tools 3.0k  ▣ images 1.2k  ⠿ not in the file 3.5k
┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈⢠⣤⣤⣤⣤⣶⣶⣶⣶
                 ⢀⣀⣀⣀⣀⣀⣀⣀⣀⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
    ⢀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣸⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
context along this branch, peak ~9.0k · ┈ threshold 10.0k
window 12.0k (models.json) · reserve 2 000 (agent settings)
keep-recent 20 000 (default) · auto-compaction on (default)
"""
    assert plain(lines) == expected


def test_three_lines_for_a_small_pane(shop: Tree) -> None:
    expected = """\
▐██░░░∴▞▞▞▞▞▞▞▞▞▞▞▞▞▞▞▣▣▣▣▣⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿·····┊╱╱╱╱╱╱╱╱╱▌
9.0k of 12.0k  75% ▲ over 70%           compacts above 10.0k
headroom 1.0k, less than a turn
"""
    assert plain(budget_lines(budget(shop), 60, 3)) == expected


def test_what_there_is_no_room_for_is_left_out_from_the_end(shop: Tree) -> None:
    history = context_history(project(shop.branch()))
    lines = budget_lines(budget(shop), 60, 6, at_cursor=budget(shop, "r2"), history=history)
    expected = """\
▐██░░░∴▞▞▞▞▞▞▞▞▞▞▞▞▞▞▞▣▣▣▣▣⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿·····┊╱╱╱╱╱╱╱╱╱▌
9.0k of 12.0k  75% ▲ over 70%           compacts above 10.0k
reported 9.0k   estimated ~5.5k
headroom 1.0k, less than a turn
if you were at the cursor  ~3.5k of 12.0k  29%
▐██░▞▞▞▞▞▞▞▞▞▞▞▞▞▞·······························┊╱╱╱╱╱╱╱╱╱▌
"""
    assert plain(lines) == expected


def test_a_narrow_pane(shop: Tree) -> None:
    expected = """\
▐█░░▞▞▞▞▞▞▞▞▣▣▣▣⠿⠿⠿⠿⠿⠿⠿⠿⠿··┊╱╱╱╱╱▌
9.0k of 12.0k  75% ▲ over 70%
reported 9.0k   estimated ~5.5k
headroom 1.0k, less than a turn
at cursor  ~3.5k of 12.0k  29%
▐█▞▞▞▞▞▞▞▞·················┊╱╱╱╱╱▌
█ system 500  ▒ you 17
░ model 444  ∴ thinking 301
▞ tools 3.0k  ▣ images 1.2k
⠿ not in the file 3.5k
window 12.0k (models.json)
reserve 2 000 (agent settings)
keep-recent 20 000 (default)
auto-compaction on (default)
"""
    assert plain(budget_lines(budget(shop), 34, at_cursor=budget(shop, "r2"))) == expected


def test_an_unknown_window_has_no_free_part(shop: Tree) -> None:
    lines = budget_lines(budget(shop, window=Window(None)), 60, 3)
    expected = """\
▐███░░░∴∴▞▞▞▞▞▞▞▞▞▞▞▞▞▞▞▞▞▞▞▣▣▣▣▣▣▣▣⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿⠿▌
9.0k of a window that nobody knows
headroom ?
"""
    assert plain(lines) == expected


def test_an_assumed_window_says_so(shop: Tree) -> None:
    assert "of 128k assumed  7%" in plain(budget_lines(budget(shop, window=Window(128_000, assumed=True)), 60))


def test_right_after_a_compaction_the_report_is_unknown(shop: Tree) -> None:
    shop.compaction("u3")
    text = plain(budget_lines(budget(shop), 80))
    assert "reported ?" in text
    assert "(no reply since the compaction)" in text
    assert "~1.6k of 12.0k" in text


def test_over_ninety_percent_alarms_in_colour_and_word(shop: Tree) -> None:
    shop.assistant("x", usage=usage(11_500))
    figures = budget_lines(budget(shop), 80)[1]
    assert said(figures, "alarm") == "96% ▲▲ over 90%compacts next, over 10.0k"
    assert text_of(budget_lines(budget(shop), 80, 3)[2]).rstrip() == "1.5k over the limit"


def test_compaction_that_is_off_is_said_and_has_no_threshold(shop: Tree) -> None:
    lines = budget_lines(budget(shop, enabled=False), 60)
    assert "auto-compaction off" in plain(lines)
    assert "┊" not in text_of(lines[0])


def test_a_reserve_larger_than_the_window_is_explained(shop: Tree) -> None:
    assert "the reserve exceeds the window" in plain(budget_lines(budget(shop, reserve_tokens=50_000), 80))


def test_estimates_over_the_report_are_drawn_smaller_and_said(shop: Tree) -> None:
    shop.user(8000)
    shop.assistant("x", usage=usage(6000))
    shown = budget(shop)
    assert "estimates run 7.5k over the report" in plain(budget_lines(shown, 60))
    assert "⠿" not in text_of(budget_bar(shown, 60))
    filled = [character for character in text_of(budget_bar(shown, 62)) if character in "█▓▒░∴▞▣"]
    assert len(filled) == 30


def test_an_overfull_window_fills_the_bar(shop: Tree) -> None:
    shop.assistant("x", usage=usage(30_000))
    bar = text_of(budget_bar(budget(shop), 40))
    assert "·" not in bar
    assert "╱" not in bar


def test_every_class_has_a_glyph_of_its_own(shop: Tree) -> None:
    legend = plain(budget_lines(budget(shop), 200))
    for piece in ("█ system", "▒ you", "░ model", "∴ thinking", "▞ tools", "▣ images", "⠿ not in the file"):
        assert piece in legend


@pytest.mark.parametrize("cells", WIDTHS)
def test_no_line_is_wider_than_asked(shop: Tree, cells: int) -> None:
    history = context_history(project(shop.branch()))
    for window in (WINDOW, Window(None)):
        for height in (1, 3, 5, None):
            shown = budget(shop, window=window)
            lines = budget_lines(shown, cells, height, at_cursor=shown, history=history)
            check(lines, cells)
            assert height is None or len(lines) <= height


def test_a_chart_falls_at_compactions() -> None:
    history = ContextHistory([1, 2, 3, 4, 5, 6, 7, 8, 2, 3, 4, 5], [8])
    expected = """\
┈┈┈┈┈┈┈┈┈┈┈┈┈┈⣤⣤┈┈┈┈┈┈┈┈
      ⣀⣀⣤⣤⣶⣶⣿⣿⣿⣿▾   ⣀⣀⣤⣤
⣀⣀⣤⣤⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣤⣤⣿⣿⣿⣿⣿⣿
context, peak ~8
"""
    assert plain(context_chart(history, 10, 24, 4)) == expected


def test_a_threshold_far_above_is_only_told() -> None:
    lines = context_chart(ContextHistory([10, 20, 30], []), 1_000_000, 60, 3)
    expected = """\
                    ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
context along this branch, peak ~30 · threshold 1.0M
"""
    assert plain(lines) == expected


def test_nothing_on_the_branch_is_a_chart_of_words() -> None:
    assert plain(context_chart(ContextHistory([], []), None, 60, 4)) == "context along this branch, peak ~0\n"
