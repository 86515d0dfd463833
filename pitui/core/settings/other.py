"""The settings beside compaction that pitui goes by: branch summaries, retries, the tree, where and with whom."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, get_args

from pitui.core.settings.layers import DEFAULT, Origin, Settings
from pitui.core.settings.values import number, text, truth

TreeFilterMode: TypeAlias = Literal["default", "no-tools", "user-only", "labeled-only", "all"]
TREE_FILTER_MODES: Final[tuple[TreeFilterMode, ...]] = get_args(TreeFilterMode)


@dataclass(frozen=True, slots=True)
class BranchSummarySettings:
    """How a branch is summarised when it is left; no model overrides it (pi: settings, "Branch summary")."""

    reserve_tokens: int = 16384
    """Tokens of the window kept free of branch history; may be negative, as pi lets it."""
    skip_prompt: bool = False
    """Leave a branch without asking for a summary."""
    reserve_tokens_origin: Origin = field(default=DEFAULT, compare=False)
    skip_prompt_origin: Origin = field(default=DEFAULT, compare=False)


@dataclass(frozen=True, slots=True)
class RetrySettings:
    """How often and how fast a request that failed in passing is sent again (pi: settings, "Retry")."""

    enabled: bool = True
    max_retries: int = 3
    """Repeats after the first request."""
    base_delay: float = 2.0
    """Seconds before the first repeat; each later wait is twice as long."""
    max_delay: float = 60.0
    """The longest wait, in seconds."""

    def delay(self, repeat: int) -> float:
        """Seconds to wait before a repeat, counted from 1."""
        # Past 2^64 every wait is the longest one, and a float would soon overflow.
        return max(0.0, min(self.base_delay * 2.0 ** min(repeat - 1, 64), self.max_delay))


def resolve_branch_summary_settings(settings: Settings) -> BranchSummarySettings:
    """The branch settings; raises SettingsError when `branchSummary.reserveTokens` is no number."""
    reserve, reserve_origin = number(settings, "branchSummary", "reserveTokens", default=16384)
    skip, skip_origin = truth(settings, "branchSummary", "skipPrompt", default=False)
    # Budgets are whole tokens, so a fraction reserved is a token reserved.
    return BranchSummarySettings(math.ceil(reserve), skip, reserve_origin, skip_origin)


def resolve_retry_settings(settings: Settings) -> RetrySettings:
    """The retry settings, in seconds where pi has milliseconds; raises SettingsError for what is no number."""
    enabled, _ = truth(settings, "retry", "enabled", default=True)
    retries, _ = number(settings, "retry", "maxRetries", default=3)
    base, _ = number(settings, "retry", "baseDelayMs", default=2000)
    longest, _ = number(settings, "retry", "maxAgentDelayMs", default=60000)
    return RetrySettings(enabled, math.ceil(retries), base / 1000, longest / 1000)


def tree_filter_mode(settings: Settings) -> TreeFilterMode:
    """The filter the tree opens with; a mode pi does not know is the default one, as in pi."""
    setting = settings.find("treeFilterMode")
    known = (mode for mode in TREE_FILTER_MODES if setting is not None and mode == setting.value)
    return next(known, "default")


def session_dir(settings: Settings) -> str | None:
    """The flat folder sessions are kept in, as written there; None for pi's own place."""
    return text(settings, "sessionDir")


def default_provider(settings: Settings) -> str | None:
    """The provider new sessions start with."""
    return text(settings, "defaultProvider")


def default_model(settings: Settings) -> str | None:
    """The id of the model new sessions start with."""
    return text(settings, "defaultModel")
