"""A model that answers from a recorded script: turns and summaries draw from one line of replies."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pitui.core.catalog import Model
from pitui.core.javascript.json import JsonObject
from pitui.core.session.messages import Message
from pitui.core.summary.summarizer import (
    AbortSignal,
    Destination,
    StopReason,
    SummarizerError,
    SummaryReply,
    SummaryRequest,
)
from tests.auto.telling import short, told

Record = dict[str, Any]
DROPPED = "terminated: other side closed (UND_ERR_SOCKET)"
STOPS = {"stop": "stop", "length": "length", "tool_calls": "toolUse"}
A_WHILE = 50
"""Turns of the event loop that stand for a delay: enough for whoever waits for a request to act on it."""


async def turns(count: int) -> None:
    """Let everything else have its turn, so often."""
    for _ in range(count):
        await asyncio.sleep(0)


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something that is about to happen."""
    for _ in range(10_000):
        if happened():
            return
        await asyncio.sleep(0.0001)
    raise AssertionError("it never happened")


class Script:
    """The replies still to come, and the requests there were."""

    def __init__(self, replies: Sequence[Record], trace: list[Record]) -> None:
        self.requests: list[Record] = []
        self.has_begun_to_answer = False
        self._replies = deque(replies)
        self._trace = trace

    @property
    def left(self) -> int:
        return len(self._replies)

    async def ask(self, kind: str, model: str, **facts: Any) -> Record:
        """Note a request, and the reply to it."""
        request = {"n": len(self.requests) + 1, "kind": kind, "model": model}
        self._trace.append({"ev": "llm_request", **request})
        self.requests.append({**request, **facts})
        reply = self._replies.popleft()
        if "delayMs" in reply:
            await turns(A_WHILE)
        return reply


@dataclass
class ScriptedChat:
    """Answers the turns."""

    script: Script

    async def reply(self, messages: Sequence[Message], model: Model, signal: AbortSignal) -> JsonObject:
        roles = ["tool" if message.role == "toolResult" else message.role for message in messages]
        reply = await self.script.ask("turn", model.id, roles=roles, lastMessage=short(told(messages[-1]), 80))
        if "error" in reply:
            return failed([], refusal(reply["error"]))
        content = self._content(reply)
        if "hangMid" in reply:
            self.script.has_begun_to_answer = True
            await signal.wait()
            return {**failed(content, "Request was aborted"), "stopReason": "aborted"}
        if "drop" in reply:
            return failed(content, DROPPED)
        usage = {} if "noUsage" in reply else usage_of(reply["usage"])
        finish = reply.get("finish", "tool_calls" if "toolCalls" in reply else "stop")
        if finish not in STOPS:
            return {**failed(content, f"Provider finish_reason: {finish}"), "usage": usage}
        return {"content": content, "usage": usage, "stopReason": STOPS[finish]}

    def _content(self, reply: Record) -> list[Record]:
        text = [{"type": "text", "text": reply["text"]}] if reply["text"] else []
        number = len(self.script.requests)
        return text + [
            {"type": "toolCall", "id": f"call_{number}_{place}", "name": call["name"], "arguments": call["args"]}
            for place, call in enumerate(reply.get("toolCalls", ()), 1)
        ]


@dataclass
class ScriptedSummarizer:
    """Answers the requests for summaries, in the name of a model."""

    script: Script
    model: str

    @property
    def destination(self) -> Destination:
        return Destination(f"mock/{self.model}", None)

    async def reply(
        self, request: SummaryRequest, *, on_text: Callable[[str], None], signal: AbortSignal
    ) -> SummaryReply:
        reply = await self.script.ask(kind_of(request), self.model, roles=["system", "user"])
        if "error" in reply:
            error = reply["error"]
            raise SummarizerError("transient" if error["status"] == 429 else "bad request", refusal(error))
        if "drop" in reply:
            raise SummarizerError("transient", DROPPED)
        if "hang" in reply:
            await signal.wait()
            return SummaryReply("", "aborted")
        stop: StopReason = (
            "toolUse" if "toolCalls" in reply else "length" if reply.get("finish") == "length" else "stop"
        )
        return SummaryReply(reply["text"], stop, usage_of(reply["usage"]))


def kind_of(request: SummaryRequest) -> str:
    match request.purpose:
        case "history":
            return "summary:update" if request.previous_summary else "summary:history"
        case "turn prefix":
            return "summary:turn-prefix"
        case "branch":
            return "summary:branch"


def failed(content: list[Record], message: str) -> JsonObject:
    return {"content": content, "usage": {}, "stopReason": "error", "errorMessage": message}


def refusal(error: Record) -> str:
    """A provider's error as its text reaches a session."""
    kind = error.get("type", "invalid_request_error")
    body = {"message": error["message"], "type": kind, "code": error.get("code")}
    return f"{error['status']}: {json.dumps(body, separators=(',', ':'))}"


def usage_of(counts: Record) -> JsonObject:
    cache = counts.get("cacheRead", 0)
    total = counts["input"] + counts["output"] + cache
    return {**counts, "cacheRead": cache, "cacheWrite": 0, "totalTokens": total}
