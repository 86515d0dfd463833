"""AutoCompaction beyond the recorded scenarios: one thing at a time, stopping, failing, and what hooks hear of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from pitui.core.auto import AutoCompaction, AutoEvent, CompactionEnd, CompactionStart, EntryAppended, Terms
from pitui.core.auto.recovery import omit_attempt
from pitui.core.catalog import Model
from pitui.core.compaction.preparation import ALREADY_COMPACTED, NOTHING_TO_COMPACT
from pitui.core.context.projection import project
from pitui.core.errors import BusyError, NothingToDoError, SettingsError, SummaryAbortedError, SummaryError, WriteError
from pitui.core.hooks import (
    BeforeCompactResult,
    HookCompaction,
    HookFailure,
    HookRegistry,
    Hooks,
    SessionBeforeCompact,
    SessionCompact,
    SessionCompactFailed,
)
from pitui.core.javascript.json import JsonObject
from pitui.core.session.entries import Entry
from pitui.core.session.journal import MemoryJournal
from pitui.core.session.writing import Pen
from pitui.core.settings import CompactionSettings
from pitui.core.summary.summarizer import SummarizerError, SummaryReply
from tests.builders import START, Body, call, text, usage
from tests.fakes import RecordingSummarizer

MODEL = Model("anthropic", "claude", "Claude", 10_000, 1_000, "this test")
SETTINGS = CompactionSettings(reserve_tokens=2_000, keep_recent_tokens=100)
FULL = usage(8_001)
TOO_LONG: Body = {"stopReason": "error", "errorMessage": "prompt is too long"}


class Full(MemoryJournal):
    """A journal whose disk may be full."""

    is_full = False

    def append(self, fields: JsonObject) -> Entry:
        if self.is_full:
            raise WriteError("The entry could not be written: no space left.")
        return super().append(fields)


class Broken(RecordingSummarizer):
    """A summariser with a fault of its own."""

    async def reply(self, *_: Any, **__: Any) -> SummaryReply:
        raise RuntimeError


class Stage:
    """A conversation in memory, and everything that is told of it."""

    def __init__(self, summarizer: RecordingSummarizer | None = None) -> None:
        ticks, ids = count(START), count(1)
        self.journal = Full(Pen(lambda: next(ticks), lambda: f"e{next(ids)}"))
        self.summarizer = summarizer or RecordingSummarizer()
        self.terms = Terms(MODEL, SETTINGS, self.summarizer)
        self.events: list[AutoEvent] = []
        self.heard: list[Any] = []
        self.slips: list[HookFailure] = []
        self.registry = HookRegistry()
        self.registry.on("session_compact", self.heard.append)
        self.registry.on("session_compact_failed", self.heard.append)
        hooks = Hooks(self.registry, self.slips.append)
        self.auto = AutoCompaction(self.journal, lambda: self.terms, self.events.append, hooks)

    def says(self, role: str, said: Any, **fields: Any) -> Entry:
        content = [{"type": "text", "text": text(said)}] if isinstance(said, str | int) else said
        message = {"role": role, "content": content, **fields, "timestamp": self.journal.now()}
        return self.journal.append({"type": "message", "message": message})

    def replies(self, said: Any = 50, **fields: Any) -> Entry:
        known = {"provider": "anthropic", "model": "claude", "stopReason": "stop"}
        return self.says("assistant", said, **{**known, **fields})

    def a_turn(self) -> Entry:
        self.says("user", 100)
        return self.replies(usage=FULL)

    @property
    def types(self) -> list[str]:
        return [entry.type for entry in self.journal.path]

    @property
    def ends(self) -> list[CompactionEnd]:
        return [event for event in self.events if isinstance(event, CompactionEnd)]


@pytest.fixture
def stage() -> Stage:
    return Stage()


def retold(events: list[AutoEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


class TestWhatIsWritten:
    async def test_one_entry_and_two_events(self, stage: Stage) -> None:
        stage.a_turn()
        reply = stage.a_turn()
        assert await stage.auto.after_run(reply) is False
        entry = stage.journal.path[-1]
        end = stage.ends[0]
        assert stage.events == [CompactionStart("threshold"), end]
        assert end.entry is entry
        assert end.result is not None
        assert entry.body["summary"] == end.result.summary == "## Goal\n- A summary."
        assert entry.body["firstKeptEntryId"] == "e3"
        assert entry.body["fromHook"] is False
        assert end.estimated_tokens_after == 155
        assert stage.heard == [SessionCompact(entry, False, "threshold", False)]

    async def test_nothing_to_cut_is_no_event(self, stage: Stage) -> None:
        stage.says("user", 10)
        reply = stage.replies(10, usage=FULL)
        assert await stage.auto.after_run(reply) is False
        assert stage.events == []
        assert stage.heard == []
        assert stage.summarizer.requests == []

    async def test_before_the_first_reply_nothing_is_due(self, stage: Stage) -> None:
        await stage.auto.before_prompt()
        stage.says("user", 10_000)
        await stage.auto.before_prompt()
        assert stage.events == []

    async def test_an_aborted_reply_waits_for_the_next_prompt(self, stage: Stage) -> None:
        stage.a_turn()
        stage.says("user", 100)
        reply = stage.replies(50, stopReason="aborted", usage=FULL)
        assert await stage.auto.after_run(reply) is False
        assert stage.events == []
        await stage.auto.before_prompt()
        assert stage.types[-1] == "compaction"

    async def test_the_terms_are_those_of_the_start(self, stage: Stage) -> None:
        def change(event: SessionBeforeCompact) -> None:
            stage.terms = replace(stage.terms, summarizer=RecordingSummarizer(SummaryReply("Another's.")))

        stage.registry.on("session_before_compact", change)
        stage.a_turn()
        await stage.auto.after_run(stage.a_turn())
        assert stage.journal.path[-1].body["summary"] == "## Goal\n- A summary."

    async def test_wrong_settings_reach_the_host(self, stage: Stage) -> None:
        def wrong() -> Terms:
            raise SettingsError("compaction.reserveTokens is null.")

        auto = AutoCompaction(stage.journal, wrong, stage.events.append)
        with pytest.raises(SettingsError):
            await auto.after_run(stage.a_turn())
        assert not auto.is_running


class TestRecovery:
    async def test_the_reply_and_its_results_are_taken_out(self, stage: Stage) -> None:
        stage.a_turn()
        stage.says("user", 100)
        reply = stage.replies([call("read", "c1"), call("read", "c2")], stopReason="length", usage=usage(100))
        first = stage.says("toolResult", 5, toolCallId="c1")
        stage.says("toolResult", 5, toolCallId="elsewhere")
        second = stage.says("toolResult", 5, toolCallId="c2")
        assert await stage.auto.after_run(reply) is True
        edits = [event.entry for event in stage.events if isinstance(event, EntryAppended)]
        assert [edit.body["targetId"] for edit in edits] == [reply.id, first.id, second.id]
        assert all(edit.body["replacement"] is None for edit in edits)
        assert retold(stage.events) == [*["EntryAppended"] * 3, "CompactionStart", "CompactionEnd"]
        assert stage.ends[0].will_retry

    def test_results_of_another_reply_stay(self, stage: Stage) -> None:
        reply = stage.replies([call("read", "c1")], stopReason="length")
        stage.replies([call("read", "c1")])
        stage.says("toolResult", 5, toolCallId="c1")
        edits = omit_attempt(stage.journal, project(stage.journal.path), reply)
        assert [edit.body["targetId"] for edit in edits] == [reply.id]

    async def test_it_is_tried_once(self, stage: Stage) -> None:
        stage.a_turn()
        stage.says("user", 100)
        assert await stage.auto.after_run(stage.replies([], **TOO_LONG)) is True
        before = stage.types
        again = stage.replies([], **TOO_LONG)
        for _ in range(2):
            assert await stage.auto.after_run(again) is False
        assert stage.types == [*before, "message"]
        assert retold(stage.events[-2:]) == ["CompactionEnd", "CompactionEnd"]
        assert "still does not fit" in (stage.ends[-1].error_message or "")
        assert stage.heard[-1] == SessionCompactFailed(
            "overflow", stage.ends[-1].error_message, aborted=False, will_retry=False, from_extension=False
        )

    @pytest.mark.parametrize("follower", ["user", "stop", "toolUse", "aborted"])
    async def test_a_word_or_a_good_reply_allows_it_anew(self, stage: Stage, follower: str) -> None:
        stage.a_turn()
        stage.says("user", 100)
        await stage.auto.after_run(stage.replies([], **TOO_LONG))
        if follower == "user":
            stage.says("user", 100)
        else:
            stage.replies(150, stopReason=follower)
        assert await stage.auto.after_run(stage.replies([], **TOO_LONG)) is True

    async def test_a_new_process_has_forgotten_it(self, stage: Stage) -> None:
        stage.a_turn()
        stage.says("user", 100)
        await stage.auto.after_run(stage.replies([], **TOO_LONG))
        stage.journal.append({"type": "custom_message", "customType": "x", "content": text(150), "display": True})
        anew = AutoCompaction(stage.journal, lambda: stage.terms, stage.events.append)
        assert await anew.after_run(stage.replies([], **TOO_LONG)) is True

    async def test_a_failed_recovery_asks_for_no_retry_and_leaves_the_edit(self) -> None:
        stage = Stage(RecordingSummarizer(SummarizerError("bad request", "400: no.")))
        stage.a_turn()
        stage.says("user", 100)
        assert await stage.auto.after_run(stage.replies([], **TOO_LONG)) is False
        assert stage.types[-1] == "context_edit"
        assert stage.ends[0].error_message == "Context overflow recovery failed: Summarization failed: 400: no."


class TestOneAtATime:
    async def test_a_second_operation_is_refused(self) -> None:
        stage = Stage(RecordingSummarizer(waits=True))
        stage.a_turn()
        reply = stage.a_turn()
        first = asyncio.ensure_future(stage.auto.after_run(reply))
        await asyncio.sleep(0)
        assert stage.auto.is_running
        for refused in (
            stage.auto.before_prompt(),
            stage.auto.between_turns(),
            stage.auto.after_run(reply),
            stage.auto.compact(),
        ):
            with pytest.raises(BusyError):
                await refused
        assert len(stage.events) == 1
        stage.auto.abort()
        assert await first is False
        assert not stage.auto.is_running

    async def test_a_listener_may_start_the_next_one(self, stage: Stage) -> None:
        running: list[bool] = []
        hooks = Hooks(stage.registry, stage.slips.append)
        auto = AutoCompaction(stage.journal, lambda: stage.terms, lambda event: running.append(auto.is_running), hooks)
        stage.a_turn()
        await auto.after_run(stage.a_turn())
        assert running == [True, False]


class TestStopping:
    async def test_a_stopped_compaction_writes_nothing(self) -> None:
        stage = Stage(RecordingSummarizer(waits=True))
        stage.a_turn()
        running = asyncio.ensure_future(stage.auto.after_run(stage.a_turn()))
        await asyncio.sleep(0)
        stage.auto.abort()
        assert await running is False
        assert stage.ends == [CompactionEnd("threshold", aborted=True)]
        assert stage.heard == [SessionCompactFailed("threshold", None, True, False, False)]
        assert "compaction" not in stage.types

    async def test_stopping_what_a_hook_has_made_already(self, stage: Stage) -> None:
        def own(event: SessionBeforeCompact) -> BeforeCompactResult:
            event.signal.abort()
            return BeforeCompactResult(compaction=HookCompaction("Own.", "e3", 1))

        stage.registry.on("session_before_compact", own)
        stage.a_turn()
        await stage.auto.after_run(stage.a_turn())
        assert stage.ends == [CompactionEnd("threshold", aborted=True)]
        assert "compaction" not in stage.types

    async def test_a_cancelled_task_is_told_and_stays_cancelled(self) -> None:
        stage = Stage(RecordingSummarizer(waits=True))
        stage.a_turn()
        running = asyncio.ensure_future(stage.auto.after_run(stage.a_turn()))
        await asyncio.sleep(0)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert stage.ends == [CompactionEnd("threshold", aborted=True)]
        assert not stage.auto.is_running

    def test_with_nothing_under_way_there_is_nothing_to_stop(self, stage: Stage) -> None:
        stage.auto.abort()
        assert not stage.auto.is_running


class TestFailing:
    async def test_a_full_disk(self, stage: Stage) -> None:
        stage.a_turn()
        reply = stage.a_turn()
        stage.journal.is_full = True
        assert await stage.auto.after_run(reply) is False
        message = "Auto-compaction failed: The entry could not be written: no space left."
        assert stage.ends == [CompactionEnd("threshold", error_message=message)]
        stage.journal.is_full = False
        await stage.auto.before_prompt()
        assert stage.types[-1] == "compaction"

    async def test_a_hooks_summary_that_could_not_be_written(self, stage: Stage) -> None:
        own = BeforeCompactResult(compaction=HookCompaction("Own.", "e3", 1))
        stage.registry.on("session_before_compact", lambda event: own)
        stage.a_turn()
        reply = stage.a_turn()
        stage.journal.is_full = True
        await stage.auto.after_run(reply)
        assert [told.from_extension for told in stage.heard] == [True]
        assert stage.summarizer.requests == []

    async def test_a_summariser_that_raises_anything(self) -> None:
        stage = Stage(Broken())
        stage.a_turn()
        assert await stage.auto.after_run(stage.a_turn()) is False
        assert stage.ends == [CompactionEnd("threshold", error_message="Auto-compaction failed: RuntimeError")]

    async def test_a_hook_that_raises_is_reported_and_costs_nothing(self, stage: Stage) -> None:
        def slip(event: object) -> None:
            raise ValueError("slip")

        for event in ("session_before_compact", "session_compact"):
            stage.registry.on(event, slip)
        stage.a_turn()
        await stage.auto.after_run(stage.a_turn())
        assert [slip.event for slip in stage.slips] == ["session_before_compact", "session_compact"]
        assert stage.types[-1] == "compaction"


class TestByHand:
    async def test_it_runs_while_switched_off_and_with_a_focus(self, stage: Stage) -> None:
        stage.terms = replace(stage.terms, settings=replace(SETTINGS, enabled=False))
        stage.a_turn()
        await stage.auto.after_run(stage.a_turn())
        assert stage.events == []
        result = await stage.auto.compact("the tax rules")
        assert stage.events == [CompactionStart("manual"), stage.ends[0]]
        assert stage.ends[0].result is result
        assert stage.summarizer.requests[0].prompt.endswith("Additional focus: the tax rules")
        assert [told.reason for told in stage.heard] == ["manual"]

    async def test_nothing_to_do_is_said(self, stage: Stage) -> None:
        with pytest.raises(NothingToDoError, match=NOTHING_TO_COMPACT):
            await stage.auto.compact()
        stage.a_turn()
        stage.a_turn()
        await stage.auto.compact()
        with pytest.raises(NothingToDoError, match=ALREADY_COMPACTED):
            await stage.auto.compact()
        messages = [end.error_message for end in stage.ends]
        assert messages == [f"Compaction failed: {NOTHING_TO_COMPACT}", None, f"Compaction failed: {ALREADY_COMPACTED}"]

    async def test_what_went_wrong_is_raised(self) -> None:
        stage = Stage(RecordingSummarizer(SummaryReply("")))
        stage.a_turn()
        stage.a_turn()
        with pytest.raises(SummaryError, match="the reply was empty"):
            await stage.auto.compact()
        stage.registry.on("session_before_compact", lambda event: BeforeCompactResult(cancel=True))
        with pytest.raises(SummaryAbortedError, match="A hook stopped"):
            await stage.auto.compact()
        assert [end.aborted for end in stage.ends] == [False, True]
        assert stage.types.count("compaction") == 0
