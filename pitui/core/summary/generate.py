"""A summary of any messages in one call, for programs that need no compaction around it."""

from __future__ import annotations

from collections.abc import Sequence

from pitui.core.session.messages import Message
from pitui.core.settings.compaction import RESERVE_TOKENS
from pitui.core.summary.ask import Asking, Summary, ask
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.request import history_request


async def generate_summary(
    messages: Sequence[Message],
    asking: Asking,
    options: SummaryOptions | None = None,
    *,
    previous_summary: str | None = None,
    reserve_tokens: float = RESERVE_TOKENS,
) -> str:
    """The text of a summary (pi: `generateSummary`); raises SummaryError or SummaryAbortedError."""
    return (
        await generate_summary_with_usage(
            messages, asking, options, previous_summary=previous_summary, reserve_tokens=reserve_tokens
        )
    ).text


async def generate_summary_with_usage(
    messages: Sequence[Message],
    asking: Asking,
    options: SummaryOptions | None = None,
    *,
    previous_summary: str | None = None,
    reserve_tokens: float = RESERVE_TOKENS,
) -> Summary:
    """A summary and what it cost (pi: `generateSummaryWithUsage`).

    `previous_summary` is brought up to date instead of starting anew; four fifths of `reserve_tokens` bound the
    length. Raises SummaryError for a reply not worth keeping, SummaryAbortedError when the signal was set.
    """
    chosen = options or SummaryOptions()
    request = history_request(
        messages,
        reserve_tokens=reserve_tokens,
        previous_summary=previous_summary,
        instructions=chosen.instructions,
        include_thinking=chosen.include_thinking,
        model_max_tokens=chosen.model_max_tokens,
        thinking_level=chosen.thinking_level,
    )
    return await ask(request, asking)
