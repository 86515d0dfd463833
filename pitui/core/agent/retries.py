"""A reply that failed in passing: taken out of the context, waited for, and asked for again."""

from __future__ import annotations

from collections.abc import Callable

from pitui.core.agent.events import AgentEvent, RetryEnd, RetryStart
from pitui.core.agent.transient import is_transient
from pitui.core.auto import EntryAppended, Terms
from pitui.core.auto.recovery import omit_attempt
from pitui.core.context.projection import project
from pitui.core.errors import SummaryAbortedError
from pitui.core.session.entries import Entry
from pitui.core.session.journal import Journal
from pitui.core.session.messages import Message
from pitui.core.summary.ask import pause
from pitui.core.summary.summarizer import AbortSignal


class Retries:
    """Counts the attempts since the last good reply, by the `retry` settings."""

    def __init__(self, journal: Journal, emit: Callable[[AgentEvent], None]) -> None:
        self._journal = journal
        self._emit = emit
        self._attempt = 0

    def is_due(self, reply: Message, terms: Terms) -> bool:
        """Whether a reply is to be asked for again."""
        may_repeat = terms.retry.enabled and self._attempt < terms.retry.max_retries
        return may_repeat and is_transient(reply, terms.model.context_window)

    async def prepare(self, reply: Entry, terms: Terms, signal: AbortSignal) -> bool:
        """Omit a failed reply and wait; False when somebody stops it meanwhile."""
        self._attempt += 1
        seconds = terms.retry.delay(self._attempt)
        said = reply.message.text_field("errorMessage") if reply.message is not None else ""
        self._emit(RetryStart(self._attempt, terms.retry.max_retries, seconds, said))
        for edit in omit_attempt(self._journal, project(self._journal.path), reply):
            self._emit(EntryAppended(edit))
        try:
            await pause(seconds, terms.asking(signal))
        except SummaryAbortedError:
            self.finish(success=False, error_message="Retry cancelled")
            return False
        return True

    def finish(self, *, success: bool, error_message: str | None = None) -> None:
        """Tell how the attempts ended, if there were any."""
        attempt, self._attempt = self._attempt, 0
        if attempt:
            self._emit(RetryEnd(success, attempt, error_message))
