"""The loop: prompts, replies, the results of tools, and what is said meanwhile, kept compact on the way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from pitui.core.agent.chat import ChatModel, Tool, ToolResult
from pitui.core.agent.events import (
    AgentEnd,
    AgentEvent,
    AgentSettled,
    AgentStart,
    MessageEnd,
    TurnEnd,
    TurnStart,
)
from pitui.core.agent.queues import Queues
from pitui.core.agent.retries import Retries
from pitui.core.agent.tools import calls_of, carry_out, refuse, result_message
from pitui.core.auto import AutoCompaction
from pitui.core.catalog import Model
from pitui.core.compaction.compact import CompactionResult
from pitui.core.context.llm import convert_to_llm
from pitui.core.context.projection import project
from pitui.core.errors import BusyError
from pitui.core.javascript.json import JsonObject
from pitui.core.session.entries import Entry
from pitui.core.session.messages import Message
from pitui.core.summary.summarizer import AbortSignal


class Agent:
    """Carries a conversation on in a journal: the one `auto` keeps compact, on the terms `auto` has."""

    def __init__(
        self,
        auto: AutoCompaction,
        chat: ChatModel,
        tools: Mapping[str, Tool],
        on_event: Callable[[AgentEvent], None],
    ) -> None:
        self._auto = auto
        self._chat = chat
        self._tools = tools
        self._emit = on_event
        self._journal = auto.journal
        self._queues = Queues()
        self._retries = Retries(auto.journal, on_event)
        self._signal: AbortSignal | None = None

    @property
    def is_running(self) -> bool:
        """Whether a prompt is being seen through."""
        return self._signal is not None

    async def prompt(self, *said: str | JsonObject) -> None:
        """Say something, and see it through: every turn, retry and compaction that follows from it.

        A text is said by the user; any other message, such as a system prompt, is given whole. Raises BusyError
        during a run or a compaction.
        """
        self._refuse_if_busy()
        self._signal = signal = AbortSignal()
        try:
            await self._auto.before_prompt()
            reply = await self._run(signal, [self._message(text) for text in said], self._queues.steering)
            while await self._goes_on(reply, signal):
                reply = await self._run(signal, [], self._waiting())
        finally:
            self._signal = None
        self._emit(AgentSettled(signal.aborted))

    async def compact(self, instructions: str | None = None) -> CompactionResult:
        """Compact because a person asks for it; raises as AutoCompaction.compact does, BusyError during a run."""
        self._refuse_if_busy()
        return await self._auto.compact(instructions)

    def steer(self, text: str) -> None:
        """Say something that goes to the model with its next turn."""
        self._queues.steering.append(text)
        self._emit(self._queues.update())

    def follow_up(self, text: str) -> None:
        """Say something that goes to the model once it would otherwise stop."""
        self._queues.follow_up.append(text)
        self._emit(self._queues.update())

    def abort(self) -> None:
        """Stop what is under way: a request, tools, a pause, a compaction."""
        if self._signal is not None:
            self._signal.abort()
        self._auto.abort()

    async def _run(self, signal: AbortSignal, said: Sequence[JsonObject], queue: deque[str]) -> Entry:
        """Turns until the model has nothing left to do, fails or is stopped; the last reply."""
        self._emit(AgentStart())
        self._emit(TurnStart())
        for first in said:
            self._write(first)
        self._deliver(queue)
        while True:
            reply, message = await self._ask(signal)
            results = [] if _has_failed(message) else await self._use_tools(message, signal)
            self._emit(TurnEnd(len(results)))
            is_done = all(result.ends_run for result in results)
            queue = self._queues.next(is_done=is_done)
            if _has_failed(message) or (is_done and not queue):
                break
            if not signal.aborted:
                await self._auto.between_turns()
            self._emit(TurnStart())
            # What is said while a compaction is made need not wait for another turn.
            self._deliver(queue or self._queues.steering)
        self._emit(AgentEnd(not signal.aborted and self._retries.is_due(message, self._auto.terms())))
        return reply

    async def _goes_on(self, reply: Entry, signal: AbortSignal) -> bool:
        """Whether another run follows: to ask again, or for what was said meanwhile."""
        if signal.aborted:
            self._retries.finish(success=False, error_message="Retry cancelled")
            return False
        terms = self._auto.terms()
        message = reply.message
        if message is not None and self._retries.is_due(message, terms):
            return await self._retries.prepare(reply, terms, signal)
        self._retries.finish(success=False, error_message=message.text_field("errorMessage") if message else None)
        asks_again = await self._auto.after_run(reply)
        return not signal.aborted and (asks_again or bool(self._queues))

    def _waiting(self) -> deque[str]:
        """Where the next run's first text comes from: a context that ends with a reply needs one."""
        ends_with_reply = next((p.roles[-1] for p in reversed(project(self._journal.path).entries) if p.roles), "")
        return self._queues.next(is_done=ends_with_reply == "assistant")

    async def _ask(self, signal: AbortSignal) -> tuple[Entry, Message]:
        """A reply to the context as it is now, written down whatever it is."""
        model = self._auto.terms().model
        asked_at = int(self._journal.now())
        answer = await self._answer(model, signal)
        reply = {"role": "assistant", "provider": model.provider, "model": model.id, **answer, "timestamp": asked_at}
        entry = self._write(reply)
        if reply.get("stopReason") != "error":
            self._retries.finish(success=True)
        return entry, Message(reply)

    async def _answer(self, model: Model, signal: AbortSignal) -> JsonObject:
        if signal.aborted:
            return {"content": [], "stopReason": "aborted", "errorMessage": "This operation was aborted"}
        messages = convert_to_llm(project(self._journal.path).messages)
        # What failed stands in the session for its reader; no provider takes it back.
        worth_sending = [message for message in messages if not _has_failed(message)]
        try:
            return await self._chat.reply(worth_sending, model, signal)
        # A conversation must not be lost to a slip of whoever answers: it is a failed reply like any other.
        except Exception as error:
            return {"content": [], "stopReason": "error", "errorMessage": str(error) or type(error).__name__}

    async def _use_tools(self, reply: Message, signal: AbortSignal) -> list[ToolResult]:
        """Carry out a reply's calls, and write their results once all are there."""
        calls = calls_of(reply)
        if reply.data.get("stopReason") == "length":
            results = refuse(calls, self._emit)
        else:
            results = await carry_out(calls, self._tools, signal, self._emit)
        for call, result in zip(calls, results, strict=True):
            self._write(result_message(call, result, self._journal.now()))
        return results

    def _deliver(self, queue: deque[str]) -> None:
        """Write the first text of a queue, if it has one."""
        if queue:
            message = self._message(queue.popleft())
            self._emit(self._queues.update())
            self._write(message)

    def _write(self, message: JsonObject) -> Entry:
        entry = self._journal.append({"type": "message", "message": message})
        self._emit(MessageEnd(entry))
        return entry

    def _message(self, said: str | JsonObject) -> JsonObject:
        if not isinstance(said, str):
            return said
        content = [{"type": "text", "text": said}]
        return {"role": "user", "content": content, "timestamp": int(self._journal.now())}

    def _refuse_if_busy(self) -> None:
        if self._signal is not None:
            raise BusyError("A run is under way; steer it, follow up on it, or stop it.")


def _has_failed(message: Message) -> bool:
    return message.role == "assistant" and message.data.get("stopReason") in ("error", "aborted")
