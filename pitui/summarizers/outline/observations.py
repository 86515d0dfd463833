"""What can be seen in a run of messages without understanding them: requests, files, commands, failures, remarks.

Remarks are sentences that their wording gives away: a rule laid down, a decision made, a plan.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.messages import Message
from pitui.summarizers.outline.excerpts import plain_text, sentences

_RULE: Final = re.compile(r"\b(?:must|never|always|don't|do not|should(?: not|n't)?|only|prefer|make sure)\b", re.I)
_DECISION: Final = re.compile(
    r"\b(?:decided|decision|chose|choose|going with|instead of|rather than|switched to|opted)\b", re.I
)
_PLAN: Final = re.compile(r"^(?:next|then|now|todo|remaining|still|i'll|i will|let me|we need)\b", re.I)


@dataclass(slots=True)
class Deed:
    """One kind of act on one thing, as often as it was done: an edit of a path, a command."""

    tool: str
    thing: str
    """The path, the command, or nothing for tools whose arguments say neither."""
    times: int = 0
    failures: int = 0
    trouble: str | None = None
    """What the last try said, when it failed; None once it has worked."""

    def tried(self, trouble: str | None) -> None:
        self.times += 1
        self.failures += trouble is not None
        self.trouble = trouble


@dataclass(slots=True)
class Observations:
    """Everything the outline is made of, in the order it was seen."""

    requests: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
    """What the assistant said in words."""
    summaries: list[str] = field(default_factory=list)
    """Earlier summaries among the messages."""
    deeds: list[Deed] = field(default_factory=list)
    breakdowns: list[str] = field(default_factory=list)
    """Errors of the provider, not of a tool."""
    rules: list[str] = field(default_factory=list)
    decisions: list[str] = field(default_factory=list)
    plans: list[str] = field(default_factory=list)
    """What the assistant said last about what comes next."""
    answered: bool = True
    """Whether the assistant spoke after the last request."""

    @property
    def troubles(self) -> list[Deed]:
        """What failed and has not worked since."""
        return [deed for deed in self.deeds if deed.trouble is not None]

    def by_tool(self, *tools: str) -> list[Deed]:
        return [deed for deed in self.deeds if deed.tool in tools]


def observe(messages: Iterable[Message]) -> Observations:
    """Look through the messages once; any JSON shape is taken for what can be seen of it."""
    seen = Observations()
    deeds: dict[tuple[str, str], Deed] = {}
    pending: dict[str, Deed] = {}

    def deed(tool: str, thing: str) -> Deed:
        return deeds.setdefault((tool, thing), Deed(tool, thing))

    for message in messages:
        text = plain_text(message.content).strip()
        match message.role:
            case "user" | "custom" if text:
                seen.requests.append(text)
                seen.answered = False
            case "assistant":
                if text:
                    seen.statements.append(text)
                    seen.answered = True
                if message.text_field("stopReason") == "error":
                    seen.breakdowns.append(message.text_field("errorMessage") or "the provider gave no reason")
                for call_id, tool, thing in _calls(message.content):
                    pending[call_id] = deed(tool, thing)
            case "toolResult":
                known = pending.pop(message.text_field("toolCallId"), None)
                (known or deed(message.text_field("toolName"), "")).tried(_trouble(message, text))
            case "bashExecution":
                deed("bash", message.text_field("command")).tried(_exit_trouble(message))
            case "branchSummary" | "compactionSummary":
                seen.summaries.append(message.text_field("summary"))
    for unanswered in pending.values():
        unanswered.tried(None)
    seen.deeds.extend(deeds.values())
    seen.rules = _remarks(seen.requests, _RULE)
    seen.decisions = _remarks(seen.statements, _DECISION)
    seen.plans = _remarks(seen.statements[-1:], _PLAN)
    return seen


def _remarks(texts: Iterable[str], pattern: re.Pattern[str]) -> list[str]:
    return [sentence for text in texts for sentence in sentences(text) if pattern.search(sentence)]


def _calls(content: Json) -> Iterable[tuple[str, str, str]]:
    """Each tool call's id, tool and thing."""
    for block in content if isinstance(content, list) else []:
        if isinstance(block, dict) and block.get("type") == "toolCall":
            name, call_id = block.get("name"), block.get("id")
            yield (
                call_id if isinstance(call_id, str) else f"#{id(block)}",
                name if isinstance(name, str) else "a tool",
                _thing(block.get("arguments")),
            )


def _thing(arguments: Json) -> str:
    named: JsonObject = arguments if isinstance(arguments, dict) else {}
    values = (named.get(name) for name in ("path", "command", "file_path", "pattern", "query", "url"))
    return next((value.strip() for value in values if isinstance(value, str) and value.strip()), "")


def _trouble(message: Message, text: str) -> str | None:
    return (text or "no output") if message.data.get("isError") is True else None


def _exit_trouble(message: Message) -> str | None:
    code = message.data.get("exitCode")
    if message.data.get("cancelled") is True:
        return "cancelled"
    failed = isinstance(code, int) and not isinstance(code, bool) and code != 0
    return message.text_field("output").strip() + f"\nexit code {code}" if failed else None
