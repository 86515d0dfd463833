"""Asking a summariser until there is a summary worth keeping, or a reason why there is none."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from pitui.core.errors import SummaryAbortedError, SummaryError
from pitui.core.javascript.json import JsonObject
from pitui.core.settings import RetrySettings
from pitui.core.summary.summarizer import (
    AbortSignal,
    Purpose,
    Summarizer,
    SummarizerError,
    SummaryReply,
    SummaryRequest,
)

_LABELS: dict[Purpose, str] = {
    "history": "Summarization",
    "turn prefix": "Turn prefix summarization",
    "branch": "Branch summarization",
}


class Progress:
    """What may be watched while a summary is made; a screen overrides what it shows."""

    def started(self, request: SummaryRequest) -> None:
        """A request was sent; text that came before it belongs to another."""

    def text(self, piece: str) -> None:
        """A new piece of the reply."""

    def retrying(self, attempt: int, seconds: float, reason: str) -> None:
        """A request failed in passing and will be sent again after a pause."""

    def settled(self) -> None:
        """A request that was to be sent again is answered or given up."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Who is asked and under which rules."""

    summarizer: Summarizer
    retry: RetrySettings
    signal: AbortSignal
    progress: Progress
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


@dataclass(frozen=True, slots=True)
class Summary:
    """A reply that may be kept, with what it cost."""

    text: str
    usage: JsonObject | None


async def ask(request: SummaryRequest, asking: Asking) -> Summary:
    """The summary for one request.

    A reply cut off at the asked-for cap is asked for once more with the model's own limit. Raises SummaryError
    for a reply that is cut, empty, failed or a tool call, and SummaryAbortedError when the signal was set.
    """
    label = _LABELS[request.purpose]
    reply = await _reply(request, asking, label)
    limit = asking.summarizer.destination.model_max_tokens
    if reply.stop_reason == "length" and limit is not None and limit > request.max_tokens:
        reply = await _reply(replace(request, max_tokens=limit), asking, label)
    return _judged(reply, label)


async def _reply(request: SummaryRequest, asking: Asking, label: str) -> SummaryReply:
    """One reply, asked for again after failures that pass."""
    repeats = 0
    try:
        while True:
            heed(asking.signal)
            asking.progress.started(request)
            try:
                return await asking.summarizer.reply(request, on_text=asking.progress.text, signal=asking.signal)
            except SummarizerError as error:
                heed(asking.signal)
                if error.kind != "transient" or not asking.retry.enabled or repeats >= asking.retry.max_retries:
                    raise SummaryError(f"{label} failed: {error.sentence}") from error
                repeats += 1
                seconds = asking.retry.delay(repeats)
                asking.progress.retrying(repeats, seconds, error.sentence)
            await pause(seconds, asking)
    finally:
        if repeats:
            asking.progress.settled()


def _judged(reply: SummaryReply, label: str) -> Summary:
    match reply.stop_reason:
        case "aborted":
            raise SummaryAbortedError(f"{label} was stopped; nothing was written.")
        case "error":
            raise SummaryError(f"{label} failed: {reply.error_message or 'the provider gave no reason'}")
        case "length":
            raise SummaryError(f"{label} failed: the reply was cut off at the token limit, so it is incomplete.")
        case "toolUse":
            raise SummaryError(f"{label} failed: the model tried to call a tool instead of answering.")
        case "stop":
            if not reply.text.strip():
                raise SummaryError(f"{label} failed: the reply was empty.")
            return Summary(reply.text, reply.usage)


async def pause(seconds: float, asking: Asking) -> None:
    """Wait, but no longer than the person does; raises SummaryAbortedError."""
    waits = {asyncio.ensure_future(asking.sleep(seconds)), asyncio.ensure_future(asking.signal.wait())}
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
    heed(asking.signal)


def heed(signal: AbortSignal) -> None:
    """Stop here when the person wants to; raises SummaryAbortedError."""
    if signal.aborted:
        raise SummaryAbortedError("The summary was stopped; nothing was written.")
