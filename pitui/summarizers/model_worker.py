"""The app's end of the helper process: started when first needed, asked over a pipe, started anew if it dies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from pitui.core.summary.summarizer import AbortSignal, SummarizerError
from pitui.summarizers.calls import Line, ModelAnswer, ModelCall, answer_of, call_line
from pitui.summarizers.pipe import HelperProcess

IDLE_SECONDS: Final = 300.0
"""How long a provider may stay silent; pi's own default."""
CLOSING_SECONDS: Final = 0.5
"""How long the helper process may take to end by itself; it has nothing to lose."""


class ModelWorker:
    """The helper process, as the app sees it; it needs no start, only a `close` at the end."""

    def __init__(self, log: Path | None = None) -> None:
        self._log = log
        self._starting = asyncio.Lock()
        self._process: HelperProcess | None = None

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._process.pid if self._process and self._process.alive else None

    async def complete(
        self,
        call: ModelCall,
        *,
        on_text: Callable[[str], None],
        signal: AbortSignal,
        idle_seconds: float = IDLE_SECONDS,
    ) -> ModelAnswer:
        """Ask a model; finish reason `aborted` when the signal was set. Raises SummarizerError."""
        pieces: list[str] = []
        process = await self._running()
        async with process.conversation(lambda number: call_line(number, call)) as talk:
            while True:
                line = await talk.next(signal, idle_seconds)
                match line["event"]:
                    case "text":
                        pieces.append(line["text"])
                        on_text(line["text"])
                    case "done":
                        return answer_of("".join(pieces), line)
                    case "aborted":
                        return ModelAnswer("".join(pieces), "aborted")
                    case "silent":
                        place = call.host or "The server on this machine"
                        raise SummarizerError("transient", f"{place} has been silent for {idle_seconds:g} seconds.")
                    case "failed" | "gone":
                        raise self._failure(line)

    async def count(self, texts: Sequence[str], encoding: str) -> list[int]:
        """The tokens in each text; raises SummarizerError when the encoding's vocabulary is not at hand."""
        request = {"do": "count", "texts": list(texts), "encoding": encoding}
        process = await self._running()
        async with process.conversation(lambda number: {"id": number, **request}) as talk:
            line = await talk.next(AbortSignal(), IDLE_SECONDS)
        if line["event"] != "counted":
            raise self._failure(line)
        return list(line["counts"])

    async def close(self) -> None:
        """End the helper process, if it runs."""
        if self._process is not None:
            await self._process.end(CLOSING_SECONDS)
            self._process = None

    async def _running(self) -> HelperProcess:
        async with self._starting:
            if self._process is None or not self._process.alive:
                self._process = await HelperProcess.start(self._log)
            return self._process

    def _failure(self, line: Line) -> SummarizerError:
        if line["event"] == "failed":
            return SummarizerError(line["kind"], line["sentence"])
        hint = f" Its log is {self._log}." if self._log else ""
        return SummarizerError("unavailable", f"The helper process that asks models has died.{hint}")
