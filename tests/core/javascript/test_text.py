"""Texts are measured, trimmed, sorted and cut by UTF-16 units, as JavaScript does."""

import pytest

from pitui.core.javascript.text import head, join_surrogates, sort_key, trim, units


@pytest.mark.parametrize(
    ("text", "length"), [("", 0), ("abc", 3), ("é", 1), ("日本", 2), ("😀", 2), ("\ud83d", 1), ("a😀\ude00", 4)]
)
def test_length_is_in_units(text: str, length: int) -> None:
    assert units(text) == length


def test_trimming_takes_what_javascript_calls_white_space() -> None:
    space = "\t\n\v\f\r \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
    assert trim(f"{space}x y{space}") == "x y"


@pytest.mark.parametrize("char", ["\u0085", "\x1c", "\x1f", "\u200b", "\x00"])
def test_trimming_leaves_what_only_python_calls_white_space(char: str) -> None:
    assert trim(f" {char}x{char} ") == f"{char}x{char}"


def test_the_order_is_that_of_units() -> None:
    paths = ["\uffff", "z", "\ue000", "é", "Z", "e\u0301", "9", "10", "😀"]
    assert sorted(paths, key=sort_key) == ["10", "9", "Z", "e\u0301", "z", "é", "😀", "\ue000", "\uffff"]


def test_halves_that_meet_join_and_lone_ones_stay() -> None:
    assert join_surrogates("a\ud83d\ude00\ude00") == "a😀\ude00"


@pytest.mark.parametrize(
    ("text", "limit", "kept"),
    [
        ("abcdef", 3, "abc"),
        ("ééé", 2, "éé"),
        ("a😀b", 4, "a😀b"),
        ("a😀b", 3, "a😀"),
        ("a😀b", 2, "a"),
        ("a\ud83db", 2, "a\ud83d"),
        ("😀", 0, ""),
    ],
)
def test_a_cut_never_splits_a_pair(text: str, limit: int, kept: str) -> None:
    assert head(text, limit) == kept
