"""Where a report differs from what pi computed, field by field."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any


def differences(expected: dict[str, Any], report: dict[str, Any]) -> list[str]:
    """The fields that differ, each with both values; fields pi did not get to are not compared."""
    return [line for name in expected for line in _differ(expected[name], report.get(name, "nothing"), name)]


def _differ(expected: Any, found: Any, where: str) -> Iterator[str]:
    match expected:
        case {"$error": _} | {"$hang": _}:
            return  # pi throws or never returns here, so anything sensible will do
        case {"$sha256_utf16le": digest}:
            if not isinstance(found, str) or _digest(found) != digest:
                yield f"{where}: pi has {expected}, pitui {found!r}"
        case dict() if isinstance(found, dict):
            for name in expected | found:
                yield from _differ(expected.get(name, "nothing"), found.get(name, "nothing"), f"{where}.{name}")
        case list() if isinstance(found, list):
            if len(expected) != len(found):
                yield f"{where}: pi has {len(expected)} of them, pitui {len(found)}"
            for place, (one, other) in enumerate(zip(expected, found, strict=False)):
                yield from _differ(one, other, f"{where}[{place}]")
        case _:
            if expected != found or isinstance(expected, bool) is not isinstance(found, bool):
                yield f"{where}: pi has {expected!r}, pitui {found!r}"


def _digest(text: str) -> str:
    """Long texts are kept as a hash of their UTF-16 units."""
    return hashlib.sha256(text.encode("utf-16-le", "surrogatepass")).hexdigest()
