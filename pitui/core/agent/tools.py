"""The tool calls of one reply carried out side by side, whatever becomes of them: each call gets its result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pitui.core.agent.chat import Tool, ToolResult
from pitui.core.agent.events import AgentEvent, ToolEnd, ToolStart
from pitui.core.javascript.json import JsonObject
from pitui.core.session.content import as_mapping, as_text, blocks_of
from pitui.core.session.messages import Message
from pitui.core.summary.summarizer import AbortSignal

Emit: TypeAlias = Callable[[AgentEvent], None]


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call of a reply."""

    id: str
    name: str
    arguments: JsonObject


def calls_of(reply: Message) -> list[Call]:
    """The calls a reply makes, in its order."""
    return [
        Call(as_text(block.get("id")), as_text(block.get("name")), as_mapping(block.get("arguments")))
        for block in blocks_of(reply.content, "toolCall")
    ]


async def carry_out(
    calls: Sequence[Call], tools: Mapping[str, Tool], signal: AbortSignal, emit: Emit
) -> list[ToolResult]:
    """The results of some calls, in the calls' order; a call that cannot be carried out has an error for result."""
    for call in calls:
        emit(ToolStart(call.name, call.id))

    async def settle(call: Call) -> ToolResult:
        result = await _result(call, tools, signal)
        emit(ToolEnd(call.name, call.id, result.is_error))
        return result

    return list(await asyncio.gather(*(settle(call) for call in calls)))


def refuse(calls: Sequence[Call], emit: Emit) -> list[ToolResult]:
    """Errors for the calls of a reply that was cut short: their arguments may be, too."""
    results: list[ToolResult] = []
    for call in calls:
        emit(ToolStart(call.name, call.id))
        text = f"{call.name} was not called: the reply was cut off at the output limit. Make the call again, in full."
        results.append(ToolResult(text, is_error=True))
        emit(ToolEnd(call.name, call.id, is_error=True))
    return results


def result_message(call: Call, result: ToolResult, now: float) -> JsonObject:
    """The message that records a result; `now` in milliseconds since 1970."""
    return {
        "role": "toolResult",
        "toolCallId": call.id,
        "toolName": call.name,
        "content": [{"type": "text", "text": result.text}],
        **({"details": result.details} if result.details is not None else {}),
        "isError": result.is_error,
        "timestamp": int(now),
    }


async def _result(call: Call, tools: Mapping[str, Tool], signal: AbortSignal) -> ToolResult:
    if signal.aborted:
        return ToolResult("Operation aborted", is_error=True)
    tool = tools.get(call.name)
    if tool is None:
        return ToolResult(f"There is no tool {call.name}.", is_error=True)
    try:
        return await tool(call.arguments, signal)
    # Whatever a tool raises is the model's to read; a call without a result would break the next request.
    except Exception as error:
        return ToolResult(str(error) or type(error).__name__, is_error=True)
