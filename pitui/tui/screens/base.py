"""What every full screen has: help, a way back, and Escape for one layer."""

from __future__ import annotations

from typing import TypeVar

from textual.screen import Screen

from pitui.tui.messages import ScreenLeft, SettingsRequested
from pitui.tui.screens.help import HelpScreen

Answer = TypeVar("Answer")


class PituiScreen(Screen[Answer]):
    """A screen that acts on the keys that work everywhere; each lists them behind its own."""

    def action_help(self) -> None:
        """Tell what is here and which keys work."""
        self.app.push_screen(HelpScreen(self, self.focused))

    def action_settings(self) -> None:
        """Show pitui's settings and pi's."""
        self.post_message(SettingsRequested())

    def action_leave(self) -> None:
        """Go back to where one was."""
        self.post_message(ScreenLeft())

    def action_peel(self) -> None:
        """Close what lies on top; a screen with nothing on top of it stays."""
