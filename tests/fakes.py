"""A summariser that says what it is told to and remembers what it was asked, for tests of everything above it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from pitui.core.summary.summarizer import (
    AbortSignal,
    Destination,
    SummarizerError,
    SummaryReply,
    SummaryRequest,
)

WORKS = SummaryReply("## Goal\n- A summary.")


class RecordingSummarizer:
    """Gives the scripted replies in order, the last one over and over; an error is raised.

    With `waits` a request is answered only once its signal is set.
    """

    def __init__(
        self, *script: SummaryReply | SummarizerError, destination: Destination | None = None, waits: bool = False
    ) -> None:
        self.requests: list[SummaryRequest] = []
        self._script = deque(script or (WORKS,))
        self._destination = destination or Destination("fake/model", "fake.example", model_max_tokens=8192)
        self._waits = waits

    @property
    def destination(self) -> Destination:
        return self._destination

    async def reply(
        self, request: SummaryRequest, *, on_text: Callable[[str], None], signal: AbortSignal
    ) -> SummaryReply:
        self.requests.append(request)
        if self._waits:
            await signal.wait()
        if signal.aborted:
            return SummaryReply("", "aborted")
        answer = self._script.popleft() if len(self._script) > 1 else self._script[0]
        if isinstance(answer, SummarizerError):
            raise answer
        for piece in answer.text.splitlines(keepends=True):
            on_text(piece)
        return answer
