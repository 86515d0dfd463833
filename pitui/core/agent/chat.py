"""What a host brings to the loop: somebody who answers, and the tools that may be called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from pitui.core.catalog import Model
from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.messages import Message
from pitui.core.summary.summarizer import AbortSignal


class ChatModel(Protocol):
    """Answers a conversation; one method, so that fakes and real providers are interchangeable."""

    async def reply(self, messages: Sequence[Message], model: Model, signal: AbortSignal) -> JsonObject:
        """The assistant message that answers, in the session file's form.

        It needs `content` and `stopReason`, and `usage` where that is known. What goes wrong is a reply too: with
        stop reason `error` and an `errorMessage`, or `aborted` once the signal is set.
        """
        ...


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool has to say."""

    text: str
    is_error: bool = False
    details: Json = None
    """For whoever shows the result; the model does not see it."""
    ends_run: bool = False
    """No reply is needed; a batch ends the run when all its results say so."""


Tool: TypeAlias = Callable[[JsonObject, AbortSignal], Awaitable[ToolResult]]
"""Carries out a call's arguments; what it raises becomes a result that is an error."""
