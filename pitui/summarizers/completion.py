"""One streamed request through litellm, inside the helper process."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

from pitui.summarizers.calls import ModelCall, TokenCounts

CONNECT_SECONDS: Final = 20.0
LONGEST_SECONDS: Final = 3600.0
"""The app watches for silence itself; this only ends what would otherwise never end."""

_RESPONSES: Final = "openai/responses/"
BEYOND_HIGH: Final = ("xhigh", "max")
"""Levels that few models have, and a model nobody knows of is not asked for."""


class UnfinishedError(Exception):
    """The stream ended without saying why, so the text may be cut anywhere."""

    status_code = 502


@lru_cache(maxsize=1)
def _litellm() -> Any:
    litellm: Any = import_module("litellm")
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    return litellm


async def stream(
    call: ModelCall, *, on_text: Callable[[str], None], on_sign_of_life: Callable[[], None]
) -> dict[str, Any]:
    """Ask, hand on each piece of text, and return the fields of the protocol's last line."""
    litellm = await asyncio.to_thread(_litellm)
    on_sign_of_life()
    _introduce(litellm, call.model)
    reply = await litellm.acompletion(**arguments(call, routing_id=str(uuid.uuid4())))
    finish, usage = None, None
    try:
        async for chunk in reply:
            usage = getattr(chunk, "usage", None) or usage
            text = chunk.choices[0].delta.content if chunk.choices else None
            finish = (chunk.choices[0].finish_reason if chunk.choices else None) or finish
            if text:
                on_text(text)
            else:
                on_sign_of_life()
    finally:
        await reply.aclose()
    if finish is None:
        raise UnfinishedError("The answer ended without a reason, and may be cut short.")
    return {
        "finish": str(finish),
        "tokens": _counts(usage) if usage is not None and _was_reported(reply) else None,
    }


def arguments(call: ModelCall, *, routing_id: str) -> dict[str, Any]:
    """The call as litellm takes it: one system prompt, one user message, no tools, nothing cached, no repeats."""
    import httpx

    extra: dict[str, Any] = {}
    if call.effort is not None:
        extra["reasoning_effort"] = call.effort
        if call.own:
            # The model's owner says that it reasons; litellm would drop what it does not know of.
            extra["reasoning_effort"] = "high" if call.effort in BEYOND_HIGH else call.effort
            extra["allowed_openai_params"] = ["reasoning_effort"]
    if call.api_base is not None:
        extra["api_base"] = call.api_base
    if call.api_key is not None or call.api_base is not None:
        # Without a key of its own litellm would send one it finds elsewhere to this address.
        extra["api_key"] = call.api_key or "none"
    return {
        "model": call.model,
        "messages": [
            {"role": "system", "content": _whole(call.system_prompt)},
            {"role": "user", "content": _whole(call.prompt)},
        ],
        "max_tokens": call.max_tokens,
        "stream": True,
        "stream_options": {"include_usage": True},
        "num_retries": 0,
        "max_retries": 0,
        "drop_params": True,
        "timeout": httpx.Timeout(LONGEST_SECONDS, connect=CONNECT_SECONDS),
        # A router that pins a session to one server must not pin a one-off request to the session's.
        "extra_headers": {"x-session-id": routing_id, "x-client-request-id": routing_id, **call.headers},
        **call.options,
        **extra,
    }


def _introduce(litellm: Any, model: str) -> None:
    """Tell litellm of a model behind the Responses API: of one it does not know it would stream nothing."""
    name = model.removeprefix(_RESPONSES)
    if name != model and name not in litellm.model_cost:
        abilities = {"supports_native_streaming": True, "supports_reasoning": True}
        litellm.register_model({name: {"litellm_provider": "openai", **abilities}})


def _whole(text: str) -> str:
    """The text with lone halves of surrogate pairs replaced: no request can carry them."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _was_reported(reply: Any) -> bool:
    """Whether the provider sent the usage; litellm makes one up where it did not."""
    chunks = getattr(reply, "chunks", None)
    return chunks is None or any(getattr(chunk, "usage", None) is not None for chunk in chunks)


def _counts(usage: Any) -> dict[str, int]:
    """litellm's usage, whose prompt tokens hold the cached ones too, as four counts that add up."""
    details = getattr(usage, "prompt_tokens_details", None)
    read = getattr(details, "cached_tokens", None) or 0
    written = getattr(usage, "cache_creation_input_tokens", None) or 0
    counts = TokenCounts(
        input=max(0, (usage.prompt_tokens or 0) - read - written),
        output=usage.completion_tokens or 0,
        cache_read=read,
        cache_write=written,
    )
    return asdict(counts)
