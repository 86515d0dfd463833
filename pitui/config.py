"""pitui's own settings: one frozen value, read from a TOML file and written back to it.

What the file says and pitui does not know is kept and warned about; what pitui knows to be wrong is refused.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

import tomli_w

from pitui.atomic import write_atomically
from pitui.core.errors import SettingsError

FILTERS: Final = ("default", "no-tools", "user-only", "labeled-only", "all")
ENCODINGS: Final = ("o200k_base", "cl100k_base", "p50k_base")
"""The encodings that work without a network."""


@dataclass(frozen=True, slots=True)
class Config:
    """pitui's settings; every field is a key of the TOML file."""

    theme: str | None = None
    """The theme's name; without one pitui picks its own, light or dark."""
    filter: str | None = None
    """The tree's first filter, one of `FILTERS`; without one pi's `treeFilterMode` decides."""
    summarizer: str = "session"
    """Who writes summaries: `session` (the session's own model), `outline` (offline), or `provider/model`."""
    encoding: str = "o200k_base"
    """The tiktoken encoding of the token count shown beside the estimate, one of `ENCODINGS`."""
    include_thinking: bool = True
    """Whether summaries are written with the model's thinking in view."""
    keymap: Mapping[str, str] = field(default_factory=dict)
    """Keys by action id, several separated by commas: `compact = "c,f5"`."""
    unknown: Mapping[str, Any] = field(default_factory=dict)
    """What the file says beyond that, kept when pitui writes the file."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """One sentence for each key pitui does not know."""
        return tuple(f"`{key}` is no setting of pitui, and is left as it is." for key in self.unknown)


def load(path: Path) -> Config:
    """The settings in a file; the defaults when there is none. Raises SettingsError naming a wrong key."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path} cannot be read as TOML: {error}.") from error
    known = {key: value for key, value in table.items() if key in _KNOWN}
    for key, value in known.items():
        wanted = _refusal(key, value)
        if wanted:
            raise SettingsError(f"`{key}` in {path} must be {wanted}, not {value!r}.")
    return replace(Config(**known), unknown={key: value for key, value in table.items() if key not in _KNOWN})


def check(key: str, value: object) -> None:
    """Raise SettingsError for a value that a setting cannot have; None leaves it to the default."""
    wanted = None if value is None and getattr(_DEFAULTS, key) is None else _refusal(key, value)
    if wanted:
        raise SettingsError(f"`{key}` must be {wanted}, not {value!r}.")


def save(config: Config, path: Path) -> None:
    """Write the settings that differ from the defaults, after those pitui does not know."""
    chosen = {key: getattr(config, key) for key in _KNOWN if getattr(config, key) != getattr(_DEFAULTS, key)}
    plain = {key: dict(value) if isinstance(value, Mapping) else value for key, value in chosen.items()}
    write_atomically(path, tomli_w.dumps({**config.unknown, **plain}))


_DEFAULTS: Final = Config()
_KNOWN: Final = tuple(item.name for item in fields(Config) if item.name != "unknown")


def _refusal(key: str, value: object) -> str | None:
    """What a key's value must be, when this one is not."""
    match key:
        case "theme":
            return None if isinstance(value, str) and value else "the name of a theme"
        case "filter":
            return None if value in FILTERS else f"one of {', '.join(FILTERS)}"
        case "summarizer":
            return None if _is_summarizer(value) else "session, outline or provider/model"
        case "encoding":
            return None if value in ENCODINGS else f"one of {', '.join(ENCODINGS)}"
        case "include_thinking":
            return None if isinstance(value, bool) else "true or false"
        case _:
            is_keymap = isinstance(value, dict) and all(isinstance(keys, str) and keys for keys in value.values())
            return None if is_keymap else "a table of action ids and keys"


def _is_summarizer(value: object) -> bool:
    if not isinstance(value, str):
        return False
    provider, slash, model = value.partition("/")
    return value in ("session", "outline") or bool(provider and slash and model)
