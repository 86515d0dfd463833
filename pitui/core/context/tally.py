"""Who said how much, which tools were called, which files touched, and what each model cost: entries counted up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pitui.core.context.stats import Stats
from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.content import as_mapping, as_text, blocks_of
from pitui.core.session.entries import Entry
from pitui.core.session.messages import Message

SUMMARIES = "summaries"
"""Stands for the model where a summary's usage names none."""
TOOLS = "tools"
"""The same for usage that a tool reports."""


@dataclass(slots=True)
class Tally:
    """Counts over some entries; reading them takes every body once."""

    entries: int = 0
    roles: Counter[str] = field(default_factory=Counter)
    """Messages by role, and summaries by their entry's type."""
    calls: Counter[str] = field(default_factory=Counter)
    """Tool calls by the tool's name."""
    failures: Counter[str] = field(default_factory=Counter)
    """Results that say they failed, by the tool's name."""
    models: dict[str, Stats] = field(default_factory=dict)
    """Tokens and cost by `provider/model`."""
    messages: int = 0

    def add(self, entry: Entry) -> None:
        """Count one more entry."""
        self.entries += 1
        body = entry.read()
        match entry.type:
            case "message":
                self._add_message(Message(as_mapping(body.get("message"))))
            case "custom_message" | "compaction" | "branch_summary":
                self.roles[entry.type] += 1
                self._spend(SUMMARIES, body.get("usage"))
            case "usage":
                self._spend(_model(body, "model"), body.get("usage"))
            case _:
                pass

    def _add_message(self, message: Message) -> None:
        self.messages += 1
        self.roles[message.role] += 1
        if message.role == "assistant":
            for block in blocks_of(message.content, "toolCall"):
                self.calls[as_text(block.get("name"))] += 1
            self._spend(_model(message.data, "model"), message.data.get("usage"))
        elif message.role == "toolResult":
            self.failures[as_text(message.data.get("toolName"))] += message.data.get("isError") is True
            self._spend(TOOLS, message.data.get("usage"))

    def _spend(self, model: str, usage: Json) -> None:
        if isinstance(usage, dict):
            self.models.setdefault(model, Stats()).add(usage)


def tally(entries: Iterable[Entry]) -> Tally:
    """The counts over some entries."""
    counted = Tally()
    for entry in entries:
        counted.add(entry)
    return counted


def _model(holder: JsonObject, name: str) -> str:
    return f"{as_text(holder.get('provider'))}/{as_text(holder.get(name))}"
