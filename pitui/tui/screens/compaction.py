"""Compaction before it happens: the strips, the cut to move, the numbers, and who would be asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.widgets import Button, Footer, Input

from pitui.core.compaction.compact import compaction_requests
from pitui.core.compaction.cut_point import legal_cuts, starts_turn
from pitui.core.compaction.outlook import outlook
from pitui.core.compaction.preparation import CompactionPreparation, prepare_projected
from pitui.core.errors import PituiError
from pitui.core.javascript.text import units
from pitui.core.settings import WHAT_IF, CompactionSettings
from pitui.core.summary.options import SummaryOptions
from pitui.rendering.compaction_picture import compaction_picture
from pitui.rendering.cut_list import cut_list
from pitui.rendering.numbers import cost, tokens
from pitui.rendering.picture import Line, Span
from pitui.rendering.request_page import requests_page
from pitui.rendering.ribbon import ribbon_of
from pitui.rendering.sanitize import one_line
from pitui.rendering.savings_bars import savings_bars
from pitui.rendering.strip import StripView
from pitui.summarizers.choose import OUTLINE, Choice
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


@dataclass(frozen=True, slots=True)
class CompactionChoice:
    """What a person has set on this screen."""

    cut: int | None = None
    """A cut moved by hand, as a place among the context entries; None for where pi would cut."""
    keep_recent_tokens: int | None = None
    reserve_tokens: int | None = None
    window: int | None = None
    instructions: str = ""
    summarizer: str | None = None
    """`session`, `outline` or `provider/model`; None for what the settings say."""
    zoom: int = 0


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
        self._leaf = leaf
        self._services = services
        self._picked: Choice | None = None
        self._ribbon = ribbon_of(leaf.projection)
        self._refused: int | None = None
        self._note = ""
        self.set_reactive(CompactionScreen.choice, start or CompactionChoice())

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
        self.query_one("#instructions-label", Bar).show([Span(" Instructions ", "muted")])
        self._pick()
        self.call_after_refresh(self._say)

    # What follows from the choice

    @property
    def settings(self) -> CompactionSettings:
        """pi's settings, with what is tried instead."""
        settings = self._leaf.usable_settings
        keep, reserve = self.choice.keep_recent_tokens, self.choice.reserve_tokens
        if keep is not None:
            settings = replace(settings, keep_recent_tokens=keep, keep_recent_tokens_origin=WHAT_IF)
        if reserve is not None:
            settings = replace(settings, reserve_tokens=reserve, reserve_tokens_origin=WHAT_IF)
        return settings

    @property
    def preparation(self) -> CompactionPreparation | None:
        """What compacting with this choice would do; None when nothing would be summarised."""
        projection = self._leaf.projection
        cut_id = projection.entries[self.choice.cut].entry.id if self.choice.cut is not None else None
        return prepare_projected(projection, self.settings, cut_entry_id=cut_id)

    @property
    def window(self) -> int | None:
        """The model's window in tokens, or the one tried instead."""
        return self.choice.window if self.choice.window is not None else self._leaf.budget.window.tokens

    @property
    def options(self) -> SummaryOptions:
        """What the summary is asked for with."""
        limit = self._picked.summarizer.destination.model_max_tokens if self._picked is not None else None
        return SummaryOptions(
            instructions=self.choice.instructions.strip() or None,
            include_thinking=self._services.config.include_thinking,
            model_max_tokens=limit,
            thinking_level=self._leaf.thinking_level,
        )

    def _picture(self, width: int) -> Sequence[Line]:
        preparation = self.preparation
        if preparation is None:
            return [
                (
                    Span(
                        " With these numbers everything fits into what is kept: there is nothing to summarise.",
                        "warning",
                    ),
                ),
                (Span(" Press 0 for pi's own numbers, or w for others.", "muted"),),
            ]
        view = StripView(zoom=self.choice.zoom)
        session, ahead = self._leaf.session, outlook(preparation)
        drawn = compaction_picture(session, preparation, ahead, self._ribbon, width, view, refused=self._refused)
        bars = [(Span(" "), *bar) for bar in savings_bars(ahead, width - 1)]
        lines = [*drawn.lines, (), *bars, ()]
        room = self.query_one("#strips").size.height - len(lines)
        return [*lines, *cut_list(session, preparation, width, room)]

    def _pick(self) -> None:
        requested = self.choice.summarizer or self._services.config.summarizer
        try:
            self._picked = self._services.choose(self._leaf.home, self._leaf.projection.model, requested)
        except PituiError as error:
            self.notify(one_line(error.sentence), title=error.title, severity="error", markup=False)
            self._picked = self._services.choose(self._leaf.home, None, OUTLINE)

    def watch_choice(self) -> None:
        if not self.is_mounted:
            return
        self.query_one("#strips", PictureView).show(self._picture, keep_place=True)
        self._say()

    def _say(self) -> None:
        session = self._leaf.session
        state = "the cut is moved by hand" if self.choice.cut is not None else "what pi would do"
        if self.choice.keep_recent_tokens is not None or self.choice.reserve_tokens is not None or self.choice.window:
            state += " · what if"
        name = one_line(session.name or session.path.stem)
        right = [Span(f"{self._note}   " if self._note else "", "warning"), Span(f"{state} ", "accent")]
        self.query_one("#title", Bar).show([Span(" Compact ", "accent"), Span(f" {name}", "strong")], right)
        preparation, picked = self.preparation, self._picked
        if picked is None or preparation is None:
            return
        self.query_one("#asks", Bar).show(*self._asks(preparation, picked))
        host = picked.summarizer.destination.host
        sends = f" sends this session's text to {host}" if host else f" {picked.reason}"
        self.query_one("#sends", Bar).show([Span(one_line(sends), "warning" if host else "muted")])

    def _asks(self, preparation: CompactionPreparation, picked: Choice) -> tuple[list[Span], list[Span]]:
        requests = compaction_requests(preparation, self.options).all
        sent = sum(-(-units(request.system_prompt + request.prompt) // 4) for request in requests)
        capped = sum(request.max_tokens for request in requests)
        prices = picked.summarizer.destination.cost_per_token
        known = prices is not None and picked.summarizer.destination.host is not None
        price = f", at most {cost(sent * prices[0] + capped * prices[1])}" if prices is not None and known else ""
        times = f"{len(requests)} requests, " if len(requests) > 1 else ""
        left = [
            Span(" Asks         ", "muted"),
            Span(one_line(picked.summarizer.destination.label), "strong"),
            Span(f"   {times}~{tokens(sent)} in, ≤{tokens(capped)} out{price}", "muted"),
        ]
        right: list[Span] = []
        if self.window is not None and sent > self.window - capped and picked.summarizer.destination.host:
            right.append(Span("the request may not fit the window ", "alarm"))
        return left, right

    # Moving the cut

    def action_cut(self, step: int) -> None:
        self._move(step, lambda place: True)

    def action_turn(self, step: int) -> None:
        entries = self._leaf.projection.entries
        self._move(step, lambda place: starts_turn(entries[place]))

    def _move(self, step: int, stops_at: object) -> None:
        """Go to the next legal cut that leaves something on both sides."""
        entries = self._leaf.projection.entries
        preparation = self.preparation
        start = 1 if self._leaf.projection.compaction is not None else 0
        legal = legal_cuts(entries, start)
        if not legal:
            return
        here = self.choice.cut
        if here is None:
            kept = preparation.cut.first_kept_index if preparation is not None else legal[0]
            here = next((place for place in legal if place >= kept), legal[-1])
        onward = [place for place in legal if (place > here if step > 0 else place < here) and stops_at(place)]  # type: ignore[operator]
        for place in onward if step > 0 else reversed(onward):
            choice = replace(self.choice, cut=place)
            if (
                prepare_projected(self._leaf.projection, self.settings, cut_entry_id=entries[place].entry.id)
                is not None
            ):
                self._note, self._refused = "", self._passed(here, place)
                self.choice = choice
                return
        self._note = "nothing would be left to summarise" if step < 0 else "this is the last place to cut"
        self._say()

    def _passed(self, before: int, now: int) -> int | None:
        """The last entry passed over between two cuts, whose refusal is worth explaining."""
        entries = self._leaf.projection.entries
        between = range(min(before, now) + 1, max(before, now))
        return next((place for place in reversed(between) if "toolResult" in entries[place].roles), None)

    def action_reset(self) -> None:
        self._note, self._refused = "", None
        self.choice = replace(self.choice, cut=None, keep_recent_tokens=None, reserve_tokens=None, window=None)

    def action_zoom(self, step: int) -> None:
        self.choice = replace(self.choice, zoom=max(-8, min(8, self.choice.zoom + step)))

    # Fields

    @work(group="dialog")
    async def action_what_if(self) -> None:
        settings = self.settings
        numbers = WhatIfNumbers(settings.keep_recent_tokens, settings.reserve_tokens, self.window)
        answer = await self.app.push_screen_wait(WhatIf(numbers))
        if answer is not None:
            self._note = ""
            self.choice = replace(
                self.choice,
                cut=None,
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
        model = self._leaf.projection.model
        session = f"{one_line(str(model[0]))}/{one_line(str(model[1]))}" if model is not None else "none named yet"
        choices = {
            "session": f"The session's model: {session}",
            OUTLINE: "Offline outline: no model, nothing leaves this machine",
            _OTHER: "Another model…",
        }
        chosen = await self.app.push_screen_wait(ChooseOne("Who writes the summary", choices, self.choice.summarizer))
        if chosen == _OTHER:
            chosen = await self.app.push_screen_wait(
                AskText("Another model", "As pi names it: provider/model.", "", "anthropic/claude-sonnet-4-5")
            )
        if chosen:
            self.choice = replace(self.choice, summarizer=chosen)
            self._pick()
            self._say()

    def action_outline(self) -> None:
        self.choice = replace(self.choice, summarizer=OUTLINE)
        self._pick()
        self._say()

    def action_request(self) -> None:
        preparation = self.preparation
        if preparation is not None:
            requests = compaction_requests(preparation, self.options).all
            self.app.push_screen(PageScreen("The request", lambda width: requests_page(requests, width)))

    def action_run(self) -> None:
        preparation, picked = self.preparation, self._picked
        if preparation is None or picked is None:
            self.notify("With these numbers there is nothing to summarise.", markup=False)
            return
        self.dismiss(CompactionJob(preparation, self.options, picked.summarizer, picked.reason))

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
