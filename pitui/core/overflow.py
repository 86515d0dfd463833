"""Whether a reply failed, or was cut, because the context no longer fits into the model's window.

Providers have no common word for it, so their texts are told apart by what each is known to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pitui.core.context.usage import usage_part
from pitui.core.session.content import as_mapping
from pitui.core.session.messages import Message

_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "Anthropic": (r"prompt is too long", r"request_too_large"),
    "OpenAI": (r"exceeds the context window", r"context[_ ]length[_ ]exceeded"),
    "OpenAI's followers": (r"exceeds (the )?(model'?s )?maximum context length( of [\d,]+ tokens?|\s*\([\d,]+\))",),
    "LiteLLM": (r"context window exceeded",),
    "Google": (r"input token count.*exceeds the maximum",),
    "Amazon Bedrock": (r"input is too long for requested model",),
    "xAI": (r"maximum prompt length is \d+",),
    "Groq": (r"reduce the length of the messages",),
    "Mistral": (r"too large for model with \d+ maximum context length",),
    "OpenRouter": (
        r"maximum context length is \d+ tokens",
        r"exceeds (the )?maximum allowed input length of [\d,]+ tokens?",
    ),
    "Together": (r"input \(\d+ tokens\) is longer than the model'?s context length",),
    "GitHub Copilot": (r"exceeds the limit of \d+",),
    "z.ai": (r"prompt too long", r"prompt exceeds max length", r"model_context_window_exceeded"),
    "MiniMax": (r"context window exceeds limit",),
    "Kimi": (r"exceeded model token limit",),
    "DashScope": (r"range of input length should be",),
    "DS4": (r"prompt has [\d,]+ tokens?, but the configured context size is [\d,]+",),
    "llama.cpp": (r"exceeds the available context size",),
    "LM Studio": (r"greater than the context length",),
    "anybody": (r"too many tokens", r"token limit exceeded"),
    "HTTP 413": (r"\A413(\s|:|\Z)", r"\A[\w -]+ API error \(413\):"),
}
_OVERFLOW: Final = re.compile("|".join(words for group in _WORDS.values() for words in group), re.IGNORECASE)
_SLOW_DOWN: Final = re.compile(
    r"rate.?limit|too many requests|throttl|\A429\b|\A[\w -]+ API error \(429\)|\Aservice unavailable:", re.IGNORECASE
)
"""Rate limits speak of too many tokens as well, and mean tokens a minute."""
_NO_BODY: Final = re.compile(r"\A4(00|13)\s*(status code)?\s*\(no body\)", re.IGNORECASE)
"""What Cerebras says; from others a missing body may mean anything."""

_NEARLY_FULL: Final = 0.99
"""The share of the window from which on an input leaves a reply no room."""


def says_overflow(text: str, provider: str = "") -> bool:
    """Whether an error's text says that the request was too long for the model."""
    if _SLOW_DOWN.search(text):
        return False
    return bool(_OVERFLOW.search(text)) or (provider == "cerebras" and bool(_NO_BODY.match(text)))


def is_context_overflow(reply: Message, context_window: float = 0) -> bool:
    """Whether a reply did not fit: it failed and says so, or its usage shows it (pi: `isContextOverflow`).

    Some providers take what is too long and answer all the same, others cut it and have no room left to answer.
    `context_window` is in tokens; 0 looks at the error's text alone.
    """
    stop_reason = reply.data.get("stopReason")
    if stop_reason == "error":
        return says_overflow(reply.text_field("errorMessage"), reply.text_field("provider"))
    if context_window <= 0:
        return False
    usage = as_mapping(reply.data.get("usage"))
    sent = usage_part(usage, "input") + usage_part(usage, "cacheRead")
    if stop_reason == "stop":
        return sent > context_window
    return stop_reason == "length" and usage_part(usage, "output") == 0 and sent >= _NEARLY_FULL * context_window


def is_recoverable_length(reply: Message, max_tokens: int | None) -> bool:
    """Whether a reply was cut before the model's own output limit, as a full context cuts it.

    `max_tokens` is that limit; where nobody knows it nothing can be told (pi: `isRecoverableLength`).
    """
    if reply.data.get("stopReason") != "length" or not max_tokens:
        return False
    return usage_part(as_mapping(reply.data.get("usage")), "output") < max_tokens
