"""Asking until there is a summary worth keeping: what is asked again, and what is refused."""

import asyncio

import pytest

from pitui.core.errors import SummaryAbortedError, SummaryError
from pitui.core.settings import RetrySettings
from pitui.core.summary.ask import Asking, Progress, Summary, ask
from pitui.core.summary.request import history_request
from pitui.core.summary.summarizer import AbortSignal, Destination, FailureKind, SummarizerError, SummaryReply
from tests.fakes import RecordingSummarizer

REQUEST = history_request([], reserve_tokens=1000)
GOOD = SummaryReply("## Goal\n- It.", usage={"input": 1})
CUT = SummaryReply("## Go", "length")
BUSY = SummarizerError("transient", "The provider is busy.")


class Diary(Progress):
    """Everything that could be watched, in order."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def started(self, request: object) -> None:
        self.lines.append("started")

    def text(self, piece: str) -> None:
        self.lines.append(piece)

    def retrying(self, attempt: int, seconds: float, reason: str) -> None:
        self.lines.append(f"{attempt}: {seconds} s: {reason}")

    def settled(self) -> None:
        self.lines.append("settled")


def asking(fake: RecordingSummarizer, **changes: object) -> Asking:
    """Ask the fake, with waits that take no time."""

    async def at_once(seconds: float) -> None:
        await asyncio.sleep(0)

    parts = {"retry": RetrySettings(), "signal": AbortSignal(), "progress": Progress(), "sleep": at_once, **changes}
    return Asking(fake, **parts)  # type: ignore[arg-type]


async def test_a_whole_reply_is_the_summary() -> None:
    diary = Diary()
    found = await ask(REQUEST, asking(RecordingSummarizer(GOOD), progress=diary))
    assert found == Summary("## Goal\n- It.", {"input": 1})
    assert diary.lines == ["started", "## Goal\n", "- It."]


class TestCutOff:
    async def test_a_cut_reply_is_asked_for_once_more_with_the_models_own_limit(self) -> None:
        """https://github.com/earendil-works/pi/issues/7048"""
        fake = RecordingSummarizer(CUT, GOOD)
        assert (await ask(REQUEST, asking(fake))).text == GOOD.text
        assert [request.max_tokens for request in fake.requests] == [800, 8192]

    async def test_cut_again_it_is_refused(self) -> None:
        fake = RecordingSummarizer(CUT)
        with pytest.raises(SummaryError, match="cut off"):
            await ask(REQUEST, asking(fake))
        assert len(fake.requests) == 2

    @pytest.mark.parametrize("limit", [None, 100, 800])
    async def test_without_a_higher_limit_it_is_refused_at_once(self, limit: int | None) -> None:
        fake = RecordingSummarizer(CUT, GOOD, destination=Destination("fake", None, limit))
        with pytest.raises(SummaryError, match="cut off"):
            await ask(REQUEST, asking(fake))
        assert len(fake.requests) == 1


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (SummaryReply(""), "empty"),
        (SummaryReply(" \n"), "empty"),
        (SummaryReply("Let me look.", "toolUse"), "tool"),
        (SummaryReply("", "error", error_message="No such model."), "No such model."),
        (SummaryReply("half", "error"), "no reason"),
    ],
)
async def test_a_reply_not_worth_keeping_is_refused(reply: SummaryReply, why: str) -> None:
    fake = RecordingSummarizer(reply)
    with pytest.raises(SummaryError, match=why):
        await ask(REQUEST, asking(fake))
    assert len(fake.requests) == 1


class TestRetry:
    async def test_failures_that_pass_are_waited_out(self) -> None:
        fake, diary, waits = RecordingSummarizer(BUSY, BUSY, GOOD), Diary(), []

        async def sleep(seconds: float) -> None:
            waits.append(seconds)

        assert (await ask(REQUEST, asking(fake, progress=diary, sleep=sleep))).text == GOOD.text
        assert waits == [2.0, 4.0]
        assert diary.lines == [
            "started",
            "1: 2.0 s: The provider is busy.",
            "started",
            "2: 4.0 s: The provider is busy.",
            "started",
            "## Goal\n",
            "- It.",
            "settled",
        ]

    async def test_three_repeats_and_no_more(self) -> None:
        fake, diary = RecordingSummarizer(BUSY), Diary()
        with pytest.raises(SummaryError, match="busy"):
            await ask(REQUEST, asking(fake, progress=diary))
        assert len(fake.requests) == 4
        assert diary.lines.count("settled") == 1

    async def test_none_when_retrying_is_off(self) -> None:
        fake = RecordingSummarizer(BUSY, GOOD)
        with pytest.raises(SummaryError):
            await ask(REQUEST, asking(fake, retry=RetrySettings(enabled=False)))
        assert len(fake.requests) == 1

    @pytest.mark.parametrize("kind", ["overflow", "auth", "bad request", "unreachable", "unavailable"])
    async def test_other_failures_are_final(self, kind: FailureKind) -> None:
        fake = RecordingSummarizer(SummarizerError(kind, "It will not do."), GOOD)
        with pytest.raises(SummaryError, match="It will not do"):
            await ask(REQUEST, asking(fake))
        assert len(fake.requests) == 1


class TestStopping:
    async def test_before_the_first_request(self) -> None:
        fake, signal = RecordingSummarizer(GOOD), AbortSignal()
        signal.abort()
        with pytest.raises(SummaryAbortedError):
            await ask(REQUEST, asking(fake, signal=signal))
        assert fake.requests == []

    async def test_while_the_model_answers(self) -> None:
        fake, signal = RecordingSummarizer(GOOD, waits=True), AbortSignal()
        asked = asyncio.ensure_future(ask(REQUEST, asking(fake, signal=signal)))
        await asyncio.sleep(0)
        signal.abort()
        with pytest.raises(SummaryAbortedError):
            await asked

    async def test_while_waiting_to_ask_again(self) -> None:
        fake, signal = RecordingSummarizer(BUSY, GOOD), AbortSignal()

        async def forever(_: float) -> None:
            signal.abort()
            await asyncio.Event().wait()

        with pytest.raises(SummaryAbortedError):
            await asyncio.wait_for(ask(REQUEST, asking(fake, signal=signal, sleep=forever)), timeout=5)
        assert len(fake.requests) == 1
