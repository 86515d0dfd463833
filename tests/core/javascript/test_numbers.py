"""Numbers print as `String(n)` prints them, every one a double."""

import math

import pytest

from pitui.core.javascript.json import parse
from pitui.core.javascript.numbers import format_number, is_safe_count


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("0", "0"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("1.0", "1"),
        ("1E2", "100"),
        ("0.1", "0.1"),
        ("-1.50", "-1.5"),
        ("0.30000000000000004", "0.30000000000000004"),
        ("0.000001", "0.000001"),
        ("1e-6", "0.000001"),
        ("1e-7", "1e-7"),
        ("1.25e-9", "1.25e-9"),
        ("1.25e15", "1250000000000000"),
        ("123456.789e3", "123456789"),
        ("9007199254740991", "9007199254740991"),
        ("9007199254740993", "9007199254740992"),
        ("12345678901234567890", "12345678901234567000"),
        ("1e20", "100000000000000000000"),
        ("1e21", "1e+21"),
        ("1.5e300", "1.5e+300"),
        ("5e-324", "5e-324"),
        ("1.7976931348623157e308", "1.7976931348623157e+308"),
        ("1e400", "Infinity"),
        ("-1e400", "-Infinity"),
        ("1" * 5000, "Infinity"),
    ],
)
def test_a_number_prints_as_javascript_prints_it(written: str, printed: str) -> None:
    assert format_number(parse(written)) == printed


def test_no_number_has_a_name() -> None:
    assert format_number(math.nan) == "NaN"


@pytest.mark.parametrize("value", [0, 16384, 16384.0, 1.6e4, 2**53 - 1])
def test_whole_numbers_up_to_the_safe_limit_count(value: float) -> None:
    assert is_safe_count(value)


@pytest.mark.parametrize("value", [-1, 0.5, 2**53, math.inf, math.nan, True, "1", None, [1], 10**400])
def test_nothing_else_counts(value: object) -> None:
    assert not is_safe_count(value)
