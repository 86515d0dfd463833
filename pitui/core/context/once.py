"""Facts about a projection, found out once: every figure of a screen asks for the same few sums."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from pitui.core.context.projection import Projection

T = TypeVar("T")


def once_per_projection(find: Callable[[Projection], T]) -> Callable[[Projection], T]:
    """Have a fact about a projection found out the first time it is asked for."""

    @wraps(find)
    def known(projection: Projection) -> T:
        if find not in projection.memo:
            projection.memo[find] = find(projection)
        fact: T = projection.memo[find]
        return fact

    return known
