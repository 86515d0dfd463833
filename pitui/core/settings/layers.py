"""Settings files stacked on one another, asked key by key, each answer knowing which file it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from pitui.core.errors import SettingsError
from pitui.core.javascript.json import Json, JsonObject, stringify

OriginKind: TypeAlias = Literal["default", "agent", "project", "what-if"]

_WORDS: Final[Mapping[OriginKind, str]] = {
    "default": "default",
    "agent": "agent settings",
    "project": "project settings",
    "what-if": "what if",
}


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value was found; `str()` says it in words."""

    kind: OriginKind
    file: str = ""
    """The settings file as a path; empty for a default or a what-if."""
    model: str | None = None
    """The `provider/modelId` of the override that gave the value; None for an ordinary value."""
    remark: str = ""
    """What else a reader should know, such as why the project's file counts or does not."""

    def __str__(self) -> str:
        words = _WORDS[self.kind]
        if self.model is not None:
            words += f", override for {self.model}"
        return f"{words} ({self.remark})" if self.remark else words


DEFAULT: Final = Origin("default")
WHAT_IF: Final = Origin("what-if")


@dataclass(frozen=True, slots=True)
class Layer:
    """One settings file, already read."""

    values: JsonObject
    origin: Origin


@dataclass(frozen=True, slots=True)
class Setting:
    """A value somebody wrote, whatever its kind, with its key and origin."""

    key: str
    """As a person would look for it: `compaction.modelOverrides["a/b"].reserveTokens`."""
    value: Json
    origin: Origin

    def wrong(self, expected: str) -> SettingsError:
        """The error that names this key, for a value that is not what `expected` asks for."""
        shown = stringify(self.value)
        if len(shown) > 60:
            shown = shown[:59] + "…"
        place = f" in {self.origin.file}" if self.origin.file else ""
        return SettingsError(f"{self.key}{place} is {shown}; it must be {expected}.")


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings files from the weakest to the strongest (pi: settings, "Configuration scope")."""

    layers: tuple[Layer, ...] = ()
    remark: str = ""
    """Why a project's settings do not count, where it has some; every other origin repeats it."""

    def find(self, *path: str) -> Setting | None:
        """The value under a path of keys, None when no file has it.

        Objects merge member by member over all depths; anything else in a stronger file, a list too, takes
        the place of the weaker file's value. Walking the files side by side gives that without a merge, so an
        object that is itself the answer is only the strongest file's part of it.
        """
        found: list[tuple[Json, Origin]] = [(layer.values, layer.origin) for layer in self.layers]
        for key in path:
            holders, found = found, []
            for holder, origin in holders:
                if not isinstance(holder, Mapping) or key not in holder:
                    continue
                if found and not (isinstance(found[-1][0], Mapping) and isinstance(holder[key], Mapping)):
                    found.clear()
                found.append((holder[key], origin))
        if not found:
            return None
        value, origin = found[-1]
        return Setting(_spell(path), value, self._noted(origin))

    def default(self) -> Origin:
        """The origin of a value no file gives."""
        return self._noted(DEFAULT)

    def _noted(self, origin: Origin) -> Origin:
        return replace(origin, remark=self.remark) if self.remark and origin.kind != "project" else origin


def _spell(path: tuple[str, ...]) -> str:
    """The path in JavaScript's spelling, keys that are no plain words in brackets."""
    spelt = path[0]
    for key in path[1:]:
        spelt += f".{key}" if key.isidentifier() else f"[{stringify(key)}]"
    return spelt
