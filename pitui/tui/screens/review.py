"""A summary while it is made and before it is saved: it streams in, is read and edited, kept or thrown away."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Footer, Static, TextArea

from pitui.core.errors import PituiError, SummaryAbortedError
from pitui.core.javascript.text import units
from pitui.core.settings import RetrySettings
from pitui.core.summary.ask import Asking, Progress
from pitui.core.summary.summarizer import AbortSignal, SummaryRequest
from pitui.rendering.diff import diff_lines
from pitui.rendering.numbers import estimate
from pitui.rendering.picture import Span
from pitui.rendering.sanitize import lines, one_line
from pitui.tui.dialogs.confirm import Confirm
from pitui.tui.jobs import BranchJob, CompactionJob, remarks
from pitui.tui.keys import bindings
from pitui.tui.screens.base import PituiScreen
from pitui.tui.screens.page import PageScreen
from pitui.tui.services import Services
from pitui.tui.widgets.bar import Bar

_FLUSH_SECONDS = 0.05


class ReviewScreen(PituiScreen[Any], Progress):
    """Makes a summary and lets it be reviewed; the answer is the outcome to save, or None.

    A reply that is in lies in a recovery file until it is saved or thrown away.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("review"),
        # Where a summary is edited every letter is text, so help and the way out have other keys here.
        Binding("f1", "help", "help", key_display="F1"),
        Binding("escape", "peel", "back", show=False),
        Binding("ctrl+c", "interrupt", "stop", show=False, priority=True),
    ]

    def __init__(
        self, job: CompactionJob | BranchJob, services: Services, retry: RetrySettings, session_path: Path, keep: Any
    ) -> None:
        """`keep` puts a finished summary into the recovery folder and says where."""
        super().__init__()
        self._job = job
        self._services = services
        self._retry = retry
        self._session_path = session_path
        self._keep = keep
        self._signal = AbortSignal()
        self._outcome: Any = None
        self._kept: Path | None = None
        self._pieces: list[str] = []
        self._running = False
        self._requests = 0

    @property
    def holds_work(self) -> bool:
        """Whether a summary is being made, or is there and not saved."""
        return self._running or self._outcome is not None

    def compose(self) -> ComposeResult:
        yield Bar(id="title")
        with Vertical(id="review-pane", classes="pane") as pane:
            pane.border_title = Content(self._job.title)
            yield TextArea("", read_only=True, soft_wrap=True, id="summary", compact=True)
        yield Static("", id="remarks")
        yield Bar(id="status")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        self.set_interval(_FLUSH_SECONDS, self._flush)
        self.query_one(TextArea).focus()
        self.make()

    # Progress: what the core tells while it asks

    def started(self, request: SummaryRequest) -> None:
        self._requests += 1
        self._pieces.clear()
        self.query_one(TextArea).text = ""
        self._say(f"asking for the {request.purpose}", "accent")

    def text(self, piece: str) -> None:
        self._pieces.append(piece)

    def retrying(self, attempt: int, seconds: float, reason: str) -> None:
        self._say(f"{reason} Trying again in {seconds:.0f} s (attempt {attempt + 1}).", "warning")

    def _flush(self) -> None:
        if self._pieces and self._running:
            area = self.query_one(TextArea)
            area.insert("".join(_shown(piece) for piece in self._pieces), area.document.end)
            self._pieces.clear()

    @work(group="write", exclusive=True, description="summary")
    async def make(self) -> None:
        """Ask, and take what comes; a failure closes the screen with its reason."""
        self._signal = AbortSignal()
        self._running = True
        area = self.query_one(TextArea)
        area.read_only = True
        self.query_one("#remarks", Static).update("")
        asking = Asking(self._job.summarizer, self._retry, self._signal, self)
        try:
            self._outcome = await self._job.run(asking)
        except SummaryAbortedError as error:
            self._leave(error, "information")
            return
        except PituiError as error:
            self._leave(error, "error")
            return
        finally:
            self._running = False
        self._forget()
        self._kept = self._keep(self._outcome.summary)
        self._pieces.clear()
        area.text = _shown(self._outcome.summary)
        area.read_only = False
        area.move_cursor((0, 0))
        self._say("", "")
        self._remark()

    def _leave(self, error: PituiError, severity: Any) -> None:
        """Close without an outcome, unless an earlier reply is still there to go back to."""
        self.notify(one_line(error.sentence), title=error.title, severity=severity, timeout=12, markup=False)
        if self._outcome is None:
            self.dismiss(None)
            return
        area = self.query_one(TextArea)
        area.text = _shown(self._outcome.summary)
        area.read_only = False
        self._say("the earlier reply", "muted")

    def on_text_area_changed(self) -> None:
        if not self._running:
            self._remark()

    def _remark(self) -> None:
        if self._outcome is None:
            return
        text = self.query_one(TextArea).text
        found = remarks(text, self._outcome)
        told = (
            "\n".join(f"⚠ {one_line(remark)}" for remark in found)
            or "✓ All sections are there; the file lists match the tool calls."
        )
        self.query_one("#remarks", Static).update(Content(told))
        self.query_one("#remarks").set_class(bool(found), "-found")
        self._say(f"{estimate(-(-units(text) // 4))} tokens · unsaved", "accent")

    def _say(self, words: str, meaning: Any) -> None:
        destination = self._job.summarizer.destination
        asked = f" {one_line(destination.label)}" + (
            f" at {one_line(destination.host)}" if destination.host else ", on this machine"
        )
        self.query_one("#title", Bar).show(
            [Span(" Review", "accent"), Span(asked, "muted")], [Span("nothing is written yet ", "muted")]
        )
        state = [Span(" ● " if self._running else " ", "warning"), Span(one_line(words), meaning)]
        self.query_one("#status", Bar).show(state, [Span("esc stops " if self._running else "", "muted")])

    # What the person decides

    def action_save(self) -> None:
        if self._running or self._outcome is None:
            self.notify("The summary is not finished yet.", severity="warning", markup=False)
            return
        text = self.query_one(TextArea).text
        if text == _shown(self._outcome.summary):
            # Untouched, it is saved as it came, with what could only be shown in another way.
            self.dismiss((self._outcome, self._kept))
        elif text.strip():
            self.dismiss((self._job.edited(self._outcome, text), self._kept))
        else:
            self.notify("An empty summary is not saved.", title="Empty", severity="warning", markup=False)

    def action_again(self) -> None:
        if not self._running:
            self.make()

    def action_difference(self) -> None:
        previous = self._job.previous
        if previous is None:
            self.notify("There is no earlier summary to compare with.", markup=False)
            return
        text = self.query_one(TextArea).text
        self.app.push_screen(
            PageScreen("Against the previous summary", lambda width: diff_lines(previous, text, width))
        )

    @work(group="dialog", exclusive=True)
    async def action_discard(self) -> None:
        if self._running:
            self._signal.abort()
            return
        question = Confirm(
            "Throw the summary away?", "It is not saved in the session, and its recovery file is removed.", "Throw away"
        )
        sure = True if self._outcome is None else await self.app.push_screen_wait(question)
        if sure:
            if self._outcome is not None:
                await self._job.given_up(self._outcome)
            self._forget()
            self.dismiss(None)

    def action_interrupt(self) -> None:
        """Stop what is running; with nothing running, copy what is selected."""
        if self._running:
            self._signal.abort()
        else:
            self.query_one(TextArea).action_copy()

    def action_peel(self) -> None:
        """Escape stops a running request; a finished summary is asked about."""
        self.action_discard()

    def action_leave(self) -> None:
        self.action_discard()

    def _forget(self) -> None:
        if self._kept is not None:
            self._services.forget(self._kept)
            self._kept = None


def _shown(text: str) -> str:
    """A reply as it may be shown and edited: what could act on the terminal is made visible."""
    return "\n".join(lines(text))
