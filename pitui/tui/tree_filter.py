"""What the tree can be narrowed to beyond pi's own filters: what is sent, what would be folded, a file, a tool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from pitui.core.session.entries import Entry
from pitui.core.session.filters import only_calls_tools
from pitui.core.session.tool_use import tool_uses

if TYPE_CHECKING:
    from pitui.tui.view_state import Leaf

Narrowing: TypeAlias = Literal["context", "folds", "file", "tool"]
NARROWINGS: dict[Narrowing, str] = {
    "context": "In context now",
    "folds": "Would be folded by compacting",
    "file": "Touches a file…",
    "tool": "Uses a tool…",
}


@dataclass(frozen=True, slots=True)
class TreeFilter:
    """One way to narrow the tree."""

    kind: Narrowing
    name: str = ""
    """The file or the tool."""

    def __str__(self) -> str:
        words = NARROWINGS[self.kind]
        return f"{words.split()[0]} {self.name}" if self.name else words

    def shows(self, entry: Entry, leaf: Leaf) -> bool:
        """Whether an entry stays, seen from a leaf."""
        match self.kind:
            case "context":
                return leaf.fates[entry.id] in ("sent", "replaced")
            case "folds":
                return leaf.fates_after[entry.id] == "folded" != leaf.fates[entry.id]
            case "file":
                return self._uses(entry, leaf, "path")
            case "tool":
                return self._uses(entry, leaf, "tool")

    def _uses(self, entry: Entry, leaf: Leaf, what: Literal["path", "tool"]) -> bool:
        """Whether an entry calls or answers; results stand for replies that only call, as in pi's filters."""
        if entry.role == "assistant" and entry.id != leaf.leaf_id and only_calls_tools(entry):
            return False
        return any(getattr(use, what) == self.name for use in tool_uses(entry, leaf.session.by_id))
