"""The settings: pitui's own, to be changed, and pi's, to be read."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Footer

from pitui import paths
from pitui.pi_home import PiHome
from pitui.pi_home.in_force import complaints, settings_in_force
from pitui.rendering.picture import Line, Span
from pitui.rendering.sanitize import one_line
from pitui.rendering.settings_page import pi_settings_page, setting_line
from pitui.tui.flows.configuring import OWN, change_setting, value_shown
from pitui.tui.keys import bindings
from pitui.tui.screens.base import PituiScreen
from pitui.tui.services import Services
from pitui.tui.widgets.bar import Bar
from pitui.tui.widgets.line_list import LineList
from pitui.tui.widgets.picture_view import PictureView

_KEYS = tuple(OWN)


class SettingsList(LineList):
    """pitui's settings, one a row; Enter changes one."""

    def __init__(self, services: Services) -> None:
        super().__init__(id="own-settings")
        self._services = services

    def row_count(self) -> int:
        return len(_KEYS)

    def row_line(self, row: int, width: int) -> Line:
        name, about = OWN[_KEYS[row]]
        return setting_line(name, value_shown(self._services.config, _KEYS[row], self.app.theme), about, width)


class SettingsScreen(PituiScreen[None]):
    """pitui's settings above, saved as soon as one is changed; pi's below, which only pi changes.

    Each of pi's settings stands with where its value comes from: a default, the agent's settings or the project's.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("everywhere")]

    def __init__(self, services: Services, home: PiHome) -> None:
        """`home` is pi's settings as they bear on the project at hand."""
        super().__init__()
        self.services = services
        self._home = home

    def compose(self) -> ComposeResult:
        yield Bar(id="title")
        with Vertical(classes="pane", id="own-pane") as own:
            own.border_title = "pitui"
            yield SettingsList(self.services)
        with Vertical(classes="pane", id="pi-pane") as pi:
            pi.border_title = "pi, as it applies here"
            yield PictureView(self._pi_settings, id="pi-settings")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        file = one_line(str(paths.config_file()))
        self.query_one("#title", Bar).show([Span(" Settings ", "accent")], [Span(f" kept in {file} ", "muted")])
        self.query_one(SettingsList).focus()

    def _pi_settings(self, width: int) -> list[Line]:
        settings = self._home.settings
        return pi_settings_page(settings_in_force(settings), complaints(settings), width)

    @work(group="dialog", exclusive=True)
    async def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        await change_setting(self, _KEYS[event.row])
        self.query_one(SettingsList).refresh()

    def action_peel(self) -> None:
        self.action_leave()
