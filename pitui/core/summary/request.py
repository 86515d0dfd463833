"""Requests for summaries, exactly as they will be sent."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pitui.core.context.llm import convert_to_llm
from pitui.core.session.messages import Message
from pitui.core.summary import prompts
from pitui.core.summary.summarizer import Purpose, SummaryRequest
from pitui.core.summary.transcript import serialize_conversation

_SHARE_OF_RESERVE: dict[Purpose, float] = {"history": 0.8, "turn prefix": 0.5}
BRANCH_MAX_TOKENS = 4096


def history_request(
    messages: Sequence[Message],
    *,
    reserve_tokens: float,
    previous_summary: str | None = None,
    instructions: str | None = None,
    include_thinking: bool = True,
    model_max_tokens: int | None = None,
    thinking_level: str = "off",
) -> SummaryRequest:
    """A request to summarise a conversation, or to bring an earlier summary up to date with it."""
    task = prompts.UPDATE if previous_summary else prompts.HISTORY
    earlier = f"<previous-summary>\n{previous_summary}\n</previous-summary>\n\n" if previous_summary else ""
    return SummaryRequest(
        purpose="history",
        system_prompt=prompts.SYSTEM,
        prompt=_conversation(messages, include_thinking) + earlier + _focused(task, instructions),
        max_tokens=_cap("history", reserve_tokens, model_max_tokens),
        thinking_level=thinking_level,
        messages=tuple(messages),
        previous_summary=previous_summary,
        instructions=instructions,
    )


def turn_prefix_request(
    messages: Sequence[Message],
    *,
    reserve_tokens: float,
    instructions: str | None = None,
    include_thinking: bool = True,
    model_max_tokens: int | None = None,
    thinking_level: str = "off",
) -> SummaryRequest:
    """A request to summarise the beginning of a turn whose end is kept."""
    return SummaryRequest(
        purpose="turn prefix",
        system_prompt=prompts.SYSTEM,
        prompt=_conversation(messages, include_thinking) + _focused(prompts.TURN_PREFIX, instructions),
        max_tokens=_cap("turn prefix", reserve_tokens, model_max_tokens),
        thinking_level=thinking_level,
        messages=tuple(messages),
        instructions=instructions,
    )


def branch_request(
    messages: Sequence[Message],
    *,
    instructions: str | None = None,
    replace_instructions: bool = False,
    include_thinking: bool = True,
    model_max_tokens: int | None = None,
    thinking_level: str = "off",
) -> SummaryRequest:
    """A request to summarise a branch that is being left."""
    task = instructions if replace_instructions and instructions else _focused(prompts.BRANCH, instructions)
    return SummaryRequest(
        purpose="branch",
        system_prompt=prompts.SYSTEM,
        prompt=_conversation(messages, include_thinking) + task,
        max_tokens=min(BRANCH_MAX_TOKENS, model_max_tokens or BRANCH_MAX_TOKENS),
        thinking_level=thinking_level,
        messages=tuple(messages),
        instructions=instructions,
    )


def _conversation(messages: Sequence[Message], include_thinking: bool) -> str:
    text = serialize_conversation(convert_to_llm(messages), include_thinking=include_thinking)
    return f"<conversation>\n{text}\n</conversation>\n\n"


def _focused(task: str, instructions: str | None) -> str:
    return f"{task}{prompts.FOCUS}{instructions}" if instructions else task


def _cap(purpose: Purpose, reserve_tokens: float, model_max_tokens: int | None) -> int:
    """The output cap in tokens: a share of the reserve, within the model's own limit, at least one."""
    share = math.floor(_SHARE_OF_RESERVE[purpose] * reserve_tokens)
    return max(1, min(share, model_max_tokens) if model_max_tokens else share)
