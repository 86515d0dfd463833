"""What a summary will ask of whom, before anything is sent: the requests, their size and what they may cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitui.core.javascript.json import Json
from pitui.core.summary.summarizer import Destination, SummaryRequest
from pitui.rendering.numbers import cost, estimate, tokens
from pitui.rendering.request_page import request_tokens


def expected_cost(requests: Sequence[SummaryRequest], destination: Destination) -> float | None:
    """At most this many US dollars, as far as the estimate goes; None when nobody names a price."""
    if destination.cost_per_token is None:
        return None
    price_in, price_out = destination.cost_per_token
    return sum(request_tokens(request) * price_in + request.max_tokens * price_out for request in requests)


def asks_line(requests: Sequence[SummaryRequest], destination: Destination) -> str:
    """Who is asked, where the text goes, how much of it and for how much, in one line."""
    if not requests:
        return "asks nobody: there is nothing to sum up"
    size = f"{estimate(sum(map(request_tokens, requests)))} in"
    if destination.host is None:
        return f"asks {destination.label}: {size}, nothing leaves this machine"
    cap = tokens(sum(request.max_tokens for request in requests))
    price = cost(expected_cost(requests, destination))
    return f"asks {destination.label}: {size}, at most {cap} out, at most {price}; the text goes to {destination.host}"


def request_lines(requests: Sequence[SummaryRequest]) -> Iterator[str]:
    """Every request, word for word."""
    for number, request in enumerate(requests, start=1):
        yield ""
        yield f"=== request {number} of {len(requests)}: {request.purpose}, at most {request.max_tokens} tokens out ==="
        yield "--- system ---"
        yield from request.system_prompt.split("\n")
        yield "--- user ---"
        yield from request.prompt.split("\n")


def requests_json(requests: Sequence[SummaryRequest]) -> Json:
    """Every request, word for word."""
    return [
        {
            "purpose": request.purpose,
            "systemPrompt": request.system_prompt,
            "prompt": request.prompt,
            "maxTokens": request.max_tokens,
            "thinkingLevel": request.thinking_level,
            "estimatedTokens": request_tokens(request),
        }
        for request in requests
    ]


def summarizer_json(requests: Sequence[SummaryRequest], destination: Destination, reason: str) -> Json:
    """Who is asked, and why."""
    return {
        "label": destination.label,
        "host": destination.host,
        "reason": reason,
        "expectedCost": expected_cost(requests, destination),
    }
