"""Compaction by itself: when it is due, and how a reply that no longer fitted is made up for.

`trigger` decides and changes nothing; `recovery` takes a failed reply out of the context; `automatic` does what is
due, between the prompts and turns of whatever host runs a model; `events` tells what happens meanwhile.
"""

from pitui.core.auto.automatic import AutoCompaction
from pitui.core.auto.events import AutoEvent, CompactionEnd, CompactionStart, EntryAppended
from pitui.core.auto.terms import Terms
from pitui.core.auto.trigger import Trigger, exceeds_threshold, find_trigger, last_reply

__all__ = [
    "AutoCompaction",
    "AutoEvent",
    "CompactionEnd",
    "CompactionStart",
    "EntryAppended",
    "Terms",
    "Trigger",
    "exceeds_threshold",
    "find_trigger",
    "last_reply",
]
