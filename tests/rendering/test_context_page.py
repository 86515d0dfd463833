"""The context as a table: what is sent in order, what is not and why, what has lost its call."""

from __future__ import annotations

import pytest

from pitui.core.context.orphans import orphaned_results
from pitui.core.context.projection import Projection, project
from pitui.rendering.context_page import (
    breakdown,
    context_heading,
    context_line,
    context_title,
    largest_lines,
    message_lines,
    message_of,
)
from pitui.rendering.context_rows import context_rows, largest, only_in, sent
from pitui.rendering.picture import Picture, text_of
from tests.builders import Tree, call
from tests.rendering.plain import HOSTILE, WIDTHS, check, plain, said


def table(projection: Projection, cells: int) -> Picture:
    rows = context_rows(projection)
    orphans = orphaned_results(projection)
    return [
        context_title(projection, rows, cells),
        context_heading(cells),
        *(context_line(projection, row, cells, orphans) for row in rows),
    ]


def test_the_table(shop: Tree) -> None:
    shop.edit("r2")
    shop.edit("a3", "It used sessions.")
    shop.bash("ls", "a.py")
    shop.bash("env", "SECRET=1", more={"excludeFromContext": True})
    expected = """\
 what claude gets from here                                           13 messages   ~4.5k
    #  source       role        tokens   total
    1  s1           system         500     500   wordwordwordwordwordwordwordwordwordword…
    2  u1           user             7     507   Add OAuth login to the shop
    3  a1           assistant       12     519   I start by reading.   → [read: src/auth.…
    4  r1           toolResult    2.0k    2.5k   wordwordwordwordwordwordwordwordwordword…
    5  a2           assistant        7    2.5k   → [read: src/shop.py]
    ·  r2           toolResult       —       —   omitted by edit #e1
    6  a3           assistant        5    2.5k   replaced by edit #e2  It used sessions.
    7  u2           user             6    2.5k   now the refresh token
    8  a4           assistant      319    2.9k   → [edit: src/auth.py]
    9  r3           toolResult       4    2.9k   Applied 1 edit
   10  a5           assistant        2    2.9k   Done.
   11  u3           user          1.2k    4.1k   write tests for it   ▣ ×1
   12  a6           assistant      400    4.5k   wordwordwordwordwordwordwordwordwordword…
   13  b1           user             2    4.5k   Ran `ls` ``` a.py ```
    ·  b2           bash             —       —   kept from the model
"""
    assert plain(table(project(shop.branch()), 90)) == expected


def test_a_narrow_table_drops_source_and_total(shop: Tree) -> None:
    expected = """\
 what claude gets from here    4 messages   ~2.5k
    #  role        tokens
    1  system         500   wordwordwordwordwordw…
    2  user             7   Add OAuth login to th…
    3  assistant       12   I start by reading.…
    4  toolResult    2.0k   wordwordwordwordwordw…
"""
    assert plain(table(project(shop.branch("r1")), 50)) == expected


def test_a_compaction_gives_the_prompt_and_its_summary(shop: Tree) -> None:
    shop.compaction("u3", systemMessage={"role": "system", "content": "You are pi.", "timestamp": 1})
    expected = """\
 what claude gets from here                                            4 messages   ~1.6k
    #  source       role        tokens   total
    1  cmp c1       system           3       3   You are pi.
    2  cmp c1       user             5       8   The conversation history before this poi…
    3  u3           user          1.2k    1.2k   write tests for it   ▣ ×1
    4  a6           assistant      400    1.6k   wordwordwordwordwordwordwordwordwordword…
"""
    assert plain(table(project(shop.branch()), 90)) == expected


def test_a_reply_that_failed_tells_why_it_was_left_out(tree: Tree) -> None:
    tree.user("go")
    failed = tree.assistant("too long", stop="error")
    tree.edit(failed)
    assert "omitted by edit #e1  (a reply that failed)" in plain(table(project(tree.branch()), 100))


def test_a_result_without_its_call_is_flagged(shop: Tree) -> None:
    shop.edit("a1")
    shop.edit("a2")
    shop.edit("a4")
    projection = project(shop.branch())
    row = next(row for row in context_rows(projection) if row.entry_id == "r3")
    shown = context_line(projection, row, 90, orphaned_results(projection))
    assert said(shown, "alarm") == "no call before it  "


def test_roles_no_model_knows_are_shown_and_not_sent(tree: Tree) -> None:
    tree.message("alien", {"content": "we come in peace"})
    rows = context_rows(project(tree.branch()))
    assert [(row.role, row.number, row.note) for row in rows] == [("alien", None, "a role that no model is sent")]


def test_totals_run_over_what_is_sent(shop: Tree) -> None:
    shop.edit("r1")
    rows = context_rows(project(shop.branch()))
    assert rows[-1].total == sum(row.tokens for row in sent(rows))
    assert [row.number for row in sent(rows)] == list(range(1, len(list(sent(rows))) + 1))


def test_the_heaviest_messages(shop: Tree) -> None:
    projection = project(shop.branch())
    rows = context_rows(projection)
    assert [row.entry_id for row in largest(rows, 3)] == ["r1", "u3", "r2"]
    expected = """\
    4  r1           toolResult    2.0k    2.5k   wordwordwordwordwordwordwordwordwordword…
   12  u3           user          1.2k    5.1k   write tests for it   ▣ ×1
    6  r2           toolResult    1.0k    3.5k   wordwordwordwordwordwordwordwordwordword…
"""
    assert plain(largest_lines(projection, rows, 90, 3)) == expected


def test_the_breakdown(shop: Tree) -> None:
    expected = """\
█ system 500 9%  ▒ you 17 0%  ░ model 444 8%
∴ thinking 301 6%  ▞ tools 3.0k 55%  ▣ images 1.2k 22%
"""
    assert plain(breakdown(project(shop.branch()), 60)) == expected


def test_what_one_leaf_has_that_another_has_not(shop: Tree) -> None:
    here = context_rows(project(shop.branch("u3")))
    there = context_rows(project(shop.branch("a3")))
    assert [row.entry_id for row in only_in(here, there)] == ["u2", "a4", "r3", "a5", "u3"]
    assert only_in(there, here) == []


def test_a_replaced_message_is_not_the_same(shop: Tree) -> None:
    before = context_rows(project(shop.branch()))
    shop.edit("a3", "other words")
    after = context_rows(project(shop.branch()))
    assert [row.entry_id for row in only_in(after, before)] == ["a3"]


def test_a_messages_whole_text_is_what_the_model_gets(tree: Tree) -> None:
    tree.compaction(None, "- one\n- two")
    projection = project(tree.branch())
    message = message_of(projection, context_rows(projection)[0])
    assert message is not None
    expected = """\
The conversation history before this point was compacted
into the following summary:

<summary>
- one
- two
</summary>
"""
    assert plain(message_lines(message, 60)) == expected


def test_a_command_a_person_ran_is_told_in_the_models_words(tree: Tree) -> None:
    tree.bash("false", "", more={"exitCode": 1})
    projection = project(tree.branch())
    message = message_of(projection, context_rows(projection)[0])
    assert message is not None
    expected = """\
Ran `false`
(no output)

Command exited with code 1
"""
    assert plain(message_lines(message, 60)) == expected


@pytest.mark.parametrize("cells", WIDTHS)
def test_no_line_is_wider_than_asked_whatever_was_said(tree: Tree, cells: int) -> None:
    for text in HOSTILE:
        tree.user(text)
        tree.assistant([{"type": "text", "text": text}, call("bash", command=text)])
        tree.result(text)
        tree.bash(text, text)
    projection = project(tree.branch())
    check(table(projection, cells), cells)
    check(breakdown(projection, cells), cells)
    for row in context_rows(projection):
        message = message_of(projection, row)
        if message is not None:
            check(message_lines(message, cells), cells)


def test_markup_is_shown_as_it_stands(tree: Tree) -> None:
    tree.user("[red]markup[/red]")
    projection = project(tree.branch())
    shown = context_line(projection, context_rows(projection)[0], 60)
    assert text_of(shown).rstrip().endswith("[red]markup[/red]")
