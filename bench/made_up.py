"""Sessions made up for measuring: turns with tools, pictures, forks and compactions, the same bytes every time."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bench.filler import WORDS, prose, signs

Body = dict[str, Any]

_TOOLS = ("read", "edit", "write", "bash", "grep")
_OUTPUTS = (2_000, 4_000, 8_000, 30_000)
"""How long tool results are, in characters on average; with the rest about 7 kB a line."""
_COST = {"input": 0.003, "output": 0.015, "cacheRead": 0.0003, "cacheWrite": 0.00375, "total": 0.02205}


def write_session(path: Path, *, megabytes: float = 0, entries: int = 0, seed: int = 1) -> Path:
    """Write a session of a size, or of a number of entries that are all on one path and in its context."""
    left = megabytes * 1_000_000
    with path.open("wb") as file:
        for number, line in enumerate(_Author(seed, folds=not entries).lines()):
            file.write(line)
            left -= len(line)
            if number >= entries and left <= 0:
                break
    return path


class _Author:
    """Writes the lines of one session as pi would."""

    def __init__(self, seed: int, *, folds: bool) -> None:
        """`folds` lets the session compact and fork."""
        self._chance = random.Random(seed)
        self._folds = folds
        self._now = datetime(2026, 3, 2, 8, tzinfo=UTC)
        self._leaf: str | None = None
        self._asked: list[str] = []
        self._context = 0

    def lines(self) -> Iterator[bytes]:
        """A header, and then entries without end."""
        header = {"type": "session", "version": 3, "id": self._id(32), "timestamp": self._stamp(), "cwd": "/srv/shop"}
        yield _line(header)
        yield self._entry("model_change", provider="anthropic", modelId="claude-sonnet-4-5")
        yield self._entry("thinking_level_change", thinkingLevel="medium")
        yield self._message({"role": "system", "content": self._some(6_000)})
        while True:
            yield from self._turn()
            if self._folds and self._chance.random() < 0.01:
                yield self._compaction()
            if self._folds and self._chance.random() < 0.03:
                self._leaf = self._chance.choice(self._asked[-40:])

    def _turn(self) -> Iterator[bytes]:
        content: list[Body] = [{"type": "text", "text": self._some(300)}]
        if self._chance.random() < 0.06:
            data = self._slice(signs(), self._chance.randrange(60_000, 400_000))
            content.append({"type": "image", "data": data, "mimeType": "image/png"})
        yield self._message({"role": "user", "content": content})
        self._asked.append(self._leaf or "")
        for _ in range(self._chance.randrange(2, 9)):
            call, tool = f"toolu_{self._id(24)}", self._chance.choice(_TOOLS)
            yield self._reply(self._call(call, tool), "toolUse")
            output = [{"type": "text", "text": self._some(self._chance.choice(_OUTPUTS))}]
            result = {"role": "toolResult", "toolCallId": call, "toolName": tool, "content": output, "isError": False}
            yield self._message(result)
        yield self._reply({"type": "text", "text": self._some(1_500)}, "stop")

    def _reply(self, said: Body, reason: str) -> bytes:
        thought = {"type": "thinking", "thinking": self._some(800), "thinkingSignature": self._slice(signs(), 400)}
        message: Body = {"role": "assistant", "content": [thought, said], "api": "anthropic-messages"}
        message |= {"provider": "anthropic", "model": "claude-sonnet-4-5"}
        self._context += 2_000
        message["usage"] = {"input": 12, "output": 400, "cacheRead": self._context, "cacheWrite": 2_000}
        message["usage"] |= {"totalTokens": self._context + 2_412, "cost": _COST}
        return self._message({**message, "stopReason": reason})

    def _call(self, identity: str, tool: str) -> Body:
        arguments: Body = {"path": f"src/{self._chance.choice(WORDS)}/{self._chance.choice(WORDS)}.py"}
        if tool == "edit":
            arguments |= {"oldText": self._some(400), "newText": self._some(500)}
        elif tool == "write":
            arguments["content"] = self._some(3_000)
        elif tool == "bash":
            arguments = {"command": self._some(80), "timeout": 120}
        return {"type": "toolCall", "id": identity, "name": tool, "arguments": arguments}

    def _compaction(self) -> bytes:
        self._context = 20_000
        fields: Body = {"summary": self._some(6_000), "firstKeptEntryId": self._asked[-1], "tokensBefore": 180_000}
        return self._entry("compaction", **fields, details={"readFiles": [], "modifiedFiles": []}, fromHook=False)

    def _message(self, message: Body) -> bytes:
        return self._entry("message", message={**message, "timestamp": round(self._now.timestamp() * 1000)})

    def _entry(self, kind: str, **fields: Any) -> bytes:
        identity = self._id(8)
        line = _line({"type": kind, "id": identity, "parentId": self._leaf, "timestamp": self._stamp(), **fields})
        self._leaf = identity
        return line

    def _some(self, length: int) -> str:
        return self._slice(prose(), max(8, round(length * self._chance.uniform(0.4, 1.6))))

    def _slice(self, text: str, length: int) -> str:
        start = self._chance.randrange(len(text) - length)
        return text[start : start + length]

    def _id(self, digits: int) -> str:
        return f"{self._chance.getrandbits(4 * digits):0{digits}x}"

    def _stamp(self) -> str:
        self._now += timedelta(milliseconds=self._chance.randrange(200, 9_000))
        return self._now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _line(body: Body) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
