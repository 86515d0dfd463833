"""An agent of one's own that compacts itself: `python small_agent.py`.

The model is a toy that looks at the clock and answers at length; a real one only has to keep the same promise.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from itertools import count

from pitui.core import (
    AbortSignal,
    Agent,
    AgentEvent,
    AutoCompaction,
    CompactionEnd,
    CompactionSettings,
    MemoryJournal,
    Message,
    Model,
    Pen,
    Terms,
    ToolResult,
)
from pitui.core.javascript.json import JsonObject
from pitui.summarizers.offline import OutlineSummarizer


class Toy:
    """Answers every prompt by calling `clock`, and then with what the clock said."""

    async def reply(self, messages: Sequence[Message], model: Model, signal: AbortSignal) -> JsonObject:
        if messages[-1].role == "toolResult":
            time_now = messages[-1].content[0]["text"]
            return {"content": [{"type": "text", "text": f"It is {time_now}. " * 100}], "stopReason": "stop"}
        call = {"type": "toolCall", "id": f"call_{len(messages)}", "name": "clock", "arguments": {}}
        return {"content": [call], "stopReason": "toolUse"}


async def clock(arguments: JsonObject, signal: AbortSignal) -> ToolResult:
    return ToolResult(time.strftime("%H:%M"))


def tell(event: AgentEvent) -> None:
    if isinstance(event, CompactionEnd):
        print(event.error_message or f"compacted: about {event.estimated_tokens_after} tokens are left")


async def main() -> None:
    model = Model("toy", "small", "Toy", context_window=2000, max_tokens=500, origin="this example")
    terms = Terms(model, CompactionSettings(reserve_tokens=500, keep_recent_tokens=500), OutlineSummarizer())
    numbers = count(1)
    journal = MemoryJournal(Pen(now=lambda: time.time() * 1000, new_id=lambda: f"{next(numbers):08x}"))
    agent = Agent(AutoCompaction(journal, lambda: terms, tell), Toy(), {"clock": clock}, tell)
    for number in range(1, 9):
        await agent.prompt(f"Question {number}: what time is it?")
    print(f"{len(journal.entries)} entries, {sum(entry.type == 'compaction' for entry in journal.entries)} compactions")


if __name__ == "__main__":
    asyncio.run(main())
