"""Files that pi rejects, crashes on or never returns from: pitui tells all there is, and what pi stumbles over."""

from collections.abc import Callable

import pytest

from pitui.core.branching.branch_summary import BranchOptions, branch_summary_request
from pitui.core.compaction.compact import compaction_requests
from pitui.core.compaction.preparation import CompactionPreparation, prepare_compaction
from pitui.core.context.projection import project
from pitui.core.context.stats import session_stats
from pitui.core.context.usage import estimate_projected_context_tokens, reported_tokens
from pitui.core.pi_faults import (
    PiFails,
    check_file_operations,
    check_preparation,
    check_projection,
    check_serialization,
    pi_branch_tokens,
    pi_projected_estimate,
)
from pitui.core.settings import CompactionSettings
from pitui.core.summary.options import SummaryOptions
from tests.builders import Tree, usage


def prepared(tree: Tree) -> CompactionPreparation:
    preparation = prepare_compaction(tree.branch(), CompactionSettings(keep_recent_tokens=5))
    assert preparation is not None
    return preparation


def request(tree: Tree) -> str:
    (only,) = compaction_requests(prepared(tree), SummaryOptions()).all
    return only.prompt


class TestProjection:
    def test_a_message_entry_without_a_message(self, tree: Tree) -> None:
        tree.user("one")
        tree.entry("message", "m", {})
        tree.user("two")
        projection = project(tree.branch())
        assert [message.content for message in projection.messages] == ["one", "two"]
        with pytest.raises(PiFails, match="entry m1 has no message"):
            check_projection(projection.path, projection.entries)

    def test_an_edit_without_a_replacement(self, tree: Tree) -> None:
        tree.user("one")
        tree.entry("context_edit", "e", {"targetId": "u1"})
        projection = project(tree.branch())
        assert [message.content for message in projection.messages] == ["one"]
        with pytest.raises(PiFails, match="edit e1 has no replacement"):
            check_projection(projection.path, projection.entries)

    def test_one_that_reaches_nothing_pi_would_change_is_no_fault(self, tree: Tree) -> None:
        tree.bash()
        tree.entry("context_edit", "e", {"targetId": "b1"})
        projection = project(tree.branch())
        check_projection(projection.path, projection.entries)


class TestEstimates:
    @pytest.mark.parametrize(
        ("role", "fields"),
        [
            ("user", {"content": [None]}),
            ("user", {"content": 5}),
            ("user", {"content": {}}),
            ("assistant", {"content": [{"type": "toolCall", "name": "read"}]}),
            ("assistant", {"content": [{"type": "text"}]}),
            ("assistant", {"content": [{"type": "thinking"}]}),
            ("assistant", {"content": 5}),
            ("bashExecution", {"command": "ls"}),
        ],
    )
    def test_content_whose_length_pi_asks_for(self, tree: Tree, role: str, fields: dict[str, object]) -> None:
        tree.user(10)
        tree.message(role, fields)
        tree.user(10)
        projection = project(tree.branch())
        assert 20 <= estimate_projected_context_tokens(projection).tokens <= 22
        with pytest.raises(PiFails):
            pi_projected_estimate(projection)
        with pytest.raises(PiFails):
            check_preparation(tree.branch(), 20_000)

    def test_a_cut_that_never_gets_there_is_no_fault(self, tree: Tree) -> None:
        tree.user(5, id="bad", message={"role": "user", "content": [None]})
        tree.assistant(5, usage=usage(100))
        tree.user(50)
        check_preparation(tree.branch(), 10)
        with pytest.raises(PiFails):
            check_preparation(tree.branch(), 1000)

    @pytest.mark.parametrize("report", [..., None])
    def test_a_reply_without_usage(self, tree: Tree, report: None) -> None:
        tree.user(10)
        tree.compaction("u1", summary=5)
        tree.assistant(10, usage=report)
        assert session_stats(tree.session.entries).tokens == 0
        assert reported_tokens(project(tree.branch())) is None
        assert estimate_projected_context_tokens(project(tree.branch())).tokens == 25


class TestRequests:
    def test_a_reply_that_is_a_text(self, tree: Tree) -> None:
        tree.message("assistant", {"content": "Said so."})
        tree.user(10)
        assert "[Assistant]: Said so." in request(tree)
        with pytest.raises(PiFails, match="no list"):
            check_serialization(prepared(tree).all_messages)

    @pytest.mark.parametrize("arguments", [..., None])
    def test_a_call_without_arguments(self, tree: Tree, arguments: object) -> None:
        """https://github.com/earendil-works/pi/issues/8386"""
        block = {"type": "toolCall", "name": "bash", "arguments": arguments}
        tree.assistant([{name: value for name, value in block.items() if value is not ...}])
        tree.user(10)
        assert "[Assistant tool calls]: bash()" in request(tree)
        with pytest.raises(PiFails, match="no arguments"):
            check_serialization(prepared(tree).all_messages)

    @pytest.mark.parametrize("calls", [5, True, {}, [None], [None, {"name": "read", "arguments": {"path": "a"}}]])
    def test_nested_calls_that_are_none(self, tree: Tree, calls: object) -> None:
        tree.user("one")
        tree.result(more={"nestedCalls": {"calls": calls}})
        tree.user(10)
        preparation = prepared(tree)
        assert preparation.file_ops.lists()[1] == []
        with pytest.raises(PiFails):
            check_file_operations(preparation.all_messages)

    def test_a_branch_with_a_message_that_says_nothing(self, tree: Tree) -> None:
        tree.user(None)
        tree.assistant("after it")
        sent = branch_summary_request(tree.branch(), BranchOptions(SummaryOptions()))
        assert sent is not None
        assert "[Assistant]: after it" in sent.prompt
        with pytest.raises(PiFails, match="no list"):
            pi_branch_tokens(tree.branch(), 0)


class TestHangs:
    """Where pi runs until its memory ends."""

    @pytest.mark.parametrize("parents", [("u1",), ("u2", "u1"), ("u2", "u3", "u1")])
    def test_parents_in_a_circle(self, tree: Tree, parents: tuple[str, ...]) -> None:
        for parent in parents:
            tree.user(10, parent=parent)
        assert estimate_projected_context_tokens(project(tree.branch())).tokens == 10 * len(parents)
        assert len(list(tree.session.tree.walk())) == len(parents)

    def test_a_doubled_id_below_its_own_child(self, tree: Tree) -> None:
        tree.user(10, id="A")
        tree.user(10, id="B")
        tree.user(10, id="A", parent="B")
        assert estimate_projected_context_tokens(project(tree.branch())).tokens == 20


@pytest.mark.parametrize("calls", [..., None, [], "text", [{"name": "read"}]])
def test_other_nested_calls_are_no_fault(tree: Tree, calls: object) -> None:
    tree.message("toolResult", {"content": [], "nestedCalls": {} if calls is ... else {"calls": calls}})
    check_file_operations(project(tree.branch()).messages)


@pytest.mark.parametrize(
    "grow",
    [
        lambda tree: tree.user("plain"),
        lambda tree: tree.assistant("plain", usage=usage(10)),
        lambda tree: tree.result("plain"),
        lambda tree: tree.compaction("u1"),
        lambda tree: tree.branch_summary(),
        lambda tree: tree.bash(),
        lambda tree: tree.edit("u1"),
    ],
)
def test_what_pi_writes_is_no_fault(tree: Tree, grow: Callable[[Tree], str]) -> None:
    tree.user("one")
    grow(tree)
    tree.user(10)
    projection = project(tree.branch())
    check_projection(projection.path, projection.entries)
    check_preparation(tree.branch(), 5)
    check_serialization(projection.messages)
    assert pi_projected_estimate(projection) == estimate_projected_context_tokens(projection)
