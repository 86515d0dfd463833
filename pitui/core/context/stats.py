"""What a session has cost so far: messages, tool calls, tokens and money, over any of its entries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.content import as_mapping, blocks_of
from pitui.core.session.entries import Entry


@dataclass(slots=True)
class Stats:
    """Sums over entries (pi: `getSessionStats`); failed, aborted and summarising requests count too."""

    user_messages: int = 0
    assistant_messages: int = 0
    tool_calls: int = 0
    tool_results: int = 0
    total_messages: int = 0
    input: float = 0
    output: float = 0
    cache_read: float = 0
    cache_write: float = 0
    cost: float = 0.0
    """US dollars, as the entries report them."""

    @property
    def tokens(self) -> float:
        """All tokens sent and received."""
        return self.input + self.output + self.cache_read + self.cache_write

    def add(self, usage: JsonObject) -> None:
        """Add a usage report; parts that are no numbers count nothing."""
        self.input += _number(usage.get("input"))
        self.output += _number(usage.get("output"))
        self.cache_read += _number(usage.get("cacheRead"))
        self.cache_write += _number(usage.get("cacheWrite"))
        # Costs are added one by one in file order, so that the sum has pi's own rounding.
        self.cost += _number(as_mapping(usage.get("cost")).get("total"))


def session_stats(entries: Iterable[Entry]) -> Stats:
    """The sums over some entries, in their order."""
    stats = Stats()
    for entry in entries:
        body = entry.read()
        if entry.type in ("usage", "branch_summary", "compaction"):
            stats.add(as_mapping(body.get("usage")))
        elif entry.type == "message":
            _add_message(stats, as_mapping(body.get("message")))
    return stats


def _add_message(stats: Stats, message: JsonObject) -> None:
    stats.total_messages += 1
    match message.get("role"):
        case "user":
            stats.user_messages += 1
        case "toolResult":
            stats.tool_results += 1
            stats.add(as_mapping(message.get("usage")))
        case "assistant":
            stats.assistant_messages += 1
            stats.tool_calls += len(blocks_of(message.get("content"), "toolCall"))
            stats.add(as_mapping(message.get("usage")))
        case _:
            pass


def _number(value: Json) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else 0
