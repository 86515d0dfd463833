"""A moment as a person reads it, on the clock of the machine or of a given zone."""

from __future__ import annotations

from datetime import datetime, tzinfo

from pitui.core.javascript.dates import parse_date
from pitui.core.javascript.json import Json


def moment(timestamp: Json, zone: tzinfo | None = None) -> str:
    """`2026-01-31 14:02:11`; empty for a time nobody can read."""
    try:
        return f"{datetime.fromtimestamp(parse_date(timestamp) / 1000, zone):%Y-%m-%d %H:%M:%S}"
    except (ValueError, OverflowError, OSError):
        return ""


def time_of_day(timestamp: Json, zone: tzinfo | None = None) -> str:
    """`14:02:11`; empty for a time nobody can read."""
    return moment(timestamp, zone)[-8:]
