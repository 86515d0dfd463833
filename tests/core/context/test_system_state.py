"""The system prompt in force is a replay of every system message."""

from pitui.core.context.system_state import current_system_message
from pitui.core.javascript.json import JsonObject
from pitui.core.session.messages import Message

READ, BASH = {"name": "read", "description": "d"}, {"name": "bash"}


def replayed(*messages: JsonObject) -> JsonObject | None:
    system = current_system_message(Message({"role": "system", **message}) for message in messages)
    return None if system is None else system.data


def test_contents_are_joined_by_blank_lines() -> None:
    found = replayed(
        {"content": "one", "timestamp": 1},
        {"content": "", "timestamp": 2},
        {"content": [{"type": "text", "text": "two"}, {"type": "text", "text": "three"}]},
    )
    assert found == {"role": "system", "content": "one\n\ntwo\nthree", "timestamp": 1}


def test_sections_are_patched_by_name_and_null_removes() -> None:
    found = replayed(
        {"content": "", "sections": {"a": "A", "b": "B"}, "timestamp": 1},
        {"content": "", "sections": {"a": None, "b": "B2", "c": "C"}},
    )
    assert found is not None
    assert list(found["sections"].items()) == [("b", "B2"), ("c", "C")]


def test_tools_are_added_and_removed() -> None:
    found = replayed(
        {"content": "", "toolsAdded": [READ, BASH]},
        {"content": "", "toolsRemoved": [{"name": "read"}], "toolsAdded": [{"name": "bash", "description": "new"}]},
    )
    assert found is not None
    assert found["toolsAdded"] == [{"name": "bash", "description": "new"}]
    assert found["timestamp"] == 0


def test_a_tool_taken_and_given_in_one_message_is_there() -> None:
    found = replayed({"content": "", "toolsAdded": [READ], "toolsRemoved": [{"name": "read"}]})
    assert found is not None
    assert found["toolsAdded"] == [READ]


def test_without_a_time_or_a_tool_there_is_none() -> None:
    assert replayed() is None
    assert replayed({"content": "text"}) is None
    assert current_system_message([Message({"role": "user", "content": "x", "timestamp": 1})]) is None


def test_shapes_no_pi_wrote_are_passed_over() -> None:
    found = replayed({"content": 5, "sections": ["x"], "toolsAdded": "read", "toolsRemoved": {}, "timestamp": 1})
    assert found == {"role": "system", "content": "", "timestamp": 1}
