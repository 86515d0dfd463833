"""The terms a compaction runs under: for which model, by which settings, and who writes the summary."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from pitui.core.catalog import Model
from pitui.core.settings import CompactionSettings, RetrySettings
from pitui.core.summary.ask import Asking, Progress
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.summarizer import AbortSignal, Summarizer


@dataclass(frozen=True, slots=True)
class Terms:
    """Taken once as an operation starts, so that what a person changes meanwhile counts from the next one on."""

    model: Model
    """The model the conversation goes on with."""
    settings: CompactionSettings
    summarizer: Summarizer
    retry: RetrySettings = field(default_factory=RetrySettings)
    """How often requests that fail in passing are sent again."""
    options: SummaryOptions = field(default_factory=SummaryOptions)
    progress: Progress = field(default_factory=Progress)
    """Watches the summary being made."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    def asking(self, signal: AbortSignal) -> Asking:
        """Whom to ask for the summary, until the signal is set."""
        return Asking(self.summarizer, self.retry, signal, self.progress, self.sleep)
