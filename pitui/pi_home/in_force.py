"""The settings of pi that pitui goes by: each value in force, where it comes from, and what pi would refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from pitui.core.errors import SettingsError
from pitui.core.javascript.json import Json
from pitui.core.session.content import as_mapping
from pitui.core.settings import (
    Setting,
    Settings,
    resolve_branch_summary_settings,
    resolve_compaction_settings,
    resolve_retry_settings,
)

_DEFAULTS: Final[Mapping[tuple[str, ...], Json]] = {
    ("compaction", "enabled"): True,
    ("compaction", "reserveTokens"): 16384,
    ("compaction", "keepRecentTokens"): 20000,
    ("branchSummary", "reserveTokens"): 16384,
    ("branchSummary", "skipPrompt"): False,
    ("retry", "enabled"): True,
    ("retry", "maxRetries"): 3,
    ("retry", "baseDelayMs"): 2000,
    ("retry", "maxAgentDelayMs"): 60000,
    ("treeFilterMode",): "default",
    ("sessionDir",): None,
    ("defaultProvider",): None,
    ("defaultModel",): None,
}
"""pi's settings that pitui goes by, and what applies where no file says."""


def settings_in_force(settings: Settings) -> Iterator[Setting]:
    """Every setting with its origin, then what is overridden for single models."""
    for path, default in _DEFAULTS.items():
        found = settings.find(*path)
        if found is None or found.value is None:
            found = Setting(".".join(path), default, settings.default())
        yield found
    for model in _overridden(settings):
        for name in ("reserveTokens", "keepRecentTokens"):
            override = settings.find("compaction", "modelOverrides", model, name)
            if override is not None:
                yield override


def complaints(settings: Settings) -> list[str]:
    """What pi would refuse when it reads it, each complaint once."""
    readers: list[Callable[[], object]] = [
        partial(resolve_compaction_settings, settings),
        partial(resolve_branch_summary_settings, settings),
        partial(resolve_retry_settings, settings),
    ]
    for model in _overridden(settings):
        provider, _, model_id = model.partition("/")
        readers.append(partial(resolve_compaction_settings, settings, provider, model_id))
    told: dict[str, None] = {}
    for read in readers:
        try:
            read()
        except SettingsError as error:
            told[error.sentence] = None
    return list(told)


def _overridden(settings: Settings) -> list[str]:
    """The models that have overrides in any file."""
    overrides = [as_mapping(layer.values.get("compaction")).get("modelOverrides") for layer in settings.layers]
    return sorted({model for members in overrides for model in as_mapping(members)})
