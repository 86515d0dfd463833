"""What a session has cost: every report on any branch, and none of them in the context."""

from pitui.core.context.projection import project
from pitui.core.context.stats import session_stats
from tests.builders import Tree, call, usage


def test_all_reports_are_in_the_totals_and_none_is_a_message(tree: Tree) -> None:
    """https://github.com/earendil-works/pi/issues/322"""
    tree.user(10)
    tree.assistant([call("read", path="a"), call("bash", command="ls")], usage=usage(100))
    tree.result("done", more={"usage": usage(20)})
    tree.at("u1").branch_summary("r1", usage=usage(30))
    tree.spent(usage(40))
    tree.user()
    tree.compaction("u2", usage=usage(50))
    stats = session_stats(tree.session.entries)
    assert (stats.input, stats.output, stats.tokens) == (90 + 18 + 27 + 36 + 45, 10 + 2 + 3 + 4 + 5, 240)
    assert stats.cost == 5 * 0.75
    counts = (stats.user_messages, stats.assistant_messages, stats.tool_calls, stats.tool_results, stats.total_messages)
    assert counts == (2, 1, 2, 1, 4)
    assert [message.role for message in project(tree.branch()).messages] == ["compactionSummary", "user"]


def test_costs_are_added_in_the_files_order(tree: Tree) -> None:
    for cost in (0.1, 0.2, 0.3):
        tree.assistant(usage={"cost": {"total": cost}})
    assert session_stats(tree.session.entries).cost == 0.1 + 0.2 + 0.3 != 0.6


def test_reports_of_no_known_shape_count_nothing(tree: Tree) -> None:
    for report in (..., None, "x", 5, [], {"input": "1", "output": True, "cost": 3}):
        tree.assistant(usage=report)
        tree.compaction(usage=report)
    stats = session_stats(tree.session.entries)
    assert (stats.tokens, stats.cost, stats.assistant_messages) == (0, 0, 6)
