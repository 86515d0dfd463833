"""Estimates of what messages weigh: four UTF-16 units a token, rounded up for each message.

The estimate decides nothing about a provider's bill; it is what pi's compaction counts with, so it must be
the same to the unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import isnan, nan
from typing import Literal, TypeAlias

import msgspec

from pitui.core.javascript.json import Json, JsonObject, is_true, stringify
from pitui.core.javascript.text import units
from pitui.core.session.content import as_mapping, blocks
from pitui.core.session.messages import Message

IMAGE_UNITS = 4800
"""What an image block counts, in UTF-16 units: 1200 tokens."""

TokenClass: TypeAlias = Literal["system", "summary", "user", "assistant", "thinking", "tools", "images"]
"""What tokens are spent on: `user` holds bash and custom messages too, `tools` the tools' results."""

Weights: TypeAlias = list[tuple[TokenClass, float]]
"""UTF-16 units by what they are spent on."""

CLASSES: tuple[TokenClass, ...] = ("system", "summary", "user", "assistant", "thinking", "tools", "images")


class Measure(msgspec.Struct, frozen=True, gc=False):
    """Roles and estimated tokens of some messages."""

    total: int = 0
    """Tokens of all messages."""
    roles: tuple[str, ...] = ()
    tokens: tuple[int, ...] = ()
    """Tokens of each message."""
    parts: tuple[tuple[TokenClass, int], ...] = ()
    """The same tokens by what they are spent on; they add up to `total`."""
    immeasurable: bool = False
    """Whether a text is no text, so that pi's own count becomes NaN here; such a text counts nothing."""


def estimate_tokens(message: Message) -> int:
    """Estimated tokens of one message; 0 for a role pi does not know (pi: `estimateTokens`)."""
    return _whole_tokens(_measurable(_weigh(message)))


def measure_messages(messages: Iterable[Message]) -> Measure:
    """Roles, tokens and their classes for messages in order."""
    measures = [_measure(message) for message in messages]
    return measures[0] if len(measures) == 1 else _joined(measures)


def _measure(message: Message) -> Measure:
    weighed = _weigh(message)
    weights = _measurable(weighed)
    tokens = _whole_tokens(weights)
    return Measure(tokens, (message.role,), (tokens,), _shares(weights, tokens), immeasurable=weights != weighed)


def _joined(measures: list[Measure]) -> Measure:
    parts: Counter[TokenClass] = Counter()
    for measure in measures:
        parts.update(dict(measure.parts))
    tokens = tuple(measure.total for measure in measures)
    roles = tuple(role for measure in measures for role in measure.roles)
    return Measure(sum(tokens), roles, tokens, tuple(parts.items()), any(measure.immeasurable for measure in measures))


def _measurable(weights: Weights) -> list[tuple[TokenClass, int]]:
    return [(kind, 0 if isnan(amount) else int(amount)) for kind, amount in weights]


def _whole_tokens(weights: list[tuple[TokenClass, int]]) -> int:
    return -(-sum([amount for _, amount in weights]) // 4)


def _shares(weights: list[tuple[TokenClass, int]], total: int) -> tuple[tuple[TokenClass, int], ...]:
    """A message's whole tokens dealt out to its classes, what rounding leaves going to the heaviest."""
    if len(weights) == 1:
        return ((weights[0][0], total),)
    shares = [(kind, amount // 4) for kind, amount in weights]
    if not shares:
        return ()
    heaviest = max(range(len(shares)), key=lambda index: weights[index][1])
    kind, share = shares[heaviest]
    shares[heaviest] = (kind, share + total - sum(amount for _, amount in shares))
    return tuple(shares)


def _weigh(message: Message) -> Weights:
    """A message's weight in UTF-16 units, by class; NaN where a text is no text."""
    match message.role:
        case "system":
            return [("system", _system_units(message.data))]
        case "assistant":
            return _assistant_units(message.content)
        case "user" | "custom":
            return _text_and_images("user", message.content)
        case "toolResult":
            return _text_and_images("tools", message.content)
        case "bashExecution":
            return [("user", _length(message.data.get("command")) + _length(message.data.get("output")))]
        case "branchSummary" | "compactionSummary":
            return [("summary", _length(message.data.get("summary")))]
        case _:
            return []


def _text_and_images(kind: TokenClass, content: Json) -> Weights:
    text: float = units(content) if isinstance(content, str) else 0
    images = 0
    for block in blocks(content):
        if block.get("type") == "text" and is_true(block.get("text")):
            text += _length(block["text"])
        elif block.get("type") == "image":
            images += IMAGE_UNITS
    return [(kind, text), ("images", images)] if images else [(kind, text)]


def _assistant_units(content: Json) -> Weights:
    said: float = 0
    thought: float = 0
    for block in blocks(content):
        match block.get("type"):
            case "text":
                said += _length(block.get("text"))
            case "thinking":
                thought += _length(block.get("thinking"))
            case "toolCall":
                said += _length(block.get("name"))
                if "arguments" in block:
                    said += units(stringify(block["arguments"]))
            case _:
                pass
    return [("assistant", said), ("thinking", thought)] if thought else [("assistant", said)]


def _system_units(data: JsonObject) -> float:
    total = sum(amount for _, amount in _text_and_images("system", data.get("content")))
    total += sum(_length(section) for section in as_mapping(data.get("sections")).values() if is_true(section))
    if isinstance(data.get("toolsAdded"), list):
        total += units(stringify(data["toolsAdded"]))
    return total


def _length(value: Json) -> float:
    if isinstance(value, str):
        return units(value)
    if isinstance(value, list):
        return len(value)
    return 0 if value is None else nan
