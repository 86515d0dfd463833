"""Tool results that have lost their call."""

from __future__ import annotations

from typing import Any

import pytest

from pitui.core.context.orphans import orphaned_results
from pitui.core.context.projection import project
from tests.builders import Tree, call


def test_a_result_behind_its_call_is_none(tree: Tree) -> None:
    tree.assistant([call("read", "one"), call("read", "two")])
    tree.result(more={"toolCallId": "one"})
    tree.result(more={"toolCallId": "two"})
    assert orphaned_results(project(tree.branch())) == frozenset()


def test_a_result_before_its_call_is_one(tree: Tree) -> None:
    tree.result()
    tree.assistant([call("read")])
    assert orphaned_results(project(tree.branch())) == {"r1"}


def test_omitting_or_replacing_the_call_orphans_the_result(tree: Tree) -> None:
    tree.assistant([call("read")])
    tree.result()
    path = tree.branch()
    assert orphaned_results(project(path)) == frozenset()
    tree.edit("a1")
    assert orphaned_results(project(tree.branch())) == {"r1"}
    tree.edit("a1", "other words")
    assert orphaned_results(project(tree.branch())) == {"r1"}


def test_an_omitted_result_is_none(tree: Tree) -> None:
    tree.result()
    tree.edit("r1")
    assert orphaned_results(project(tree.branch())) == frozenset()


def test_a_cut_between_call_and_result_orphans_it(tree: Tree) -> None:
    tree.assistant([call("read")])
    tree.result()
    tree.compaction("r1")
    assert orphaned_results(project(tree.branch())) == {"r1"}


@pytest.mark.parametrize("identity", [None, 7, "", ["x"], {"a": 1}])
def test_an_id_that_is_no_text_answers_nothing(tree: Tree, identity: Any) -> None:
    tree.assistant([{"type": "toolCall", "id": identity, "name": "read", "arguments": {}}])
    tree.result(more={"toolCallId": identity})
    assert orphaned_results(project(tree.branch())) == (frozenset() if identity == "" else {"r1"})
