"""What the core asks of whoever writes summaries, and the words in which the answer comes back.

The core builds a `SummaryRequest`; a `Summarizer` turns it into a `SummaryReply`. Judging the reply (cut
short, empty, a tool call), asking again after transient failures and putting split turns together stay in
the core, so an offline outline, a recording fake and a real provider differ in nothing but this one method.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from pitui.core.javascript.json import JsonObject
from pitui.core.session.messages import Message

Purpose: TypeAlias = Literal["history", "turn prefix", "branch"]
StopReason: TypeAlias = Literal["stop", "length", "toolUse", "error", "aborted"]
FailureKind: TypeAlias = Literal["transient", "overflow", "auth", "bad request", "unreachable", "unavailable"]


class AbortSignal:
    """A person's wish to stop, passed down to whatever can stop; waits and polls see the same flag."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    @property
    def aborted(self) -> bool:
        return self._event.is_set()

    def abort(self) -> None:
        self._event.set()

    async def wait(self) -> None:
        await self._event.wait()


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """One request as it will be sent: a system prompt and a single user message, no tools."""

    purpose: Purpose
    system_prompt: str
    prompt: str
    max_tokens: int
    """Output cap asked for, in tokens."""
    thinking_level: str = "off"
    """The session's thinking level; used only by models that reason."""
    messages: tuple[Message, ...] = ()
    """The messages behind the prompt, for summarisers that build an outline instead of asking a model."""
    previous_summary: str | None = None
    instructions: str | None = None


@dataclass(frozen=True, slots=True)
class SummaryReply:
    """What came back, unjudged."""

    text: str
    stop_reason: StopReason = "stop"
    usage: JsonObject | None = None
    """In the session file's form: input, output, cacheRead, cacheWrite, totalTokens, cost."""
    error_message: str | None = None


class SummarizerError(Exception):
    """A request that failed before a whole reply; `kind` decides whether asking again can help."""

    def __init__(self, kind: FailureKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Destination:
    """Who is asked and where the text goes, to be shown before anything is sent."""

    label: str
    """As a person reads it: `anthropic/claude-sonnet-4-5`, `offline outline`."""
    host: str | None
    """The host the text is sent to; None when it stays on this machine."""
    model_max_tokens: int | None = None
    """The model's own output limit in tokens, for the one retry of a reply that was cut at the cap."""
    cost_per_token: tuple[float, float] | None = field(default=None)
    """Price of one input and one output token in US dollars, where known."""


class Summarizer(Protocol):
    """Writes summaries; one method, so fakes and real providers are interchangeable."""

    @property
    def destination(self) -> Destination: ...

    async def reply(
        self, request: SummaryRequest, *, on_text: Callable[[str], None], signal: AbortSignal
    ) -> SummaryReply:
        """Answer one request; `on_text` gets each new piece of text as it arrives.

        Raises SummarizerError for a request that failed; returns stop reason `aborted` when the signal was set.
        """
        ...
