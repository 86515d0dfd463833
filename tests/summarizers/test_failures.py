"""Errors in the many coats they come in, and the sentences made of them."""

from __future__ import annotations

import io
from typing import Any

import pytest

from pitui.summarizers.calls import ModelCall
from pitui.summarizers.failures import judge
from pitui.summarizers.scrubbing import ScrubbedStream, Scrubber

CALL = ModelCall("acme/big", "openai/big", "s", "p", 100, host="api.acme.example")


def error(name: str, message: str, status: int | None = None, cause: BaseException | None = None) -> BaseException:
    """An error as a provider's library would raise it, known by its class's name and its fields."""
    made: Any = type(name, (Exception,), {})(message)
    made.message = message
    if status is not None:
        made.status_code = status
    made.__cause__ = cause
    return made  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "message",
    [
        "prompt is too long: 213462 tokens > 200000 maximum",
        "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)",
        "This model's maximum prompt length is 131072 but the request contains 537812 tokens",
        "Please reduce the length of the messages or completion",
        "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
        "the request exceeds the available context size, try increasing it",
        "Your request exceeded model token limit: 262144 (requested: 300000)",
    ],
)
def test_overflow_is_recognised_in_many_dialects(message: str) -> None:
    assert judge(error("BadRequestError", message, 400), CALL)[0] == "overflow"


@pytest.mark.parametrize(
    ("name", "message", "status", "kind"),
    [
        ("BadRequestError", "messages: at least one message is required", 400, "bad request"),
        ("RateLimitError", "Too many tokens, please wait before trying again.", 429, "transient"),
        ("OverloadedError", "Overloaded", 529, "transient"),
        ("APIError", "Insufficient credits", 402, "bad request"),
        ("Timeout", "Request timed out", 408, "transient"),
        ("ValueError", "no such thing", None, "unavailable"),
    ],
)
def test_other_trouble_is_not_taken_for_overflow(name: str, message: str, status: int | None, kind: str) -> None:
    assert judge(error(name, message, status), CALL)[0] == kind


def test_a_refused_connection_is_found_behind_a_server_error() -> None:
    refused = error("InternalServerError", "Connection error.", 500, error("ConnectError", "Connection refused"))
    assert judge(refused, CALL) == ("unreachable", "api.acme.example could not be reached: Connection refused.")


def test_what_litellm_wrapped_counts_for_more_than_the_wrapping() -> None:
    wrapper: Any = error("ServiceUnavailableError", "fallback", 503)
    wrapper.original_exception = error("ContextWindowExceededError", "too much", 400)
    assert judge(wrapper, CALL)[0] == "overflow"


def test_a_refusal_midway_is_told_as_a_refusal() -> None:
    wrapper: Any = error("MidStreamFallbackError", "fallback", 529)
    wrapper.original_exception = error("InternalServerError", "Overloaded", 529)
    assert judge(wrapper, CALL) == ("transient", "acme/big has trouble of its own (529): Overloaded.")


def test_the_sentence_has_the_providers_words_alone() -> None:
    raw = """litellm.AuthenticationError: AnthropicException - b'{"error":{"message":"invalid x-api-key"}}'"""
    assert (
        judge(error("AuthenticationError", raw, 401), CALL)[1] == "acme/big refused the key (401): invalid x-api-key."
    )


def test_a_long_message_is_cut_and_a_broken_one_put_on_one_line() -> None:
    sentence = judge(error("BadRequestError", "one\ntwo " + "x" * 5000, 400), CALL)[1]
    assert "one two" in sentence
    assert len(sentence) < 400


def test_secrets_are_struck_from_every_text() -> None:
    scrubber = Scrubber()
    scrubber.learn(["sk-12345678", "sk-12345678-and-more", "abc"])
    target = io.StringIO()
    print("got sk-12345678-and-more, sk-12345678; abc", file=ScrubbedStream(target, scrubber))
    assert target.getvalue() == "got [key], [key]; abc\n"
