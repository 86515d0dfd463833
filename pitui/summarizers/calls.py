"""What crosses the pipe between the app and the helper process: a call, its answer, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

Line: TypeAlias = Mapping[str, Any]
"""One message of the protocol, either way; `id` says which call it belongs to."""


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request to one model, complete: the helper process has nothing to look up."""

    label: str
    model: str
    system_prompt: str
    prompt: str
    max_tokens: int
    host: str | None = None
    api_base: str | None = None
    api_key: str | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    options: Mapping[str, str] = field(default_factory=dict)
    own: bool = False
    """A server of the person's own, whose models litellm cannot know."""
    effort: str | None = None
    """The reasoning effort wanted; None for a model that does not reason, or is to answer without."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must appear in no log and no message: the key and every header's value."""
        return tuple(text for text in (self.api_key, *self.headers.values()) if text)


@dataclass(frozen=True, slots=True)
class TokenCounts:
    """Tokens as the provider reported them; input without what the cache gave or took."""

    input: int
    output: int
    cache_read: int = 0
    cache_write: int = 0


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What came back for a call, unjudged."""

    text: str
    finish: str
    """litellm's finish reason, or `aborted`."""
    tokens: TokenCounts | None = None
    """None when the provider reported none."""


def encode(line: Line) -> bytes:
    """A message as one line; ASCII, so that even half a surrogate pair crosses unharmed."""
    return json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n"


def decode(raw: bytes) -> Line:
    """The message in one line; raises ValueError for anything else."""
    line = json.loads(raw)
    if not isinstance(line, dict):
        raise ValueError("a message is an object")
    return line


def call_line(number: int, call: ModelCall) -> Line:
    return {"id": number, "do": "complete", "call": asdict(call)}


def answer_of(text: str, line: Line) -> ModelAnswer:
    """The answer whose text has arrived in pieces and whose end is this line."""
    tokens = line.get("tokens")
    return ModelAnswer(text, str(line["finish"]), TokenCounts(**tokens) if tokens else None)
