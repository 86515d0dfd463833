"""Timestamps mean what `new Date(value)` makes of them, and are written as pi writes them."""

import math
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.core.javascript.dates import format_date, parse_date

NEW_YEAR = "2026-01-01T00:00:00.000Z"


@pytest.fixture(params=["UTC", "America/New_York"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2026", NEW_YEAR),
        ("2026-01", NEW_YEAR),
        ("2026-01-01", NEW_YEAR),
        ("2026-01-01T00:00Z", NEW_YEAR),
        ("2026-01-01t00:00:00z", NEW_YEAR),
        ("2025-12-31T24:00:00Z", NEW_YEAR),
        ("2026-01-01T02:00:00+02:00", NEW_YEAR),
        ("2025-12-31T19:00:00-0500", NEW_YEAR),
        ("2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00.100Z"),
        ("2026-01-01T00:00:00.1239999Z", "2026-01-01T00:00:00.123Z"),
        ("2026-02-30T00:00:00Z", "2026-03-02T00:00:00.000Z"),
        ("+002026-01-01T00:00:00Z", NEW_YEAR),
        ("Thu, 01 Jan 2026 00:00:00 GMT", NEW_YEAR),
        ("Jan 1, 2026 01:00 +0100", NEW_YEAR),
        ("Dec 31 2025 7:00 pm EST", NEW_YEAR),
        ("2026/01/01 00:00 Z", NEW_YEAR),
        ("on 2026-1-1 (a (good) day) 00:00:00.5 UTC", "2026-01-01T00:00:00.500Z"),
    ],
)
def test_a_text_with_its_zone_means_one_moment_anywhere(zone: str, text: str, meant: str) -> None:
    assert format_date(parse_date(text)) == meant


@pytest.mark.parametrize(
    "text",
    ["2026-01-01T00:00:00", "2026-01-01 00:00", "2026-1-1", "2026/01/01", "1/1/2026", "Jan 1 2026", "1 January 26"],
)
def test_other_texts_are_in_the_machines_own_zone(zone: str, text: str) -> None:
    hours = 5 if zone == "America/New_York" else 0
    assert parse_date(text) == parse_date(NEW_YEAR) + hours * 3_600_000


def test_an_hour_that_comes_twice_is_the_first_of_them(zone: str) -> None:
    if zone == "America/New_York":
        assert parse_date("2026-11-01T01:30:00") == parse_date("2026-11-01T01:30:00-04:00")
    else:
        assert parse_date("2026-11-01T01:30:00") == parse_date("2026-11-01T01:30:00Z")


@pytest.mark.parametrize(
    ("text", "year", "month"),
    [("12", 2001, 12), ("-1", 2001, 1), ("99", 1999, 1), ("0", 2000, 1), ("-000000-02", 2001, 2)],
)
def test_v8_makes_a_date_of_a_lone_number(zone: str, text: str, year: int, month: int) -> None:
    assert parse_date(text) == parse_date(f"{year}-{month:02d}-01T00:00:00")


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "soon", "20260101T000000Z", "1767225600000", "13", "2026-13-01", "2026-01-32", "2026-01-00"),
        *("2026-01-01T00:00:60Z", "2026-01-01T24:00:01Z", "2026-01-01T25:00Z", "2026-01-01T00:00:00,5Z"),
        *("2026-01-01T00:00:00Z ", " 2026-01-01T00:00:00Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00.Z"),
        *("-000000-01-01T00:00:00Z", "+275760-09-13T00:00:00.001Z", "1/1/2026 13:00 pm", "2026-01-01 later"),
    ],
)
def test_what_v8_cannot_read_is_no_number(text: str) -> None:
    assert math.isnan(parse_date(text))


@pytest.mark.parametrize(
    ("value", "milliseconds"),
    [(None, 0), (True, 1), (False, 0), (1_767_225_600_000, 1_767_225_600_000), (-1.9, -1), (8.64e15, 8.64e15)],
)
def test_numbers_stand_for_themselves(value: float | None, milliseconds: float) -> None:
    assert parse_date(value) == milliseconds


@pytest.mark.parametrize("value", [math.nan, math.inf, 8.65e15, {}])
def test_other_values_are_no_dates(value: object) -> None:
    assert math.isnan(parse_date(value))


@given(st.integers(0, 253_402_300_799_999))
def test_what_is_written_reads_as_the_same_moment(milliseconds: int) -> None:
    assert parse_date(format_date(milliseconds)) == milliseconds


@given(st.text(alphabet="0123456789-/:.+ TZJanGMTpm(),", max_size=24))
def test_any_text_is_a_date_or_none(text: str) -> None:
    found = parse_date(text)
    assert math.isnan(found) or abs(found) <= 8.64e15
