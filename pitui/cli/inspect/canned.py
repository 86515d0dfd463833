"""A summariser that answers `SUMMARY-1`, `SUMMARY-2` and so on, so that results can be compared."""

from __future__ import annotations

from collections.abc import Callable

from pitui.core.settings import RetrySettings
from pitui.core.summary.ask import Asking, Progress
from pitui.core.summary.summarizer import AbortSignal, Destination, SummaryReply, SummaryRequest

USAGE = {
    "input": 100,
    "output": 10,
    "cacheRead": 5,
    "cacheWrite": 1,
    "totalTokens": 116,
    "cost": {"input": 0.5, "output": 0.25, "cacheRead": 0.125, "cacheWrite": 0.0625, "total": 0.9375},
}


class CannedSummarizer:
    """Counts what it is asked and asks nobody."""

    destination = Destination("canned", None)

    def __init__(self) -> None:
        self.calls = 0

    async def reply(
        self, request: SummaryRequest, *, on_text: Callable[[str], None], signal: AbortSignal
    ) -> SummaryReply:
        """The next canned reply, whatever is asked."""
        self.calls += 1
        text = f"SUMMARY-{self.calls}"
        on_text(text)
        return SummaryReply(text, usage=USAGE)


def asking(summarizer: CannedSummarizer) -> Asking:
    """Ask the canned summariser, without retries."""
    return Asking(summarizer, RetrySettings(enabled=False), AbortSignal(), Progress())
