"""The handlers that users registered, in the order they were loaded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, TypeVar, overload

from pitui.core.hooks.events import (
    BeforeCompactResult,
    BeforeTreeResult,
    SessionBeforeCompact,
    SessionBeforeTree,
    SessionCompact,
    SessionCompactFailed,
    SessionTree,
)

_Event = TypeVar("_Event")
_Result = TypeVar("_Result")
_Asked: TypeAlias = Callable[[_Event], Awaitable[_Result | None] | _Result | None]
_Told: TypeAlias = Callable[[_Event], Awaitable[None] | None]

EVENTS: Final = (
    "session_before_compact",
    "session_compact",
    "session_compact_failed",
    "session_before_tree",
    "session_tree",
)
"""The events by name, as pi calls them."""


@dataclass(frozen=True, slots=True)
class HookFailure:
    """A handler or a hook file that raised, to be shown to its author."""

    source: str
    """The hook file, as a path."""
    event: str
    """The event it was handling; `load` when the file itself failed."""
    error: BaseException

    def __str__(self) -> str:
        return f"{self.source} failed at {self.event}: {type(self.error).__name__}: {self.error}"


@dataclass(frozen=True, slots=True)
class Registered:
    """One handler and the file it came from."""

    handler: Callable[[Any], Any]
    source: str


class HookRegistry:
    """Handlers by event; a hook file's `register(hooks)` gets one of these to call `on` upon."""

    def __init__(self, source: str = "") -> None:
        self._source = source
        self._handlers: dict[str, list[Registered]] = {event: [] for event in EVENTS}

    @overload
    def on(
        self, event: Literal["session_before_compact"], handler: _Asked[SessionBeforeCompact, BeforeCompactResult]
    ) -> None: ...
    @overload
    def on(self, event: Literal["session_compact"], handler: _Told[SessionCompact]) -> None: ...
    @overload
    def on(self, event: Literal["session_compact_failed"], handler: _Told[SessionCompactFailed]) -> None: ...
    @overload
    def on(
        self, event: Literal["session_before_tree"], handler: _Asked[SessionBeforeTree, BeforeTreeResult]
    ) -> None: ...
    @overload
    def on(self, event: Literal["session_tree"], handler: _Told[SessionTree]) -> None: ...
    def on(self, event: str, handler: Callable[[Any], Any]) -> None:
        """Have a handler, plain or async, called at every such event; raises ValueError for an unknown event."""
        if event not in self._handlers:
            raise ValueError(f"there is no event {event!r}; the events are {', '.join(EVENTS)}")
        if not callable(handler):
            raise TypeError(f"the handler for {event} cannot be called")
        self._handlers[event].append(Registered(handler, self._source))

    def handlers(self, event: str) -> tuple[Registered, ...]:
        """The handlers of an event in load order, as they are now."""
        return tuple(self._handlers[event])

    def take(self, other: HookRegistry) -> None:
        """Add another's handlers behind these: a file registers all of its handlers or none."""
        for event, registered in other._handlers.items():
            self._handlers[event].extend(registered)


@dataclass(frozen=True, slots=True)
class Hooks:
    """The handlers to ask and tell, and who hears of their slips."""

    registry: HookRegistry
    report: Callable[[HookFailure], None]

    @classmethod
    def none(cls) -> Hooks:
        """No handlers, and so nothing to report."""
        return cls(HookRegistry(), lambda failure: None)
