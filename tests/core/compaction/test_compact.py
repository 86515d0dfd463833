"""Doing a prepared compaction: one request or two, one summary, and the entry that records it."""

import pytest

from pitui.core.compaction.compact import CompactionResult, compact, compaction_body
from pitui.core.compaction.preparation import CompactionPreparation, prepare_compaction
from pitui.core.errors import SummaryError
from pitui.core.settings import CompactionSettings, RetrySettings
from pitui.core.summary import prompts
from pitui.core.summary.ask import Asking, Progress
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.summarizer import AbortSignal, SummaryReply
from tests.builders import START, Tree, call, usage
from tests.fakes import RecordingSummarizer

HISTORY = SummaryReply("HISTORY", usage=usage(100))
PREFIX = SummaryReply("PREFIX", usage=usage(50))


def prepared(tree: Tree, keep: int = 5, reserve: int = 1000) -> CompactionPreparation:
    preparation = prepare_compaction(tree.branch(), CompactionSettings(True, reserve, keep))
    assert preparation is not None
    return preparation


async def done(
    preparation: CompactionPreparation, fake: RecordingSummarizer, options: SummaryOptions | None = None
) -> CompactionResult:
    asking = Asking(fake, RetrySettings(enabled=False), AbortSignal(), Progress())
    return await compact(preparation, options or SummaryOptions(), asking)


@pytest.fixture
def whole(tree: Tree) -> CompactionPreparation:
    """A cut between two turns."""
    tree.user("one")
    tree.assistant([call("read", path="a.py"), call("edit", path="b.py")])
    tree.user(10)
    return prepared(tree)


@pytest.fixture
def split(tree: Tree) -> CompactionPreparation:
    """A cut inside the second turn."""
    tree.user("one")
    tree.assistant("two")
    tree.user("three")
    tree.assistant(10)
    return prepared(tree)


async def test_one_request_and_the_files_at_the_end(whole: CompactionPreparation) -> None:
    fake = RecordingSummarizer(HISTORY)
    result = await done(whole, fake)
    assert [request.purpose for request in fake.requests] == ["history"]
    assert result == CompactionResult(
        summary="HISTORY\n\n<read-files>\na.py\n</read-files>\n\n<modified-files>\nb.py\n</modified-files>",
        first_kept_entry_id="u2",
        tokens_before=whole.tokens_before,
        usage=usage(100),
        details={"readFiles": ["a.py"], "modifiedFiles": ["b.py"]},
        system_message=None,
    )


class TestSplitTurn:
    async def test_two_requests_one_after_the_other(self, split: CompactionPreparation) -> None:
        fake = RecordingSummarizer(HISTORY, PREFIX)
        result = await done(split, fake)
        assert [request.purpose for request in fake.requests] == ["history", "turn prefix"]
        assert "[User]: one\n\n[Assistant]: two\n</conversation>" in fake.requests[0].prompt
        assert "[User]: three\n</conversation>" in fake.requests[1].prompt
        assert result.summary == "HISTORY\n\n---\n\n**Turn Context (split turn):**\n\nPREFIX"

    async def test_both_are_paid_for(self, split: CompactionPreparation) -> None:
        result = await done(split, RecordingSummarizer(HISTORY, PREFIX))
        assert result.usage is not None
        assert (result.usage["totalTokens"], result.usage["cost"]["total"]) == (150, 1.5)

    async def test_instructions_go_to_both(self, split: CompactionPreparation) -> None:
        fake = RecordingSummarizer(HISTORY, PREFIX)
        await done(split, fake, SummaryOptions(instructions="the tests"))
        assert all(request.prompt.endswith("Additional focus: the tests") for request in fake.requests)

    async def test_each_has_its_own_share_of_the_reserve(self, split: CompactionPreparation) -> None:
        fake = RecordingSummarizer(HISTORY, PREFIX)
        await done(split, fake)
        assert [request.max_tokens for request in fake.requests] == [800, 500]

    async def test_when_the_second_fails_there_is_no_summary(self, split: CompactionPreparation) -> None:
        with pytest.raises(SummaryError, match="Turn prefix summarization failed"):
            await done(split, RecordingSummarizer(HISTORY, SummaryReply("", "length")))

    async def test_without_history_only_the_prefix_is_asked_for(self, tree: Tree) -> None:
        tree.user("one")
        tree.assistant(10)
        fake = RecordingSummarizer(PREFIX)
        result = await done(prepared(tree), fake)
        assert [request.purpose for request in fake.requests] == ["turn prefix"]
        assert result.summary == f"No prior history.{prompts.SPLIT_TURN}PREFIX"
        assert result.usage == usage(50)

    @pytest.mark.parametrize("earlier", ["OLD", ""])
    async def test_then_an_earlier_summary_stands_unchanged(self, tree: Tree, earlier: str) -> None:
        tree.user("one")
        tree.compaction(summary=earlier)
        tree.user("two")
        tree.assistant(10)
        result = await done(prepared(tree), RecordingSummarizer(PREFIX))
        assert result.summary == f"{earlier}{prompts.SPLIT_TURN}PREFIX"


async def test_an_earlier_summary_is_brought_up_to_date(tree: Tree) -> None:
    tree.user("one")
    tree.compaction("u1", "OLD")
    tree.user(10)
    fake = RecordingSummarizer(HISTORY)
    await done(prepared(tree), fake)
    assert "<previous-summary>\nOLD\n</previous-summary>" in fake.requests[0].prompt
    assert fake.requests[0].previous_summary == "OLD"


async def test_whatever_fails_the_file_stays(tree: Tree, whole: CompactionPreparation) -> None:
    before = tree.bytes
    for reply in (SummaryReply("half", "length"), SummaryReply(""), SummaryReply("Let me look.", "toolUse")):
        with pytest.raises(SummaryError):
            await done(whole, RecordingSummarizer(reply))
    assert tree.bytes == before
    assert tree.session.leaf_id == "u2"


class TestTheEntry:
    BASE = ("type", "id", "parentId", "timestamp", "summary", "firstKeptEntryId", "tokensBefore", "details")

    def test_its_keys_are_in_pis_order(self) -> None:
        system = {"role": "system", "content": "P", "timestamp": 5}
        result = CompactionResult("S", "u1", 999, usage(1), {"readFiles": []}, system, from_hook=True)
        body = compaction_body(result, entry_id="c1", parent_id="a1", now=START)
        assert tuple(body) == (*self.BASE, "usage", "fromHook", "systemMessage")
        assert (body["timestamp"], body["parentId"], body["fromHook"]) == ("2026-01-01T00:00:00.000Z", "a1", True)
        assert body["systemMessage"] == {"role": "system", "content": "P", "timestamp": START}

    def test_what_there_is_not_has_no_key_but_a_false_hook_has(self) -> None:
        result = CompactionResult("S", "u1", 999, None, {"readFiles": []}, None)
        body = compaction_body(result, entry_id="c1", parent_id=None, now=START)
        assert tuple(body) == (*self.BASE, "fromHook")
        assert body["fromHook"] is False
