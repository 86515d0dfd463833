"""What the loop tells its host, in the order it happens; the events of automatic compaction come in between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pitui.core.auto.events import AutoEvent
from pitui.core.session.entries import Entry


@dataclass(frozen=True, slots=True)
class AgentStart:
    """A run begins: for a prompt, to repeat a reply, or for what was said meanwhile."""


@dataclass(frozen=True, slots=True)
class TurnStart:
    """A turn begins: one reply and the results of its tools."""


@dataclass(frozen=True, slots=True)
class MessageEnd:
    """A message is complete and written."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class ToolStart:
    """A tool call is about to be carried out; those of one reply run side by side."""

    name: str
    call_id: str


@dataclass(frozen=True, slots=True)
class ToolEnd:
    """A tool call is done."""

    name: str
    call_id: str
    is_error: bool


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """A turn is over."""

    tool_results: int


@dataclass(frozen=True, slots=True)
class AgentEnd:
    """A run is over."""

    will_retry: bool
    """Its last reply failed in passing and is asked for again."""


@dataclass(frozen=True, slots=True)
class AgentSettled:
    """Nothing more will happen until the next prompt."""

    aborted: bool


@dataclass(frozen=True, slots=True)
class RetryStart:
    """A reply failed in passing; after a pause it is asked for again."""

    attempt: int
    max_attempts: int
    seconds: float
    error_message: str


@dataclass(frozen=True, slots=True)
class RetryEnd:
    """There was a reply at last, or no more attempt is made."""

    success: bool
    attempt: int
    error_message: str | None = None


@dataclass(frozen=True, slots=True)
class QueueUpdate:
    """What was said meanwhile and not yet delivered."""

    steering: tuple[str, ...]
    follow_up: tuple[str, ...]


AgentEvent: TypeAlias = (
    AgentStart
    | TurnStart
    | MessageEnd
    | ToolStart
    | ToolEnd
    | TurnEnd
    | AgentEnd
    | AgentSettled
    | RetryStart
    | RetryEnd
    | QueueUpdate
    | AutoEvent
)
