"""Compaction before it happens: the strips, the cut to move, the numbers, and who would be asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.widgets import Button, Footer, Input

from pitui.core.compaction.compact import compaction_requests
from pitui.core.compaction.outlook import outlook
from pitui.core.errors import PituiError
from pitui.core.session.content import as_text
from pitui.core.summary.options import SummaryOptions
from pitui.rendering.compaction_picture import compaction_picture
from pitui.rendering.cut_list import cut_list
from pitui.rendering.picture import Line, Span
from pitui.rendering.request_page import requests_page
from pitui.rendering.ribbon import ribbon_of
from pitui.rendering.sanitize import one_line
from pitui.rendering.savings_bars import savings_bars
from pitui.rendering.strip import StripView
from pitui.summarizers.choose import OUTLINE, Choice
from pitui.tui.bars import asks_parts, compaction_title, sends_parts
from pitui.tui.compaction_desk import CompactionChoice, CompactionDesk
from pitui.tui.dialogs.ask_text import AskText
from pitui.tui.dialogs.choose_one import ChooseOne
from pitui.tui.dialogs.what_if import WhatIf, WhatIfNumbers
from pitui.tui.jobs import CompactionJob
from pitui.tui.keys import bindings
from pitui.tui.screens.base import PituiScreen
from pitui.tui.screens.page import PageScreen
from pitui.tui.services import Services
from pitui.tui.view_state import Leaf
from pitui.tui.widgets.bar import Bar
from pitui.tui.widgets.picture_view import PictureView

_OTHER = "other"
_NOTHING = (
    (Span(" With these numbers everything fits into what is kept: there is nothing to summarise.", "warning"),),
    (Span(" Press 0 for pi's own numbers, or w for others.", "muted"),),
)


class CompactionScreen(PituiScreen[CompactionJob | None]):
    """What compacting here would do, before anything is sent or written.

    The three strips show the entries before, the entries after, and what the model would see. Move the cut with
    the arrows; `0` puts it back to where pi would cut. Nothing is sent until you press Compact, and nothing is
    written until you have read the summary and saved it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("compaction", "everywhere")]
    AUTO_FOCUS = "#strips"

    choice: reactive[CompactionChoice] = reactive(CompactionChoice())

    def __init__(self, leaf: Leaf, services: Services, start: CompactionChoice | None = None) -> None:
        """`start` is the choice to go on with."""
        super().__init__()
        self._services = services
        self._desk = CompactionDesk(leaf, start or CompactionChoice())
        self._ribbon = ribbon_of(leaf.projection)
        self._picked = self._pick()
        self.set_reactive(CompactionScreen.choice, self._desk.choice)

    def compose(self) -> ComposeResult:
        yield Bar(id="title")
        with Vertical(id="strips-pane", classes="pane") as pane:
            pane.border_title = "Compaction"
            yield PictureView(self._picture, id="strips")
        with Vertical(id="form"):
            with Horizontal(id="instruction-row"):
                yield Bar(id="instructions-label")
                yield Input(
                    self.choice.instructions,
                    placeholder="what the summary should attend to (optional)",
                    id="instructions",
                    compact=True,
                )
            yield Bar(id="asks")
            yield Bar(id="sends")
            with Horizontal(id="buttons"):
                yield Button("Read the request  v", id="request", compact=True)
                yield Button("Outline offline  o", id="outline", compact=True)
                yield Button("Compact  ^S", id="run", variant="primary", compact=True)
                yield Button("Cancel  esc", id="cancel", compact=True)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        self.query_one("#instructions-label", Bar).show([Span(" Instructions", "muted")])
        self.call_after_refresh(self._say)

    # What follows from the choice

    def watch_choice(self, choice: CompactionChoice) -> None:
        if choice.summarizer != self._desk.choice.summarizer:
            self._desk = CompactionDesk(self._desk.leaf, choice)
            self._picked = self._pick()
        self._desk = CompactionDesk(self._desk.leaf, choice)
        if self.is_mounted:
            self.query_one("#strips", PictureView).show(self._picture, keep_place=True)
            self._say()

    def _pick(self) -> Choice:
        """Who is asked; the outline where the one that was wanted cannot be."""
        leaf = self._desk.leaf
        requested = self._desk.choice.summarizer or self._services.config.summarizer
        try:
            return self._services.choose(leaf.home, leaf.projection.model, requested)
        except PituiError as error:
            self.call_later(self.notify, one_line(error.sentence), title=error.title, severity="error", markup=False)
            return self._services.choose(leaf.home, None, OUTLINE)

    @property
    def options(self) -> SummaryOptions:
        """What the summary is asked for with."""
        return SummaryOptions(
            instructions=self.choice.instructions.strip() or None,
            include_thinking=self._services.config.include_thinking,
            model_max_tokens=self._picked.summarizer.destination.model_max_tokens,
            thinking_level=self._desk.leaf.thinking_level,
        )

    def _picture(self, width: int) -> Sequence[Line]:
        preparation, session = self._desk.preparation, self._desk.leaf.session
        if preparation is None:
            return _NOTHING
        ahead, view = outlook(preparation), StripView(zoom=self.choice.zoom)
        drawn = compaction_picture(session, preparation, ahead, self._ribbon, width, view, refused=self.choice.refused)
        bars = [(Span(" "), *bar) for bar in savings_bars(ahead, width - 1)]
        lines = [*drawn.lines, (), *bars, ()]
        room = self.query_one("#strips").size.height - len(lines)
        return [*lines, *cut_list(session, preparation, width, room)]

    def _say(self) -> None:
        self.query_one("#title", Bar).show(*compaction_title(self._desk))
        preparation = self._desk.preparation
        if preparation is not None:
            destination = self._picked.summarizer.destination
            requests = compaction_requests(preparation, self.options).all
            self.query_one("#asks", Bar).show(*asks_parts(requests, destination, self._desk.window))
            self.query_one("#sends", Bar).show(*sends_parts(destination, self._picked.reason))

    # Moving the cut

    def action_cut(self, step: int) -> None:
        self.choice = self._desk.moved(step)

    def action_turn(self, step: int) -> None:
        self.choice = self._desk.moved(step, by_turn=True)

    def action_reset(self) -> None:
        self.choice = self._desk.reset()

    def action_zoom(self, step: int) -> None:
        self.choice = replace(self.choice, zoom=max(-8, min(8, self.choice.zoom + step)))

    # Fields

    @work(group="dialog")
    async def action_what_if(self) -> None:
        settings = self._desk.settings
        numbers = WhatIfNumbers(settings.keep_recent_tokens, settings.reserve_tokens, self._desk.window)
        answer = await self.app.push_screen_wait(WhatIf(numbers))
        if answer is not None:
            self.choice = replace(
                self._desk.reset(),
                keep_recent_tokens=answer.keep_recent_tokens,
                reserve_tokens=answer.reserve_tokens,
                window=answer.window,
            )

    def action_instructions(self) -> None:
        self.query_one("#instructions", Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        self.choice = replace(self.choice, instructions=event.value)

    def on_input_submitted(self) -> None:
        self.query_one("#run", Button).focus()

    @work(group="dialog")
    async def action_summarizer(self) -> None:
        model = self._desk.leaf.projection.model
        session = "/".join(as_text(part) for part in model) if model is not None else "none named yet"
        choices = {
            "session": f"The session's model: {session}",
            OUTLINE: "Offline outline: no model, nothing leaves this machine",
            _OTHER: "Another model…",
        }
        chosen = await self.app.push_screen_wait(ChooseOne("Who writes the summary", choices, self.choice.summarizer))
        if chosen == _OTHER:
            example = "anthropic/claude-sonnet-4-5"
            chosen = await self.app.push_screen_wait(
                AskText("Another model", "As pi names it: provider/model.", "", example)
            )
        if chosen:
            self.choice = replace(self.choice, summarizer=chosen)

    def action_outline(self) -> None:
        self.choice = replace(self.choice, summarizer=OUTLINE)

    def action_request(self) -> None:
        preparation = self._desk.preparation
        if preparation is not None:
            requests = compaction_requests(preparation, self.options).all
            self.app.push_screen(PageScreen("The request", lambda width: requests_page(requests, width)))

    def action_run(self) -> None:
        preparation = self._desk.preparation
        if preparation is None:
            self.notify("With these numbers there is nothing to summarise.", markup=False)
            return
        self.dismiss(CompactionJob(preparation, self.options, self._picked.summarizer, self._picked.reason))

    def action_peel(self) -> None:
        if isinstance(self.focused, Input):
            self.query_one("#strips").focus()
        else:
            self.dismiss(None)

    def action_leave(self) -> None:
        self.dismiss(None)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        match event.button.id:
            case "request":
                self.action_request()
            case "outline":
                self.action_outline()
            case "run":
                self.action_run()
            case _:
                self.dismiss(None)
