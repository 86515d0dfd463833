"""Dates that are not ISO, as V8 reads them: numbers and words in any order it can make sense of.

A number before a colon belongs to the time, a signed one behind the time to the zone, any other to the date.
Words name months, zones and halves of the day, or are passed over before the first number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pitui.core.javascript.moment import Moment, leading_number, milliseconds_of
from pitui.core.javascript.text import WHITE_SPACE

_TOKEN = re.compile(rf"[0-9]+|[^\x00-@{WHITE_SPACE}]+|.", re.DOTALL)
_ISO_DATE = re.compile(
    r"([+-][0-9]{6}|[0-9]{4})(?![0-9])"
    r"(?:-(0[1-9]|1[0-2])(?![0-9])(?:-(0[1-9]|[12][0-9]|3[01])(?![0-9]))?)?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ZONES = {"z": 0, "ut": 0, "utc": 0, "gmt": 0}
_ZONES |= {"est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7}
_HALF_DAYS = {"am": 0, "pm": 12}


def read_loosely(text: str) -> Moment | None:
    """The moment a text names, which may be out of range; None where V8 makes nothing of it."""
    reading = _Reading()
    text = text.removeprefix("-000000")
    iso = _ISO_DATE.match(text)
    if iso is not None:
        reading.date = [int(part) for part in iso.groups() if part is not None]
        text = text[iso.end() :]
        text = text if iso[3] else text.removeprefix("-")
    return reading.moment() if _read(_Tokens(_without_comments(text)), reading) else None


class _Tokens:
    """The tokens of a text: numbers, words and single characters; an empty one stands for the end."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str] = [*_TOKEN.findall(text), ""]
        self._place = 0

    @property
    def ahead(self) -> str:
        return self._tokens[self._place]

    def __iter__(self) -> Iterator[str]:
        while self.ahead:
            yield self.take()

    def take(self) -> str:
        self._place += 1
        return self._tokens[self._place - 1]

    def skip(self, mark: str) -> bool:
        return self.ahead == mark and bool(self.take())


@dataclass(slots=True)
class _Reading:
    """What has been understood so far."""

    date: list[int] = field(default_factory=list)
    month: int | None = None
    """A month given by name."""
    time: list[int] = field(default_factory=list)
    half_day: int | None = None
    sign: int | None = None
    zone_hour: int | None = None
    zone_minute: int | None = None

    def expects_in_time(self, number: int) -> bool:
        return 0 < len(self.time) < 4 and number < (60, 60, 1000)[len(self.time) - 1]

    def finish_time(self, *numbers: int) -> None:
        self.time = [*self.time, *numbers, 0, 0][:4]

    def moment(self) -> Moment | None:
        if not self.date:
            return None
        one, two, three = (*self.date, 1, 1)[:3]
        starts_with_day = 1 <= one <= 31
        if self.month is not None:
            year, month, day = (two, self.month, one) if starts_with_day else (one, self.month, two)
        else:
            year, month, day = (three, one, two) if starts_with_day else (one, two, three)
        year += 2000 if 0 <= year < 50 else 1900 if 50 <= year < 100 else 0
        hour, minute, second, millisecond = (*self.time, 0, 0, 0, 0)[:4]
        if self.half_day is not None:
            hour = hour % 12 + self.half_day if hour <= 12 else 99
        zone = ((self.zone_hour or 0) * 60 + (self.zone_minute or 0)) * 60
        return Moment(year, month, day, hour, minute, second, millisecond, self.sign and self.sign * zone)


def _read(tokens: _Tokens, reading: _Reading) -> bool:
    """Read all tokens; whether they make sense."""
    number_read = bool(reading.date)
    for token in tokens:
        if _is_number(token):
            number_read = True
            sensible = _read_number(leading_number(token), tokens, reading)
        elif token[0] >= "A":
            sensible = _read_word(token.lower(), tokens, reading, number_read)
        elif token in "+-" and (reading.time or reading.zone_hour == reading.zone_minute == 0):
            number_read = True
            sensible = _read_offset(token, tokens, reading)
        else:
            sensible = not (token in "+-)" and number_read)
        if not sensible:
            return False
    return True


def _read_number(number: int, tokens: _Tokens, reading: _Reading) -> bool:
    if tokens.skip(":"):
        if tokens.skip(":"):
            reading.time += [number, 0]
            return len(reading.time) == 2
        reading.time.append(number)
        tokens.skip(".")
        return len(reading.time) <= 4
    if tokens.skip(".") and reading.expects_in_time(number):
        if not _is_number(tokens.ahead):
            return False
        reading.finish_time(number, milliseconds_of(tokens.take()))
        return True
    if reading.zone_hour is not None and reading.zone_minute is None and number < 60:
        reading.zone_minute = number
        return True
    if reading.expects_in_time(number):
        reading.finish_time(number)
        return tokens.ahead in ("", "+", "-", "z", "Z") or tokens.ahead in WHITE_SPACE
    reading.date.append(number)
    tokens.skip("-")
    return len(reading.date) <= 3


def _read_word(word: str, tokens: _Tokens, reading: _Reading, number_read: bool) -> bool:
    if word in _HALF_DAYS and reading.time:
        reading.half_day = _HALF_DAYS[word]
    elif word[:3] in _MONTHS:
        reading.month = _MONTHS.index(word[:3]) + 1
        tokens.skip("-")
    elif word in _ZONES and number_read:
        hours = _ZONES[word]
        reading.sign, reading.zone_hour, reading.zone_minute = (-1 if hours < 0 else 1), abs(hours), 0
    else:
        return not number_read and not _is_number(tokens.ahead)
    return True


def _read_offset(sign: str, tokens: _Tokens, reading: _Reading) -> bool:
    reading.sign = -1 if sign == "-" else 1
    digits = tokens.take() if _is_number(tokens.ahead) else ""
    number = leading_number(digits)
    if tokens.ahead == ":":
        reading.zone_hour, reading.zone_minute = number, None
    elif 1 <= len(digits) <= 2:
        reading.zone_hour, reading.zone_minute = number, 0
    else:
        reading.zone_hour, reading.zone_minute = divmod(number, 100)
        return 3 <= len(digits) <= 4
    return True


def _is_number(token: str) -> bool:
    return "0" <= token[:1] <= "9"


def _without_comments(text: str) -> str:
    """The text with each parenthesis, nested and unclosed ones included, made a comma."""
    kept: list[str] = []
    depth = 0
    for char in text:
        if char == "(":
            depth += 1
        if depth == 0:
            kept.append(char)
        elif char == ")":
            depth -= 1
            kept += [] if depth else [","]
    return "".join(kept)
