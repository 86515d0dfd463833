"""Hooks: the order they run in, who has the last word, and that a slip costs nothing."""

import asyncio
import dataclasses
from typing import Any, cast

import pytest

from pitui.core.compaction.preparation import CompactionPreparation
from pitui.core.hooks import (
    BeforeCompactResult,
    BeforeTreeResult,
    HookCompaction,
    HookFailure,
    HookRegistry,
    HookSummary,
    SessionBeforeCompact,
    SessionBeforeTree,
    SessionCompact,
    SessionCompactFailed,
    SessionTree,
    TreePreparation,
    emit_session_before_compact,
    emit_session_before_tree,
    emit_session_compact,
    emit_session_compact_failed,
    emit_session_tree,
)
from pitui.core.session.entries import draft_entry
from pitui.core.summary.summarizer import AbortSignal

ENTRY = draft_entry({"type": "compaction", "id": "c1", "parentId": None, "timestamp": "2026-01-01T00:00:00.000Z"})


class Reports(list[HookFailure]):
    """What was reported."""

    @property
    def texts(self) -> list[str]:
        return [str(failure) for failure in self]


def before_compact() -> SessionBeforeCompact:
    # Handlers hand the preparation on; nothing here looks into it.
    preparation = cast("CompactionPreparation", object())
    return SessionBeforeCompact(preparation, (ENTRY,), "focus", "manual", False, AbortSignal())


def before_tree() -> SessionBeforeTree:
    return SessionBeforeTree(TreePreparation("t", "l", "a", (ENTRY,), user_wants_summary=False), AbortSignal())


def own(summary: str) -> BeforeCompactResult:
    return BeforeCompactResult(compaction=HookCompaction(summary, "k1", 12.0))


class TestAsking:
    async def test_nobody_answers(self) -> None:
        hooks, reports = HookRegistry(), Reports()
        hooks.on("session_before_compact", lambda event: None)
        assert await emit_session_before_compact(hooks, before_compact(), reports.append) is None
        assert reports == []

    async def test_the_last_answer_counts_and_silence_is_none(self) -> None:
        hooks = HookRegistry()
        hooks.on("session_before_compact", lambda event: own("first"))
        hooks.on("session_before_compact", lambda event: own("second"))
        hooks.on("session_before_compact", lambda event: None)
        assert await emit_session_before_compact(hooks, before_compact(), Reports().append) == own("second")

    async def test_answers_are_not_mixed(self) -> None:
        hooks = HookRegistry()
        hooks.on("session_before_tree", lambda event: BeforeTreeResult(label="one", custom_instructions="a"))
        hooks.on("session_before_tree", lambda event: BeforeTreeResult(label="two"))
        answer = await emit_session_before_tree(hooks, before_tree(), Reports().append)
        assert answer == BeforeTreeResult(label="two")

    async def test_a_refusal_ends_the_round(self) -> None:
        hooks, called = HookRegistry(), []
        hooks.on("session_before_compact", lambda event: own("first"))
        hooks.on("session_before_compact", lambda event: BeforeCompactResult(cancel=True))
        hooks.on("session_before_compact", lambda event: called.append(event))
        answer = await emit_session_before_compact(hooks, before_compact(), Reports().append)
        assert answer == BeforeCompactResult(cancel=True)
        assert called == []

    async def test_async_handlers_are_awaited_in_turn(self) -> None:
        hooks, order = HookRegistry(), []

        async def slow(event: SessionBeforeTree) -> BeforeTreeResult:
            await asyncio.sleep(0.01)
            order.append("slow")
            return BeforeTreeResult(summary=HookSummary("slow", {"input": 1}, ["any"]))

        def quick(event: SessionBeforeTree) -> None:
            order.append("quick")

        hooks.on("session_before_tree", slow)
        hooks.on("session_before_tree", quick)
        answer = await emit_session_before_tree(hooks, before_tree(), Reports().append)
        assert order == ["slow", "quick"]
        assert answer is not None
        assert answer.summary == HookSummary("slow", {"input": 1}, ["any"])

    async def test_handlers_see_the_event_itself(self) -> None:
        hooks = HookRegistry()
        seen: list[SessionBeforeCompact] = []
        hooks.on("session_before_compact", seen.append)
        event = before_compact()
        await emit_session_before_compact(hooks, event, Reports().append)
        assert seen == [event]

    async def test_a_handler_added_meanwhile_waits_for_the_next_time(self) -> None:
        hooks, called = HookRegistry(), []

        def add_another(event: SessionTree) -> None:
            hooks.on("session_tree", lambda event: called.append("late"))

        hooks.on("session_tree", add_another)
        await emit_session_tree(hooks, SessionTree("n", None), Reports().append)
        assert called == []


class TestSlips:
    @pytest.mark.parametrize("error", [ValueError("slip"), SystemExit(3), AssertionError("slip")])
    async def test_a_handler_that_raises_is_reported_and_passed_over(self, error: BaseException) -> None:
        def slip(event: object) -> None:
            raise error

        hooks, reports = HookRegistry("/hooks/a.py"), Reports()
        hooks.on("session_before_compact", lambda event: own("kept"))
        hooks.on("session_before_compact", slip)
        assert await emit_session_before_compact(hooks, before_compact(), reports.append) == own("kept")
        assert reports == [HookFailure("/hooks/a.py", "session_before_compact", error)]

    async def test_the_report_names_file_event_and_error(self) -> None:
        async def slip(event: SessionTree) -> None:
            raise ValueError("no such thing")

        hooks, reports = HookRegistry("/hooks/a.py"), Reports()
        hooks.on("session_tree", slip)
        await emit_session_tree(hooks, SessionTree("n", "o"), reports.append)
        assert reports.texts == ["/hooks/a.py failed at session_tree: ValueError: no such thing"]

    @pytest.mark.parametrize("answer", [{"cancel": True}, True, BeforeTreeResult(cancel=True), "stop"])
    async def test_an_answer_of_another_kind_is_reported_and_is_none(self, answer: Any) -> None:
        hooks, reports = HookRegistry(), Reports()
        hooks.on("session_before_compact", lambda event: answer)
        assert await emit_session_before_compact(hooks, before_compact(), reports.append) is None
        assert "answers with BeforeCompactResult or None" in reports.texts[0]

    async def test_a_cancelled_task_ends(self) -> None:
        async def forever(event: SessionBeforeTree) -> None:
            await asyncio.sleep(60)

        hooks, reports = HookRegistry(), Reports()
        hooks.on("session_before_tree", forever)
        task = asyncio.ensure_future(emit_session_before_tree(hooks, before_tree(), reports.append))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert reports == []

    @pytest.mark.parametrize(
        "fields",
        [
            {"summary": None},
            {"first_kept_entry_id": 5},
            {"tokens_before": "12"},
            {"usage": []},
            {"usage": {"input": {1}}},
            {"details": object()},
            {"details": {1: "one"}},
        ],
    )
    def test_what_no_session_could_hold_is_refused_at_once(self, fields: dict[str, Any]) -> None:
        with pytest.raises(TypeError, match=next(iter(fields))):
            dataclasses.replace(HookCompaction("s", "k", 1), **fields)

    def test_a_value_inside_itself_is_refused(self) -> None:
        details: list[Any] = []
        details.append(details)
        with pytest.raises(TypeError, match="details"):
            HookSummary("s", details=details)

    @pytest.mark.parametrize(
        "make",
        [
            lambda: BeforeCompactResult(cancel=cast("bool", 1)),
            lambda: BeforeCompactResult(compaction=cast("HookCompaction", {"summary": "s"})),
            lambda: BeforeTreeResult(summary=cast("HookSummary", "s")),
            lambda: BeforeTreeResult(label=cast("str", 5)),
            lambda: HookSummary(cast("str", b"s")),
        ],
    )
    def test_answers_hold_what_they_say(self, make: Any) -> None:
        with pytest.raises(TypeError, match="must be"):
            make()


class TestTelling:
    async def test_every_handler_is_told_whatever_it_returns(self) -> None:
        hooks, told = HookRegistry(), []

        def first(event: SessionCompact) -> Any:
            told.append(event)
            return BeforeCompactResult(cancel=True)

        hooks.on("session_compact", first)
        hooks.on("session_compact", told.append)
        event = SessionCompact(ENTRY, from_extension=True, reason="overflow", will_retry=True)
        reports = Reports()
        await emit_session_compact(hooks, event, reports.append)
        assert (told, reports) == ([event, event], [])

    async def test_a_failure_is_told(self) -> None:
        hooks = HookRegistry()
        told: list[SessionCompactFailed] = []
        hooks.on("session_compact_failed", told.append)
        event = SessionCompactFailed("threshold", "no key", aborted=False, will_retry=False, from_extension=False)
        await emit_session_compact_failed(hooks, event, Reports().append)
        assert told == [event]


class TestRegistering:
    @pytest.mark.parametrize("event", ["session_compaction", "", "load"])
    def test_an_unknown_event_is_refused(self, event: Any) -> None:
        with pytest.raises(ValueError, match="session_before_compact"):
            HookRegistry().on(event, lambda event: None)

    def test_a_handler_can_be_called(self) -> None:
        with pytest.raises(TypeError, match="cannot be called"):
            HookRegistry().on("session_tree", cast("Any", None))

    async def test_files_come_one_behind_the_other(self) -> None:
        hooks, first, second, told = HookRegistry(), HookRegistry("a"), HookRegistry("b"), list[str]()
        second.on("session_tree", lambda event: told.append("b"))
        first.on("session_tree", lambda event: told.append("a"))
        hooks.take(first)
        hooks.take(second)
        await emit_session_tree(hooks, SessionTree("n", None), Reports().append)
        assert told == ["a", "b"]
        assert [registered.source for registered in hooks.handlers("session_tree")] == ["a", "b"]
