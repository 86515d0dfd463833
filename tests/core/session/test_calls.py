"""Which call a tool result answers."""

from pitui.core.session.calls import call_of
from tests.builders import Tree, call


def answered(tree: Tree, result: str) -> str | None:
    session = tree.session
    found = call_of(session.entry(result), session.by_id)
    return None if found is None else found["name"]


def test_the_one_of_its_id_past_other_results_and_bookkeeping(tree: Tree) -> None:
    tree.assistant([call("read", "one"), call("bash", "two")])
    tree.result(more={"toolCallId": "one"})
    tree.label("a1", "mark")
    tree.result(more={"toolCallId": "two"})
    assert (answered(tree, "r1"), answered(tree, "r2")) == ("read", "bash")


def test_none_when_nobody_called(tree: Tree) -> None:
    tree.assistant([call("read", "one")])
    tree.result(more={"toolCallId": "two"})
    tree.result(more={"toolCallId": None}, parent="zzz")
    assert (answered(tree, "r1"), answered(tree, "r2")) == (None, None)


def test_a_circle_ends(tree: Tree) -> None:
    tree.result(parent="r2")
    tree.result(parent="r1")
    assert answered(tree, "r1") is None
