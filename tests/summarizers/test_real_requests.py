"""A model asked for real: through the helper process and litellm, over HTTP, to a provider on this machine."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from pitui.core.catalog import Cost, Model
from pitui.core.summary.summarizer import AbortSignal, SummarizerError, SummaryReply, SummaryRequest
from pitui.summarizers.litellm_model import LiteLLMSummarizer
from pitui.summarizers.model_worker import ModelWorker
from pitui.summarizers.route import Key, Route
from tests.summarizers.conftest import SOMEBODY_ELSES_KEY
from tests.summarizers.loopback import Dropped, Loopback, Refused, Reply, Stalled, Streamed

pytestmark = pytest.mark.asyncio(loop_scope="session")

KEY = "sk-loopback-0123456789"
REQUEST = SummaryRequest("history", "Be brief.", "<conversation>\n[User]: hi\n</conversation>", max_tokens=500)
MODEL = Model(
    "local", "tiny", "tiny", 128_000, 4096, "models.json", reasoning=True, cost=Cost(3.0, 15.0, cache_read=0.3)
)


def summarizer(worker: ModelWorker, loopback: Loopback, *, model: Model = MODEL, idle: float = 20) -> LiteLLMSummarizer:
    headers = {"x-team": "blue-team-token"}
    route = Route(
        "local/tiny", "openai/tiny", None, loopback.base_url, Key(KEY, "models.json"), headers=headers, own=True
    )
    return LiteLLMSummarizer(worker, route, model, idle_seconds=idle)


def ignore(_: str) -> None:
    """Takes a piece of text and does nothing."""


class Asked:
    """Asks the loopback provider, whose replies are scripted first, and collects the pieces of text."""

    def __init__(self, worker: ModelWorker, loopback: Loopback) -> None:
        self.worker = worker
        self.loopback = loopback
        self.pieces: list[str] = []

    async def __call__(
        self, *replies: Reply, request: SummaryRequest = REQUEST, model: Model = MODEL, idle: float = 20
    ) -> SummaryReply:
        self.loopback.script(*replies)
        asked = summarizer(self.worker, self.loopback, model=model, idle=idle)
        return await asked.reply(request, on_text=self.pieces.append, signal=AbortSignal())

    async def failure(self, *replies: Reply, idle: float = 20) -> SummarizerError:
        with pytest.raises(SummarizerError) as caught:
            await self(*replies, idle=idle)
        return caught.value


@pytest.fixture
def ask(worker: ModelWorker, loopback: Loopback) -> Asked:
    return Asked(worker, loopback)


async def test_a_reply_arrives_in_pieces_with_its_usage_and_cost(ask: Asked) -> None:
    usage = {
        "prompt_tokens": 1000,
        "completion_tokens": 100,
        "total_tokens": 1100,
        "prompt_tokens_details": {"cached_tokens": 400},
    }
    reply = await ask(Streamed(("## Goal\n", "- All ", "of it ☃"), usage=usage))
    assert ask.pieces == ["## Goal\n", "- All ", "of it ☃"]
    assert reply.text == "## Goal\n- All of it ☃"
    assert reply.stop_reason == "stop"
    assert reply.usage is not None
    cost = reply.usage["cost"]
    assert {name: reply.usage[name] for name in reply.usage if name != "cost"} == {
        "input": 600,
        "output": 100,
        "cacheRead": 400,
        "cacheWrite": 0,
        "totalTokens": 1100,
    }
    assert cost["input"] == pytest.approx(0.0018)
    assert cost["output"] == pytest.approx(0.0015)
    assert cost["cacheRead"] == pytest.approx(0.00012)
    assert cost["total"] == pytest.approx(0.00342)


async def test_usage_that_was_not_reported_is_not_made_up(ask: Asked) -> None:
    assert (await ask(Streamed(("Text.",), usage=None))).usage is None


async def test_what_is_sent_is_one_prompt_and_nothing_else(ask: Asked) -> None:
    await ask(Streamed(("a",)))
    sent = ask.loopback.received[0]
    assert sent.path == "/v1/chat/completions"
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert sent.headers["x-team"] == "blue-team-token"
    assert sent.body == {
        "model": "tiny",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": REQUEST.prompt}],
        "max_tokens": 500,
        "stream": True,
        "stream_options": {"include_usage": True},
    }


async def test_every_request_has_a_routing_id_of_its_own(ask: Asked) -> None:
    ids = []
    for _ in range(3):
        await ask(Streamed(("a",)))
        ids.append(ask.loopback.received[0].headers["x-session-id"])
    assert len(set(ids)) == 3


async def test_no_key_or_address_of_the_environment_slips_in(worker: ModelWorker, loopback: Loopback) -> None:
    loopback.script(Streamed(("a",)))
    route = Route("local/tiny", "openai/tiny", None, loopback.base_url)
    await LiteLLMSummarizer(worker, route, MODEL).reply(REQUEST, on_text=ignore, signal=AbortSignal())
    assert SOMEBODY_ELSES_KEY not in str(loopback.received)


@pytest.mark.parametrize(
    ("level", "reasoning", "effort"),
    [("off", True, None), ("low", True, "low"), ("max", True, "high"), ("high", False, None)],
)
async def test_effort_is_asked_only_of_a_model_that_reasons(
    ask: Asked, level: str, reasoning: bool, effort: str | None
) -> None:
    request = replace(REQUEST, thinking_level=level)
    await ask(Streamed(("a",)), request=request, model=replace(MODEL, reasoning=reasoning))
    assert ask.loopback.received[0].body.get("reasoning_effort") == effort


async def test_half_a_surrogate_pair_does_not_stop_a_request(ask: Asked) -> None:
    await ask(Streamed(("a",)), request=replace(REQUEST, prompt="cut \ud83d here"))
    assert ask.loopback.received[0].body["messages"][1]["content"] == "cut \ufffd here"


@pytest.mark.parametrize(
    ("finish", "stop_reason"),
    [("stop", "stop"), ("length", "length"), ("tool_calls", "toolUse"), ("content_filter", "error")],
)
async def test_finish_reasons_are_told_apart(ask: Asked, finish: str, stop_reason: str) -> None:
    reply = await ask(Streamed(("Some text",), finish=finish))
    assert reply.stop_reason == stop_reason
    assert reply.text == "Some text"
    assert (reply.error_message is not None) == (stop_reason == "error")


OVERFLOW = "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."


@pytest.mark.parametrize(
    ("refusal", "kind", "word"),
    [
        (Refused(401, "Incorrect API key provided: {key}", "invalid_api_key"), "auth", "401"),
        (Refused(403, "Not for you"), "auth", "Not for you"),
        (Refused(400, OVERFLOW, "context_length_exceeded"), "overflow", "8192"),
        (Refused(413, "Payload too large"), "overflow", "Payload too large"),
        (Refused(400, "temperature must be a number"), "bad request", "temperature"),
        (Refused(404, "No such model"), "bad request", "No such model"),
        (Refused(429, "Slow down"), "transient", "Slow down"),
        (Refused(429, "You exceeded your current quota", "insufficient_quota"), "bad request", "quota"),
        (Refused(500, "Oops"), "transient", "Oops"),
        (Refused(503, "Overloaded"), "transient", "Overloaded"),
    ],
)
async def test_a_refusal_has_a_kind_and_the_providers_words(ask: Asked, refusal: Refused, kind: str, word: str) -> None:
    failure = await ask.failure(refusal)
    assert failure.kind == kind
    assert word in failure.sentence
    assert "local/tiny" in failure.sentence
    assert KEY not in failure.sentence
    assert len(ask.loopback.received) == 1, "asking again is the core's business"


async def test_after_a_refusal_the_next_request_is_answered(ask: Asked) -> None:
    assert (await ask.failure(Refused(429, "Slow down"))).kind == "transient"
    assert (await ask(Streamed(("Better.",)))).text == "Better."


@pytest.mark.parametrize(
    "reply",
    [Dropped(("Half an",)), Dropped(()), Streamed(("Half an",), finish=None)],
    ids=["mid", "start", "no reason"],
)
async def test_a_stream_that_breaks_off_is_no_reply(ask: Asked, reply: Reply) -> None:
    failure = await ask.failure(reply)
    assert failure.kind == "transient"
    assert "broke" in failure.sentence


async def test_a_server_that_is_not_there_is_unreachable(worker: ModelWorker) -> None:
    route = Route("local/tiny", "openai/tiny", "127.0.0.1", "http://127.0.0.1:1/v1")
    with pytest.raises(SummarizerError, match="could not be reached") as caught:
        await LiteLLMSummarizer(worker, route, MODEL).reply(REQUEST, on_text=ignore, signal=AbortSignal())
    assert caught.value.kind == "unreachable"


@pytest.mark.parametrize("pieces", [(), ("Half an",)], ids=["from the start", "midway"])
async def test_silence_ends_with_a_clear_error(ask: Asked, pieces: tuple[str, ...]) -> None:
    stalled = Stalled(pieces)
    failure = await ask.failure(stalled, idle=0.6)
    assert failure.kind == "transient"
    assert "silent for 0.6 seconds" in failure.sentence
    assert await asyncio.to_thread(stalled.hung_up.wait, 3), "the provider is left writing to nobody"


async def test_the_log_holds_no_key(ask: Asked, worker_log: Path) -> None:
    await ask.failure(Refused(401, "Incorrect API key provided: {key}"))
    assert worker_log.stat().st_mode & 0o077 == 0
    assert KEY not in worker_log.read_text()
    assert "blue-team-token" not in worker_log.read_text()
