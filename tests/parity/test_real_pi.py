"""What pitui writes a real pi opens and sees the same, and what pi writes pitui reads the same.

Runs when `PITUI_PI` names an installation of pi from npm.
"""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from pitui.core.branching.branch_summary import BranchOptions, generate_branch_summary
from pitui.core.branching.switch import plan_switch
from pitui.core.compaction.compact import compact
from pitui.core.compaction.preparation import prepare_compaction
from pitui.core.context.projection import project
from pitui.core.context.usage import estimate_projected_context_tokens
from pitui.core.javascript.json import Json, parse, stringify
from pitui.core.operations import Pen, mark_leaf, rename, save_branch_summary, save_compaction, set_label
from pitui.core.session.follow import SessionFollower
from pitui.core.session.fork import fork_bodies, fork_header
from pitui.core.session.reader import open_session
from pitui.core.session.wire import write_line
from pitui.core.settings import CompactionSettings, RetrySettings
from pitui.core.summary.ask import Asking, Progress
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.summarizer import AbortSignal, SummaryReply
from tests.builders import START, Tree, call, image, thinking, usage
from tests.fakes import RecordingSummarizer
from tests.parity.real_pi import VARIABLE, RealPi, installation

PACKAGE = installation()
pytestmark = pytest.mark.skipif(PACKAGE is None, reason=f"{VARIABLE} names no installation of pi to compare with")

REPLY = SummaryReply("## Goal\n- 😀 \u2028 all of it.", usage=usage(100))
OpenPi = Callable[[Path], RealPi]


@pytest.fixture
def open_pi(tmp_path: Path) -> OpenPi:
    assert PACKAGE is not None
    package = PACKAGE
    return lambda session: RealPi(package, session, tmp_path / "home")


@pytest.fixture
def pen() -> Pen:
    numbers = count(1)
    return Pen(now=lambda: START + 86_400_000, new_id=lambda: f"{next(numbers):08x}")


@pytest.fixture(params=[3, 2, 1])
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> Tree:
    """A session with a bit of everything, in each version pi reads."""
    grown = Tree(tmp_path / "session.jsonl", version=request.param, cwd=str(tmp_path))
    grown.thinks("off")  # without a level pi writes one as soon as it opens the file
    grown.system("You are pi.", more={"sections": {"a": "A"}, "toolsAdded": [{"name": "read"}]})
    grown.user([{"type": "text", "text": "Look."}, image()])
    grown.assistant([thinking("Hm."), call("read", path="a.py")], usage=usage(100))
    grown.result("\ud83d " + "x" * 3000, tool="read")
    grown.model()
    grown.bash("ls", "a.py")
    grown.message("hookMessage", {"content": "noted", "customType": "hook", "display": True})
    grown.assistant("Done.", usage=usage(900))
    return grown


def asking() -> Asking:
    return Asking(RecordingSummarizer(REPLY), RetrySettings(enabled=False), AbortSignal(), Progress())


def seen(path: Path, leaf: str | None = None) -> list[Json]:
    """The messages pitui sees, as pi would send them over a pipe."""
    session = open_session(path)
    messages = project(session.branch(leaf or session.leaf_id)).messages
    return [parse(stringify(message.data)) for message in messages]


def assert_pi_sees_the_same(open_pi: OpenPi, path: Path) -> str | None:
    """Compare messages, leaf and entries, and that opening changes nothing; gives the name pi shows."""
    before, session = path.read_bytes(), open_session(path)
    with open_pi(path) as pi:
        assert pi.ask("get_messages")["messages"] == seen(path)
        told = pi.ask("get_entries")
        assert told["leafId"] == session.leaf_id
        assert told["entries"] == [parse(stringify(entry.body)) for entry in session.entries]
        name: str | None = pi.ask("get_state").get("sessionName")
    assert path.read_bytes() == before
    return name


async def compacted(follower: SessionFollower, pen: Pen, keep: int) -> None:
    session = follower.session
    leaf = session.leaf_id or ""
    preparation = prepare_compaction(session.branch(leaf), CompactionSettings(keep_recent_tokens=keep))
    assert preparation is not None
    save_compaction(follower, leaf, await compact(preparation, SummaryOptions(), asking()), pen)


async def test_a_compaction_and_one_on_top_of_it(tree: Tree, open_pi: OpenPi, pen: Pen) -> None:
    follower = SessionFollower(tree.path)
    await compacted(follower, pen, keep=6)
    assert_pi_sees_the_same(open_pi, tree.path)
    mark_leaf(follower, follower.session.leaf_id, pen)
    await compacted(follower, pen, keep=1)
    assert_pi_sees_the_same(open_pi, tree.path)
    assert [message["role"] for message in seen(tree.path)] == ["system", "compactionSummary", "assistant"]


async def test_a_switch_with_a_summary_and_a_label(tree: Tree, open_pi: OpenPi, pen: Pen) -> None:
    follower = SessionFollower(tree.path)
    session = follower.session
    plan = plan_switch(session, session.leaf_id, session.entries[4].id)
    options = BranchOptions(SummaryOptions())
    save_branch_summary(
        follower, plan, await generate_branch_summary(plan.abandoned.entries, options, asking()), "tried", pen
    )
    assert_pi_sees_the_same(open_pi, tree.path)
    assert [message["role"] for message in seen(tree.path)][-1] == "branchSummary"


def test_a_switch_without_one(tree: Tree, open_pi: OpenPi, pen: Pen) -> None:
    follower = SessionFollower(tree.path)
    target = follower.session.entries[4].id
    mark_leaf(follower, target, pen)
    assert_pi_sees_the_same(open_pi, tree.path)
    assert seen(tree.path) == seen(tree.path, target)


def test_a_label_and_a_name(tree: Tree, open_pi: OpenPi, pen: Pen) -> None:
    follower = SessionFollower(tree.path)
    set_label(follower, follower.session.entries[2].id, "mark 😀", pen)
    rename(follower, " two\nwords ", pen)
    assert assert_pi_sees_the_same(open_pi, tree.path) == "two words"


def test_a_torn_line_before_ours(tree: Tree, open_pi: OpenPi, pen: Pen) -> None:
    if tree.version == 3:
        tree.torn('{"type":"mess')
    rename(SessionFollower(tree.path), "Shop", pen)
    assert assert_pi_sees_the_same(open_pi, tree.path) == "Shop"


def test_a_branch_copied_into_a_new_session(tree: Tree, open_pi: OpenPi, pen: Pen, tmp_path: Path) -> None:
    session = tree.session
    leaf = session.entries[6].id
    copy = tmp_path / "copy.jsonl"
    header = fork_header(session, session_id="session-2", now=START, parent=tree.path)
    copy.write_bytes(b"".join(map(write_line, [header, *fork_bodies(session, leaf, pen.new_id)])))
    assert_pi_sees_the_same(open_pi, copy)
    assert seen(copy) == seen(tree.path, leaf)


def test_what_pi_writes(tree: Tree, open_pi: OpenPi) -> None:
    with open_pi(tree.path) as pi:
        pi.ask("bash", command="printf 'caf\\303\\251'; exit 3")
        pi.ask("set_session_name", name="Shop")
        assert pi.ask("get_messages")["messages"] == seen(tree.path)
        assert pi.ask("get_entries")["leafId"] == open_session(tree.path).leaf_id
    session = open_session(tree.path)
    assert session.name == "Shop"
    assert not session.damage
    assert seen(tree.path)[-1]["output"] == "café"


def test_what_pi_counts(tree: Tree, open_pi: OpenPi) -> None:
    follower = SessionFollower(tree.path)
    with open_pi(tree.path) as pi:
        stats = pi.ask("get_session_stats")
    session = follower.reload()
    estimate = estimate_projected_context_tokens(project(session.branch(session.leaf_id)))
    assert (stats["tokens"]["total"], estimate.tokens) == (1000, 900)
