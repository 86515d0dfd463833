"""The order of sessions on the shelf: forks below what they were forked from, or by one figure."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from pitui.core.session.shelf import ShelfRow, newest_first

Order: TypeAlias = Literal["threads", "recent", "cost", "size"]
ORDERS: Final[tuple[Order, ...]] = ("threads", "recent", "cost", "size")


class Placed(NamedTuple):
    """A row in its place."""

    row: ShelfRow
    more_follow: tuple[bool, ...] = ()
    """For each level from the thread's first session down to this one, whether siblings follow there."""


def arrange(rows: Iterable[ShelfRow], order: Order, pinned: Collection[Path] = ()) -> list[Placed]:
    """The rows in an order; in each, what is pinned stands first."""
    rows = newest_first(rows)
    match order:
        case "threads":
            return _threads(rows, pinned)
        case "cost":
            rows.sort(key=lambda row: -(row.cost or 0))
        case "size":
            rows.sort(key=lambda row: -(row.stamp.size if row.stamp is not None else 0))
        case "recent":
            pass
    return [Placed(row) for row in sorted(rows, key=lambda row: row.path not in pinned)]


def _threads(rows: list[ShelfRow], pinned: Collection[Path]) -> list[Placed]:
    """Each session above its forks; a thread stands by the newest activity in it, a pinned fork on its own."""
    parents = _parents(rows, pinned)
    latest = {row.path: row.last_activity for row in rows}
    children: dict[Path, list[ShelfRow]] = {}
    roots: list[ShelfRow] = []
    for row in rows:
        above = parents.get(row.path)
        if above is None:
            roots.append(row)
        else:
            children.setdefault(above, []).append(row)
        while above is not None and latest[above] < row.last_activity:
            latest[above] = row.last_activity
            above = parents.get(above)
    for siblings in (roots, *children.values()):
        siblings.sort(key=lambda row: -latest[row.path])
    roots.sort(key=lambda row: row.path not in pinned)
    placed: list[Placed] = []
    pending = [Placed(row) for row in reversed(roots)]
    while pending:
        here = pending.pop()
        placed.append(here)
        below = children.get(here.row.path, ())
        last = len(below) - 1
        pending += reversed([Placed(row, (*here.more_follow, place < last)) for place, row in enumerate(below)])
    return placed


def _parents(rows: list[ShelfRow], pinned: Collection[Path]) -> dict[Path, Path]:
    """What each session hangs below; headers that lead in a circle are cut where the circle closes."""
    here = {row.path for row in rows}
    parents = {
        row.path: Path(row.parent_session)
        for row in rows
        if row.parent_session and row.path not in pinned and Path(row.parent_session) in here
    }
    settled: set[Path] = set()
    for row in rows:
        trail: set[Path] = set()
        current: Path | None = row.path
        while current is not None and current not in settled:
            trail.add(current)
            above = parents.get(current)
            if above in trail:
                del parents[current]
                break
            current = above
        settled |= trail
    return parents
