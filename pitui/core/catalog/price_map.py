"""litellm's price file: which of its names stands for a model of pi's, and what it says in pi's words.

The file names a model after who sells it; pi's provider ids are other words for the same sellers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from pitui.core.catalog.model import amount, tokens
from pitui.core.javascript.json import JsonObject


@dataclass(frozen=True, slots=True)
class PriceMap:
    """The file, asked name by name, so that it need not be parsed whole."""

    find: Callable[[str], JsonObject | None]
    """The entry under one of litellm's names; None when it has no such name."""
    problem: str = ""
    """Why the file says nothing at all, when it could not be read."""


NO_PRICES: Final = PriceMap(dict[str, JsonObject]().get)

_PREFIXES: Final[dict[str, tuple[str, ...]]] = {
    "amazon-bedrock": ("", "bedrock/"),
    "anthropic": ("", "anthropic/"),
    "azure": ("azure/", "azure_ai/"),
    "cloudflare-workers-ai": ("cloudflare/",),
    "fireworks": ("fireworks_ai/",),
    "github-copilot": ("github_copilot/",),
    "google": ("gemini/",),
    "google-vertex": ("vertex_ai/", ""),
    "minimax-cn": ("minimax/",),
    "moonshotai": ("moonshot/",),
    "moonshotai-cn": ("moonshot/",),
    "nvidia": ("nvidia_nim/",),
    "openai": ("", "openai/"),
    "openai-codex": ("chatgpt/", ""),
    "opencode-go": ("opencode_go/",),
    "qwen-token-plan": ("dashscope/",),
    "qwen-token-plan-cn": ("dashscope/",),
    "together": ("together_ai/",),
    "vercel-ai-gateway": ("vercel_ai_gateway/",),
    "xiaomi": ("xiaomi_mimo/",),
    "zai-coding-cn": ("zai/",),
}
"""litellm's prefixes for pi's provider ids; a provider that is not here goes by its own id."""

_MAKERS: Final[dict[str, str]] = {
    "anthropic": "",
    "deepseek": "deepseek/",
    "google": "gemini/",
    "meta": "meta/",
    "minimax": "minimax/",
    "mistral": "mistral/",
    "mistralai": "mistral/",
    "moonshotai": "moonshot/",
    "openai": "",
    "x-ai": "xai/",
    "z-ai": "zai/",
    "zai": "zai/",
}
"""litellm's prefixes for the makers in a reseller's ids, such as `anthropic/claude-sonnet-4.5`."""


def priced(prices: PriceMap, provider: str, model_id: str) -> tuple[JsonObject, str] | None:
    """What the file says of the model as this provider sells it, and litellm's name for it."""
    for name in (prefix + model_id for prefix in _PREFIXES.get(provider, (f"{provider}/",))):
        facts = _facts(prices, name)
        if facts is not None:
            return facts, name
    return None


def alike(prices: PriceMap, model_id: str) -> tuple[JsonObject, str] | None:
    """What the file says of the model as its maker sells it; the price is left out, it may be another's."""
    for name in _makers_names(model_id):
        facts = _facts(prices, name)
        if facts is not None:
            return {key: value for key, value in facts.items() if key != "cost"}, name
    return None


def _makers_names(model_id: str) -> Iterator[str]:
    maker, slash, name = model_id.rpartition("/")
    prefix = _MAKERS.get(maker) if slash else ""
    if prefix is not None:
        yield prefix + name
        # Resellers write version numbers with dots, Anthropic with dashes.
        yield prefix + name.replace(".", "-")


def _facts(prices: PriceMap, name: str) -> JsonObject | None:
    """One entry in the words of pi's own model lists; None where it knows no window."""
    entry = prices.find(name)
    if entry is None:
        return None
    window = tokens(entry.get("max_input_tokens"))
    if window is None:
        return None
    facts: dict[str, object] = {
        "contextWindow": window,
        "maxTokens": tokens(entry.get("max_output_tokens")) or tokens(entry.get("max_tokens")),
        "reasoning": entry.get("supports_reasoning") is True,
    }
    cost = {
        "input": _per_million(entry, "input_cost_per_token"),
        "output": _per_million(entry, "output_cost_per_token"),
    }
    if None not in cost.values():
        cost["cacheRead"] = _per_million(entry, "cache_read_input_token_cost")
        cost["cacheWrite"] = _per_million(entry, "cache_creation_input_token_cost")
        facts["cost"] = {key: price for key, price in cost.items() if price is not None}
    return facts


def _per_million(entry: JsonObject, name: str) -> float | None:
    price = amount(entry.get(name))
    # 3e-07 times a million is 0.29999999999999999; no price has more than ten decimals.
    return None if price is None else round(price * 1_000_000, 10)
