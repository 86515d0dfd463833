"""A real model as a summariser: the core's request becomes a call to the helper process, its answer a reply."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from pitui.core.catalog import Cost, Model
from pitui.core.javascript.json import JsonObject
from pitui.core.summary.summarizer import AbortSignal, Destination, StopReason, SummaryReply, SummaryRequest
from pitui.summarizers.calls import ModelAnswer, ModelCall, TokenCounts
from pitui.summarizers.model_worker import IDLE_SECONDS, ModelWorker
from pitui.summarizers.route import Route

PER_MILLION: Final = 1_000_000
_STOP_REASONS: Final = MappingProxyType[str, StopReason](
    {"stop": "stop", "length": "length", "tool_calls": "toolUse", "function_call": "toolUse", "aborted": "aborted"}
)


class LiteLLMSummarizer:
    """One model of one provider, asked through litellm."""

    def __init__(self, worker: ModelWorker, route: Route, model: Model, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._worker = worker
        self._route = route
        self._model = model
        self._idle_seconds = idle_seconds

    @property
    def destination(self) -> Destination:
        """The model, the host its text goes to, and what is known of its limit and price."""
        cost = self._model.cost
        return Destination(
            label=self._route.label,
            host=self._route.host,
            model_max_tokens=self._model.max_tokens,
            cost_per_token=(cost.input / PER_MILLION, cost.output / PER_MILLION) if cost else None,
        )

    async def reply(
        self, request: SummaryRequest, *, on_text: Callable[[str], None], signal: AbortSignal
    ) -> SummaryReply:
        """Ask once and hand back what came; see `Summarizer.reply`."""
        call = call_for(self._route, request, reasons=self._model.reasoning)
        answer = await self._worker.complete(call, on_text=on_text, signal=signal, idle_seconds=self._idle_seconds)
        return reply_of(answer, self._model.cost)


def call_for(route: Route, request: SummaryRequest, *, reasons: bool) -> ModelCall:
    """The request as the helper process gets it; a model that does not reason is asked for no effort."""
    return ModelCall(
        label=route.label,
        model=route.model,
        system_prompt=request.system_prompt,
        prompt=request.prompt,
        max_tokens=request.max_tokens,
        host=route.host,
        api_base=route.api_base,
        api_key=route.key.value if route.key else None,
        headers=route.headers,
        options=route.options,
        own=route.own,
        effort=request.thinking_level if reasons and request.thinking_level != "off" else None,
    )


def reply_of(answer: ModelAnswer, cost: Cost | None) -> SummaryReply:
    """The answer in the core's words."""
    reason = _STOP_REASONS.get(answer.finish, "error")
    return SummaryReply(
        answer.text,
        reason,
        usage=usage_of(answer.tokens, cost) if answer.tokens else None,
        error_message=f"The model stopped with {answer.finish}." if reason == "error" else None,
    )


def usage_of(tokens: TokenCounts, cost: Cost | None) -> JsonObject:
    """The usage as pi writes it on an entry; a model whose price nobody names costs nothing, as in pi."""
    prices = cost or Cost(0, 0)
    dollars = {
        "input": tokens.input * prices.input / PER_MILLION,
        "output": tokens.output * prices.output / PER_MILLION,
        "cacheRead": tokens.cache_read * prices.cache_read / PER_MILLION,
        "cacheWrite": tokens.cache_write * prices.cache_write / PER_MILLION,
    }
    return {
        "input": tokens.input,
        "output": tokens.output,
        "cacheRead": tokens.cache_read,
        "cacheWrite": tokens.cache_write,
        "totalTokens": tokens.input + tokens.output + tokens.cache_read + tokens.cache_write,
        "cost": {**dollars, "total": sum(dollars.values())},
    }
