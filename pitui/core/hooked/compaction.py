"""A prepared compaction carried out with hooks: they may refuse it, or write the summary in a model's place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from pitui.core.compaction.compact import CompactionResult, compact
from pitui.core.compaction.preparation import CompactionPreparation
from pitui.core.errors import SummaryAbortedError
from pitui.core.hooks import (
    CompactionReason,
    HookCompaction,
    Hooks,
    SessionBeforeCompact,
    SessionCompact,
    SessionCompactFailed,
    emit_session_before_compact,
    emit_session_compact,
    emit_session_compact_failed,
)
from pitui.core.session.writing import Written
from pitui.core.summary.ask import Asking, heed
from pitui.core.summary.options import SummaryOptions

_FAILED: Final[Mapping[CompactionReason, str]] = {
    "manual": "Compaction failed",
    "threshold": "Auto-compaction failed",
    "overflow": "Context overflow recovery failed",
}


async def make_compaction(
    preparation: CompactionPreparation,
    options: SummaryOptions,
    asking: Asking,
    hooks: Hooks,
    *,
    reason: CompactionReason = "manual",
    will_retry: bool = False,
) -> CompactionResult:
    """The compaction a hook answers with, or else the one `compact` makes; nothing is written yet.

    Raises SummaryError, and SummaryAbortedError when it was stopped, by a person or by a hook.
    """
    event = SessionBeforeCompact(
        preparation, preparation.projection.path, options.instructions, reason, will_retry, asking.signal
    )
    answer = await emit_session_before_compact(hooks.registry, event, hooks.report)
    if answer is not None and answer.cancel:
        raise SummaryAbortedError("A hook stopped the compaction; nothing was written.", title="Stopped by a hook")
    heed(asking.signal)
    if answer is not None and answer.compaction is not None:
        return _hooks_own(preparation, answer.compaction)
    result = await compact(preparation, options, asking)
    heed(asking.signal)
    return result


async def compact_with_hooks(
    preparation: CompactionPreparation,
    options: SummaryOptions,
    asking: Asking,
    hooks: Hooks,
    save: Callable[[CompactionResult], Written],
) -> Written:
    """Make a compaction somebody asked for, have `save` write it, and tell the hooks how it went.

    Raises what making and saving raise, once the hooks have heard of it.
    """
    result: CompactionResult | None = None
    try:
        result = await make_compaction(preparation, options, asking, hooks)
        written = save(result)
    except (Exception, asyncio.CancelledError) as error:
        failure = compaction_failure("manual", error, result)
        await emit_session_compact_failed(hooks.registry, failure, hooks.report)
        raise
    done = SessionCompact(written.entries[0], result.from_hook, "manual", will_retry=False)
    await emit_session_compact(hooks.registry, done, hooks.report)
    return written


def compaction_failure(
    reason: CompactionReason, error: BaseException, result: CompactionResult | None
) -> SessionCompactFailed:
    """What to tell of a compaction that was not written; `result` is the summary there was already."""
    aborted = isinstance(error, SummaryAbortedError | asyncio.CancelledError)
    return SessionCompactFailed(
        reason=reason,
        error_message=None if aborted else f"{_FAILED[reason]}: {str(error) or type(error).__name__}",
        aborted=aborted,
        will_retry=False,
        from_extension=result is not None and result.from_hook,
    )


def _hooks_own(preparation: CompactionPreparation, own: HookCompaction) -> CompactionResult:
    """A hook's compaction with the system prompt in force, which any compaction carries on."""
    system = preparation.system_message
    return CompactionResult(
        summary=own.summary,
        first_kept_entry_id=own.first_kept_entry_id,
        tokens_before=own.tokens_before,
        usage=own.usage,
        details=own.details,
        system_message=system.data if system is not None else None,
        from_hook=True,
    )
