"""What each meaning looks like: one palette for dark grounds, one for light, two themes made of them.

Colours never stand alone: wherever one tells something, a shape or a word tells it too.
"""

from __future__ import annotations

from typing import Final, get_args

from textual.theme import Theme

from pitui.rendering.picture import Meaning

MEANINGS: Final[tuple[str, ...]] = tuple(name for name in get_args(Meaning) if name)

DARK: Final = {
    "pitui-system": "#9aa5ce",
    "pitui-summary": "#e0af68",
    "pitui-user": "#7dcfff",
    "pitui-assistant": "#9ece6a",
    "pitui-thinking": "#8a80b8",
    "pitui-tool": "#7aa2f7",
    "pitui-image": "#c678b8",
    "pitui-free": "#3b4261",
    "pitui-reserve": "#6b7394",
    "pitui-unknown": "#7f86a8",
    "pitui-folded": "#5f678a",
    "pitui-omitted": "#8a6a74",
    "pitui-elsewhere": "#7f86a8",
    "pitui-label": "#ff9e64",
    "pitui-muted": "#7f86a8",
    "pitui-good": "#9ece6a",
    "pitui-warning": "#e0af68",
    "pitui-alarm": "#f7768e",
    "pitui-cut": "#bb9af7",
    "pitui-cursor": "#2e3c64",
    "pitui-cursor-idle": "#262b41",
    "pitui-frame": "#3b4261",
}
LIGHT: Final = {
    "pitui-system": "#4b5681",
    "pitui-summary": "#8a5a00",
    "pitui-user": "#006a8e",
    "pitui-assistant": "#3f6b13",
    "pitui-thinking": "#6b5aa8",
    "pitui-tool": "#2959aa",
    "pitui-image": "#8e3f80",
    "pitui-free": "#c4c8da",
    "pitui-reserve": "#777d99",
    "pitui-unknown": "#666c88",
    "pitui-folded": "#777d99",
    "pitui-omitted": "#9a6470",
    "pitui-elsewhere": "#666c88",
    "pitui-label": "#a84800",
    "pitui-muted": "#666c88",
    "pitui-good": "#3f6b13",
    "pitui-warning": "#8a5a00",
    "pitui-alarm": "#b8203c",
    "pitui-cut": "#6d3fc0",
    "pitui-cursor": "#c5d3f2",
    "pitui-cursor-idle": "#dfe3f0",
    "pitui-frame": "#b4b9cf",
}

PITUI_DARK: Final = Theme(
    name="pitui-dark",
    primary="#7aa2f7",
    secondary="#7dcfff",
    accent="#bb9af7",
    success="#9ece6a",
    warning="#e0af68",
    error="#f7768e",
    foreground="#c8d0f0",
    background="#16171f",
    surface="#16171f",
    panel="#1e2030",
    dark=True,
    variables={"footer-key-foreground": "#bb9af7", "border-blurred": "#3b4261", "block-cursor-text-style": "none"},
)
PITUI_LIGHT: Final = Theme(
    name="pitui-light",
    primary="#2959aa",
    secondary="#006a8e",
    accent="#6d3fc0",
    success="#3f6b13",
    warning="#8a5a00",
    error="#b8203c",
    foreground="#2a2e42",
    background="#f6f7fb",
    surface="#f6f7fb",
    panel="#e9ebf4",
    dark=False,
    variables={"footer-key-foreground": "#6d3fc0", "border-blurred": "#b4b9cf", "block-cursor-text-style": "none"},
)


def palette(*, dark: bool) -> dict[str, str]:
    """The colours of the meanings for a ground."""
    return DARK if dark else LIGHT
