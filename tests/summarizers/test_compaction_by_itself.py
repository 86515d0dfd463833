"""A whole recovery for real: turns and summary over HTTP through litellm, the entries in a session file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from pitui.core.agent import Agent, AgentEvent
from pitui.core.auto import AutoCompaction, CompactionEnd, Terms
from pitui.core.catalog import Model
from pitui.core.javascript.json import JsonObject, stringify
from pitui.core.session.follow import SessionFollower
from pitui.core.session.journal import FileJournal
from pitui.core.session.messages import Message
from pitui.core.session.writing import Pen
from pitui.core.settings import CompactionSettings
from pitui.core.summary.summarizer import AbortSignal, SummarizerError, SummaryRequest
from pitui.core.summary.transcript import serialize_conversation
from pitui.summarizers.litellm_model import LiteLLMSummarizer
from pitui.summarizers.model_worker import ModelWorker
from pitui.summarizers.route import Key, Route
from tests.builders import START, header, ids, text
from tests.summarizers.loopback import Loopback, Refused, Streamed

pytestmark = pytest.mark.asyncio(loop_scope="session")

MODEL = Model("local", "tiny", "tiny", 8192, 1024, "models.json")
REQUEST = SummaryRequest("history", "Answer.", "", max_tokens=1024)
OVERFLOW = "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."


class Chat:
    """Turns asked of the same provider as the summaries."""

    def __init__(self, model: LiteLLMSummarizer) -> None:
        self._model = model

    async def reply(self, messages: Sequence[Message], model: Model, signal: AbortSignal) -> JsonObject:
        request = replace(REQUEST, prompt=serialize_conversation(messages))
        try:
            reply = await self._model.reply(request, on_text=lambda piece: None, signal=signal)
        except SummarizerError as error:
            return {"content": [], "stopReason": "error", "errorMessage": error.sentence}
        return {
            "content": [{"type": "text", "text": reply.text}],
            "usage": reply.usage,
            "stopReason": reply.stop_reason,
        }


async def test_a_refused_request_is_compacted_and_sent_again(
    worker: ModelWorker, loopback: Loopback, tmp_path: Path
) -> None:
    loopback.script(
        Streamed(("The first answer.",)),
        Streamed(("The second answer.",)),
        Refused(400, OVERFLOW, "context_length_exceeded"),
        Streamed(("## Goal\n", "- The first question.")),
        Streamed(("It fits now.",)),
    )
    route = Route("local/tiny", "openai/tiny", None, loopback.base_url, Key("sk-loopback-0123456789", "models.json"))
    summarizer = LiteLLMSummarizer(worker, route, MODEL, idle_seconds=20)
    terms = Terms(MODEL, CompactionSettings(reserve_tokens=2_000, keep_recent_tokens=150), summarizer)
    path = tmp_path / "session.jsonl"
    path.write_text(stringify(header()) + "\n", "utf-8")
    ticks, numbers = count(START), count(1)
    journal = FileJournal(SessionFollower(path), Pen(lambda: next(ticks), lambda: f"e{next(numbers)}"))
    events: list[AgentEvent] = []
    agent = Agent(AutoCompaction(journal, lambda: terms, events.append), Chat(summarizer), {}, events.append)

    for number in ("first", "second", "third"):
        await agent.prompt(f"The {number} question. {text(100)}")

    ends = [event for event in events if isinstance(event, CompactionEnd)]
    assert [(end.reason, end.will_retry, end.error_message) for end in ends] == [("overflow", True, None)]
    kinds = [entry.role or entry.type for entry in SessionFollower(path).session.entries]
    assert kinds == [*["user", "assistant"] * 3, "context_edit", "compaction", "assistant"]
    assert ids(journal.path) == [f"e{number}" for number in range(1, 10)]
    compaction = journal.path[7].body
    assert compaction["summary"] == "## Goal\n- The first question."
    assert compaction["firstKeptEntryId"] == "e3"
    assert compaction["usage"]["totalTokens"] == 120
    again = loopback.received[4].body["messages"][-1]["content"]
    assert "<summary>\n## Goal\n- The first question.\n</summary>" in again
    assert again.endswith(f"The third question. {text(100)}")
    assert "The first answer." not in again
