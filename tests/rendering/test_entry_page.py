"""An entry as a page: every type as itself, long things folded, whatever anybody wrote in them."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import pytest

from pitui.core.context.fate import Fates
from pitui.core.context.projection import project
from pitui.rendering.entry_page import PageView, entry_page
from pitui.rendering.message_body import FOLDED, WHOLE, Unfolded
from pitui.rendering.picture import Picture
from tests.builders import Tree, call, image, thinking, usage
from tests.rendering.plain import HOSTILE, WIDTHS, check, plain


def page(tree: Tree, entry_id: str, cells: int = 64, unfolded: Unfolded = FOLDED, *, raw: bool = False) -> Picture:
    session = tree.session
    projection = project(tree.branch())
    return entry_page(
        session,
        session.entry(entry_id),
        cells,
        fate=Fates(projection)[entry_id],
        projected=projection.by_id.get(entry_id),
        view=PageView(unfolded, raw=raw, zone=UTC),
    )


def body(tree: Tree, entry_id: str, cells: int = 64, unfolded: Unfolded = FOLDED) -> str:
    """The page without its first lines and its last."""
    return plain(page(tree, entry_id, cells, unfolded)[3:-2])


def test_something_a_person_said(tree: Tree) -> None:
    tree.user(
        "## Tests\nplease write\n- unit tests for `total()`\n- **no** mocks\n```py\nassert total([]) == 0\n```\n> soon"
    )
    tree.label("u1", "start")
    expected = """\
user   00:01:00   26 tokens                                  #u1
[start]  sent to the model

## Tests
please write
• unit tests for `total()`
• **no** mocks
│ py
│ assert total([]) == 0
┃ soon

2026-01-01 00:01:00 · id u1 · a root · line 2 · 257 B
"""
    assert plain(page(tree, "u1")) == expected


def test_a_reply_with_thoughts_an_edit_and_its_price(tree: Tree) -> None:
    tree.assistant(
        [
            thinking("first\nsecond"),
            {"type": "text", "text": "Rounding it."},
            call(
                "edit",
                path="src/cart.js",
                edits=[{"oldText": "a\nreturn sum;\nb", "newText": "a\nreturn round(sum);\nb"}],
            ),
            call("bash", "call_2", command="npm test", timeout=10),
        ],
        usage=usage(9000),
        stop="toolUse",
    )
    expected = """\
▸ thinking  3 tokens, 2 lines

Rounding it.
→ [edit: src/cart.js]
    a
  - return sum;
  + return round(sum);
    b
→ [bash]
  command: npm test
  timeout: 10

model        anthropic/claude
usage        8.1k in · 900 out · 0 cache read · 0 cache write
9.0k in all · $0.75
"""
    assert body(tree, "a1") == expected


def test_thoughts_unfold(tree: Tree) -> None:
    tree.assistant([thinking("first\nsecond")])
    assert body(tree, "a1", unfolded=WHOLE).startswith("▾ thinking  3 tokens, 2 lines\nfirst\nsecond\n")


def test_a_reply_that_failed(tree: Tree) -> None:
    told = {"stopReason": "error", "errorMessage": "prompt is too long", "provider": "p", "model": "m"}
    tree.message("assistant", {"content": [], **told}, prefix="a")
    expected = """\
(no content)

✗ failed
prompt is too long
model        p/m
"""
    assert body(tree, "a1") == expected


def test_a_result_names_its_call_and_is_cut_short(tree: Tree) -> None:
    tree.assistant([call("read", path="a.py", offset=10, limit=30)])
    tree.result("\n".join(f"line {number}" for number in range(100)), tool="read")
    lines = body(tree, "r1").splitlines()
    assert lines[0] == "answers      [read: a.py:10-39]"
    assert lines[1] == "line 0"
    assert lines[21] == "… 80 more lines"
    assert "line 99" in body(tree, "r1", unfolded=WHOLE)


def test_a_failed_result_without_a_call(tree: Tree) -> None:
    tree.result("no such file", more={"isError": True})
    expected = """\
answers      no call above it
✗ failed
no such file
"""
    assert body(tree, "r1") == expected


def test_pictures_are_one_line_each(tree: Tree) -> None:
    tree.user([image(), {"type": "text", "text": "see?"}])
    expected = """\
▣ image/png  9 B  1200 tokens

see?
"""
    assert body(tree, "u1") == expected


def test_a_command(tree: Tree) -> None:
    tree.bash("cargo test", "ok", more={"exitCode": 3, "truncated": True, "excludeFromContext": True})
    expected = """\
$ cargo test
ok
exit code 3 · truncated · kept from the model
"""
    assert body(tree, "b1") == expected


def test_a_system_message(tree: Tree) -> None:
    tool = {"name": "read", "description": "reads"}
    tree.system(
        "You are pi.",
        more={"sections": {"rules": "Be brief.", "old": None}, "toolsAdded": [tool], "toolsRemoved": ["ls"]},
    )
    expected = """\
You are pi.
§ rules
Be brief.
§ old  taken away
+ tool read  10 tokens
- tool ls
"""
    assert body(tree, "s1") == expected


def test_a_compaction(shop: Tree) -> None:
    shop.compaction("u3", "## Goal\nOAuth", tokensBefore=9000, details={"readFiles": ["a"], "modifiedFiles": []})
    expected = """\
compaction   00:15:00   4 tokens                             #c1
sent to the model

context      9.0k → ~5.1k
first kept   #u3  user: write tests for it [image]

## Goal
OAuth

read         1 file

2026-01-01 00:15:00 · id c1 · parent a6 · line 16 · 206 B
"""
    assert plain(page(shop, "c1")) == expected


def test_a_branch_summary(shop: Tree) -> None:
    shop.branch_summary("a5", "Tried passport.", fromHook=True)
    expected = """\
branch from  #a5  assistant: Done.
written by   a hook

Tried passport.
"""
    assert body(shop, "bs1") == expected


def test_an_edit_and_what_it_replaces(shop: Tree) -> None:
    shop.edit("a3", "shorter")
    expected = """\
replaces     #a3  assistant: It uses sessions.

shorter
"""
    assert body(shop, "e1") == expected
    assert body(shop, "a3").endswith("\n\nthe model gets instead\nshorter\n")


def test_the_books_are_shown_as_themselves(tree: Tree) -> None:
    tree.user("hello")
    tree.label("u1", "start")
    tree.model("openai", "gpt")
    tree.thinks("high")
    tree.name("A name")
    tree.spent(usage(100))
    tree.edit("u1")
    tree.custom_message("Note this.")
    told = [body(tree, name).splitlines()[0] for name in ("l1", "mc1", "t1", "n1", "us1", "e1", "cm1")]
    expected = """\
label        start
model        openai/gpt
thinking     high
name         A name
kind         cache_warm
omits        #u1  user: hello
kind         extension
"""
    assert "".join(f"{line}\n" for line in told) == expected


def test_unknown_types_are_shown_as_their_json(tree: Tree) -> None:
    tree.entry("future_thing", "f", {"data": {"deep": [1, "two"]}})
    expected = """\
{
  "type": "future_thing",
  "id": "f1",
  "parentId": null,
  "timestamp": "2026-01-01T00:01:00.000Z",
  "data": {
    "deep": [
      1,
      "two"
    ]
  }
}
"""
    assert body(tree, "f1") == expected


def test_unknown_blocks_are_shown_as_their_json(tree: Tree) -> None:
    tree.user([{"type": "audio", "seconds": 3}])
    assert body(tree, "u1") == '[audio] {"type":"audio","seconds":3}\n'


def test_the_raw_json(tree: Tree) -> None:
    tree.user("hi")
    expected = """\
user   00:01:00   1 token                                    #u1
sent to the model

{
  "type": "message",
  "id": "u1",
  "parentId": null,
  "timestamp": "2026-01-01T00:01:00.000Z",
  "message": {
    "role": "user",
    "content": "hi",
    "timestamp": 1767225660000
  }
}

2026-01-01 00:01:00 · id u1 · a root · line 2 · 150 B
"""
    assert plain(page(tree, "u1", raw=True)) == expected


def test_json_deeper_than_any_recursion(tree: Tree) -> None:
    raw = '{"type":"custom","id":"deep","parentId":null,"timestamp":0,"data":' + "[" * 3000 + "1" + "]" * 3000 + "}"
    tree.line(raw)
    check(page(tree, "deep", raw=True), 64)


@pytest.mark.parametrize("broken", [None, 7, "text", {"a": 1}, [None, 3, "x"], [{"type": "text"}, {"type": None}]])
def test_content_of_any_shape_is_a_page(tree: Tree, broken: Any) -> None:
    for role in ("user", "assistant", "toolResult", "system", "custom", "bashExecution", "compactionSummary", "alien"):
        name = tree.message(role, {"content": broken, "usage": broken, "sections": broken, "toolsAdded": broken})
        check(page(tree, name), 64)
    for kind in ("compaction", "branch_summary", "context_edit", "label", "usage", "session_info", "custom_message"):
        fields = {"summary": broken, "targetId": broken, "details": broken, "name": broken, "content": broken}
        name = tree.entry(kind, "x", {**fields, "firstKeptEntryId": broken, "usage": broken, "replacement": broken})
        check(page(tree, name), 64)


@pytest.mark.parametrize("broken", [None, "text", 7, [1], {"path": 7, "edits": "x"}, {"edits": [None, {"oldText": 1}]}])
def test_arguments_of_any_shape_are_a_page(tree: Tree, broken: Any) -> None:
    for tool in ("read", "edit", "write", "bash", None, 7):
        block = {"type": "toolCall", "id": "c", "name": tool, "arguments": broken}
        check(page(tree, tree.assistant([block])), 64)


@pytest.mark.parametrize("cells", WIDTHS)
def test_no_line_is_wider_than_asked_whatever_was_said(tree: Tree, cells: int) -> None:
    names: list[str] = []
    for text in HOSTILE:
        names.append(tree.user(f"# {text}\n- {text}\n```\n{text}\n```\n> {text}"))
        edits = [{"oldText": f"a{text}\nb", "newText": f"c{text}\nb"}]
        blocks = [
            thinking(text),
            call("edit", path=text, edits=edits),
            call("write", path=text, content=text, **{text: text}),
        ]
        names.append(tree.assistant(blocks))
        names.append(tree.result(text))
        names.append(tree.bash(text, text))
        names.append(tree.system(text, more={"sections": {text: text}}))
        names.append(tree.label("u1", text))
        names.append(tree.branch_summary("u1", text))
    for name in names:
        check(page(tree, name, cells), cells)
        check(page(tree, name, cells, WHOLE), cells)
        check(page(tree, name, cells, raw=True), cells)
