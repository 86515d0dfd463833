"""The five events at which a user's own Python may look on, step in or say no (pi: extensions, "Session events").

`events` is what a handler is told and may answer, `registry` keeps the handlers, `emit` asks them. Loading a
user's files stands outside the core.
"""

from pitui.core.hooks.emit import (
    emit_session_before_compact,
    emit_session_before_tree,
    emit_session_compact,
    emit_session_compact_failed,
    emit_session_tree,
)
from pitui.core.hooks.events import (
    BeforeCompactResult,
    BeforeTreeResult,
    CompactionReason,
    HookCompaction,
    HookSummary,
    SessionBeforeCompact,
    SessionBeforeTree,
    SessionCompact,
    SessionCompactFailed,
    SessionTree,
    TreePreparation,
)
from pitui.core.hooks.registry import EVENTS, HookFailure, HookRegistry, Hooks

__all__ = [
    "EVENTS",
    "BeforeCompactResult",
    "BeforeTreeResult",
    "CompactionReason",
    "HookCompaction",
    "HookFailure",
    "HookRegistry",
    "HookSummary",
    "Hooks",
    "SessionBeforeCompact",
    "SessionBeforeTree",
    "SessionCompact",
    "SessionCompactFailed",
    "SessionTree",
    "TreePreparation",
    "emit_session_before_compact",
    "emit_session_before_tree",
    "emit_session_compact",
    "emit_session_compact_failed",
    "emit_session_tree",
]
