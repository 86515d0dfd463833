"""The app: it starts with a session or with the shelf, and knows where `back` leads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from pitui import config, paths, pi_home
from pitui.core.errors import PituiError
from pitui.core.session.follow import SessionFollower
from pitui.desktop import clipboard
from pitui.rendering.sanitize import one_line
from pitui.start import StartOptions
from pitui.summarizers.model_worker import ModelWorker
from pitui.tui.commands import KeyCommands
from pitui.tui.dialogs.confirm import Confirm
from pitui.tui.messages import SessionChosen
from pitui.tui.screens.browser import BrowserScreen
from pitui.tui.screens.review import ReviewScreen
from pitui.tui.screens.session_screen import SessionScreen
from pitui.tui.screens.settings import SettingsScreen
from pitui.tui.screens.shelf import ShelfScreen
from pitui.tui.services import Services
from pitui.tui.stylesheets import stylesheets
from pitui.tui.theme import PITUI_DARK, PITUI_LIGHT, palette

_UNSAVED = (
    "A summary is being made or not saved yet. A finished one stays in the recovery folder; one that is still "
    "coming in is lost."
)


class PituiApp(App[int]):
    """A browser for the sessions of the pi coding agent."""

    TITLE = "pitui"
    CSS_PATH = [*stylesheets()]  # noqa: RUF012 - Textual's own name and type
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit_asking", "quit", show=False, priority=True)]
    COMMANDS = App.COMMANDS | {KeyCommands}
    COMMAND_PALETTE_BINDING = "ctrl+p"

    def __init__(self, services: Services, path: Path | None = None, entry_id: str | None = None) -> None:
        """`path` is the session to open; without one the shelf is shown."""
        super().__init__()
        self.services = services
        self._path = path
        self._entry_id = entry_id
        self.register_theme(PITUI_DARK)
        self.register_theme(PITUI_LIGHT)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return palette(dark=self.current_theme.dark)

    def on_mount(self) -> None:
        chosen = self.services.config.theme
        self.theme = chosen if chosen in self.available_themes else PITUI_DARK.name
        self.set_keymap(dict(self.services.config.keymap))
        if self._path is None or not self.open_session(self._path, self._entry_id):
            self.open_shelf()

    def open_session(self, path: Path, entry_id: str | None = None) -> bool:
        """Show a session; False with a notice when it cannot be read."""
        try:
            follower = SessionFollower(path)
        except PituiError as error:
            self.notify(one_line(error.sentence), title=error.title, severity="error", timeout=12, markup=False)
            return False
        self.push_screen(BrowserScreen(follower, self.services, entry_id))
        return True

    def open_shelf(self) -> None:
        """Show the sessions there are."""
        if isinstance(self.screen, ShelfScreen):
            return
        self.push_screen(ShelfScreen(self.services))

    def go_back(self) -> None:
        """Leave the screen on top; leaving the last one ends the app."""
        if len(self.screen_stack) > 2:
            self.pop_screen()
        else:
            self.exit(0)

    def copy_to_clipboard(self, text: str) -> None:
        """To the terminal's clipboard, which works over ssh, and to the system's where there is one."""
        # Halves of a character that stand alone cannot be encoded for either.
        whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        super().copy_to_clipboard(whole)
        self.run_worker(lambda: clipboard.copy(whole), thread=True, group="clipboard", exclusive=True)

    @work(group="dialog", exclusive=True)
    async def action_quit_asking(self) -> None:
        """Quit, after asking where a summary that was paid for would be left behind."""
        unsaved = any(isinstance(screen, ReviewScreen) and screen.holds_work for screen in self.screen_stack)
        sure = await self.push_screen_wait(Confirm("Quit now?", _UNSAVED, "Quit")) if unsaved else True
        if sure:
            self.exit(0)

    def on_session_chosen(self, event: SessionChosen) -> None:
        self.open_session(event.path, event.entry_id)

    def on_shelf_requested(self) -> None:
        self.open_shelf()

    def on_settings_requested(self) -> None:
        """Show the settings, pi's as they apply to the session that is open, else to the folder one stands in."""
        if not isinstance(self.screen, SettingsScreen):
            homes = (
                screen.state.leaf.home for screen in reversed(self.screen_stack) if isinstance(screen, SessionScreen)
            )
            home = next(homes, None) or pi_home.load(self.services.agent_dir, Path.cwd())
            self.push_screen(SettingsScreen(self.services, home))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Textual's own commands, but those that the settings and the help give better, and a quit that asks."""
        for command in super().get_system_commands(screen):
            if command.title == "Quit":
                yield command._replace(help="Leave pitui", callback=self.action_quit_asking)
            elif command.title not in ("Theme", "Keys"):
                yield command

    def on_screen_left(self) -> None:
        self.go_back()

    async def on_unmount(self) -> None:
        await self.services.worker.close()


def run(path: Path | None, options: StartOptions) -> int:
    """Show the screen until it is left; the answer is the exit status."""
    home = options.home(Path.cwd())
    services = Services(
        agent_dir=home.agent_dir,
        sessions=options.sessions(home),
        config=config.load(paths.config_file()),
        worker=ModelWorker(paths.log_file()),
        offline=options.offline,
    )
    return PituiApp(services, path).run() or 0
