"""The outline that no model writes: what it finds, how it merges, that it never fails."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitui.core.session.messages import Message
from pitui.core.summary.summarizer import AbortSignal, Purpose, SummaryRequest
from pitui.summarizers import offline
from pitui.summarizers.offline import OutlineSummarizer
from pitui.summarizers.outline.sections import HEADINGS, TURN_HEADINGS, merge, parse
from pitui.summarizers.outline.write import DISCLAIMER, SCALES, outline


def user(text: str) -> Message:
    return Message({"role": "user", "content": text})


def says(text: str, **fields: Any) -> Message:
    return Message({"role": "assistant", "content": [{"type": "text", "text": text}], **fields})


def call(name: str, call_id: str, **arguments: Any) -> Message:
    block = {"type": "toolCall", "id": call_id, "name": name, "arguments": arguments}
    return Message({"role": "assistant", "content": [block]})


def result(call_id: str, text: str = "ok", *, failed: bool = False) -> Message:
    content = [{"type": "text", "text": text}]
    return Message(
        {"role": "toolResult", "toolCallId": call_id, "toolName": "t", "content": content, "isError": failed}
    )


def did(name: str, call_id: str, text: str = "ok", *, failed: bool = False, **arguments: Any) -> list[Message]:
    return [call(name, call_id, **arguments), result(call_id, text, failed=failed)]


WORK = [
    user("Make the parser accept comments. It must not slow down.\nNever touch the lexer."),
    *did("read", "1", path="src/parser.py"),
    *did("edit", "2", path="src/parser.py"),
    *did("edit", "3", path="src/parser.py"),
    *did("write", "4", path="tests/test_parser.py"),
    *did("bash", "5", "E   assert 1 == 2\nCommand exited with code 1", failed=True, command="pytest -q"),
    says("I decided to skip comments in the token stream. Next I'll fix the failing test."),
]


def request(
    *messages: Message,
    purpose: Purpose = "history",
    previous: str | None = None,
    focus: str | None = None,
    cap: int = 13_000,
) -> SummaryRequest:
    return SummaryRequest(purpose, "", "", cap, messages=messages, previous_summary=previous, instructions=focus)


def sections(text: str) -> dict[str, list[str]]:
    return parse(text, DISCLAIMER)


def test_an_outline_says_what_was_seen_where_the_format_has_it() -> None:
    assert sections(outline(request(*WORK))) == {
        "Goal": ["“Make the parser accept comments. It must not slow down. Never touch the lexer.”"],
        "Constraints & Preferences": ["It must not slow down.", "Never touch the lexer."],
        "Done": [
            "Edited `src/parser.py` (2 times)",
            "Wrote `tests/test_parser.py`",
            "Ran `pytest -q` (failed)",
        ],
        "In Progress": ["Last said: “I decided to skip comments in the token stream. Next I'll fix the failing test.”"],
        "Blocked": ["bash `pytest -q` failed: “E assert 1 == 2 · Command exited with code 1”"],
        "Key Decisions": ["I decided to skip comments in the token stream."],
        "Next Steps": ["Next I'll fix the failing test."],
        "Critical Context": ["Read: `src/parser.py`"],
    }


def test_every_heading_is_there_in_order_and_the_first_line_owns_up() -> None:
    text = outline(request())
    rows = [row for row in text.splitlines() if row.startswith("#")]
    assert rows == [heading for heading, _ in HEADINGS]
    assert text.startswith(DISCLAIMER + "\n")
    assert "no model" in DISCLAIMER


def test_a_turn_prefix_has_its_own_format() -> None:
    text = outline(request(*WORK, purpose="turn prefix"))
    assert [row for row in text.splitlines() if row.startswith("#")] == [heading for heading, _ in TURN_HEADINGS]
    assert "Make the parser accept comments" in text.partition("## Early Progress")[0]
    assert "Edited `src/parser.py`" in text.partition("## Early Progress")[2]
    assert "Never touch the lexer" in text.partition("## Context for Suffix")[2]


def test_what_failed_and_worked_later_is_not_blocked() -> None:
    fixed = outline(request(*WORK, *did("bash", "6", command="pytest -q")))
    assert "Blocked" not in {name for name, items in sections(fixed).items() if items}
    assert "Ran `pytest -q` (2 times; failed 1 of 2, later fine)" in fixed


def test_a_request_left_open_is_what_is_in_progress() -> None:
    found = sections(outline(request(*WORK, user("Also strings, please."))))
    assert found["In Progress"] == ["Not yet answered: “Also strings, please.”"]
    broken = Message({"role": "assistant", "content": [], "stopReason": "error", "errorMessage": "overloaded"})
    assert "The provider failed: “overloaded”" in sections(outline(request(user("Go on with it."), broken)))["Blocked"]


def test_commands_a_person_ran_count_too() -> None:
    ran = Message({"role": "bashExecution", "command": "make", "output": "boom", "exitCode": 2})
    found = sections(outline(request(ran)))
    assert found["Done"] == ["Ran `make` (failed)"]
    assert found["Blocked"] == ["bash `make` failed: “boom · exit code 2”"]


def test_a_focus_is_named_and_what_touches_it_is_picked() -> None:
    found = sections(outline(request(*WORK, focus="the token stream")))
    assert found["Critical Context"][1:] == [
        "Asked to focus on “the token stream”",
        "On that: “I decided to skip comments in the token stream.”",
    ]


def test_an_update_keeps_an_outline_and_replaces_what_is_passing() -> None:
    first = outline(request(*WORK))
    later = [
        user("Now handle nested comments as well."),
        *did("edit", "7", path="src/parser.py"),
        *did("bash", "8", command="pytest -q"),
        says("Nested comments parse."),
    ]
    found = sections(outline(request(*later, previous=first)))
    assert len(found["Goal"]) == 2
    assert found["Constraints & Preferences"] == ["It must not slow down.", "Never touch the lexer."]
    assert found["Done"] == ["Edited `src/parser.py`", "Wrote `tests/test_parser.py`", "Ran `pytest -q`"]
    assert found["In Progress"] == ["Last said: “Nested comments parse.”"]
    assert found.get("Blocked", []) == []
    assert found["Key Decisions"] == ["I decided to skip comments in the token stream."]
    assert found["Next Steps"] == ["Go on from the last request: “Now handle nested comments as well.”"]


BY_A_MODEL = """\
## Goal
Teach the parser comments.

## Constraints & Preferences
- (none)

## Progress
### Done
- [x] Lexer read
  with care
- [x] Tests planned

### In Progress
- [ ] Nested comments

### Blocked
- `make lint` fails

## Key Decisions
- **Skip in stream**: simplest

## Next Steps
1. Write docs
2. Ship

## Critical Context
- Run it so:
```
# not a heading
make
```

---

**Turn Context (split turn):**

## Original Request
Explain the plan

<read-files>
a.py
</read-files>
"""


def test_an_update_keeps_what_a_model_wrote() -> None:
    found = sections(outline(request(*did("bash", "9", command="make lint"), says("Done."), previous=BY_A_MODEL)))
    assert found == {
        "Goal": ["Teach the parser comments.", "Explain the plan"],
        "Constraints & Preferences": [],
        "Done": ["Lexer read\n  with care", "Tests planned", "Ran `make lint`"],
        "In Progress": ["Nested comments", "Last said: “Done.”"],
        "Blocked": [],
        "Key Decisions": ["**Skip in stream**: simplest"],
        "Next Steps": ["Write docs", "Ship"],
        "Critical Context": ["Run it so:\n```\n# not a heading\nmake\n```"],
    }


def test_updating_over_and_over_does_not_grow_without_end() -> None:
    summary = None
    for turn in range(60):
        asked = [user(f"Request number {turn}, said at some length. Never do thing {turn}."), says(f"Did {turn}.")]
        edits = [message for part in range(5) for message in did("edit", "x", path=f"{turn}/{part}.py")]
        summary = outline(request(*asked, *edits, previous=summary))
    assert summary is not None
    assert len(summary) < 20_000
    assert "Request number 0," in summary
    assert "Request number 59," in summary
    assert "(268 more left out)" in summary


def test_a_long_transcript_is_cut_to_the_cap() -> None:
    long = [user(f"{number} " + "word " * 500) for number in range(200)]
    for cap in (13_000, 2000, 400):
        assert len(outline(request(*long, cap=cap))) <= 4 * cap
    smallest = outline(request(*long, cap=1))
    assert len(smallest) < 1500, f"the smallest of {len(SCALES)} scales"


def test_merging_counts_what_it_leaves_out_once_and_again() -> None:
    once = merge([], [str(number) for number in range(10)], 4)
    assert once == ["0", "(6 more left out)", "7", "8", "9"]
    assert merge(once, ["10", "11"], 4) == ["0", "(8 more left out)", "9", "10", "11"]


def test_quotations_are_one_line_without_control_characters_or_split_pairs() -> None:
    text = outline(request(user("a\x1b[31m\tb\r\n\u2028 c" + "😀" * 1000)))
    assert "\x1b" not in text
    assert "a [31m b" in text
    text.encode()


async def test_it_streams_and_stops() -> None:
    pieces: list[str] = []
    reply = await OutlineSummarizer().reply(request(*WORK), on_text=pieces.append, signal=AbortSignal())
    assert len(pieces) > 10
    assert "".join(pieces) == reply.text == outline(request(*WORK))
    assert (reply.stop_reason, reply.usage) == ("stop", None)
    stop = AbortSignal()
    stopped = await OutlineSummarizer().reply(request(*WORK), on_text=lambda _: stop.abort(), signal=stop)
    assert stopped.stop_reason == "aborted"


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
ROLES = st.sampled_from(
    ["user", "assistant", "toolResult", "bashExecution", "custom", "branchSummary", "compactionSummary", "alien"]
)
BLOCK = st.fixed_dictionaries(
    {"type": st.sampled_from(["text", "toolCall", "thinking", "image"]) | JSON},
    optional={"text": JSON, "id": JSON, "name": JSON, "arguments": JSON | st.fixed_dictionaries({"path": JSON})},
)
MESSAGE = st.fixed_dictionaries(
    {"role": ROLES | JSON},
    optional={
        "content": JSON | st.lists(BLOCK | JSON, max_size=3),
        "toolCallId": JSON,
        "toolName": JSON,
        "isError": JSON,
        "summary": JSON,
        "command": JSON,
        "output": JSON,
        "exitCode": JSON,
        "cancelled": JSON,
        "stopReason": st.just("error") | JSON,
        "errorMessage": JSON,
    },
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(MESSAGE, max_size=5),
    st.sampled_from(["history", "turn prefix", "branch"]),
    st.none() | st.text(),
    st.none() | st.text(),
)
def test_no_json_shape_makes_it_fail(
    shapes: list[Any], purpose: Purpose, previous: str | None, focus: str | None
) -> None:
    made = request(*map(Message, shapes), purpose=purpose, previous=previous, focus=focus)
    text = outline(made)
    assert text.startswith(DISCLAIMER)
    assert outline(made) == text


def test_endless_nesting_does_not_make_it_fail() -> None:
    deep: Any = "x"
    for _ in range(100_000):
        deep = [deep]
    shapes = [
        {"role": "user", "content": deep},
        {"role": "assistant", "content": [{"type": "text", "text": deep}, {"type": "toolCall", "arguments": deep}]},
    ]
    try:
        assert "## Goal" in outline(request(*map(Message, shapes)))
    finally:
        while isinstance(deep, list):
            deep = deep.pop()


async def test_looking_happens_off_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    def look(_: SummaryRequest) -> str:
        threads.append(threading.get_ident())
        return "text"

    monkeypatch.setattr(offline, "outline", look)
    await OutlineSummarizer().reply(request(), on_text=lambda _: None, signal=AbortSignal())
    assert threads
    assert threads[0] != threading.get_ident()
