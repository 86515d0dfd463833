"""Requests that are stopped, abandoned or orphaned: the provider is hung up on, and the next one is served."""

from __future__ import annotations

import asyncio
import os
import signal as signals
from collections.abc import Callable
from threading import Event

import pytest

from pitui.core.catalog import Model
from pitui.core.summary.summarizer import AbortSignal, SummarizerError, SummaryReply, SummaryRequest
from pitui.summarizers.litellm_model import LiteLLMSummarizer
from pitui.summarizers.model_worker import ModelWorker
from pitui.summarizers.route import Key, Route
from tests.summarizers.dialects import Anthropic, Responses
from tests.summarizers.loopback import Loopback, Reply, Stalled, Streamed

pytestmark = pytest.mark.asyncio(loop_scope="session")

REQUEST = SummaryRequest("history", "Be brief.", "Text.", max_tokens=500)
MODEL = Model("local", "tiny", "tiny", 128_000, 4096, "models.json")


class Asking:
    """Asks the loopback provider in the background, and can stop."""

    def __init__(self, worker: ModelWorker, loopback: Loopback, name: str = "openai/tiny") -> None:
        base = loopback.base_url.removesuffix("/v1") if name.startswith("anthropic/") else loopback.base_url
        self.signal = AbortSignal()
        self.pieces: list[str] = []
        self._loopback = loopback
        self._summarizer = LiteLLMSummarizer(
            worker, Route("local/tiny", name, None, base, Key("sk-a-key-0123", "models.json")), MODEL
        )

    def start(self, *replies: Reply) -> asyncio.Task[SummaryReply]:
        self._loopback.script(*replies)
        return asyncio.create_task(self._summarizer.reply(REQUEST, on_text=self.pieces.append, signal=self.signal))

    async def arrived(self) -> None:
        await until(lambda: bool(self._loopback.received))

    async def text(self) -> None:
        await until(lambda: bool(self.pieces))


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not happened():
            await asyncio.sleep(0.01)


async def hung_up(event: Event) -> bool:
    return await asyncio.to_thread(event.wait, 3)


async def test_stopping_before_the_first_word(worker: ModelWorker, loopback: Loopback) -> None:
    asking, stalled = Asking(worker, loopback), Stalled()
    running = asking.start(stalled)
    await asking.arrived()
    asking.signal.abort()
    assert (await running).stop_reason == "aborted"
    assert await hung_up(stalled.hung_up), "the provider is left writing to nobody"


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("openai/tiny", Stalled(("Half ",))),
        ("anthropic/tiny", Anthropic(("Half ",), stalls=True)),
        ("openai/responses/tiny", Responses(("Half ",), stalls=True)),
    ],
    ids=["chat", "anthropic", "responses"],
)
async def test_stopping_midway(
    worker: ModelWorker, loopback: Loopback, name: str, reply: Stalled | Anthropic | Responses
) -> None:
    asking = Asking(worker, loopback, name)
    running = asking.start(reply)
    await asking.text()
    before = worker.pid
    asking.signal.abort()
    stopped = await running
    assert (stopped.stop_reason, stopped.text) == ("aborted", "Half ")
    assert await hung_up(reply.hung_up), "the provider is left writing to nobody"
    assert (await Asking(worker, loopback).start(Streamed(("Next.",)))).text == "Next."
    assert worker.pid == before


async def test_stopping_before_it_was_sent(worker: ModelWorker, loopback: Loopback) -> None:
    asking = Asking(worker, loopback)
    asking.signal.abort()
    assert (await asking.start(Stalled())).stop_reason == "aborted"


async def test_an_abandoned_request_is_hung_up_on(worker: ModelWorker, loopback: Loopback) -> None:
    asking, stalled = Asking(worker, loopback), Stalled()
    running = asking.start(stalled)
    await asking.arrived()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await hung_up(stalled.hung_up), "the provider is left writing to nobody"


async def test_two_requests_at_once_keep_their_words_apart(worker: ModelWorker, loopback: Loopback) -> None:
    first, second = Asking(worker, loopback), Asking(worker, loopback)
    one = first.start(Stalled(("one",)), Streamed(("two",)))
    await first.text()
    two = asyncio.create_task(second._summarizer.reply(REQUEST, on_text=second.pieces.append, signal=second.signal))
    assert (await two).text == "two"
    first.signal.abort()
    assert (await one).text == "one"


async def test_a_dead_process_is_told_and_replaced(worker: ModelWorker, loopback: Loopback) -> None:
    asking = Asking(worker, loopback)
    running = asking.start(Stalled())
    await asking.arrived()
    dead = worker.pid
    assert dead is not None
    os.kill(dead, signals.SIGKILL)
    with pytest.raises(SummarizerError, match="died") as caught:
        await running
    assert caught.value.kind == "unavailable"
    assert (await Asking(worker, loopback).start(Streamed(("Alive again.",)))).text == "Alive again."
    assert worker.pid not in (None, dead)
