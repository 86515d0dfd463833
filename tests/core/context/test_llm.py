"""The exact text a model gets for what is no plain message."""

import pytest

from pitui.core.context.llm import bash_text, convert_to_llm
from pitui.core.context.projection import project
from pitui.core.session.messages import Message
from tests.builders import Tree


def sent(tree: Tree) -> list[tuple[str, object]]:
    return [(message.role, message.content) for message in convert_to_llm(project(tree.branch()).messages)]


def block(text: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": text}]


def test_a_compactions_summary(tree: Tree) -> None:
    tree.compaction(summary="S")
    text = "The conversation history before this point was compacted into the following summary:"
    assert sent(tree) == [("user", block(f"{text}\n\n<summary>\nS\n</summary>"))]


def test_a_branchs_summary(tree: Tree) -> None:
    tree.branch_summary(summary="S")
    text = "The following is a summary of a branch that this conversation came back from:"
    assert sent(tree) == [("user", block(f"{text}\n\n<summary>\nS</summary>"))]


def test_a_custom_message_is_what_a_user_said(tree: Tree) -> None:
    tree.custom_message("note", display=False)
    tree.custom_message([{"type": "image", "data": "", "mimeType": "image/png"}])
    tree.custom_message(None)
    assert sent(tree) == [
        ("user", block("note")),
        ("user", [{"type": "image", "data": "", "mimeType": "image/png"}]),
        ("user", []),
    ]


def test_plain_messages_stay_as_they_are(tree: Tree) -> None:
    tree.system("prompt")
    tree.user("text stays a text")
    tree.assistant("reply")
    tree.result("done")
    assert sent(tree) == [
        ("system", "prompt"),
        ("user", "text stays a text"),
        ("assistant", block("reply")),
        ("toolResult", block("done")),
    ]


def test_excluded_commands_and_unknown_roles_are_not_sent(tree: Tree) -> None:
    tree.bash(more={"excludeFromContext": True})
    tree.message("alien", {"content": "?"})
    tree.bash("ls", "a.py", more={"excludeFromContext": False})
    assert sent(tree) == [("user", block("Ran `ls`\n```\na.py\n```"))]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"output": "a.py", "exitCode": 0}, "```\na.py\n```"),
        ({"output": "```"}, "```\n```\n```"),
        ({"output": ""}, "(no output)"),
        ({}, "(no output)"),
        ({"exitCode": 1}, "(no output)\n\nCommand exited with code 1"),
        ({"exitCode": -1}, "(no output)\n\nCommand exited with code -1"),
        ({"exitCode": None}, "(no output)"),
        ({"exitCode": 2, "cancelled": True}, "(no output)\n\n(command cancelled)"),
        ({"truncated": True}, "(no output)"),
        ({"fullOutputPath": "/x"}, "(no output)"),
        ({"truncated": True, "fullOutputPath": "/x"}, "(no output)\n\n[Output truncated. Full output: /x]"),
    ],
)
def test_a_command_with_its_output_and_its_end(fields: dict[str, object], text: str) -> None:
    assert bash_text(Message({"role": "bashExecution", "command": "ls", **fields})) == f"Ran `ls`\n{text}"
