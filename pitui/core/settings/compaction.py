"""The compaction settings that apply to one model, and whose word each of them is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pitui.core.javascript.numbers import MAX_SAFE_INTEGER, is_safe_count
from pitui.core.settings.layers import DEFAULT, Origin, Setting, Settings
from pitui.core.settings.values import truth

RESERVE_TOKENS: Final = 16384
KEEP_RECENT_TOKENS: Final = 20000


@dataclass(frozen=True, slots=True)
class CompactionSettings:
    """What compaction goes by; two that say the same are equal, wherever the values came from."""

    enabled: bool = True
    """Whether compaction runs by itself; asked for by hand it always may."""
    reserve_tokens: int = RESERVE_TOKENS
    """Room left for the reply, in tokens; it also bounds the length of a summary."""
    keep_recent_tokens: int = KEEP_RECENT_TOKENS
    """How much of the newest conversation stays as it is, in tokens."""
    enabled_origin: Origin = field(default=DEFAULT, compare=False)
    reserve_tokens_origin: Origin = field(default=DEFAULT, compare=False)
    keep_recent_tokens_origin: Origin = field(default=DEFAULT, compare=False)


def resolve_compaction_settings(
    settings: Settings, provider: str | None = None, model_id: str | None = None
) -> CompactionSettings:
    """The settings for one model, or the ordinary ones when there is no model.

    Each number falls back on its own: the model's override, the ordinary value, the default. Raises
    SettingsError naming the key for a wrong ordinary value, even under a valid override, and for a wrong
    matching override; what stands under other models is not looked at (pi: settings, "Compaction").
    """
    model = f"{provider}/{model_id}" if provider is not None and model_id is not None else None
    enabled, enabled_origin = truth(settings, "compaction", "enabled", default=True)
    reserve, reserve_origin = _tokens(settings, model, "reserveTokens", RESERVE_TOKENS)
    keep, keep_origin = _tokens(settings, model, "keepRecentTokens", KEEP_RECENT_TOKENS)
    return CompactionSettings(enabled, reserve, keep, enabled_origin, reserve_origin, keep_origin)


def _tokens(settings: Settings, model: str | None, name: str, default: int) -> tuple[int, Origin]:
    ordinary = _count(settings.find("compaction", name))
    override = None
    if model is not None:
        entry = settings.find("compaction", "modelOverrides", model)
        if entry is not None and not isinstance(entry.value, Mapping):
            raise entry.wrong("an object")
        override = _count(settings.find("compaction", "modelOverrides", model, name))
    if override is not None:
        value, origin = override
        return value, replace(origin, model=model)
    return ordinary or (default, settings.default())


def _count(setting: Setting | None) -> tuple[int, Origin] | None:
    if setting is None:
        return None
    if not is_safe_count(setting.value):
        raise setting.wrong(f"a whole number from 0 to {MAX_SAFE_INTEGER}")
    return int(setting.value), setting.origin
