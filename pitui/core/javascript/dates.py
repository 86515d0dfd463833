"""Timestamps as `new Date(value).getTime()` reads them: milliseconds since 1970, NaN when unreadable.

A date-time without a zone is local, an ISO date alone is UTC.
"""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime

from pitui.core.javascript.json import Json
from pitui.core.javascript.loose_dates import read_loosely
from pitui.core.javascript.moment import Moment, milliseconds_of

_ISO = re.compile(
    r"(?!-0{6})([+-]\d{6}|\d{4})(?:-(\d\d)(?:-(\d\d))?)?"
    r"(?:[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:[Zz]|([+-])([01]\d|2[0-3]):?([0-5]\d)|(?P<local>))?)?\Z",
    re.ASCII,
)


def parse_date(value: Json) -> float:
    """Milliseconds since 1970 for a timestamp of any JSON type; NaN for what JavaScript cannot read."""
    if isinstance(value, str):
        iso = _ISO.match(value)
        moment = _iso_moment(iso) if iso is not None else read_loosely(value)
        return moment.milliseconds() if moment is not None else math.nan
    if value is None:
        return 0.0
    if isinstance(value, bool | int | float):
        return float(math.trunc(value)) if abs(value) <= 8.64e15 else math.nan
    return math.nan


def format_date(milliseconds: float) -> str:
    """The ISO text pi writes: UTC with milliseconds and `Z`."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{int(milliseconds) % 1000:03d}Z"


def _iso_moment(iso: re.Match[str]) -> Moment:
    year, month, day, hour, minute, second, fraction, sign, zone_hour, zone_minute, local = iso.groups()
    zone = (int(zone_hour or 0) * 60 + int(zone_minute or 0)) * (-60 if sign == "-" else 60)
    return Moment(
        int(year),
        int(month or 1),
        int(day or 1),
        int(hour or 0),
        int(minute or 0),
        int(second or 0),
        milliseconds_of(fraction or ""),
        None if local is not None else zone,
    )
