"""What pi did by itself in every recorded scenario is done here too: event by event, entry by entry."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitui.core.agent.tools import Call, refuse
from pitui.core.auto.automatic import STILL_CUT_SHORT, STILL_TOO_LONG
from pitui.core.compaction.preparation import ALREADY_COMPACTED, NOTHING_TO_COMPACT
from pitui.core.context.projection import project
from pitui.core.context.stats import session_stats
from pitui.core.context.usage import reported_tokens
from tests.auto.replay import Replay
from tests.auto.telling import Record, entry_record, short, told

TRACES = {path.stem: path for path in sorted((Path(__file__).parent / "traces").glob("*.json"))}

IN_OUR_WORDS = {
    "Already compacted": ALREADY_COMPACTED,
    "Nothing to compact (session too small)": NOTHING_TO_COMPACT,
    "Context overflow recovery failed after one compact-and-retry attempt. "
    "Try reducing context or switching to a larger-context model.": STILL_TOO_LONG,
    "Truncated response recovery failed after one compact-and-retry attempt.": STILL_CUT_SHORT,
    "Summarization failed: generation hit the token cap and the summary is incomplete": "Summarization failed: "
    "the reply was cut off at the token limit, so it is incomplete.",
    "Summarization attempted to call a tool": "Summarization failed: "
    "the model tried to call a tool instead of answering.",
}
"""What pi says in a sentence of its own."""

NOT_CALLED = 'Tool call "read" was not executed'
REFUSED = refuse([Call("call_1", "read", {})], lambda event: None)[0].text
"""What the model is told of a call that was not made."""


def in_our_words(value: Any) -> Any:
    """A recording with pi's sentences put into ours."""
    match value:
        case {"text": str(text), "estTokens": _} if text.startswith(NOT_CALLED):
            return {**value, "text": in_our_words(text), "estTokens": -(-len(REFUSED) // 4)}
        case dict():
            return {name: in_our_words(member) for name, member in value.items()}
        case list():
            return [in_our_words(member) for member in value]
        case str() if value.startswith(NOT_CALLED):
            return short(REFUSED, value.index("…"))
        case str():
            for theirs, ours in IN_OUR_WORDS.items():
                if value.endswith(theirs):
                    return value.removesuffix(theirs) + ours
    return value


def messages_of(replay: Replay) -> list[Record]:
    """The context's messages as the traces tell them."""
    return [
        {"role": message.role, "text": "[system]" if message.role == "system" else short(told(message), 80)}
        for message in project(replay.journal.path).messages
    ]


@pytest.fixture(params=TRACES)
def scenario(request: pytest.FixtureRequest) -> Record:
    recorded: Record = json.loads(TRACES[request.param].read_text("utf-8"))
    return recorded


def test_every_scenario_is_here() -> None:
    assert len(TRACES) == 65


async def test_it_goes_as_in_pi(scenario: Record, tmp_path: Path) -> None:
    expected = in_our_words(scenario["expected"])
    replay = Replay(scenario, tmp_path / "session.jsonl")
    await replay.play(scenario["steps"])

    assert replay.trace == expected["trace"]
    assert replay.script.left == 0
    entries = [entry_record(entry) for entry in replay.journal.session.entries]
    assert entries == expected["entries"]
    assert replay.journal.path[-1].id == expected["leaf"]
    assert messages_of(replay) == expected["messages"]
    for request, recorded in zip(replay.script.requests, expected["llmRequests"], strict=True):
        assert request == recorded
    usage = expected["contextUsage"]
    assert reported_tokens(project(replay.journal.path)) == usage["tokens"]
    stats = session_stats(replay.journal.session.entries)
    counts = expected["stats"]
    assert stats.tokens == counts["tokens"]["total"]
    assert stats.total_messages == counts["totalMessages"]
    assert stats.tool_calls == counts["toolCalls"]
