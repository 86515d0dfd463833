"""The summariser that asks nobody: a deterministic outline, streamed line by line like any other reply."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from pitui.core.summary.summarizer import AbortSignal, Destination, SummaryReply, SummaryRequest
from pitui.summarizers.outline.write import outline

_DESTINATION: Final = Destination(label="offline outline", host=None, cost_per_token=(0.0, 0.0))


class OutlineSummarizer:
    """Writes an outline of the messages on this machine; it costs nothing and fails at nothing."""

    @property
    def destination(self) -> Destination:
        return _DESTINATION

    async def reply(
        self, request: SummaryRequest, *, on_text: Callable[[str], None], signal: AbortSignal
    ) -> SummaryReply:
        """The outline; see `Summarizer.reply`."""
        # In a thread, because a long transcript takes longer to look through than a frame lasts.
        text = await asyncio.to_thread(outline, request)
        for row in text.splitlines(keepends=True):
            if signal.aborted:
                return SummaryReply("", "aborted")
            on_text(row)
            await asyncio.sleep(0)
        return SummaryReply(text)
