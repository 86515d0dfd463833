"""Changing one of pitui's settings: the choices there are, and the file that remembers the one made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pitui import config, paths
from pitui.config import ENCODINGS, Config
from pitui.core.errors import SettingsError
from pitui.rendering.sanitize import one_line
from pitui.summarizers.choose import OUTLINE
from pitui.tui.bars import FILTER_NAMES
from pitui.tui.dialogs.ask_text import AskText
from pitui.tui.dialogs.choose_one import ChooseOne

if TYPE_CHECKING:
    from pitui.tui.screens.settings import SettingsScreen

OWN: Final[Mapping[str, tuple[str, str]]] = {
    "theme": ("theme", "what the screen looks like"),
    "filter": ("first filter", "what the tree shows when a session opens"),
    "summarizer": ("who summarises", "who writes summaries, unless another is chosen there"),
    "encoding": ("token count", "the encoding tokens are counted with, beside the estimate"),
    "include_thinking": ("thinking in summaries", "whether summaries are written with the model's thinking in view"),
}
"""The settings a person can change here, each with its name and what it is about."""

_OTHER: Final = "other"
_UNSET: Final = ""
_SUMMARIZERS: Final = {
    "session": "The session's own model",
    OUTLINE: "Offline outline: no model, nothing leaves this machine",
    _OTHER: "Another model…",
}


def value_shown(config: Config, key: str, theme: str) -> str:
    """A setting's value in a word or two."""
    value = getattr(config, key)
    match key:
        case "theme":
            return theme
        case "filter":
            return "as pi's" if value is None else str(value)
        case "include_thinking":
            return "yes" if value else "no"
        case _:
            return str(value)


async def change_setting(screen: SettingsScreen, key: str) -> None:
    """Ask for another value and remember it."""
    before = screen.app.theme
    preview = _preview(screen) if key == "theme" else None
    choices = _choices(screen, key)
    chosen = before if key == "theme" else _chosen(screen.services.config, key, choices)
    answer = await screen.app.push_screen_wait(ChooseOne(OWN[key][0].capitalize(), choices, chosen, preview=preview))
    if answer == _OTHER and key == "summarizer":
        about = "As pi names it: provider/model."
        answer = await screen.app.push_screen_wait(AskText("Another model", about, "", "anthropic/claude-sonnet-4-5"))
    if answer is None or not _remembered(screen, key, answer):
        screen.app.theme = before


def _choices(screen: SettingsScreen, key: str) -> Mapping[str, str]:
    match key:
        case "theme":
            # Ours come first; the rest by name.
            names = sorted(screen.app.available_themes, key=lambda name: (not name.startswith("pitui"), name))
            return {name: name for name in names}
        case "filter":
            return {_UNSET: "As pi's treeFilterMode says"} | {str(mode): name for mode, name in FILTER_NAMES.items()}
        case "summarizer":
            return _SUMMARIZERS
        case "encoding":
            return {name: name for name in ENCODINGS}
        case _:
            return {"yes": "Yes", "no": "No"}


def _chosen(config: Config, key: str, choices: Mapping[str, str]) -> str:
    """The choice that stands for the value now."""
    if key == "include_thinking":
        return "yes" if config.include_thinking else "no"
    value = str(getattr(config, key) or _UNSET)
    return value if value in choices else _OTHER


def _preview(screen: SettingsScreen) -> Callable[[str], None]:
    def show(name: str) -> None:
        screen.app.theme = name

    return show


def _remembered(screen: SettingsScreen, key: str, answer: str) -> bool:
    """Write the settings file; False, with the reason told, where the answer is no value or cannot be written."""
    value: object = answer == "yes" if key == "include_thinking" else answer or None
    try:
        config.check(key, value)
        changed = replace(screen.services.config, **{key: value})  # type: ignore[arg-type]
        config.save(changed, paths.config_file())
    except SettingsError as error:
        screen.notify(one_line(error.sentence), title=error.title, severity="error", markup=False)
        return False
    except OSError as error:
        screen.notify(one_line(str(error)), title="Settings not saved", severity="error", markup=False)
        return False
    screen.services.config = changed
    return True
