"""Writes a session as pi does: ids, times, usage and key order, from what is said and done.

A `Pen` stands at a leaf. What a reply is reported to use follows from the text in its context, so the figures of
a story hold together through branches, edits and compactions.
"""

from __future__ import annotations

import base64
import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from bench.stories.models import NOTHING_USED, Model, usage
from bench.stories.system_prompt import system_message
from bench.stories.weights import Weights
from bench.stories.workspace import Act
from pitui.core.javascript.json import stringify

Entry = dict[str, Any]


class Pen:
    """One session file being written."""

    def __init__(
        self, cwd: str, start: str, model: Model, thinking: str = "medium", *, parent: str | None = None
    ) -> None:
        self.cwd = cwd
        self.model = model
        self.thinking = thinking
        self.now = datetime.fromisoformat(start).astimezone(UTC)
        self.entries: list[Entry] = []
        self.leaf: str | None = None
        self.weights = Weights()
        self._chance = random.Random(f"{cwd} {start}")
        header = {"type": "session", "version": 3, "id": self._session_id(), "timestamp": self._stamp(), "cwd": cwd}
        self.header: Entry = header if parent is None else {**header, "parentSession": parent}

    def text(self) -> str:
        """The whole file."""
        return "".join(stringify(line) + "\n" for line in (self.header, *self.entries))

    def begin(self, project: str | None = None) -> None:
        """What pi writes before the first prompt: model, thinking level, system message."""
        self.wait(0.1)
        self.add("model_change", provider=self.model.provider, modelId=self.model.name)
        self.add("thinking_level_change", thinkingLevel=self.thinking)
        message = system_message(self.cwd) if project is None else system_message(self.cwd, project)
        tools = message.pop("toolsAdded")
        self.message({**message, "timestamp": self.millis(), "toolsAdded": tools})

    def user(self, text: str, *, wait: float = 45, png: bytes | None = None) -> str:
        """The user asks something, perhaps with a picture, after thinking for a while."""
        self.wait(wait)
        content: list[Entry] = [{"type": "text", "text": text}]
        if png is not None:
            content.append({"type": "image", "data": base64.b64encode(png).decode(), "mimeType": "image/png"})
        return self.message({"role": "user", "content": content, "timestamp": self.millis()})

    def turn(self, text: str, *acts: Act, think: str = "") -> str:
        """The agent says something and uses tools; the id of its message."""
        calls = [(self._token("toolu_01"), act) for act in acts]
        blocks = [
            {"type": "toolCall", "id": identity, "name": act.tool, "arguments": act.arguments}
            for identity, act in calls
        ]
        said = self._assistant(text, think, blocks)
        for identity, act in calls:
            self.wait(act.seconds)
            result: Entry = {"role": "toolResult", "toolCallId": identity, "toolName": act.tool}
            result["content"] = [{"type": "text", "text": act.output}]
            if act.details is not None:
                result["details"] = act.details
            result |= {"isError": act.is_error, "durationMs": round(act.seconds * 1000), "timestamp": self.millis()}
            self.message(result)
        return said

    def reply(self, text: str, *, think: str = "") -> str:
        """The agent answers and its turn ends."""
        return self._assistant(text, think, [])

    def failed(self, problem: str) -> str:
        """A reply that came to nothing."""
        asked = self.millis()
        self.wait(1.2)
        return self.message(
            {
                **{"role": "assistant", "content": []},
                **{"api": self.model.api, "provider": self.model.provider, "model": self.model.name},
                **{"usage": NOTHING_USED, "stopReason": "error", "timestamp": asked},
                **{"errorMessage": problem, "durationMs": 1200, "thinkingLevel": self.thinking},
            }
        )

    def omit(self, target: str) -> None:
        """Take an entry out of the context, as pi does with a failed reply before it tries again."""
        self.add("context_edit", targetId=target, replacement=None)
        self.wait(2)

    def label(self, target: str | None, label: str) -> None:
        """The user marks an entry."""
        self.wait(4)
        self.add("label", targetId=target, label=label)

    def rename(self, name: str) -> None:
        """The user names the session."""
        self.wait(4)
        self.add("session_info", name=name)

    def shell(self, command: str, output: str, *, exit_code: int = 0, hidden: bool = False, wait: float = 30) -> str:
        """The user runs a command of their own, to show to the model or hidden from it."""
        self.wait(wait)
        message: Entry = {"role": "bashExecution", "command": command, "output": output, "exitCode": exit_code}
        message |= {"cancelled": False, "truncated": False, "timestamp": self.millis()}
        return self.message({**message, "excludeFromContext": True} if hidden else message)

    def use(self, model: Model, thinking: str) -> None:
        """The user changes to another model."""
        self.wait(20)
        self.model, self.thinking = model, thinking
        self.add("model_change", provider=model.provider, modelId=model.name)
        self.add("thinking_level_change", thinkingLevel=thinking)

    def go_back(self, target: str | None, summary: str | None = None, *, wait: float = 60) -> str | None:
        """Continue from another entry, with a summary of what is left behind, or without."""
        self.wait(wait)
        left, self.leaf = self.leaf, target
        if summary is None:
            return None
        files = self.weights.files_between(self.weights.path(left), target)
        preamble = (
            "The user explored a different conversation branch before returning here.\nSummary of that exploration:\n\n"
        )
        return self.add(
            "branch_summary",
            fromId=left or "root",
            summary=preamble + summary + files.as_text(),
            details=files.as_details(),
            usage=self._usage_of_summary(left, summary),
            fromHook=False,
        )

    def compact(self, summary: str, first_kept: str, *, wait: float = 10) -> str:
        """Fold everything before `first_kept` into a summary."""
        self.wait(wait)
        files = self.weights.files_between(self.weights.path(self.leaf), None, until=first_kept)
        system = {**system_message(self.cwd), "timestamp": self.millis()}
        return self.add(
            "compaction",
            summary=summary + files.as_text(),
            firstKeptEntryId=first_kept,
            tokensBefore=self.weights.reported(self.leaf),
            details=files.as_details(),
            usage=self._usage_of_summary(self.leaf, summary),
            fromHook=False,
            systemMessage=system,
        )

    def message(self, message: Entry) -> str:
        """Append a message."""
        return self.add("message", message=message)

    def add(self, kind: str, /, *, custom: Mapping[str, Any] | None = None, **fields: Any) -> str:
        """Append an entry under the leaf; `custom` fields come before its id, as pi writes them for extensions."""
        identity = f"{self._chance.getrandbits(32):08x}"
        entry: Entry = {"type": kind, **(custom or {})}
        entry |= {"id": identity, "parentId": self.leaf, "timestamp": self._stamp(), **fields}
        self.entries.append(entry)
        self.weights.record(entry)
        self.leaf = identity
        return identity

    def millis(self) -> int:
        """The time as messages have it, in milliseconds."""
        return _millis(self.now)

    def copy_path(self, other: Pen, leaf: str) -> None:
        """Begin with another session's path to an entry, ids and all, as a fork does."""
        self.entries = [entry for entry in other.weights.path(leaf) if entry["type"] != "label"]
        for entry in self.entries:
            self.weights.record(entry)
        self.leaf = leaf

    def wait(self, seconds: float) -> None:
        """Let time pass, a little more or less than asked."""
        self.now += timedelta(seconds=seconds * self._chance.uniform(0.8, 1.3))

    def _assistant(self, text: str, think: str, calls: list[Entry]) -> str:
        content: list[Entry] = []
        if think:
            signature = base64.b64encode(self._chance.randbytes(96)).decode()
            content.append({"type": "thinking", "thinking": think, "thinkingSignature": signature})
        if text:
            content.append({"type": "text", "text": text})
        content += calls
        asked = self.now
        output = max(self.weights.tokens_of({"role": "assistant", "content": content}), 12)
        context = self.weights.tokens(self.leaf)
        self.wait(1.5 + output / 70)
        message: Entry = {"role": "assistant", "content": content, "api": self.model.api}
        message |= {"provider": self.model.provider, "model": self.model.name}
        message["usage"] = usage(self.model, context, output, self.weights.cached(self.leaf))
        message |= {"stopReason": "toolUse" if calls else "stop", "timestamp": _millis(asked)}
        message |= {"responseId": self._token("msg_01"), "rawStopReason": "tool_use" if calls else "end_turn"}
        message["durationMs"] = _millis(self.now) - _millis(asked)
        return self.message({**message, "thinkingLevel": self.thinking})

    def _usage_of_summary(self, leaf: str | None, summary: str) -> Entry:
        output = round(len(summary) / 3.2)
        self.wait(output / 70)
        return usage(self.model, round(self.weights.tokens(leaf) * 0.6), output, 0)

    def _session_id(self) -> str:
        tail = f"{self._chance.getrandbits(80):020x}"
        head = f"{_millis(self.now):012x}"
        return f"{head[:8]}-{head[8:]}-7{tail[1:4]}-a{tail[5:8]}-{tail[8:]}"

    def _token(self, prefix: str) -> str:
        letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
        return prefix + "".join(self._chance.choices(letters, k=22))

    def _stamp(self) -> str:
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _millis(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
