"""Compacting and switching with a user's hooks: asked before, free to do it themselves, told after.

`compaction` and `switch` each have the making of a summary apart from its writing, so that it can be looked at in
between, and both in one.
"""

from pitui.core.hooked.compaction import compact_with_hooks, compaction_failure, make_compaction
from pitui.core.hooked.switch import MadeSwitch, SummaryWish, make_switch, switch_with_hooks, tell_switched

__all__ = [
    "MadeSwitch",
    "SummaryWish",
    "compact_with_hooks",
    "compaction_failure",
    "make_compaction",
    "make_switch",
    "switch_with_hooks",
    "tell_switched",
]
