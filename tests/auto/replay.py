"""A recorded scenario played again: its steps, against a scripted model, a session file and hooks."""

from __future__ import annotations

import asyncio
import json
from itertools import count
from pathlib import Path
from typing import Any

from pitui.core.agent import Agent, AgentEvent, ToolResult
from pitui.core.auto import AutoCompaction, CompactionStart, Terms
from pitui.core.branching.branch_summary import BranchOptions
from pitui.core.branching.switch import plan_switch
from pitui.core.catalog import Model
from pitui.core.errors import PituiError
from pitui.core.hooked import SummaryWish, make_switch, tell_switched
from pitui.core.hooks import HookFailure, Hooks
from pitui.core.javascript.json import JsonObject, stringify
from pitui.core.operations import save_branch_summary
from pitui.core.session.follow import SessionFollower
from pitui.core.session.journal import FileJournal
from pitui.core.session.writing import Pen
from pitui.core.settings import Layer, Origin, Settings, resolve_compaction_settings, resolve_retry_settings
from pitui.core.summary.ask import Progress
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.summarizer import AbortSignal, SummaryRequest
from tests.auto.hooks import HOOKS
from tests.auto.scripted import A_WHILE, Script, ScriptedChat, ScriptedSummarizer, turns, until
from tests.auto.telling import Record, event_record, retry_record, short
from tests.builders import START, header

SYSTEM_TOKENS = 1309
"""What the recorded sessions' system prompt weighs."""
WORKSPACE = json.loads((Path(__file__).parent / "workspace.json").read_text("utf-8"))


class Replay(Progress):
    """Plays one scenario, and writes down what happens as it was written down for pi."""

    def __init__(self, scenario: Record, path: Path) -> None:
        self.trace: list[Record] = []
        self.script = Script(scenario["script"], self.trace)
        self._path = path
        self._models = {facts["id"]: _model(facts) for facts in scenario["models"]}
        self._model = self._models[scenario["initialModel"]]
        self._settings = _settings(scenario["settings"])
        self._ticks = count(START)
        self._ids = (f"e{number}" for number in count(1))
        self._prompt: asyncio.Task[None] | None = None
        self._extension = scenario["extension"]
        self._pen = Pen(lambda: next(self._ticks), lambda: next(self._ids))
        path.write_text(stringify(header()) + "\n", "utf-8")
        self._open()
        self.journal.append({"type": "model_change", "provider": "mock", "modelId": self._model.id})
        self.journal.append({"type": "thinking_level_change", "thinkingLevel": "off"})

    async def play(self, steps: list[Record]) -> None:
        for step in steps:
            await self._step(step)

    def terms(self) -> Terms:
        return Terms(
            model=self._model,
            settings=resolve_compaction_settings(self._settings, "mock", self._model.id),
            summarizer=ScriptedSummarizer(self.script, self._model.id),
            retry=resolve_retry_settings(self._settings),
            progress=self,
        )

    def _open(self) -> None:
        """Begin anew over the file, as a process does that was started just now."""
        self._follower = SessionFollower(self._path)
        self.journal = FileJournal(self._follower, self._pen)
        self._hooks = Hooks(HOOKS[self._extension](), self._report)
        self._auto = AutoCompaction(self.journal, self.terms, self._note, self._hooks)
        tools = {"read": self._read, "bash": self._bash}
        self._agent = Agent(self._auto, ScriptedChat(self.script), tools, self._note)

    async def _step(self, step: Record) -> None:
        match step:
            case {"waitRequest": number}:
                await until(lambda: len(self.script.requests) >= number)
            case {"waitEvent": "text"}:
                await until(lambda: self.script.has_begun_to_answer)
            case {"waitEvent": name}:
                await until(lambda: any(line["ev"] == name for line in self.trace))
            case {"settle": True}:
                await self._settle()
            case {"prompt": text}:
                self._tell({**step, "prompt": short(text, 60)})
                await self._say(text, step)
            case {"cmd": command}:
                self._tell(step)
                await self._command(command)
            case {"abort": True}:
                self._tell(step)
                self._agent.abort()
                await self._settle()
            case {"nav": switch}:
                self._tell(step)
                await self._switch(switch)
            case {"restart": True}:
                self._tell(step)
                self._settings = _settings(step["settings"]) if "settings" in step else self._settings
                self._open()

    async def _say(self, text: str, step: Record) -> None:
        if step.get("streamingBehavior") == "followUp":
            self._agent.follow_up(text)
            return
        said: list[str | JsonObject] = [text] if self._has_prompt else [_system(), text]
        self._prompt = asyncio.ensure_future(self._agent.prompt(*said))
        if "nowait" not in step:
            await self._settle()

    @property
    def _has_prompt(self) -> bool:
        return any(entry.role == "system" for entry in self.journal.path)

    async def _settle(self) -> None:
        assert self._prompt is not None
        await self._prompt

    async def _command(self, command: Record) -> None:
        match command["type"]:
            case "compact":
                await self._compact(command.get("customInstructions"))
            case "set_auto_compaction":
                own = {"compaction": {"enabled": command["enabled"]}}
                self._settings = Settings((*self._settings.layers, Layer(own, Origin("project"))))
            case "set_model":
                self._model = self._models[command["modelId"]]
                self.journal.append({"type": "model_change", "provider": "mock", "modelId": self._model.id})
            case "steer":
                self._agent.steer(command["message"])
            case "bash":
                self.journal.append({"type": "message", "message": _bash_message(command["command"])})

    async def _compact(self, instructions: str | None) -> None:
        outcome: Record = {"success": True}
        try:
            await self._agent.compact(instructions)
        except PituiError as error:
            outcome = {"success": False, "error": error.sentence}
        self.trace.append({"ev": "response", "command": "compact", **outcome})

    async def _switch(self, switch: Record) -> None:
        plan = plan_switch(self.journal.session, self.journal.path[-1].id, switch["target"])
        asking = self.terms().asking(AbortSignal())
        wish = SummaryWish(BranchOptions(SummaryOptions()), asking) if switch.get("summarize") else None
        made = await make_switch(plan, self._hooks, wish=wish)
        written = None
        if made.summary is not None:
            written = save_branch_summary(self._follower, plan, made.summary, made.label, self._pen)
        self.journal.move(written.entries[-1].id if written is not None else plan.new_leaf_id)
        await tell_switched(plan, made, written, self._hooks)

    async def _read(self, arguments: JsonObject, signal: AbortSignal) -> ToolResult:
        await turns(3)
        return ToolResult(WORKSPACE[arguments["path"]])

    async def _bash(self, arguments: JsonObject, signal: AbortSignal) -> ToolResult:
        slow, _, command = arguments["command"].rpartition("; ")
        await turns(A_WHILE if slow else 1)
        return ToolResult(_printed(command))

    def _note(self, event: AgentEvent) -> None:
        if isinstance(event, CompactionStart):
            self._reason = event.reason
        self.trace.append(event_record(event))

    def _report(self, failure: HookFailure) -> None:
        about = {"extensionPath": failure.source, "event": failure.event, "error": str(failure.error)}
        self.trace.append({"ev": "extension_error", **about})

    def _tell(self, step: Record) -> None:
        self.trace.append({"ev": "step", **{name: step[name] for name in step if name != "nowait"}})

    # What is watched of a summary's request.

    _is_repeated = False

    def started(self, request: SummaryRequest) -> None:
        if self._is_repeated:
            again = {"source": "compaction", "reason": self._reason}
            self.trace.append({"ev": "summarization_retry_attempt_start", **again})
        self._is_repeated = False

    def retrying(self, attempt: int, seconds: float, reason: str) -> None:
        self._is_repeated = True
        most = self.terms().retry.max_retries
        self.trace.append(retry_record("summarization_retry_scheduled", attempt, most, round(seconds * 1000), reason))

    def settled(self) -> None:
        self.trace.append({"ev": "summarization_retry_finished"})


def _model(facts: Record) -> Model:
    return Model("mock", facts["id"], facts["id"], facts["contextWindow"], facts["maxTokens"], "the recording")


def _settings(values: Record) -> Settings:
    return Settings((Layer(values, Origin("agent")),))


def _system() -> JsonObject:
    """A system prompt of the recorded one's shape and weight."""
    sections: dict[str, Any] = dict.fromkeys(("preamble", "tools", "rules", "docs", "cwd"), "")
    sections["preamble"] = "word" * SYSTEM_TOKENS
    return {"role": "system", "content": "", "sections": sections, "timestamp": START}


def _bash_message(command: str) -> JsonObject:
    output = {"output": _printed(command), "exitCode": 0, "cancelled": False, "truncated": False}
    return {"role": "bashExecution", "command": command, **output, "timestamp": START}


def _printed(command: str) -> str:
    return str(WORKSPACE[command.removeprefix("cat ")])
