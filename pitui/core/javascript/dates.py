"""Timestamps as `new Date(value).getTime()` reads them: milliseconds since 1970, NaN when unreadable.

ISO texts take the quick road; the older forms V8 accepts (slashes, month names, blanks for `T`) are read by
their parts. A date-time without a zone is local, a date alone is UTC.
"""

from __future__ import annotations

import math
import re
import time
from datetime import UTC, datetime

from pitui.core.javascript.json import Json

_ISO = re.compile(
    r"([+-]\d{6}|\d{4})(?:-(\d\d)(?:-(\d\d))?)?"
    r"(?:[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?([Zz]|[+-]\d\d:?\d\d)?)?\Z"
)
_ZONE = r"\s*([Zz]|GMT|UTC|[+-]\d\d:?\d\d)?\Z"
_LOOSE = re.compile(
    r"(\d{1,4})[-/](\d{1,2})[-/](\d{1,4})(?:[ ,]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d+))?)?)?" + _ZONE
)
_NAMED = re.compile(
    r"(?:[A-Za-z]{3,9},?\s+)?([A-Za-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})(?:\s+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?"
    + _ZONE
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def parse_date(value: Json) -> float:
    """Milliseconds since 1970 for a timestamp of any JSON type; NaN for what JavaScript cannot read."""
    if isinstance(value, str):
        return _parse_text(value)
    if value is None:
        return 0.0
    if isinstance(value, bool | int | float):
        return float(math.trunc(value)) if math.isfinite(value) and abs(value) <= 8.64e15 else math.nan
    return math.nan


def format_date(milliseconds: float) -> str:
    """The ISO text pi writes: UTC with milliseconds and `Z`."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{int(milliseconds) % 1000:03d}Z"


def _parse_text(text: str) -> float:
    iso = _ISO.match(text)
    if iso is not None:
        year, month, day, hour, minute, second, fraction, zone = iso.groups()
        # Date-only forms are UTC; date-times without a zone are local.
        return _moment(int(year), month, day, hour, minute, second, fraction, "Z" if hour is None else zone)
    loose = _LOOSE.match(text)
    if loose is not None:
        first, second_part, third, hour, minute, second, fraction, zone = loose.groups()
        if len(first) >= 3:
            return _moment(int(first), second_part, third, hour, minute, second, fraction, zone)
        return _moment(int(third), first, second_part, hour, minute, second, fraction, zone)
    named = _NAMED.match(text)
    if named is not None:
        name, day, year, hour, minute, second, zone = named.groups()
        month_index = _MONTHS.index(name[:3].lower()) + 1 if name[:3].lower() in _MONTHS else 0
        return _moment(int(year), str(month_index), day, hour, minute, second, None, zone) if month_index else math.nan
    return _lone_number(text)


def _lone_number(text: str) -> float:
    """V8 reads a bare `"12"` as a month of 2001 and `"99"` as a year."""
    number = re.fullmatch(r"-?(\d{1,2})", text)
    if number is None:
        return math.nan
    value = int(number.group(1))
    if 1 <= value <= 12:
        return _moment(2001, str(value), "1", None, None, None, None, None)
    if value >= 32:
        return _moment(value + (1900 if value >= 50 else 2000), "1", "1", None, None, None, None, None)
    return math.nan


def _moment(
    year: int,
    month: str | None,
    day: str | None,
    hour: str | None,
    minute: str | None,
    second: str | None,
    fraction: str | None,
    zone: str | None,
) -> float:
    months, days = int(month or 1), int(day or 1)
    hours, minutes, seconds = int(hour or 0), int(minute or 0), int(second or 0)
    midnight_after = hours == 24 and minutes == seconds == 0 and not (fraction or "").strip("0")
    if not (1 <= months <= 12 and 1 <= days <= 31 and (hours < 24 or midnight_after) and minutes < 60 and seconds < 60):
        return math.nan
    milliseconds = int(((fraction or "") + "000")[:3])
    since_midnight = ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
    total = _days_since_epoch(year, months, days) * 86_400_000 + since_midnight
    return float(total - _zone_offset(zone, total))


def _days_since_epoch(year: int, month: int, day: int) -> int:
    """Days by the proleptic Gregorian calendar; a day past the month's end runs into the next."""
    shifted = year - (month <= 2)
    era = shifted // 400
    year_of_era = shifted - era * 400
    day_of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year - 719468


def _zone_offset(zone: str | None, local: int) -> int:
    """Milliseconds east of UTC for a zone; the machine's own where the text names none."""
    if zone is None:
        try:
            return int(time.localtime(local / 1000).tm_gmtoff * 1000)
        except (OverflowError, OSError, ValueError):
            return 0
    if zone[0] not in "+-":
        return 0
    digits = zone[1:].replace(":", "")
    return (1 if zone[0] == "+" else -1) * (int(digits[:2]) * 60 + int(digits[2:])) * 60_000
