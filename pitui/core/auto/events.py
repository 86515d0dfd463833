"""What automatic compaction tells its host, in the order it happens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pitui.core.compaction.compact import CompactionResult
from pitui.core.hooks import CompactionReason
from pitui.core.session.entries import Entry


@dataclass(frozen=True, slots=True)
class EntryAppended:
    """An edit was written that takes a failed reply, or a result of its tools, out of the context."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class CompactionStart:
    """A compaction begins."""

    reason: CompactionReason


@dataclass(frozen=True, slots=True)
class CompactionEnd:
    """A compaction was written, or was not; the latter may come without a start, when it is not tried again."""

    reason: CompactionReason
    aborted: bool = False
    """Stopped by a person or a hook."""
    will_retry: bool = False
    """The reply that did not fit is to be asked for again."""
    error_message: str | None = None
    """Why there is no compaction; None when it was stopped."""
    result: CompactionResult | None = None
    entry: Entry | None = None
    """The entry written, where there is a result."""
    estimated_tokens_after: int | None = None
    """The context's estimated size then, in tokens."""


AutoEvent: TypeAlias = EntryAppended | CompactionStart | CompactionEnd
