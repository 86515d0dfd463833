"""pi's settings.json as values: what applies, for which model, and where each value comes from.

`layers` stacks the files; `compaction` and `other` read them. Opening the files stands outside the core.
"""

from pitui.core.settings.compaction import CompactionSettings, resolve_compaction_settings
from pitui.core.settings.layers import DEFAULT, WHAT_IF, Layer, Origin, Setting, Settings
from pitui.core.settings.other import (
    TREE_FILTER_MODES,
    BranchSummarySettings,
    RetrySettings,
    TreeFilterMode,
    default_model,
    default_provider,
    resolve_branch_summary_settings,
    resolve_retry_settings,
    session_dir,
    tree_filter_mode,
)

__all__ = [
    "DEFAULT",
    "TREE_FILTER_MODES",
    "WHAT_IF",
    "BranchSummarySettings",
    "CompactionSettings",
    "Layer",
    "Origin",
    "RetrySettings",
    "Setting",
    "Settings",
    "TreeFilterMode",
    "default_model",
    "default_provider",
    "resolve_branch_summary_settings",
    "resolve_compaction_settings",
    "resolve_retry_settings",
    "session_dir",
    "tree_filter_mode",
]
