"""Reading one setting of an expected kind, absent and null both meaning the default."""

from __future__ import annotations

import math

from pitui.core.javascript.numbers import to_double
from pitui.core.settings.layers import Origin, Setting, Settings


def truth(settings: Settings, *path: str, default: bool) -> tuple[bool, Origin]:
    """A switch, as JavaScript takes any value for true or false: 0 and "" are off, "no" is on."""
    setting = _given(settings, path)
    if setting is None:
        return default, settings.default()
    value = setting.value
    return isinstance(value, dict | list) or bool(value), setting.origin


def number(settings: Settings, *path: str, default: float) -> tuple[float, Origin]:
    """A number of any sign; raises SettingsError naming the key for anything else."""
    setting = _given(settings, path)
    if setting is None:
        return default, settings.default()
    value = setting.value
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(to_double(value)):
        raise setting.wrong("a number")
    return value, setting.origin


def text(settings: Settings, *path: str) -> str | None:
    """A text, None when absent or empty; raises SettingsError naming the key for anything else."""
    setting = _given(settings, path)
    if setting is None or setting.value == "":
        return None
    if not isinstance(setting.value, str):
        raise setting.wrong("a text")
    return setting.value


def _given(settings: Settings, path: tuple[str, ...]) -> Setting | None:
    setting = settings.find(*path)
    return None if setting is None or setting.value is None else setting
