"""Asking and telling the handlers, one after the other.

The first refusal ends the round and the last answer given counts, as in pi. A handler that raises is reported
and passed over, so that somebody's slip never costs a session or a summary.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TypeAlias, TypeVar

from pitui.core.hooks.events import (
    BeforeCompactResult,
    BeforeTreeResult,
    SessionBeforeCompact,
    SessionBeforeTree,
    SessionCompact,
    SessionCompactFailed,
    SessionTree,
)
from pitui.core.hooks.registry import HookFailure, HookRegistry

Report: TypeAlias = Callable[[HookFailure], None]
_Answer = TypeVar("_Answer", BeforeCompactResult, BeforeTreeResult)


async def emit_session_before_compact(
    hooks: HookRegistry, event: SessionBeforeCompact, report: Report
) -> BeforeCompactResult | None:
    """Ask whether and how to compact; None when no handler has an answer."""
    return await _ask(hooks, "session_before_compact", event, BeforeCompactResult, report)


async def emit_session_compact(hooks: HookRegistry, event: SessionCompact, report: Report) -> None:
    """Tell that a compaction was written."""
    await _tell(hooks, "session_compact", event, report)


async def emit_session_compact_failed(hooks: HookRegistry, event: SessionCompactFailed, report: Report) -> None:
    """Tell that a compaction was not written."""
    await _tell(hooks, "session_compact_failed", event, report)


async def emit_session_before_tree(
    hooks: HookRegistry, event: SessionBeforeTree, report: Report
) -> BeforeTreeResult | None:
    """Ask whether and how to switch; None when no handler has an answer."""
    return await _ask(hooks, "session_before_tree", event, BeforeTreeResult, report)


async def emit_session_tree(hooks: HookRegistry, event: SessionTree, report: Report) -> None:
    """Tell that the session is at another leaf."""
    await _tell(hooks, "session_tree", event, report)


async def _ask(hooks: HookRegistry, name: str, event: object, kind: type[_Answer], report: Report) -> _Answer | None:
    last: _Answer | None = None
    for registered in hooks.handlers(name):
        try:
            answer = await _settled(registered.handler(event))
            if answer is not None and not isinstance(answer, kind):
                raise TypeError(f"a handler of {name} answers with {kind.__name__} or None, not {answer!r:.60}")
        # A handler may end in anything, sys.exit() included; nothing but a cancelled task ends the round.
        except (Exception, SystemExit) as error:
            report(HookFailure(registered.source, name, error))
            continue
        if answer is not None:
            last = answer
            if last.cancel:
                return last
    return last


async def _tell(hooks: HookRegistry, name: str, event: object, report: Report) -> None:
    for registered in hooks.handlers(name):
        try:
            await _settled(registered.handler(event))
        except (Exception, SystemExit) as error:
            report(HookFailure(registered.source, name, error))


async def _settled(outcome: object) -> object:
    return await outcome if inspect.isawaitable(outcome) else outcome
