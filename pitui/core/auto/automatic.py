"""Compaction that runs by itself, driven by whatever host runs a model loop.

The host calls it at three moments and goes on with the context the journal has then. What fails or is stopped is
told as an event and leaves no compaction; the conversation goes on, and the next moment tries again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, TypeAlias

from pitui.core.auto.events import AutoEvent, CompactionEnd, CompactionStart, EntryAppended
from pitui.core.auto.recovery import omit_attempt
from pitui.core.auto.terms import Terms
from pitui.core.auto.trigger import Trigger, exceeds_threshold, find_trigger, last_reply
from pitui.core.compaction.compact import CompactionResult, compaction_fields
from pitui.core.compaction.preparation import CompactionPreparation, prepare_compaction, why_nothing
from pitui.core.context.projection import Projection, project
from pitui.core.errors import BusyError, NothingToDoError
from pitui.core.hooked import compaction_failure, make_compaction
from pitui.core.hooks import (
    CompactionReason,
    Hooks,
    SessionCompact,
    SessionCompactFailed,
    emit_session_compact,
    emit_session_compact_failed,
)
from pitui.core.javascript.json import Json
from pitui.core.session.content import as_mapping
from pitui.core.session.entries import Entry
from pitui.core.session.journal import Journal
from pitui.core.settings import CompactionSettings
from pitui.core.summary.summarizer import AbortSignal

Prepare: TypeAlias = Callable[[Sequence[Entry], CompactionSettings], CompactionPreparation]

STILL_TOO_LONG: Final = (
    "Context overflow recovery failed: compacted and retried once, the context still does not fit. "
    "Shorten it by hand or take a model with a larger window."
)
STILL_CUT_SHORT: Final = (
    "Truncated response recovery failed: compacted and retried once, the reply was cut short again."
)


class AutoCompaction:
    """Compacts one session's journal when it is due; one operation at a time."""

    def __init__(
        self,
        journal: Journal,
        terms: Callable[[], Terms],
        on_event: Callable[[AutoEvent], None],
        hooks: Hooks | None = None,
    ) -> None:
        """`terms` is asked as each operation starts; what it raises, such as SettingsError, goes to the host."""
        self.journal = journal
        self.terms = terms
        self._emit = on_event
        self._hooks = hooks or Hooks.none()
        self._signal: AbortSignal | None = None
        self._recovered_id: str | None = None

    @property
    def is_running(self) -> bool:
        """Whether a compaction is being made."""
        return self._signal is not None

    def abort(self) -> None:
        """Stop the compaction that is being made, if there is one."""
        if self._signal is not None:
            self._signal.abort()

    async def before_prompt(self) -> None:
        """Compact what the last reply calls for, before a new prompt is written.

        A reply that did not fit is recovered here as well; the prompt then stands in the place of the retry.
        Raises BusyError while a compaction is being made.
        """
        self._refuse_if_busy()
        projection = project(self.journal.path)
        reply = last_reply(projection)
        if reply is not None:
            await self._answer(projection, reply)

    async def between_turns(self) -> None:
        """Compact a context that is too large for another request in the same run.

        To be called once the results of a reply's tools are written, and only when another request follows.
        Raises BusyError while a compaction is being made.
        """
        self._refuse_if_busy()
        terms = self.terms()
        path = self.journal.path
        if exceeds_threshold(project(path), terms.model, terms.settings):
            await self._compact_if_possible(terms, Trigger("threshold"))

    async def after_run(self, reply: Entry) -> bool:
        """Compact what a run's last reply calls for; whether the reply is to be asked for again.

        Raises BusyError while a compaction is being made.
        """
        self._refuse_if_busy()
        if _stop_reason(reply) == "aborted":
            return False
        return await self._answer(project(self.journal.path), reply)

    async def compact(self, instructions: str | None = None) -> CompactionResult:
        """Compact because a person asks for it, whether or not it may run by itself.

        Raises NothingToDoError, BusyError, SummaryError, and SummaryAbortedError when it was stopped.
        """
        self._refuse_if_busy()
        terms = self.terms()
        worded = replace(terms, options=replace(terms.options, instructions=instructions))
        outcome = await self._compact(worded, "manual", _prepare)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    async def _answer(self, projection: Projection, reply: Entry) -> bool:
        """Do what a reply calls for; whether it is to be asked for again."""
        terms = self.terms()
        trigger = find_trigger(projection, reply, terms.model, terms.settings)
        if trigger is None:
            return False
        if trigger.will_retry:
            if self._was_recovered(projection.path):
                await self._give_up(trigger)
                return False
            for edit in omit_attempt(self.journal, projection, reply):
                self._emit(EntryAppended(edit))
            self._recovered_id = reply.id
        return await self._compact_if_possible(terms, trigger)

    async def _compact_if_possible(self, terms: Terms, trigger: Trigger) -> bool:
        """Compact unless there is nothing to cut, which is no event; whether to retry."""
        preparation = prepare_compaction(self.journal.path, terms.settings)
        if preparation is None:
            return False
        outcome = await self._compact(terms, trigger.reason, lambda *_: preparation, will_retry=trigger.will_retry)
        return trigger.will_retry and not isinstance(outcome, BaseException)

    async def _compact(
        self, terms: Terms, reason: CompactionReason, prepare: Prepare, *, will_retry: bool = False
    ) -> CompactionResult | BaseException:
        """Make and write one compaction, told from start to end; what kept it from being written comes back."""
        result: CompactionResult | None = None
        try:
            with self._alone() as signal:
                self._emit(CompactionStart(reason))
                preparation = prepare(self.journal.path, terms.settings)
                asking = terms.asking(signal)
                result = await make_compaction(
                    preparation, terms.options, asking, self._hooks, reason=reason, will_retry=will_retry
                )
                entry = self.journal.append(compaction_fields(result, self.journal.now()))
        except (Exception, asyncio.CancelledError) as error:
            await self._tell_failure(compaction_failure(reason, error, result))
            if isinstance(error, asyncio.CancelledError):
                raise
            return error
        done = SessionCompact(entry, result.from_hook, reason, will_retry)
        await emit_session_compact(self._hooks.registry, done, self._hooks.report)
        size = sum(projected.tokens for projected in project(self.journal.path).entries)
        self._emit(
            CompactionEnd(reason, will_retry=will_retry, result=result, entry=entry, estimated_tokens_after=size)
        )
        return result

    async def _give_up(self, trigger: Trigger) -> None:
        """Tell that recovering once did not help."""
        message = STILL_CUT_SHORT if trigger.cut_short else STILL_TOO_LONG
        await self._tell_failure(
            SessionCompactFailed(trigger.reason, message, aborted=False, will_retry=False, from_extension=False)
        )

    async def _tell_failure(self, failure: SessionCompactFailed) -> None:
        self._emit(CompactionEnd(failure.reason, failure.aborted, error_message=failure.error_message))
        await emit_session_compact_failed(self._hooks.registry, failure, self._hooks.report)

    def _was_recovered(self, path: Sequence[Entry]) -> bool:
        """Whether a recovery was tried already, and neither a person nor a good reply has followed it."""
        for entry in reversed(path):
            if entry.id == self._recovered_id:
                return True
            if entry.role == "user" or (entry.role == "assistant" and _stop_reason(entry) not in ("error", "length")):
                return False
        return False

    @contextmanager
    def _alone(self) -> Iterator[AbortSignal]:
        self._signal = AbortSignal()
        try:
            yield self._signal
        finally:
            self._signal = None

    def _refuse_if_busy(self) -> None:
        if self.is_running:
            raise BusyError("A compaction is being made; wait until it is done, or stop it.")


def _prepare(path: Sequence[Entry], settings: CompactionSettings) -> CompactionPreparation:
    preparation = prepare_compaction(path, settings)
    if preparation is None:
        raise NothingToDoError(why_nothing(path))
    return preparation


def _stop_reason(reply: Entry) -> Json:
    return as_mapping(reply.body.get("message")).get("stopReason")
