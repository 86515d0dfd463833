"""Which files were read and which changed, from tool calls and earlier summaries."""

import pytest

from pitui.core.javascript.json import Json
from pitui.core.session.messages import Message
from pitui.core.summary.file_ledger import FileOps, format_file_operations
from tests.builders import Body, call


def noted(*calls: Body, nested: object = ...) -> FileOps:
    ops = FileOps()
    ops.note_message(Message({"role": "assistant", "content": list(calls)}))
    if nested is not ...:
        ops.note_message(Message({"role": "toolResult", "content": [], "nestedCalls": nested}))
    return ops


def carried(body: Body) -> tuple[list[Json], list[Json]]:
    ops = FileOps()
    ops.note_details(body)
    return ops.lists()


def test_written_and_edited_files_are_changed_and_the_rest_is_read() -> None:
    ops = noted(call("read", path="a"), call("write", path="b"), call("edit", path="c"), call("read", path="d"))
    assert ops.lists() == (["a", "d"], ["b", "c"])


@pytest.mark.parametrize("order", [("read", "write"), ("write", "read"), ("edit", "write", "read")])
def test_a_file_read_and_changed_is_only_changed(order: tuple[str, ...]) -> None:
    assert noted(*(call(name, path="a") for name in order)).lists() == ([], ["a"])


def test_paths_are_not_normalised() -> None:
    assert noted(call("edit", path="./x"), call("write", path="x"), call("read", path="a/../x")).lists() == (
        ["a/../x"],
        ["./x", "x"],
    )


@pytest.mark.parametrize("path", ["", None, 5, True, ["a"], {"a": 1}])
def test_a_path_that_is_no_text_is_passed_over(path: object) -> None:
    assert noted(call("read", path=path)).lists() == ([], [])


@pytest.mark.parametrize("name", ["Read", "bash", "grep", "", None])
def test_other_tools_are_passed_over(name: str) -> None:
    assert noted(call(name, path="a"), call("read", file_path="a")).lists() == ([], [])


@pytest.mark.parametrize("arguments", [..., None, "a", ["a"], 5])
def test_so_are_arguments_of_another_shape(arguments: object) -> None:
    assert noted({"type": "toolCall", "name": "read", "arguments": arguments}).lists() == ([], [])


def test_calls_inside_a_tools_result_count() -> None:
    calls = [
        {"name": "read", "arguments": {"path": "r"}},
        {"name": "edit", "arguments": {"path": "e"}},
        {"name": "write"},
    ]
    assert noted(nested={"calls": calls, "complete": True}).lists() == (["r"], ["e"])


@pytest.mark.parametrize("nested", [None, 5, {}, {"calls": 5}, {"calls": [None, "x"]}])
def test_nested_calls_of_another_shape_are_no_harm(nested: object) -> None:
    assert noted(nested=nested).lists() == ([], [])


def test_lists_are_in_the_order_of_utf_16_units() -> None:
    paths = ["\ue000", "z", "😀", "Z", "10", "9", "é"]
    assert noted(*(call("read", path=path) for path in paths)).lists()[0] == ["10", "9", "Z", "z", "é", "😀", "\ue000"]


class TestEarlierLists:
    def test_they_are_carried_on(self) -> None:
        assert carried({"details": {"readFiles": ["b", "a", "m"], "modifiedFiles": ["m"]}}) == (["a", "b"], ["m"])

    @pytest.mark.parametrize(("from_hook", "read"), [(True, []), (1, []), (False, ["a"]), (None, ["a"]), (0, ["a"])])
    def test_unless_a_hook_made_them(self, from_hook: object, read: list[Json]) -> None:
        assert carried({"details": {"readFiles": ["a"]}, "fromHook": from_hook}) == (read, [])

    @pytest.mark.parametrize("details", [..., None, "x", [], {"readFiles": "abc"}, {"modifiedFiles": {"a": 1}}])
    def test_only_lists_count(self, details: object) -> None:
        assert carried({"details": details}) == ([], [])

    def test_values_that_are_no_texts_stay_and_are_told_apart_as_javascript_does(self) -> None:
        read, modified = carried(
            {"details": {"readFiles": ["r1", "a", None, 5, "m1", 5.0], "modifiedFiles": ["m1", True, 1]}}
        )
        assert (read, modified) == ([5, "a", None, "r1"], [1, "m1", True])
        assert format_file_operations(read, []) == "\n\n<read-files>\n5\na\n\nr1\n</read-files>"


@pytest.mark.parametrize(
    ("read", "modified", "text"),
    [
        ([], [], ""),
        (["a", "b"], [], "\n\n<read-files>\na\nb\n</read-files>"),
        ([], ["m"], "\n\n<modified-files>\nm\n</modified-files>"),
        (["a"], ["m"], "\n\n<read-files>\na\n</read-files>\n\n<modified-files>\nm\n</modified-files>"),
    ],
)
def test_only_lists_with_something_in_them_are_told(read: list[Json], modified: list[Json], text: str) -> None:
    assert format_file_operations(read, modified) == text
