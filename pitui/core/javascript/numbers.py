"""Numbers as JavaScript sees them: every one an IEEE double, printed by ECMAScript's rules."""

from __future__ import annotations

import math

MAX_SAFE_INTEGER = 2**53 - 1


def is_safe_count(value: object) -> bool:
    """Whether a value is a whole number from 0 to 2^53-1; `16384.0` is, `true` and `"1"` are not."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= MAX_SAFE_INTEGER and value == int(value)


def format_number(value: float) -> str:
    """A number as `String(n)` prints it; NaN and the infinities by name."""
    if isinstance(value, int) and -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER:
        return str(value)
    number = to_double(value)
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    digits, point = _shortest_digits(abs(number))
    return sign + _place(digits, point)


def to_double(value: float) -> float:
    """The nearest double; integers too large for one become infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _shortest_digits(number: float) -> tuple[str, int]:
    """The fewest digits that read back as `number`, and where the decimal point stands before them."""
    mantissa, _, exponent = repr(number).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    leading = len(whole + fraction) - len(digits)
    point = len(whole) - leading + int(exponent or 0)
    return digits.rstrip("0"), point


def _place(digits: str, point: int) -> str:
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    exponent = point - 1
    tail = f".{digits[1:]}" if count > 1 else ""
    return f"{digits[0]}{tail}e{'+' if exponent >= 0 else '-'}{abs(exponent)}"
