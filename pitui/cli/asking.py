"""Getting a summary on the command line: who is asked, what is shown meanwhile, how it is stopped and kept."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from pitui import config, paths
from pitui.cli.leaf import Leaf
from pitui.cli.output import note
from pitui.core.errors import PituiError
from pitui.core.session.session import Session
from pitui.core.settings import resolve_retry_settings
from pitui.core.summary.ask import Asking, Progress
from pitui.core.summary.summarizer import AbortSignal, Summarizer, SummaryRequest
from pitui.key_command import KeyCommands
from pitui.rendering.numbers import count
from pitui.rendering.sanitize import one_line
from pitui.store import recovery
from pitui.summarizers.choose import choose
from pitui.summarizers.model_worker import ModelWorker

_Result = TypeVar("_Result")
_LIVE_SECONDS = 60


class Writer:
    """Whoever writes the summaries of one command, chosen once and with a reason."""

    def __init__(self, leaf: Leaf, requested: str | None, *, offline: bool) -> None:
        """Choose; raises SummaryError for a model asked for by name that cannot be asked."""
        own = config.load(paths.config_file())
        self.include_thinking = own.include_thinking
        self._worker = ModelWorker(paths.log_file())
        self._retry = resolve_retry_settings(leaf.home.settings)
        self.summarizer, self.reason = choose(
            leaf.projection.model,
            requested or own.summarizer,
            find=leaf.home.model,
            agent_dir=leaf.home.agent_dir,
            environ=os.environ,
            worker=self._worker,
            printed=KeyCommands(leaf.home.agent_dir).printed,
            offline=offline,
        )

    def write(self, make: Callable[[Asking], Awaitable[_Result]]) -> _Result:
        """Have a summary made; Ctrl+C stops it. Raises SummaryError, SummaryAbortedError when it was stopped."""
        return asyncio.run(self._write(make))

    async def _write(self, make: Callable[[Asking], Awaitable[_Result]]) -> _Result:
        abort = AbortSignal()
        progress = ConsoleProgress(self.summarizer)
        try:
            with _ctrl_c(abort):
                return await make(Asking(self.summarizer, self._retry, abort, progress))
        finally:
            progress.clear()
            await self._worker.close()


class ConsoleProgress(Progress):
    """Tells a terminal how the summary comes along; a file or a pipe hears of retries alone."""

    def __init__(self, summarizer: Summarizer) -> None:
        place = summarizer.destination.host
        self._who = summarizer.destination.label + (f" at {place}" if place else "")
        self._length = 0
        self._is_shown = sys.stderr.isatty()

    def started(self, request: SummaryRequest) -> None:
        self._length = 0
        self._show(f"{self._who} reads {count(len(request.prompt))} characters")

    def text(self, piece: str) -> None:
        self._length += len(piece)
        self._show(f"{self._who} has written {count(self._length)} characters")

    def retrying(self, attempt: int, seconds: float, reason: str) -> None:
        self.clear()
        note(f"{reason} Trying again in {seconds:g} s.")

    def clear(self) -> None:
        """Take the line away again."""
        if self._is_shown:
            sys.stderr.write("\r\x1b[K")

    def _show(self, text: str) -> None:
        if self._is_shown:
            sys.stderr.write(f"\r{one_line(text)}\x1b[K")
            sys.stderr.flush()


def warn_of_another_writer(session: Session) -> None:
    """Say what a running pi makes of a new entry, when the file has just grown."""
    if time.time() - session.stamp.modified_ns / 1e9 < _LIVE_SECONDS:
        note("The file changed less than a minute ago: a running pi will not see this entry and goes on without it.")


@contextmanager
def kept(summary: str, session: Path, kind: recovery.Kind) -> Iterator[None]:
    """Hold a finished summary in a recovery file until the block has written it; a failure says where it lies."""
    path: Path | None = None
    # A summary that cannot be held is still worth writing.
    with suppress(OSError):
        path = recovery.keep(summary, session, kind, datetime.now(UTC))
    try:
        yield
    except PituiError as error:
        where = f" The summary is kept in {path}." if path is not None else ""
        raise PituiError(error.sentence + where, title=error.title) from error
    if path is not None:
        recovery.forget(path)


@contextmanager
def _ctrl_c(abort: AbortSignal) -> Iterator[None]:
    """Let Ctrl+C stop the summary and nothing else."""
    loop = asyncio.get_running_loop()
    # Where signals cannot be handled Ctrl+C ends the command, which writes nothing either.
    with suppress(NotImplementedError, RuntimeError, ValueError):
        loop.add_signal_handler(signal.SIGINT, abort.abort)
    try:
        yield
    finally:
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop.remove_signal_handler(signal.SIGINT)
