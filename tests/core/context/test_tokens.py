"""Estimates: four UTF-16 units a token, rounded up for each message, the same to the unit as pi's."""

import pytest

from pitui.core.context.tokens import estimate_tokens, measure_messages
from pitui.core.session.messages import Message
from tests.builders import call, image


def weigh(role: str, content: object = ..., **fields: object) -> int:
    said = {} if content is ... else {"content": content}
    return estimate_tokens(Message({"role": role, **said, **fields}))


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("😀😀", 1), ("\ud83d" * 5, 2)]
)
@pytest.mark.parametrize("role", ["user", "custom", "toolResult", "system"])
def test_four_units_a_token(role: str, text: str, tokens: int) -> None:
    assert weigh(role, text) == tokens
    assert weigh(role, [{"type": "text", "text": text}]) == tokens


def test_each_message_is_rounded_up_by_itself() -> None:
    assert measure_messages([Message({"role": "user", "content": "a"})] * 3).tokens == (1, 1, 1)


@pytest.mark.parametrize("role", ["user", "custom", "toolResult"])
def test_an_image_is_twelve_hundred_tokens_wherever_it_is(role: str) -> None:
    """https://github.com/earendil-works/pi/issues/4983"""
    assert weigh(role, [image()]) == 1200
    assert weigh(role, [{"type": "text", "text": "a"}, image(), {"type": "text", "text": "b"}]) == 1201


def test_a_reply_is_its_text_its_thinking_and_its_calls() -> None:
    assert weigh("assistant", [{"type": "text", "text": "abcd"}]) == 1
    assert weigh("assistant", [{"type": "thinking", "thinking": "abcd"}, {"type": "text", "text": "abcd"}]) == 2
    assert weigh("assistant", [call("read", path="a")]) == (len("read") + len('{"path":"a"}')) // 4
    assert weigh("assistant", [image()]) == 0


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        ({"a": 1.0, "b": "é"}, '{"a":1,"b":"é"}'),
        ({"b": 1, "2": 2}, '{"2":2,"b":1}'),
        ({"half": "\ud83d"}, '{"half":"\\ud83d"}'),
        ({"n": 1e21}, '{"n":1e+21}'),
        (None, "null"),
        ("text", '"text"'),
    ],
)
def test_arguments_weigh_what_javascript_prints(arguments: object, printed: str) -> None:
    block = {"type": "toolCall", "name": "", "arguments": arguments}
    assert weigh("assistant", [block] * 4) == len(printed)


def test_a_command_counts_with_its_output_even_when_it_is_not_sent() -> None:
    assert weigh("bashExecution", command="ls -l", output="abc") == 2
    assert weigh("bashExecution", command="ls -l", output="abc", excludeFromContext=True) == 2


def test_a_system_message_counts_its_sections_and_new_tools() -> None:
    tools = [{"name": "bash1"}]
    printed = len('[{"name":"bash1"}]')
    weight = weigh("system", "abcd", sections={"a": "ab", "b": None}, toolsAdded=tools, toolsRemoved=tools)
    assert weight == (4 + 2 + printed) // 4


def test_summaries_count_their_text_and_unknown_roles_nothing() -> None:
    assert weigh("compactionSummary", summary="abcde") == weigh("branchSummary", summary="abcde") == 2
    assert weigh("alien", "abcd") == 0


@pytest.mark.parametrize("content", [..., None, 5, {}, [None], ["x"], [5], [{"type": "text"}], [{"type": "audio"}]])
@pytest.mark.parametrize(
    "role", ["system", "user", "assistant", "toolResult", "custom", "bashExecution", "compactionSummary"]
)
def test_content_of_no_known_shape_weighs_nothing(role: str, content: object) -> None:
    """https://github.com/earendil-works/pi/issues/8386"""
    assert weigh(role, content) == 0


def test_a_call_without_arguments_is_its_name() -> None:
    assert weigh("assistant", [{"type": "toolCall", "name": "read"}]) == 1


def test_the_parts_of_a_measure_add_up() -> None:
    blocks = [{"type": "thinking", "thinking": "a" * 7}, {"type": "text", "text": "b" * 9}]
    said = [("system", "abc"), ("user", [{"type": "text", "text": "a"}, image()]), ("assistant", blocks)]
    measure = measure_messages(Message({"role": role, "content": content}) for role, content in said)
    assert measure.roles == ("system", "user", "assistant")
    assert dict(measure.parts) == {"system": 1, "user": 0, "images": 1201, "assistant": 3, "thinking": 1}
    assert sum(share for _, share in measure.parts) == measure.total == 1 + 1201 + 4


def test_a_text_that_is_none_is_marked() -> None:
    assert measure_messages([Message({"role": "user", "content": [{"type": "text", "text": 5}]})]).immeasurable
    assert not measure_messages([Message({"role": "user", "content": "5"})]).immeasurable
