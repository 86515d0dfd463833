"""Which entries of a tree are shown: pi's filter modes, and the rule for replies that only call tools."""

from __future__ import annotations

from collections.abc import Mapping

from pitui.core.session.content import as_mapping, blocks_of
from pitui.core.session.entries import BOOKKEEPING, Entry, once_per_entry
from pitui.core.settings.other import TreeFilterMode

_QUIET_STOPS = (None, "", "stop", "toolUse")


def shown(entry: Entry, mode: TreeFilterMode, leaf_id: str | None, labels: Mapping[str, object]) -> bool:
    """Whether a mode shows an entry (pi: tree, "Filter Modes").

    `all` hides nothing. The others hide replies that say nothing and only call tools, unless they failed, were
    aborted or are the leaf: their results stand for them.
    """
    if mode == "all":
        return True
    if entry.role == "assistant" and entry.id != leaf_id and only_calls_tools(entry):
        return False
    match mode:
        case "user-only":
            return entry.role == "user"
        case "labeled-only":
            return entry.id in labels
        case "no-tools":
            return entry.type not in BOOKKEEPING and entry.role != "toolResult"
        case "default":
            return entry.type not in BOOKKEEPING


@once_per_entry
def only_calls_tools(entry: Entry) -> bool:
    """Whether an assistant entry has no text and ended well."""
    message = as_mapping(entry.read().get("message"))
    content = message.get("content")
    if isinstance(content, str):
        said = bool(content.strip())
    else:
        said = any(str(block.get("text") or "").strip() for block in blocks_of(content, "text"))
    return not said and message.get("stopReason") in _QUIET_STOPS
