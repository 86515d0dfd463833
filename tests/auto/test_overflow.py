"""A context that no longer fits, told from every other failure; and which failures pass by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from pitui.core.agent.transient import is_transient
from pitui.core.overflow import is_context_overflow, is_recoverable_length
from pitui.core.session.messages import Message

WINDOW = 20_000

TOO_LONG = [
    "prompt is too long: 213462 tokens > 200000 maximum",
    '413 {"error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}',
    "Your input exceeds the context window of this model",
    '400: {"message":"Too much.","type":"invalid_request_error","code":"context_length_exceeded"}',
    "Requested token count exceeds the model's maximum context length of 131,072 tokens",
    "Input length (265330) exceeds model's maximum context length (262144).",
    "litellm.ContextWindowExceededError: Context Window exceeded for given call.",
    "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)",
    "Input is too long for requested model.",
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens",
    "Please reduce the length of the messages or completion",
    "Prompt contains 40000 tokens and is too large for model with 32768 maximum context length",
    "This endpoint's maximum context length is 8192 tokens. However, you requested about 9000 tokens",
    "Input length 9000 exceeds the maximum allowed input length of 8,192 tokens.",
    "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
    "prompt token count of 70000 exceeds the limit of 64000",
    'github-copilot API error (413): {"message":"failed to parse request","code":""}',
    '{"code":"1261","message":"Prompt too long"}',
    '{"code":"1261","message":"Prompt exceeds max length"}',
    "model_context_window_exceeded",
    "invalid params, context window exceeds limit",
    "Your request exceeded model token limit: 262144 (requested: 300000)",
    "Range of input length should be [1, 30720]",
    "Prompt has 9,000 tokens, but the configured context size is 8,192 tokens",
    "the request exceeds the available context size, try increasing it",
    "tokens to keep from the initial prompt is greater than the context length",
    "prompt too long; exceeded max context length by 512 tokens",
    "413: anything at all",
    "413",
]

TOO_FAST = [
    "429: Rate limit: too many tokens per minute",
    "429: too many tokens",
    "anthropic API error (429): too many tokens",
    "ThrottlingException: Too many tokens, please wait before trying again.",
    "Throttling error: Too many tokens",
    "RateLimitError: prompt token count exceeds the limit of 10000 tokens a minute",
    "Too many requests: too many tokens in flight",
    "Service unavailable: token limit exceeded for now",
]

OTHER_TROUBLE = [
    "",
    "400: Invalid value for parameter foo",
    "messages: at least one message is required",
    "the answer has 413 parts",
    "401: invalid x-api-key",
    "400 status code (no body)",
]


def failed(text: str, **fields: Any) -> Message:
    return Message({"role": "assistant", "stopReason": "error", "errorMessage": text, **fields})


def answered(stop: str, **usage: Any) -> Message:
    return Message({"role": "assistant", "stopReason": stop, "usage": usage})


class TestOverflow:
    @pytest.mark.parametrize("text", TOO_LONG)
    def test_the_words_of_many_providers(self, text: str) -> None:
        assert is_context_overflow(failed(text))
        assert not is_transient(failed(text), WINDOW)

    @pytest.mark.parametrize("text", TOO_FAST)
    def test_being_too_fast_is_not_being_too_long(self, text: str) -> None:
        assert not is_context_overflow(failed(text), WINDOW)

    @pytest.mark.parametrize("text", OTHER_TROUBLE)
    def test_other_trouble(self, text: str) -> None:
        assert not is_context_overflow(failed(text), WINDOW)

    def test_a_missing_body_says_so_from_one_provider_alone(self) -> None:
        for status in (400, 413):
            assert is_context_overflow(failed(f"{status} status code (no body)", provider="cerebras"))
        assert not is_context_overflow(failed("400 (no body)", provider="mistral"))

    def test_the_words_count_only_in_an_error(self) -> None:
        reply = Message({"role": "assistant", "stopReason": "aborted", "errorMessage": TOO_LONG[0]})
        assert not is_context_overflow(reply, WINDOW)

    @pytest.mark.parametrize(
        ("sent", "window", "overflows"),
        [
            ({"input": 20_001, "cacheRead": 0}, WINDOW, True),
            ({"input": 20_000, "cacheRead": 0}, WINDOW, False),
            ({"input": 10_000, "cacheRead": 10_001}, WINDOW, True),
            ({"input": 10_000, "cacheWrite": 10_001, "cacheRead": 0}, WINDOW, False),
            ({"input": 20_001, "cacheRead": 0}, 0, False),
            ({"input": 20_001}, WINDOW, False),
            ({"input": "20001", "cacheRead": None}, WINDOW, False),
        ],
    )
    def test_an_answer_to_what_was_too_long(self, sent: dict[str, Any], window: float, overflows: bool) -> None:
        assert is_context_overflow(answered("stop", output=5, **sent), window) is overflows
        assert not is_context_overflow(answered("toolUse", output=5, **sent), window)

    @pytest.mark.parametrize(
        ("output", "sent", "overflows"), [(0, 19_800, True), (0, 19_799, False), (1, 19_800, False)]
    )
    def test_no_room_left_to_answer(self, output: int, sent: int, overflows: bool) -> None:
        reply = answered("length", input=sent, cacheRead=0, output=output)
        assert is_context_overflow(reply, WINDOW) is overflows


class TestLength:
    @pytest.mark.parametrize(
        ("stop", "output", "limit", "recoverable"),
        [
            ("length", 4095, 4096, True),
            ("length", 4096, 4096, False),
            ("stop", 10, 4096, False),
            ("length", 10, None, False),
            ("length", 10, 0, False),
        ],
    )
    def test_cut_before_the_models_own_limit(
        self, stop: str, output: int, limit: int | None, recoverable: bool
    ) -> None:
        assert is_recoverable_length(answered(stop, output=output), limit) is recoverable

    def test_without_a_report_nothing_can_be_told(self) -> None:
        assert not is_recoverable_length(Message({"stopReason": "length"}), 4096)


class TestTransient:
    @pytest.mark.parametrize(
        "text",
        [
            *TOO_FAST,
            "529: Overloaded",
            "503: The service is temporarily unavailable",
            "Internal server error",
            "The upstream provider returned an error",
            "read ECONNRESET",
            "terminated: other side closed (UND_ERR_SOCKET)",
            "Connection error.",
            "fetch failed",
            "Request timed out.",
            "stream ended before message_stop",
            "The model is currently experiencing high demand",
            "You can retry your request.",
        ],
    )
    def test_what_passes(self, text: str) -> None:
        assert is_transient(failed(text), WINDOW)

    @pytest.mark.parametrize(
        "text",
        [
            *OTHER_TROUBLE,
            "429: You exceeded your current quota (insufficient_quota)",
            "429: Monthly usage limit reached",
            "Provider finish_reason: content_filter",
            "400: max_tokens must be at most 5000",
        ],
    )
    def test_what_does_not(self, text: str) -> None:
        assert not is_transient(failed(text), WINDOW)

    def test_only_an_error_is_asked_for_again(self) -> None:
        assert not is_transient(Message({"stopReason": "aborted", "errorMessage": "429"}), WINDOW)
