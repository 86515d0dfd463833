"""The helper process: asks models and counts tokens for the app, so that litellm never stalls the screen.

It reads one JSON object a line and answers in kind. Only this protocol reaches the pipe; whatever a library
prints goes to the log, without keys. The process ends when its input does, so it never outlives the app.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from pitui.summarizers.calls import Line, ModelCall, decode, encode
from pitui.summarizers.completion import stream
from pitui.summarizers.counting import VocabularyError, count
from pitui.summarizers.failures import judge
from pitui.summarizers.scrubbing import ScrubbedStream, Scrubber

LONGEST_LOG = 1_000_000
"""In bytes."""


class Desk:
    """Takes lines in, keeps one task for each call, and writes lines out."""

    def __init__(self, write: Callable[[Line], None], scrubber: Scrubber) -> None:
        self._write = write
        self._scrubber = scrubber
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def take(self, line: Line) -> None:
        number = int(line["id"])
        match line["do"]:
            case "complete":
                self._start(number, self._complete(number, ModelCall(**line["call"])))
            case "count":
                self._start(number, self._count(number, line["texts"], line["encoding"]))
            case "cancel" if number in self._tasks:
                self._tasks[number].cancel()

    def _start(self, number: int, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[number] = task
        task.add_done_callback(lambda task: self._end(number, task))

    def _end(self, number: int, task: asyncio.Task[None]) -> None:
        del self._tasks[number]
        if task.cancelled():
            self._say(number, "cancelled")

    async def _complete(self, number: int, call: ModelCall) -> None:
        self._scrubber.learn(call.secrets)
        try:
            end = await stream(
                call,
                on_text=lambda text: self._say(number, "text", text=text),
                on_sign_of_life=lambda: self._say(number, "alive"),
            )
        except Exception as error:
            # Whatever a provider's library raises is the answer to this call, and no reason to end the process.
            kind, sentence = judge(error, call)
            self._say(number, "failed", kind=kind, sentence=self._scrubber.clean(sentence))
        else:
            self._say(number, "done", **end)

    async def _count(self, number: int, texts: list[str], encoding: str) -> None:
        try:
            counts = await asyncio.to_thread(count, texts, encoding)
        except VocabularyError as error:
            self._say(number, "failed", kind="unavailable", sentence=str(error))
        else:
            self._say(number, "counted", counts=counts)

    def _say(self, number: int, event: str, **fields: Any) -> None:
        self._write({"id": number, "event": event, **fields})


async def serve(source: BinaryIO, write: Callable[[Line], None], scrubber: Scrubber) -> None:
    """Answer the lines of `source` until it ends; what is still running then is dropped."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    desk = Desk(write, scrubber)

    def read() -> None:
        # A thread, because a pipe cannot be awaited on every system.
        try:
            for raw in source:
                loop.call_soon_threadsafe(desk.take, decode(raw))
        finally:
            loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=read, daemon=True).start()
    await ended.wait()


def main() -> None:
    """Serve the process's own pipes; the first argument names the log file, if there is to be one."""
    protocol = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    log_file = open_log(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    scrubber = Scrubber()
    for stray in (sys.stdout, sys.stderr):
        os.dup2(log_file.fileno(), stray.fileno())
    log = ScrubbedStream(log_file, scrubber)
    logging.basicConfig(stream=log, level=logging.WARNING, format="%(asctime)s %(name)s %(levelname)s %(message)s")

    def write(line: Line) -> None:
        protocol.write(encode(line))
        protocol.flush()

    with contextlib.redirect_stdout(log), contextlib.redirect_stderr(log):
        asyncio.run(serve(sys.stdin.buffer, write, scrubber))
    log_file.flush()
    # The threads and exit handlers of libraries would hold the process up by a second, for nothing it needs.
    os._exit(0)


def open_log(path: Path | None) -> TextIO:
    """The log, readable by its owner alone and begun anew when it has grown long; without a path, nowhere."""
    if path is None:
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123
    path.parent.mkdir(parents=True, exist_ok=True)
    begin = os.O_TRUNC if path.exists() and path.stat().st_size > LONGEST_LOG else os.O_APPEND
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | begin, 0o600)
    return os.fdopen(descriptor, "w", buffering=1, encoding="utf-8", errors="backslashreplace")


if __name__ == "__main__":
    main()
