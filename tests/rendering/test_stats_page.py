"""The figures of a branch and of its whole file."""

from __future__ import annotations

from datetime import UTC

import pytest

from pitui.rendering.picture import Picture
from pitui.rendering.stats_page import stats_page, totals
from tests.builders import Tree, call, usage
from tests.rendering.plain import HOSTILE, WIDTHS, check, plain


def page(tree: Tree, cells: int) -> Picture:
    session = tree.session
    path = tree.branch()
    return stats_page(session, path, totals(path), totals(session.entries), cells, UTC)


def test_the_page(shop: Tree) -> None:
    shop.compaction("u3", tokensBefore=9000, usage=usage(500))
    shop.at("a1")
    shop.result("no such file", tool="read", more={"isError": True})
    shop.at("c1")
    shop.user("go on")
    expected = """\
                                     this branch  whole file
entries                                       16          17

messages
  assistant                                    6           6
  user                                         4           4
  toolResult                                   3           4
  system                                       1           1
  compaction                                   1           1

tool calls
  read  1 failed                               2           2
  edit                                         1           1

tokens
  in                                        8.6k        8.6k
  out                                        950         950
  cache read                                   0           0
  cache write                                  0           0
  in all                                    9.5k        9.5k
cost                                       $1.50       $1.50

by model
  anthropic/claude                         $0.75       $0.75
  summaries                                $0.75       $0.75

1 file modified on this branch
  src/auth.py

1 file read only on this branch
  src/shop.py

1 compaction on this branch
  2026-01-01 00:15  9.0k → ~5.1k  43% less
"""
    assert plain(page(shop, 60)) == expected


def test_an_empty_branch(tree: Tree) -> None:
    tree.name("nothing said yet")
    assert plain(page(tree, 50)).splitlines()[1].split() == ["entries", "1", "1"]


def test_many_files_are_counted(tree: Tree) -> None:
    tree.assistant([call("read", path=f"src/{number:02}.py") for number in range(20)])
    assert "  … 8 more files" in plain(page(tree, 50))


@pytest.mark.parametrize("cells", WIDTHS)
def test_no_line_is_wider_than_asked_whatever_was_said(tree: Tree, cells: int) -> None:
    for text in HOSTILE:
        block = {"type": "toolCall", "id": "c", "name": text, "arguments": {"path": text}}
        tree.assistant([block, call("edit", path=text)], usage=usage(10))
        tree.message(text, {"content": text})
    check(page(tree, cells), cells)
