"""Whatever stands in a file, everything about it can be told, and no byte of it changes."""

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitui.core.branching.branch_summary import BranchOptions, branch_summary_request
from pitui.core.branching.switch import plan_switch
from pitui.core.compaction.compact import compaction_requests
from pitui.core.compaction.outlook import outlook
from pitui.core.compaction.preparation import prepare_compaction
from pitui.core.context.fate import Fates
from pitui.core.context.projection import project
from pitui.core.context.stats import session_stats
from pitui.core.javascript.json import stringify
from pitui.core.session.reader import open_session
from pitui.core.session.session import Session
from pitui.core.settings import CompactionSettings
from pitui.core.summary.file_ledger import FileOps
from pitui.core.summary.options import SummaryOptions
from tests.builders import Tree
from tests.inspection import inspected

names = st.sampled_from(["a", "b", "c", "d", "e"])
odd = st.sampled_from([None, True, 0, -1, 1.5, "", "text", "\ud83d", [], {}, [None], ["x"], {"a": [1]}, 1e300])
blocks = st.fixed_dictionaries(
    {"type": st.sampled_from(["text", "thinking", "toolCall", "image", "audio", None])},
    optional=dict.fromkeys(("text", "thinking", "name", "arguments", "data"), odd),
)
content = odd | st.lists(blocks | odd, max_size=3)
ROLES = ["system", "user", "assistant", "toolResult", "bashExecution", "custom", "hookMessage", "alien", None]
MESSAGE = [
    "command",
    "output",
    "exitCode",
    "usage",
    "stopReason",
    "sections",
    "toolsAdded",
    "toolsRemoved",
    "nestedCalls",
]
messages = st.fixed_dictionaries(
    {"role": st.sampled_from(ROLES)}, optional={"content": content, "timestamp": odd, **dict.fromkeys(MESSAGE, odd)}
)
TYPES = ["message", "compaction", "branch_summary", "context_edit", "custom_message", "label", "session_info", "usage"]
FIELDS = [
    "summary",
    "tokensBefore",
    "usage",
    "details",
    "fromHook",
    "systemMessage",
    "label",
    "name",
    "customType",
    "firstKeptEntryIndex",
]
entries = st.fixed_dictionaries(
    {
        "type": st.sampled_from([*TYPES, "model_change", "session", "future"]),
        "id": names,
        "parentId": st.none() | names,
    },
    optional={
        "message": messages | odd,
        "content": content,
        "replacement": st.none() | st.fixed_dictionaries({"content": content}) | odd,
        "targetId": names | odd,
        "firstKeptEntryId": names | odd,
        "timestamp": st.just("2026-01-01T00:00:00Z") | odd,
        **dict.fromkeys(FIELDS, odd),
    },
)
lines = st.one_of(entries.map(stringify).map(str.encode), odd.map(stringify).map(str.encode), st.binary(max_size=20))


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(lines, max_size=12), st.sampled_from([1, 2, 3]), names, st.sampled_from([0, 5, 20_000]))
def test_everything_can_be_told_of_any_lines(
    tmp_path_factory: pytest.TempPathFactory, written: list[bytes], version: int, name: str, keep: int
) -> None:
    tree = Tree(tmp_path_factory.mktemp("any") / "session.jsonl", version=version)
    for line in written:
        tree.line(line)
    before = tree.bytes
    session = open_session(tree.path)
    leaf = name if name in session.by_id else session.leaf_id
    _look_at(session, leaf, keep)
    arguments = ["--leaf", leaf, "--fork", leaf] if leaf is not None else []
    report = inspected(tree.path, *arguments, "--keep-recent", str(keep), "--branch-target", name)
    assert report["load"] == {"ok": True}
    assert sorted(node[0] for node in report["tree"]) == sorted(session.by_id)
    assert all(0 < fault.line <= session.line_count for fault in session.damage)
    assert tree.bytes == before


def _look_at(session: Session, leaf: str | None, keep: int) -> None:
    """What the screens work out, also where pi would stumble."""
    path = session.branch(leaf)
    projection = project(path)
    for projected in projection.entries:
        assert projected.roles == projected.measure.roles == tuple(message.role for message in projected.messages)
    assert set(Fates(projection).on_path) == {entry.id for entry in path}
    assert not math.isnan(session_stats(path).tokens)
    preparation = prepare_compaction(path, CompactionSettings(keep_recent_tokens=keep))
    if preparation is not None:
        assert compaction_requests(preparation, SummaryOptions()).all
        ops = FileOps()
        if preparation.previous_compaction is not None:
            ops.note_details(preparation.previous_compaction.body)
        for message in preparation.all_messages:
            ops.note_message(message)
        assert preparation.file_ops == ops
        assert outlook(preparation).after.path[-1].type == "compaction"
    for target in session.by_id:
        if target != leaf:
            plan = plan_switch(session, leaf, target)
            request = branch_summary_request(plan.abandoned.entries, BranchOptions(SummaryOptions()))
            assert (request is not None) is plan.can_summarize
            assert len(plan.entered) <= len(plan.after.path)
