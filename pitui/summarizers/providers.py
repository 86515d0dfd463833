"""pi's providers as litellm knows them: the prefix of the model's name, the address, the key's variable.

The address is always given, so that the host shown to the person is the one asked, whatever litellm's own
default or environment says.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pitui.core.catalog import Model
from pitui.summarizers.auth import Credentials
from pitui.summarizers.clouds import CLOUDS
from pitui.summarizers.route import Key, Route, RouteError, host_of


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider of pi's that is reached with a key."""

    prefix: str
    base: str
    """Its address as pi has it."""
    variables: tuple[str, ...]
    path: str = ""
    """What litellm wants added to that address."""


def _openai(base: str, *variables: str) -> Provider:
    return Provider("openai", base, variables)


PROVIDERS: Final = MappingProxyType(
    {
        "anthropic": Provider("anthropic", "https://api.anthropic.com", ("ANTHROPIC_API_KEY",)),
        "openai": _openai("https://api.openai.com/v1", "OPENAI_API_KEY"),
        "google": Provider("gemini", "https://generativelanguage.googleapis.com/v1beta", ("GEMINI_API_KEY",)),
        "openrouter": Provider("openrouter", "https://openrouter.ai/api/v1", ("OPENROUTER_API_KEY",)),
        "groq": Provider("groq", "https://api.groq.com/openai/v1", ("GROQ_API_KEY",)),
        "xai": Provider("xai", "https://api.x.ai/v1", ("XAI_API_KEY",)),
        "mistral": Provider("mistral", "https://api.mistral.ai", ("MISTRAL_API_KEY",), "/v1"),
        "deepseek": Provider("deepseek", "https://api.deepseek.com", ("DEEPSEEK_API_KEY",)),
        "cerebras": Provider("cerebras", "https://api.cerebras.ai/v1", ("CEREBRAS_API_KEY",)),
        "fireworks": Provider("fireworks_ai", "https://api.fireworks.ai/inference/v1", ("FIREWORKS_API_KEY",)),
        "together": Provider("together_ai", "https://api.together.ai/v1", ("TOGETHER_API_KEY",)),
        "huggingface": _openai("https://router.huggingface.co/v1", "HF_TOKEN"),
        "nvidia": _openai("https://integrate.api.nvidia.com/v1", "NVIDIA_API_KEY"),
        "baseten": _openai("https://inference.baseten.co/v1", "BASETEN_API_KEY"),
        "vercel-ai-gateway": Provider("openai", "https://ai-gateway.vercel.sh", ("AI_GATEWAY_API_KEY",), "/v1"),
        "moonshotai": _openai("https://api.moonshot.ai/v1", "MOONSHOT_API_KEY"),
        "moonshotai-cn": _openai("https://api.moonshot.cn/v1", "MOONSHOT_API_KEY"),
        "kimi-coding": _openai("https://api.kimi.com/coding/v1", "KIMI_API_KEY"),
        "zai": _openai("https://api.z.ai/api/coding/paas/v4", "ZAI_API_KEY"),
        "zai-coding-cn": _openai("https://open.bigmodel.cn/api/coding/paas/v4", "ZAI_CODING_CN_API_KEY"),
        "minimax": Provider("anthropic", "https://api.minimax.io/anthropic", ("MINIMAX_API_KEY",)),
        "minimax-cn": Provider("anthropic", "https://api.minimaxi.com/anthropic", ("MINIMAX_CN_API_KEY",)),
        "xiaomi": _openai("https://api.xiaomimimo.com/v1", "XIAOMI_API_KEY"),
        "ant-ling": _openai("https://api.ant-ling.com/v1", "ANT_LING_API_KEY"),
        "meta": Provider("openai/responses", "https://api.meta.ai/v1", ("META_API_KEY",)),
        "opencode": _openai("https://opencode.ai/inference/openai/v1", "OPENCODE_API_KEY"),
        "opencode-go": _openai("https://opencode.ai/inference/go/openai/v1", "OPENCODE_API_KEY"),
        "ollama": _openai("http://localhost:11434/v1"),
    }
)

EXPLAINED: Final = MappingProxyType(
    {
        "openai-codex": "openai-codex takes pi's sign-in with a ChatGPT account, which pitui does not use",
        "github-copilot": "github-copilot takes pi's sign-in with a GitHub account, which pitui does not use",
        "cloudflare-ai-gateway": "cloudflare-ai-gateway has an address for each account, which pitui does not make up",
        "cloudflare-workers-ai": "cloudflare-workers-ai has an address for each account, which pitui does not make up",
        "radius": "radius speaks a protocol of pi's own, which pitui does not speak",
    }
)


PROTOCOLS: Final = MappingProxyType(
    {
        "openai-completions": "openai",
        "openai-responses": "openai/responses",
        "anthropic-messages": "anthropic",
        "google-generative-ai": "gemini",
    }
)
"""The APIs that models of a person's own can speak, as litellm's prefixes."""


def find_route(model: Model, credentials: Credentials) -> Route:
    """The way to a model, with its key; raises RouteError with the reason when there is none."""
    if model.provider in EXPLAINED:
        raise RouteError(f"{EXPLAINED[model.provider]}; choose another model, or the outline.")
    if model.provider in CLOUDS:
        return CLOUDS[model.provider](model, credentials)
    known = PROVIDERS.get(model.provider)
    prefix, base = _way(model, known)
    return Route(
        label=model.key,
        model=f"{prefix}/{model.id}",
        host=host_of(base),
        api_base=base,
        key=_key(model, known, credentials, at_home=host_of(base) is None),
        credential="none needed",
        headers=credentials.headers(model),
        own=known is None or not known.variables,
    )


def _way(model: Model, known: Provider | None) -> tuple[str, str]:
    """litellm's prefix and the address: a known provider's, unless the model has an address of its own."""
    if known is not None and model.base_url in (None, known.base):
        return known.prefix, known.base + known.path
    if model.base_url is None:
        raise RouteError(f"pitui does not know the provider {model.provider}: give it a baseUrl in models.json.")
    prefix = PROTOCOLS.get(model.api or "openai-completions")
    if prefix is not None:
        return prefix, model.base_url
    if known is not None:
        return known.prefix, model.base_url + known.path
    raise RouteError(f"{model.key} speaks {model.api}, a protocol that pitui does not speak.")


def _key(model: Model, known: Provider | None, credentials: Credentials, *, at_home: bool) -> Key | None:
    try:
        return credentials.find(model.provider, known.variables if known else (), model.api_key_form)
    except RouteError:
        if at_home:
            # A server on this machine rarely asks for a key, and says so itself when it does.
            return None
        raise
