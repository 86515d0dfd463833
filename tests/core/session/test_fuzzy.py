"""Loose matching: what is found, and what is found first."""

from __future__ import annotations

import pytest

from pitui.core.session.fuzzy import looseness


@pytest.mark.parametrize(
    ("query", "text", "loose"),
    [
        ("", "anything", 0),
        ("CHECK", "the checkout", 0),
        ("cko", "checkout", 0),
        ("out check", "checkout", 0),
        ("cot", "checkout", 2),
        ("ab", "a, then ab: no", 0),
        ("axb", "a-a-x-b", 2),
        ("ba", "ab", None),
        ("check missing", "checkout", None),
        ("straße", "STRASSE", 0),
    ],
)
def test_letters_in_order_and_the_gaps_between_them(query: str, text: str, loose: int | None) -> None:
    assert looseness(query, text) == loose


def test_a_long_run_of_one_letter_takes_no_time() -> None:
    assert looseness("a" * 400 + "b", "a" * 100_000) is None
