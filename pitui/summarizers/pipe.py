"""The pipe to one run of the helper process, and the conversations that share it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final

import pitui
from pitui.core.summary.summarizer import AbortSignal, SummarizerError
from pitui.summarizers.calls import Line, decode, encode
from pitui.summarizers.environment import worker_environment

PATIENCE_SECONDS: Final = 3.0
"""How long the helper process has to obey before it is ended."""
_LONGEST_LINE: Final = 1 << 30
_GONE: Final[Line] = {"event": "gone"}
_START: Final = "import sys; sys.path.append(sys.argv.pop(1)); from pitui.summarizers.worker import main; main()"


class HelperProcess:
    """One run of the helper process and the conversations on its pipe."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._inboxes: dict[int, asyncio.Queue[Line]] = {}
        self._last = 0
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, log: Path | None) -> HelperProcess:
        # -P keeps the folder the app was started in, which may hold any project, off the import path.
        root = str(Path(pitui.__file__).parent.parent)
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", _START, root, *([str(log)] if log else [])),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env=worker_environment(os.environ),
                limit=_LONGEST_LINE,
                # Ctrl+C in the terminal is for the app to answer.
                start_new_session=True,
            )
        except OSError as error:
            raise SummarizerError("unavailable", f"The helper process did not start: {error.strerror}.") from error
        return cls(process)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.returncode is None and not self._reading.done()

    @contextlib.asynccontextmanager
    async def conversation(self, request: Callable[[int], Line]) -> AsyncIterator[Talk]:
        """Send a request and hear its answers; one that is left before its end is cancelled over there."""
        self._last += 1
        talk = Talk(asyncio.Queue())
        self._inboxes[self._last] = talk.inbox
        number = self._last
        try:
            self._send(request(number))
            yield talk
        finally:
            if not talk.ended and self.alive:
                self._send({"id": number, "do": "cancel"})
                await self._see_it_end(talk)
            del self._inboxes[number]

    def _send(self, line: Line) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write(encode(line))

    async def _see_it_end(self, talk: Talk) -> None:
        """Wait for the cancelled call to end; a process that does not obey is ended itself."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not talk.ended:
                    talk.hear(await talk.inbox.get())
        except TimeoutError:
            await self.end(patience=0)

    async def _read(self) -> None:
        out = self._process.stdout
        while out is not None and (raw := await out.readline()):
            line = decode(raw)
            inbox = self._inboxes.get(line["id"])
            if inbox is not None:
                inbox.put_nowait(line)
        for inbox in self._inboxes.values():
            inbox.put_nowait(_GONE)

    async def end(self, patience: float) -> None:
        """Close the pipe, which ends the process; kill it when it has not ended in time."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(patience):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        await self._reading


class Talk:
    """The answers to one request."""

    def __init__(self, inbox: asyncio.Queue[Line]) -> None:
        self.inbox = inbox
        self.ended = False

    def hear(self, line: Line) -> Line:
        self.ended = self.ended or line["event"] not in ("text", "alive")
        return line

    async def next(self, signal: AbortSignal, idle_seconds: float) -> Line:
        """The next answer, or a line of our own: `aborted` by the signal, `silent` for too long."""
        answer = asyncio.create_task(self.inbox.get())
        stop = asyncio.create_task(signal.wait())
        try:
            await asyncio.wait({answer, stop}, timeout=idle_seconds, return_when=asyncio.FIRST_COMPLETED)
            line = self.hear(answer.result()) if answer.done() else None
            if stop.done():
                return {"event": "aborted"}
            return line or {"event": "silent"}
        finally:
            answer.cancel()
            stop.cancel()
