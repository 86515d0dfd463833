"""Messages, tools and models counted up."""

from __future__ import annotations

from pitui.core.context.tally import SUMMARIES, TOOLS, tally
from tests.builders import Tree, call, usage


def test_counts(tree: Tree) -> None:
    tree.user("go")
    tree.assistant([call("read", path="a"), call("bash", command="ls")], usage=usage(100))
    tree.result("x", tool="read", more={"isError": True, "usage": usage(10)})
    tree.result("y")
    tree.compaction("u1", usage=usage(20))
    tree.spent(usage(30))
    counted = tally(tree.session.entries)
    assert counted.entries == 6
    assert counted.messages == 4
    assert dict(counted.roles) == {"user": 1, "assistant": 1, "toolResult": 2, "compaction": 1}
    assert dict(counted.calls) == {"read": 1, "bash": 1}
    assert counted.failures["read"] == 1
    assert counted.failures["bash"] == 0
    assert {model: spent.tokens for model, spent in counted.models.items()} == {
        "anthropic/claude": 130,
        TOOLS: 10,
        SUMMARIES: 20,
    }


def test_a_broken_message_is_counted_by_its_role(tree: Tree) -> None:
    tree.entry("message", "m", {"message": None})
    tree.message("assistant", {"content": "no blocks", "usage": "none"})
    counted = tally(tree.session.entries)
    assert dict(counted.roles) == {"": 1, "assistant": 1}
    assert counted.models == {}
