"""Figures in one format: 842, 12.3k, 1.2M; an estimate wears a tilde, what is unknown a question mark."""

from __future__ import annotations

import math

UNKNOWN = "?"


def tokens(amount: float | None) -> str:
    """A count of tokens, at most five characters wide: `842`, `12.3k`, `168k`, `1.2M`."""
    if amount is None or not math.isfinite(amount):
        return UNKNOWN
    size = abs(amount)
    if size < 1000:
        return f"{amount:.0f}"
    if size < 99_950:
        return f"{amount / 1000:.1f}k"
    if size < 999_500:
        return f"{amount / 1000:.0f}k"
    return f"{amount / 1_000_000:.1f}M" if size < 99_950_000 else f"{amount / 1_000_000:.0f}M"


def estimate(amount: float | None) -> str:
    """The same for an estimate: `~12.3k`."""
    text = tokens(amount)
    return text if text == UNKNOWN else f"~{text}"


def count(amount: float) -> str:
    """A whole number with thin groups: `20 000`."""
    return f"{amount:,.0f}".replace(",", " ")


def percent(share: float | None) -> str:
    """A share of 1 in whole percent."""
    return UNKNOWN if share is None or not math.isfinite(share) else f"{share * 100:.0f}%"


def cost(dollars: float | None) -> str:
    """US dollars: `$0.004`, `$0.35`, `$12.40`."""
    if dollars is None or not math.isfinite(dollars):
        return UNKNOWN
    if dollars == 0:
        return "$0"
    return f"${dollars:.3f}" if abs(dollars) < 0.095 else f"${dollars:,.2f}"


def plural(amount: int, one: str, many: str | None = None) -> str:
    """A count with its word: `1 entry`, `3 entries`."""
    return f"{count(amount)} {one if amount == 1 else many or one + 's'}"


def size(amount: float) -> str:
    """Bytes: `512 B`, `96 kB`, `1.2 MB`."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6)):
        if amount >= scale:
            return f"{amount / scale:.1f} {unit}"
    return f"{amount / 1e3:.0f} kB" if amount >= 1000 else f"{amount:.0f} B"
