"""The exact messages a model gets: summaries, bash runs and custom messages in the words pi puts them in.

The wrapper texts are part of the session format: a summary written by pi must read the same from pitui.
"""

from __future__ import annotations

from collections.abc import Iterable

from pitui.core.javascript.json import Json, is_true
from pitui.core.session.content import as_text
from pitui.core.session.messages import Message

COMPACTION_PREFIX = (
    "The conversation history before this point was compacted into the following summary:\n\n<summary>\n"
)
COMPACTION_SUFFIX = "\n</summary>"
BRANCH_PREFIX = "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n"
BRANCH_SUFFIX = "</summary>"


def convert_to_llm(messages: Iterable[Message]) -> list[Message]:
    """The messages as a model gets them; those it never gets are left out (pi: `convertToLlm`)."""
    converted = (as_llm(message) for message in messages)
    return [message for message in converted if message is not None]


def as_llm(message: Message) -> Message | None:
    """One message as a model gets it; None for excluded bash runs and roles pi does not know."""
    match message.role:
        case "system" | "user" | "assistant" | "toolResult":
            return message
        case "custom":
            return _user(message, message.content)
        case "bashExecution":
            return None if is_true(message.data.get("excludeFromContext")) else _user(message, bash_text(message))
        case "compactionSummary":
            return _user(message, COMPACTION_PREFIX + as_text(message.data.get("summary")) + COMPACTION_SUFFIX)
        case "branchSummary":
            return _user(message, BRANCH_PREFIX + as_text(message.data.get("summary")) + BRANCH_SUFFIX)
        case _:
            return None


def bash_text(message: Message) -> str:
    """What a command a person ran looks like to the model."""
    data = message.data
    output = data.get("output")
    text = f"Ran `{as_text(data.get('command'))}`\n"
    text += f"```\n{as_text(output)}\n```" if is_true(output) else "(no output)"
    exit_code = data.get("exitCode")
    if is_true(data.get("cancelled")):
        text += "\n\n(command cancelled)"
    elif exit_code is not None and exit_code != 0:
        text += f"\n\nCommand exited with code {as_text(exit_code)}"
    if is_true(data.get("truncated")) and is_true(data.get("fullOutputPath")):
        text += f"\n\n[Output truncated. Full output: {as_text(data['fullOutputPath'])}]"
    return text


def _user(message: Message, content: Json) -> Message:
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    return Message({"role": "user", "content": content, "timestamp": message.data.get("timestamp")})
