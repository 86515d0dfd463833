"""Other protocols than chat completions, through the helper process and litellm."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitui.core.catalog import Model
from pitui.core.summary.summarizer import AbortSignal, SummaryReply, SummaryRequest
from pitui.summarizers.litellm_model import LiteLLMSummarizer
from pitui.summarizers.model_worker import ModelWorker
from pitui.summarizers.route import Key, Route
from tests.summarizers.dialects import Anthropic, Responses
from tests.summarizers.loopback import Loopback

pytestmark = pytest.mark.asyncio(loop_scope="session")

REQUEST = SummaryRequest("history", "Be brief.", "Text.", max_tokens=500, thinking_level="high")
MODEL = Model("acme", "tiny", "tiny", 128_000, 4096, "models.json")


async def asked(worker: ModelWorker, name: str, base: str, model: Model = MODEL) -> tuple[SummaryReply, list[str]]:
    pieces: list[str] = []
    route = Route("acme/tiny", name, None, base, Key("sk-a-key-0123", "auth.json"), own=True)
    reply = await LiteLLMSummarizer(worker, route, model).reply(REQUEST, on_text=pieces.append, signal=AbortSignal())
    return reply, pieces


def counts(reply: SummaryReply) -> list[int]:
    assert reply.usage is not None
    return [reply.usage[name] for name in ("input", "output", "cacheRead", "cacheWrite", "totalTokens")]


async def test_anthropic(worker: ModelWorker, loopback: Loopback) -> None:
    loopback.script(Anthropic(("All ", "of it.")))
    reply, pieces = await asked(worker, "anthropic/tiny", loopback.base_url.removesuffix("/v1"))
    assert (pieces, reply.text, reply.stop_reason) == (["All ", "of it."], "All of it.", "stop")
    assert counts(reply) == [50, 25, 900, 30, 1005]
    sent = loopback.received[0]
    assert (sent.path, sent.headers["x-api-key"]) == ("/v1/messages", "sk-a-key-0123")
    assert not {"tools", "thinking"} & set(sent.body)
    assert "cache_control" not in str(sent.body)


async def test_the_responses_api(worker: ModelWorker, loopback: Loopback) -> None:
    loopback.script(Responses(("All ", "of it.")))
    reasoning = replace(MODEL, reasoning=True)
    reply, pieces = await asked(worker, "openai/responses/tiny", loopback.base_url, reasoning)
    assert (pieces, reply.text, reply.stop_reason) == (["All ", "of it."], "All of it.", "stop")
    assert counts(reply) == [60, 20, 40, 0, 120]
    sent = loopback.received[0]
    assert (sent.path, sent.body["stream"], sent.body["max_output_tokens"]) == ("/v1/responses", True, 500)
    assert sent.body["reasoning"] == {"effort": "high"}
    assert "tools" not in sent.body
