"""Any messages summed up in one call."""

from __future__ import annotations

import pytest

from pitui.core.errors import SummaryError
from pitui.core.session.messages import Message
from pitui.core.settings import RetrySettings
from pitui.core.summary.ask import Asking, Progress, Summary
from pitui.core.summary.generate import generate_summary, generate_summary_with_usage
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.summarizer import AbortSignal, SummaryReply
from tests.fakes import RecordingSummarizer

MESSAGES = [Message({"role": "user", "content": "Add a login."})]


def asking(fake: RecordingSummarizer) -> Asking:
    return Asking(fake, RetrySettings(), AbortSignal(), Progress())


async def test_the_text_alone() -> None:
    fake = RecordingSummarizer(SummaryReply("## Goal\n- A login."))
    assert await generate_summary(MESSAGES, asking(fake)) == "## Goal\n- A login."
    assert "[User]: Add a login." in fake.requests[0].prompt
    assert fake.requests[0].max_tokens == 13107


async def test_with_what_it_cost_and_everything_chosen() -> None:
    fake = RecordingSummarizer(SummaryReply("New.", usage={"totalTokens": 9}))
    options = SummaryOptions("the cookie", model_max_tokens=500, thinking_level="high")
    found = await generate_summary_with_usage(
        MESSAGES, asking(fake), options, previous_summary="Old.", reserve_tokens=1000
    )
    request = fake.requests[0]
    assert found == Summary("New.", {"totalTokens": 9})
    assert "<previous-summary>\nOld.\n</previous-summary>" in request.prompt
    assert request.prompt.endswith("Additional focus: the cookie")
    assert (request.max_tokens, request.thinking_level) == (500, "high")


async def test_the_text_alone_takes_the_same_choices() -> None:
    fake = RecordingSummarizer(SummaryReply("New."))
    await generate_summary(
        MESSAGES, asking(fake), SummaryOptions("the cookie"), previous_summary="Old.", reserve_tokens=1000
    )
    assert fake.requests[0].previous_summary == "Old."
    assert fake.requests[0].max_tokens == 800
    assert fake.requests[0].instructions == "the cookie"


async def test_a_reply_not_worth_keeping() -> None:
    with pytest.raises(SummaryError, match="empty"):
        await generate_summary(MESSAGES, asking(RecordingSummarizer(SummaryReply(" "))))
