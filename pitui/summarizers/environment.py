"""The environment of the helper process: nothing in it sends a request elsewhere or fetches anything by itself."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SWITCHES: Final = MappingProxyType(
    {
        "LITELLM_OFFLINE_MODE": "true",
        # What the one switch above stands for, under the names older versions know.
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
        "LITELLM_LOCAL_BLOG_POSTS": "True",
        # In its other mode litellm reads any `.env` file it finds upwards of its own folder.
        "LITELLM_MODE": "PRODUCTION",
        "LITELLM_LOG": "WARNING",
        # httpx closes the connection of a cancelled request at once, which stops the provider.
        "DISABLE_AIOHTTP_TRANSPORT": "True",
        "PYTHONUTF8": "1",
    }
)
_REDIRECTS: Final = ("_API_BASE", "_BASE_URL", "_API_URL", "_RUNTIME_ENDPOINT")
_KEYS: Final = ("_API_KEY", "_AUTH_TOKEN")


def worker_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The app's environment without keys and addresses: a call brings its own, and no other may slip in."""
    kept = {
        name: value
        for name, value in environ.items()
        if not name.startswith("LITELLM_") and not name.endswith(_REDIRECTS + _KEYS)
    }
    return {**kept, **SWITCHES}
