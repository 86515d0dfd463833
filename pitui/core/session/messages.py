"""Messages: the part of a session that a model reads.

A message is kept as the file has it and read leniently through `content`, since months of sessions hold
null contents, foreign roles and blocks no version of pi has written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pitui.core.javascript.json import Json, JsonObject

ROLES: Final = (
    "system",
    "user",
    "assistant",
    "toolResult",
    "bashExecution",
    "custom",
    "branchSummary",
    "compactionSummary",
)
"""The roles pi knows, as written in the file; any other is carried and shown, and never counted."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a session (pi: session-format, "Message Types")."""

    data: JsonObject
    """The message as JSON, every field the file has; never changed in place."""

    @property
    def role(self) -> str:
        """The role as text; an absent or foreign-typed role is the empty text."""
        role = self.data.get("role")
        return role if isinstance(role, str) else ""

    @property
    def content(self) -> Json:
        """The content as the file has it: a text, a list of blocks, or whatever stands there."""
        return self.data.get("content")

    def text_field(self, name: str) -> str:
        """A field that should be text, and is the empty text when it is not."""
        value = self.data.get(name)
        return value if isinstance(value, str) else ""

    def with_content(self, content: Json) -> Message:
        """The same message with other content, as an edit leaves it."""
        return Message({**self.data, "content": content})
