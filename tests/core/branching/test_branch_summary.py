"""The summary of a branch that is left, and the entry that records it."""

import pytest

from pitui.core.branching.branch_summary import (
    BranchOptions,
    BranchSummaryResult,
    branch_summary_body,
    generate_branch_summary,
)
from pitui.core.errors import SummaryError
from pitui.core.settings import RetrySettings
from pitui.core.summary.ask import Asking, Progress
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.summarizer import AbortSignal, SummaryReply
from tests.builders import START, Tree, call, usage
from tests.fakes import RecordingSummarizer

FILES = {"readFiles": [], "modifiedFiles": []}
PREAMBLE = "The user explored a different conversation branch before returning here.\nSummary of that exploration:\n\n"


async def summed_up(tree: Tree, fake: RecordingSummarizer, options: BranchOptions | None = None) -> BranchSummaryResult:
    asking = Asking(fake, RetrySettings(enabled=False), AbortSignal(), Progress())
    return await generate_branch_summary(tree.branch(), options or BranchOptions(SummaryOptions()), asking)


async def test_the_preamble_before_it_and_the_files_behind_it(tree: Tree) -> None:
    tree.user("Try it.")
    tree.assistant([call("read", path="a.py")])
    fake = RecordingSummarizer(SummaryReply("TRIED", usage=usage(9)))
    assert await summed_up(tree, fake) == BranchSummaryResult(
        f"{PREAMBLE}TRIED\n\n<read-files>\na.py\n</read-files>", usage(9), {"readFiles": ["a.py"], "modifiedFiles": []}
    )
    (request,) = fake.requests
    assert request.prompt.startswith('<conversation>\n[User]: Try it.\n\n[Assistant tool calls]: read(path="a.py")')
    assert request.max_tokens == 4096


async def test_without_a_message_nobody_is_asked(tree: Tree) -> None:
    tree.label("u1", "mark")
    tree.result()
    fake = RecordingSummarizer()
    result = await summed_up(tree, fake)
    assert result == BranchSummaryResult("No content to summarize", None, {"readFiles": [], "modifiedFiles": []})
    assert fake.requests == []


async def test_a_cut_reply_is_asked_for_once_more(tree: Tree) -> None:
    tree.user()
    fake = RecordingSummarizer(SummaryReply("TRI", "length"), SummaryReply("TRIED"))
    assert (await summed_up(tree, fake)).summary == f"{PREAMBLE}TRIED"
    assert [request.max_tokens for request in fake.requests] == [4096, 8192]


@pytest.mark.parametrize("reply", [SummaryReply(""), SummaryReply("x", "toolUse"), SummaryReply("x", "length")])
async def test_a_reply_not_worth_keeping_is_refused(tree: Tree, reply: SummaryReply) -> None:
    tree.user()
    with pytest.raises(SummaryError, match="Branch summarization failed"):
        await summed_up(tree, RecordingSummarizer(reply))


@pytest.mark.parametrize(("window", "budget"), [(100_000, 83_616), (0, 128_000 - 16_384), (1000, 1000 - 16_384)])
def test_the_budget_is_the_window_less_the_reserve(window: float, budget: float) -> None:
    assert BranchOptions(SummaryOptions(), context_window=window).token_budget == budget


async def test_what_does_not_fit_is_not_sent(tree: Tree) -> None:
    tree.user("older")
    tree.user(100)
    tree.user("newer")
    fake = RecordingSummarizer()
    await summed_up(tree, fake, BranchOptions(SummaryOptions(), context_window=150, reserve_tokens=100))
    assert fake.requests[0].prompt.startswith("<conversation>\n[User]: newer\n</conversation>")


class TestTheEntry:
    BASE = ("type", "id", "parentId", "timestamp", "fromId", "summary", "details")

    def test_its_keys_are_in_pis_order(self) -> None:
        result = BranchSummaryResult("S", usage(1), FILES)
        body = branch_summary_body(result, entry_id="bs1", parent_id="a1", from_id="a4", now=START)
        assert tuple(body) == (*self.BASE, "usage", "fromHook")
        assert (body["fromId"], body["parentId"], body["fromHook"]) == ("a4", "a1", False)

    def test_from_nowhere_is_from_the_root(self) -> None:
        result = BranchSummaryResult("S", None, FILES)
        body = branch_summary_body(result, entry_id="bs1", parent_id=None, from_id=None, now=START)
        assert tuple(body) == (*self.BASE, "fromHook")
        assert (body["fromId"], body["parentId"]) == ("root", None)
