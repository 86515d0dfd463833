"""Two texts compared by lines, and the words inside lines that are alike."""

from __future__ import annotations

import pytest

from pitui.rendering.diff import diff_lines
from tests.rendering.plain import HOSTILE, WIDTHS, check, plain, said


def test_changed_words_stand_out_in_their_lines() -> None:
    lines = diff_lines("## Goal\nAdd the login", "## Goal\nAdd the OAuth login", 40)
    expected = """\
  ## Goal
- Add the login
+ Add the OAuth login
"""
    assert plain(lines) == expected
    assert said(lines[1], "alarm") == "- "
    assert said(lines[2], "good") == "+ OAuth "


def test_lines_that_share_nothing_change_as_a_whole() -> None:
    lines = diff_lines("one two three", "completely different words", 40)
    assert [said(lines[0], "alarm"), said(lines[1], "good")] == ["- one two three", "+ completely different words"]


def test_what_is_the_same_is_counted() -> None:
    old = "\n".join(f"line {number}" for number in range(30))
    expected = """\
  ┄ 12 lines the same
  line 12
  line 13
  line 14
- line 15
+ line fifteen
  line 16
  line 17
  line 18
  ┄ 11 lines the same
"""
    assert plain(diff_lines(old, old.replace("line 15", "line fifteen"), 40)) == expected


def test_lines_taken_out_and_put_in() -> None:
    expected = """\
  a
- b
  c
+ d
+ e
"""
    assert plain(diff_lines("a\nb\nc", "a\nc\nd\ne", 40)) == expected


def test_long_lines_go_on_below_their_mark() -> None:
    expected = """\
- the quick
- brown fox
+ the quick
+ red fox
"""
    assert plain(diff_lines("the quick brown fox", "the quick red fox", 14)) == expected


def test_equal_texts() -> None:
    assert plain(diff_lines("same", "same", 40)) == "no difference\n"


@pytest.mark.parametrize("cells", WIDTHS)
def test_no_line_is_wider_than_asked_whatever_is_compared(cells: int) -> None:
    for text in HOSTILE:
        for other in HOSTILE:
            check(diff_lines(f"{text}\nb", f"{other}\nb", cells), cells)
