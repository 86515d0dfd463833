"""The settings of compaction as JSON, whoever prints them."""

from __future__ import annotations

from pitui.core.javascript.json import Json
from pitui.core.settings import CompactionSettings, Origin


def settings_json(settings: CompactionSettings) -> Json:
    """The settings in pi's names, each with its origin."""

    def told(value: Json, origin: Origin) -> Json:
        return {"value": value, "origin": str(origin)}

    return {
        "enabled": told(settings.enabled, settings.enabled_origin),
        "reserveTokens": told(settings.reserve_tokens, settings.reserve_tokens_origin),
        "keepRecentTokens": told(settings.keep_recent_tokens, settings.keep_recent_tokens_origin),
    }
