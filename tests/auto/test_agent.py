"""The loop beyond the recorded scenarios: tools that fail, replies that fail, and what is said meanwhile."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest

from pitui.core.agent import Agent, AgentEvent, Tool, ToolResult
from pitui.core.agent.events import (
    AgentEnd,
    AgentSettled,
    QueueUpdate,
    RetryEnd,
    RetryStart,
    ToolEnd,
    TurnEnd,
    TurnStart,
)
from pitui.core.auto import AutoCompaction, CompactionStart, Terms
from pitui.core.catalog import Model
from pitui.core.errors import BusyError, NothingToDoError
from pitui.core.javascript.json import JsonObject
from pitui.core.session.content import text_of
from pitui.core.session.journal import MemoryJournal
from pitui.core.session.messages import Message
from pitui.core.session.writing import Pen
from pitui.core.settings import CompactionSettings, RetrySettings
from pitui.core.summary.summarizer import AbortSignal
from tests.builders import START, call
from tests.fakes import RecordingSummarizer

MODEL = Model("anthropic", "claude", "Claude", 10_000, 1_000, "this test")
Reply = JsonObject | BaseException


def says(text: str, **fields: Any) -> JsonObject:
    return {"content": [{"type": "text", "text": text}], "stopReason": "stop", **fields}


def calls(*names: str, **fields: Any) -> JsonObject:
    blocks = [call(name, f"c{place}") for place, name in enumerate(names)]
    return {"content": blocks, "stopReason": "toolUse", **fields}


def fails(text: str) -> JsonObject:
    return {"content": [], "stopReason": "error", "errorMessage": text}


class Chat:
    """Gives scripted replies in order; an error is raised. `hangs` waits until it is stopped."""

    def __init__(self, *script: Reply, hangs: bool = False) -> None:
        self.script = deque(script)
        self.received: list[list[str]] = []
        self.hangs = hangs

    async def reply(self, messages: Sequence[Message], model: Model, signal: AbortSignal) -> JsonObject:
        self.received.append([f"{message.role}: {text_of(message.content)}" for message in messages])
        if self.hangs:
            await signal.wait()
            return {"content": [], "stopReason": "aborted"}
        answer = self.script.popleft()
        if isinstance(answer, BaseException):
            raise answer
        return answer


class Stage:
    """An agent in memory, and everything it tells."""

    def __init__(self, chat: Chat, retry: RetrySettings | None = None, **tools: Tool) -> None:
        ticks, ids = count(START), count(1)
        self.chat = chat
        self.events: list[AgentEvent] = []
        self.journal = MemoryJournal(Pen(lambda: next(ticks), lambda: f"e{next(ids)}"))
        waits = retry or RetrySettings(max_retries=2, base_delay=0)
        terms = Terms(
            MODEL, CompactionSettings(reserve_tokens=2_000, keep_recent_tokens=1), RecordingSummarizer(), waits
        )
        auto = AutoCompaction(self.journal, lambda: terms, self._note)
        self.agent = Agent(auto, chat, tools, self._note)
        self.when: tuple[type, Callable[[], object]] | None = None
        """What to do when something happens."""

    def _note(self, event: AgentEvent) -> None:
        self.events.append(event)
        if self.when is not None and isinstance(event, self.when[0]):
            self.when[1]()

    @property
    def said(self) -> list[str]:
        """The messages of the session, by role."""
        messages = [Message(entry.body["message"]) for entry in self.journal.path if entry.type == "message"]
        return [f"{message.role}: {text_of(message.content)}" for message in messages]

    def of(self, kind: type) -> list[AgentEvent]:
        return [event for event in self.events if isinstance(event, kind)]


class TestTools:
    async def test_every_call_gets_a_result(self) -> None:
        async def works(arguments: JsonObject, signal: AbortSignal) -> ToolResult:
            return ToolResult("fine", details={"lines": 1})

        async def breaks(arguments: JsonObject, signal: AbortSignal) -> ToolResult:
            raise ValueError("no such file")

        stage = Stage(Chat(calls("works", "breaks", "absent"), says("Done.")), works=works, breaks=breaks)
        await stage.agent.prompt("Go.")
        assert stage.said[2:] == [
            "toolResult: fine",
            "toolResult: no such file",
            "toolResult: There is no tool absent.",
            "assistant: Done.",
        ]
        results = [entry.body["message"] for entry in stage.journal.path if entry.role == "toolResult"]
        assert [result["isError"] for result in results] == [False, True, True]
        assert [result["toolCallId"] for result in results] == ["c0", "c1", "c2"]
        assert results[0]["details"] == {"lines": 1}
        assert "details" not in results[1]

    async def test_a_batch_that_ends_the_run_needs_no_reply(self) -> None:
        async def last(arguments: JsonObject, signal: AbortSignal) -> ToolResult:
            return ToolResult("handed over", ends_run=True)

        stage = Stage(Chat(calls("last")), last=last)
        await stage.agent.prompt("Go.")
        assert len(stage.chat.received) == 1
        assert stage.said[-1] == "toolResult: handed over"

    async def test_unless_something_waits(self) -> None:
        async def last(arguments: JsonObject, signal: AbortSignal) -> ToolResult:
            stage.agent.follow_up("And then?")
            return ToolResult("handed over", ends_run=True)

        stage = Stage(Chat(calls("last"), says("Nothing.")), last=last)
        await stage.agent.prompt("Go.")
        assert stage.said[-2:] == ["user: And then?", "assistant: Nothing."]

    async def test_stopping_while_a_tool_works(self) -> None:
        async def slow(arguments: JsonObject, signal: AbortSignal) -> ToolResult:
            stage.agent.abort()
            return ToolResult("stopped at once" if signal.aborted else "went on")

        stage = Stage(Chat(calls("slow", usage={"totalTokens": 9_000})), slow=slow)
        await stage.agent.prompt("Go.")
        assert stage.said[2] == "toolResult: stopped at once"
        assert stage.of(CompactionStart) == []
        assert len(stage.chat.received) == 1
        assert stage.journal.path[-1].body["message"]["stopReason"] == "aborted"
        assert stage.events[-1] == AgentSettled(aborted=True)


class TestReplies:
    async def test_they_are_written_with_whom_and_when(self) -> None:
        stage = Stage(Chat(says("Hi.", usage={"input": 1, "output": 1, "totalTokens": 2})))
        await stage.agent.prompt({"role": "system", "content": "Be brief.", "timestamp": START}, "Hello.")
        assert stage.chat.received == [["system: Be brief.", "user: Hello."]]
        reply = stage.journal.path[-1]
        message = reply.body["message"]
        assert (message["provider"], message["model"], message["usage"]["totalTokens"]) == ("anthropic", "claude", 2)
        assert isinstance(message["timestamp"], int)

    async def test_whoever_answers_may_raise(self) -> None:
        stage = Stage(Chat(ValueError("a slip")))
        await stage.agent.prompt("Hello.")
        message = stage.journal.path[-1].body["message"]
        assert (message["stopReason"], message["errorMessage"]) == ("error", "a slip")
        assert stage.events[-1] == AgentSettled(aborted=False)

    async def test_a_failed_reply_is_kept_and_not_sent(self) -> None:
        stage = Stage(Chat(fails("400: no"), says("Hi.")))
        await stage.agent.prompt("Hello.")
        await stage.agent.prompt("Again.")
        assert stage.chat.received[1] == ["user: Hello.", "user: Again."]
        assert len(stage.said) == 4

    async def test_a_reply_that_failed_in_passing_is_asked_for_again(self) -> None:
        stage = Stage(Chat(fails("529: Overloaded"), ConnectionError("connection reset by peer"), says("Hi.")))
        await stage.agent.prompt("Hello.")
        assert stage.chat.received == [["user: Hello."]] * 3
        assert stage.of(RetryStart) == [
            RetryStart(1, 2, 0, "529: Overloaded"),
            RetryStart(2, 2, 0, "connection reset by peer"),
        ]
        assert stage.of(RetryEnd) == [RetryEnd(True, 2)]

    @pytest.mark.parametrize(("retry", "attempts"), [(RetrySettings(True, 1, 0), 1), (RetrySettings(False, 1, 0), 0)])
    async def test_but_not_for_ever(self, retry: RetrySettings, attempts: int) -> None:
        stage = Stage(Chat(*[fails("529: Overloaded")] * 3), retry)
        await stage.agent.prompt("Hello.")
        assert len(stage.chat.received) == attempts + 1
        assert stage.of(RetryEnd) == [RetryEnd(False, 1, "529: Overloaded")][:attempts]

    async def test_a_new_prompt_has_all_its_attempts(self) -> None:
        stage = Stage(Chat(*[fails("529: Overloaded")] * 6))
        await stage.agent.prompt("Hello.")
        await stage.agent.prompt("Hello?")
        assert len(stage.chat.received) == 6

    async def test_a_stopped_one_is_not_asked_for_again(self) -> None:
        stage = Stage(Chat(fails("529: Overloaded")))
        stage.when = (TurnEnd, lambda: stage.agent.abort())
        await stage.agent.prompt("Hello.")
        assert stage.of(AgentEnd) == [AgentEnd(will_retry=False)]
        assert stage.of(RetryStart) == []


class TestMeanwhile:
    async def test_steering_goes_before_following_up(self) -> None:
        async def work(arguments: JsonObject, signal: AbortSignal) -> ToolResult:
            stage.agent.follow_up("one more thing")
            stage.agent.steer("left")
            stage.agent.steer("then right")
            return ToolResult("worked")

        stage = Stage(Chat(calls("work"), says("a"), says("b"), says("c")), work=work)
        await stage.agent.prompt("Go.")
        assert [line for line in stage.said if line.startswith("user")] == [
            "user: Go.",
            "user: left",
            "user: then right",
            "user: one more thing",
        ]
        assert stage.of(QueueUpdate)[2] == QueueUpdate(("left", "then right"), ("one more thing",))
        assert stage.of(QueueUpdate)[-1] == QueueUpdate((), ())

    async def test_what_was_said_before_a_prompt_goes_with_it(self) -> None:
        stage = Stage(Chat(says("a"), says("b")))
        stage.agent.steer("Mind the tests.")
        stage.agent.follow_up("And the docs.")
        await stage.agent.prompt("Go.")
        assert stage.chat.received[0] == ["user: Go.", "user: Mind the tests."]
        assert stage.chat.received[1][-1] == "user: And the docs."

    async def test_what_is_said_while_a_compaction_is_made_goes_with_the_next_turn(self) -> None:
        async def work(arguments: JsonObject, signal: AbortSignal) -> ToolResult:
            return ToolResult("worked")

        stage = Stage(Chat(calls("work", usage={"totalTokens": 9_000}), says("a")), work=work)
        stage.when = (CompactionStart, lambda: stage.agent.steer("left"))
        await stage.agent.prompt("Go.")
        assert stage.chat.received[1][-1] == "user: left"

    async def test_a_stopped_run_leaves_what_waits_for_the_next_prompt(self) -> None:
        def interrupt() -> None:
            stage.agent.follow_up("later")
            stage.agent.abort()

        stage = Stage(Chat(says("a", usage={"totalTokens": 9_000}), says("b"), says("c")))
        stage.when = (CompactionStart, interrupt)
        await stage.agent.prompt("Go.")
        assert len(stage.chat.received) == 1
        assert stage.events[-1] == AgentSettled(aborted=True)

    async def test_a_second_prompt_is_refused(self) -> None:
        stage = Stage(Chat(hangs=True))
        running = asyncio.ensure_future(stage.agent.prompt("Hello."))
        await asyncio.sleep(0)
        assert stage.agent.is_running
        for refused in (stage.agent.prompt("Hello?"), stage.agent.compact()):
            with pytest.raises(BusyError):
                await refused
        stage.agent.abort()
        await running
        assert not stage.agent.is_running
        assert len(stage.of(TurnStart)) == 1

    async def test_between_prompts_it_compacts_by_hand(self) -> None:
        stage = Stage(Chat(says("Hi.")))
        with pytest.raises(NothingToDoError):
            await stage.agent.compact()
        await stage.agent.prompt("Hello.")
        await stage.agent.compact()
        assert stage.journal.path[-1].type == "compaction"


class TestTelling:
    async def test_tools_that_run_side_by_side_end_as_they_do(self) -> None:
        async def slow(arguments: JsonObject, signal: AbortSignal) -> ToolResult:
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            return ToolResult("slow")

        async def quick(arguments: JsonObject, signal: AbortSignal) -> ToolResult:
            return ToolResult("quick")

        stage = Stage(Chat(calls("slow", "quick"), says("Done.")), slow=slow, quick=quick)
        await stage.agent.prompt("Go.")
        assert stage.of(ToolEnd) == [ToolEnd("quick", "c1", False), ToolEnd("slow", "c0", False)]
        assert stage.said[2:4] == ["toolResult: slow", "toolResult: quick"]
