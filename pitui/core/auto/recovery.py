"""Taking a failed reply out of the context while it stays in the session."""

from __future__ import annotations

from pitui.core.context.projection import Projection
from pitui.core.session.content import as_mapping, blocks_of
from pitui.core.session.entries import Entry
from pitui.core.session.journal import Journal


def omit_attempt(journal: Journal, projection: Projection, reply: Entry) -> list[Entry]:
    """Write the edits that omit a reply and the results of its tools, which no request may carry alone.

    Gives back the edits, one for each of them.
    """
    return [
        journal.append({"type": "context_edit", "targetId": target.id, "replacement": None})
        for target in (reply, *_results(projection, reply))
    ]


def _results(projection: Projection, reply: Entry) -> list[Entry]:
    """The tool results in the context that answer a reply's calls; they end at the next reply."""
    projected = projection.by_id.get(reply.id)
    if projected is None:
        return []
    calls = {block.get("id") for message in projected.messages for block in blocks_of(message.content, "toolCall")}
    results: list[Entry] = []
    for follower in projection.entries[projection.entries.index(projected) + 1 :]:
        if "assistant" in follower.roles:
            break
        message = as_mapping(follower.entry.body.get("message"))
        if "toolResult" in follower.roles and message.get("toolCallId") in calls:
            results.append(follower.entry)
    return results
