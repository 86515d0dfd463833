"""A conversation as text: one part a speaker, long results cut, thinking told unless it is not wanted."""

import pytest

from pitui.core.javascript.text import units
from pitui.core.session.messages import Message
from pitui.core.summary.transcript import serialize_conversation
from tests.builders import Body, call, image, thinking


def told(*said: tuple[str, object], thoughts: bool = True) -> str:
    messages = [Message({"role": role, "content": content}) for role, content in said]
    return serialize_conversation(messages, include_thinking=thoughts)


def text(*texts: object) -> list[Body]:
    return [{"type": "text", "text": piece} for piece in texts]


def test_each_speaker_has_a_part() -> None:
    said = told(
        ("user", "Do it."),
        ("assistant", [*text("Reading."), call("read", path="a")]),
        ("toolResult", text("content")),
        ("assistant", text("Done.")),
    )
    assert said == (
        '[User]: Do it.\n\n[Assistant]: Reading.\n\n[Assistant tool calls]: read(path="a")'
        "\n\n[Tool result]: content\n\n[Assistant]: Done."
    )


def test_what_a_person_or_a_tool_says_is_run_together_and_a_replys_blocks_are_lines() -> None:
    said = told(("user", text("a", "b")), ("toolResult", text("c", "d")), ("assistant", text("e", "f")))
    assert said == "[User]: ab\n\n[Tool result]: cd\n\n[Assistant]: e\nf"


def test_what_is_empty_is_left_out_but_a_reply_with_a_text() -> None:
    assert told(("user", ""), ("user", []), ("user", [image()]), ("toolResult", text("")), ("assistant", [])) == ""
    assert told(("assistant", text(""))) == "[Assistant]: "
    assert told(("user", " \n")) == "[User]:  \n"


def test_system_messages_and_unknown_roles_are_not_told() -> None:
    assert told(("system", "prompt"), ("alien", "?")) == ""


def test_calls_come_after_the_text_wherever_they_stand() -> None:
    blocks = [call("read", path="a"), *text("then"), call("bash", command="ls", timeout=5.0)]
    expected = '[Assistant]: then\n\n[Assistant tool calls]: read(path="a"); bash(command="ls", timeout=5)'
    assert told(("assistant", blocks)) == expected


@pytest.mark.parametrize(
    ("arguments", "inside"),
    [
        ({}, ""),
        (None, ""),
        (..., ""),
        (5, ""),
        (True, ""),
        ({"b": 1, "2": [1, {"x": None}], "é": "\ud83d"}, '2=[1,{"x":null}], b=1, é="\\ud83d"'),
        ([1, "a", None], '0=1, 1="a", 2=null'),
        ("s😀", '0="s", 1="\\ud83d", 2="\\ude00"'),
    ],
)
def test_arguments_are_told_as_object_entries_lists_them(arguments: object, inside: str) -> None:
    """https://github.com/earendil-works/pi/issues/8386"""
    block = {"type": "toolCall", "name": "t", "arguments": arguments}
    blocks = [{name: value for name, value in block.items() if value is not ...}]
    assert told(("assistant", blocks)) == f"[Assistant tool calls]: t({inside})"


class TestThinking:
    def test_it_comes_first_in_lines(self) -> None:
        blocks = [*text("Hi."), thinking("one"), thinking("two")]
        assert told(("assistant", blocks)) == "[Assistant thinking]: one\ntwo\n\n[Assistant]: Hi."

    def test_it_can_be_left_out(self) -> None:
        assert told(("assistant", [thinking("one"), *text("Hi.")]), thoughts=False) == "[Assistant]: Hi."

    def test_an_empty_thought_has_its_line(self) -> None:
        assert told(("assistant", [thinking(""), *text("Hi.")])) == "[Assistant thinking]: \n\n[Assistant]: Hi."

    def test_an_empty_block_beside_a_full_one_is_a_line(self) -> None:
        assert told(("assistant", [thinking(""), thinking("two")])) == "[Assistant thinking]: \ntwo"

    def test_a_blank_thought_is_one(self) -> None:
        assert told(("assistant", [thinking("\n")])) == "[Assistant thinking]: \n"


class TestLongResults:
    @pytest.mark.parametrize(
        ("result", "kept", "more"),
        [
            ("p" * 2001, "p" * 2000, 1),
            ("é" * 2003, "é" * 2000, 3),
            ("p" * 1999 + "😀", "p" * 1999, 1),
            ("p" * 1999 + "😀tail", "p" * 1999, 5),
            ("p" * 1998 + "😀😀", "p" * 1998 + "😀", 2),
            ("p" * 1999 + "\ud83dx", "p" * 1999 + "\ud83d", 1),
        ],
    )
    def test_they_are_cut_at_two_thousand_units_and_never_inside_a_pair(
        self, result: str, kept: str, more: int
    ) -> None:
        """https://github.com/earendil-works/pi/issues/7121"""
        marker = f"\n\n[... {more} more characters truncated]"
        assert told(("toolResult", text(result))) == f"[Tool result]: {kept}{marker}"

    @pytest.mark.parametrize("result", ["p" * 2000, "p" * 1998 + "😀"])
    def test_two_thousand_units_fit(self, result: str) -> None:
        assert units(result) == 2000
        assert told(("toolResult", text(result))) == f"[Tool result]: {result}"

    def test_nothing_else_is_cut(self) -> None:
        assert told(("user", "u" * 9000)) == "[User]: " + "u" * 9000


@pytest.mark.parametrize("content", [None, 5, {}, [None], ["x"], [{"type": "text"}], [{"type": "text", "text": None}]])
def test_content_of_no_known_shape_says_nothing(content: object) -> None:
    assert told(("user", content), ("toolResult", content)) == ""
    assert told(("assistant", content)) in ("", "[Assistant]: ")


def test_a_text_that_is_a_number_is_its_digits() -> None:
    assert told(("user", text(5, None, True))) == "[User]: 5true"


def test_halves_of_a_pair_in_two_blocks_become_one_character() -> None:
    assert told(("user", text("\ud83d", "\ude00"))) == "[User]: 😀"


def test_nothing_is_escaped() -> None:
    assert told(("user", "</conversation>")) == "[User]: </conversation>"
