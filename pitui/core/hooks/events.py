"""What handlers are told, and what those asked beforehand may answer.

Answers check themselves as they are made, so that a slip is the handler's own error and no session gets a
number for a summary.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from pitui.core.javascript.json import Json, JsonObject, stringify

if TYPE_CHECKING:
    from pitui.core.compaction.preparation import CompactionPreparation
    from pitui.core.session.entries import Entry
    from pitui.core.summary.summarizer import AbortSignal

CompactionReason: TypeAlias = Literal["manual", "threshold", "overflow"]
"""Asked for by a person, the context grew past the threshold, or a request no longer fitted."""


@dataclass(frozen=True, slots=True)
class SessionBeforeCompact:
    """A compaction is about to be made; answer with a BeforeCompactResult to stop or to replace it."""

    preparation: CompactionPreparation
    branch_entries: Sequence[Entry]
    """Every entry of the branch, root first."""
    custom_instructions: str | None
    reason: CompactionReason
    will_retry: bool
    """The reply that did not fit is asked for again afterwards."""
    signal: AbortSignal
    """Set when the person wants to stop; hand it to whatever takes long."""


@dataclass(frozen=True, slots=True)
class HookCompaction:
    """A handler's own compaction. Raises TypeError for what no session could hold."""

    summary: str
    first_kept_entry_id: str
    tokens_before: float
    """The context's size before, in tokens; the preparation has it."""
    usage: JsonObject | None = None
    """In the session file's form, where making the summary cost something."""
    details: Json = None
    """Anything JSON can hold, for the handler to find again."""

    def __post_init__(self) -> None:
        _require("summary", self.summary, str)
        _require("first_kept_entry_id", self.first_kept_entry_id, str)
        _require("tokens_before", self.tokens_before, int, float)
        _require("usage", self.usage, Mapping, type(None))
        _require_json("usage", self.usage)
        _require_json("details", self.details)


@dataclass(frozen=True, slots=True)
class BeforeCompactResult:
    """An answer to SessionBeforeCompact; an empty one lets the compaction go its way."""

    cancel: bool = False
    compaction: HookCompaction | None = None
    """Takes the place of the summary a model would write."""

    def __post_init__(self) -> None:
        _require("cancel", self.cancel, bool)
        _require("compaction", self.compaction, HookCompaction, type(None))


@dataclass(frozen=True, slots=True)
class SessionCompact:
    """A compaction was written."""

    entry: Entry
    from_extension: bool
    """A handler made the summary."""
    reason: CompactionReason
    will_retry: bool


@dataclass(frozen=True, slots=True)
class SessionCompactFailed:
    """A compaction was not written."""

    reason: CompactionReason
    error_message: str | None
    """None when it was stopped rather than failed."""
    aborted: bool
    will_retry: bool
    from_extension: bool
    """A handler had made the summary that could not be written."""


@dataclass(frozen=True, slots=True)
class TreePreparation:
    """A switch to another branch, decided and not yet done."""

    target_id: str
    old_leaf_id: str | None
    common_ancestor_id: str | None
    """The deepest entry on both paths; None when they share none."""
    entries_to_summarize: Sequence[Entry]
    user_wants_summary: bool
    custom_instructions: str | None = None
    replace_instructions: bool = False
    """The custom instructions stand in place of the built-in ones, not behind them."""
    label: str | None = None


@dataclass(frozen=True, slots=True)
class SessionBeforeTree:
    """A switch is about to be made, with a summary or without; answer with a BeforeTreeResult."""

    preparation: TreePreparation
    signal: AbortSignal


@dataclass(frozen=True, slots=True)
class HookSummary:
    """A handler's own branch summary. Raises TypeError for what no session could hold."""

    summary: str
    usage: JsonObject | None = None
    details: Json = None

    def __post_init__(self) -> None:
        _require("summary", self.summary, str)
        _require("usage", self.usage, Mapping, type(None))
        _require_json("usage", self.usage)
        _require_json("details", self.details)


@dataclass(frozen=True, slots=True)
class BeforeTreeResult:
    """An answer to SessionBeforeTree; fields left out leave what the person chose."""

    cancel: bool = False
    summary: HookSummary | None = None
    """Used only when the person wants a summary."""
    custom_instructions: str | None = None
    replace_instructions: bool | None = None
    label: str | None = None

    def __post_init__(self) -> None:
        _require("cancel", self.cancel, bool)
        _require("summary", self.summary, HookSummary, type(None))
        _require("custom_instructions", self.custom_instructions, str, type(None))
        _require("replace_instructions", self.replace_instructions, bool, type(None))
        _require("label", self.label, str, type(None))


@dataclass(frozen=True, slots=True)
class SessionTree:
    """The session moved to another leaf."""

    new_leaf_id: str | None
    old_leaf_id: str | None
    summary_entry: Entry | None = None
    from_extension: bool | None = None
    """A handler made the summary; None where there is none."""


def _require(name: str, value: object, *kinds: type) -> None:
    if not isinstance(value, kinds):
        expected = " or ".join("None" if kind is type(None) else kind.__name__ for kind in kinds)
        raise TypeError(f"{name} must be {expected}, not {type(value).__name__}")


def _require_json(name: str, value: object) -> None:
    try:
        # The standard encoder is the one that notices a value inside itself.
        json.dumps(value)
        stringify(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(f"{name} must be what JSON can hold: {error}") from error
