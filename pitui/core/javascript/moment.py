"""A point in time by its parts, and as the milliseconds JavaScript counts."""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import NamedTuple

_FARTHEST = 8.64e15
"""How far from 1970 JavaScript's dates reach, in milliseconds."""


class Moment(NamedTuple):
    """Year to millisecond as a text gives them, which may be no moment at all."""

    year: int
    month: int = 1
    day: int = 1
    hour: int = 0
    minute: int = 0
    second: int = 0
    millisecond: int = 0
    zone: int | None = None
    """Seconds east of UTC; None for the machine's own zone."""

    def milliseconds(self) -> float:
        """Milliseconds since 1970; NaN for parts out of range. Midnight may be called 24:00."""
        clock = (self.hour, self.minute, self.second, self.millisecond)
        if not (1 <= self.month <= 12 and 1 <= self.day <= 31):
            return math.nan
        if clock != (24, 0, 0, 0) and any(part >= end for part, end in zip(clock, (24, 60, 60, 1000), strict=True)):
            return math.nan
        seconds = (self.hour * 60 + self.minute) * 60 + self.second
        local = (_days_since_epoch(self.year, self.month, self.day) * 86_400 + seconds) * 1000 + self.millisecond
        total = _from_own_zone(local) if self.zone is None else local - 1000 * self.zone
        return float(total) if abs(total) <= _FARTHEST else math.nan


def milliseconds_of(fraction: str) -> int:
    """The digits behind a second's point as milliseconds; of many, V8 keeps nine significant ones."""
    length = min(len(fraction), 9)
    number = leading_number(fraction)
    return number * (1000, 100, 10, 1)[length] if length <= 3 else number // int(10.0 ** (length - 3))


def leading_number(digits: str) -> int:
    """The number of the first nine significant digits, which is all V8 keeps."""
    return int(digits.lstrip("0")[:9] or "0")


def _days_since_epoch(year: int, month: int, day: int) -> int:
    """Days by the proleptic Gregorian calendar; a day past the month's end runs into the next."""
    shifted = year - (month <= 2)
    era = shifted // 400
    year_of_era = shifted - era * 400
    day_of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year - 719468


def _from_own_zone(local: int) -> int:
    """A local time's milliseconds since 1970, the earlier moment where a clock set back gives two."""
    try:
        return round((datetime(1970, 1, 1) + timedelta(milliseconds=local)).timestamp() * 1000)
    except (OverflowError, OSError, ValueError):
        return local
