"""The shelf's orders: threads stand by what was said last anywhere in them, and circles are cut."""

from __future__ import annotations

from pathlib import Path

from pitui.core.session.file import Stamp
from pitui.core.session.shelf import ShelfRow
from pitui.core.session.shelf_order import Order, arrange


def row(name: str, activity: float, parent: str | None = None, cost: float | None = None, size: int = 0) -> ShelfRow:
    return ShelfRow(
        Path(name), Stamp(0, 0, size, 0), last_activity=activity, parent_session=parent, cost=cost, messages=1
    )


def names(rows: list[ShelfRow], order: Order, *pinned: str) -> list[str]:
    return [placed.row.path.name for placed in arrange(rows, order, {Path(name) for name in pinned})]


FAMILY = [row("old", 1), row("fork", 9, "old"), row("twin", 8, "old"), row("grandchild", 2, "twin"), row("other", 5)]


def test_forks_stand_below_and_lift_their_thread() -> None:
    assert names(FAMILY, "threads") == ["old", "fork", "twin", "grandchild", "other"]
    assert [placed.more_follow for placed in arrange(FAMILY, "threads")] == [(), (True,), (False,), (False, False), ()]


def test_what_is_pinned_stands_first_in_every_order() -> None:
    assert names(FAMILY, "threads", "other") == ["other", "old", "fork", "twin", "grandchild"]
    assert names(FAMILY, "threads", "twin") == ["twin", "grandchild", "old", "fork", "other"]
    assert names(FAMILY, "recent", "old") == ["old", "fork", "twin", "other", "grandchild"]


def test_the_dearest_and_the_largest_first() -> None:
    rows = [row("a", 1, cost=0.5, size=1), row("b", 3, size=3), row("c", 2, cost=2.0, size=2), row("d", 4)]
    assert names(rows, "cost") == ["c", "a", "d", "b"]
    assert names(rows, "size") == ["b", "c", "a", "d"]


def test_a_parent_that_is_not_here_is_none() -> None:
    assert names([row("a", 1, "elsewhere"), row("b", 2, "b")], "threads") == ["b", "a"]


def test_circles_lose_no_session() -> None:
    circle = [row("a", 1, "c"), row("b", 2, "a"), row("c", 3, "b"), row("tail", 4, "a")]
    assert sorted(names(circle, "threads")) == ["a", "b", "c", "tail"]
