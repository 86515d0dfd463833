"""The recorded scenarios' extensions as hooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count

from pitui.core.hooks import BeforeCompactResult, HookCompaction, HookRegistry, SessionBeforeCompact


def cancel_once() -> HookRegistry:
    calls = count()
    hooks = HookRegistry()
    hooks.on("session_before_compact", lambda event: BeforeCompactResult(cancel=next(calls) == 0))
    return hooks


def cancel() -> HookRegistry:
    hooks = HookRegistry()
    hooks.on("session_before_compact", lambda event: BeforeCompactResult(cancel=True))
    return hooks


def supply() -> HookRegistry:
    def own(event: SessionBeforeCompact) -> BeforeCompactResult:
        prepared = event.preparation
        sizes = f"{len(prepared.messages_to_summarize)}+{len(prepared.turn_prefix_messages)}"
        will_retry = str(event.will_retry).lower()
        summary = f"EXT SUMMARY ({event.reason}, willRetry={will_retry}): {sizes} messages"
        compaction = HookCompaction(
            summary, prepared.first_kept_entry_id, prepared.tokens_before, details={"by": "supply"}
        )
        return BeforeCompactResult(compaction=compaction)

    hooks = HookRegistry()
    hooks.on("session_before_compact", own)
    return hooks


def throws() -> HookRegistry:
    def explode(event: SessionBeforeCompact) -> None:
        raise RuntimeError("extension exploded")

    hooks = HookRegistry("/home/dev/ext/throws.js")
    hooks.on("session_before_compact", explode)
    return hooks


HOOKS: Mapping[str | None, Callable[[], HookRegistry]] = {
    None: HookRegistry,
    "cancel-once": cancel_once,
    "cancel": cancel,
    "supply": supply,
    "throws": throws,
}
