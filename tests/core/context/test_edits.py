"""Context edits: the latest among the context's entries decides what its target still says."""

import pytest

from pitui.core.context.projection import project
from tests.builders import Said, Tree


def said(tree: Tree) -> dict[str, list[object]]:
    """The content of each entry's messages."""
    entries = project(tree.branch()).entries
    return {projected.entry.id: [message.content for message in projected.messages] for projected in entries}


def test_null_omits(tree: Tree) -> None:
    tree.user("one")
    tree.edit("u1")
    assert said(tree)["u1"] == []
    assert project(tree.branch()).by_id["u1"].omitted


@pytest.mark.parametrize(
    ("role", "content"),
    [
        ("user", "new"),
        ("assistant", [{"type": "text", "text": "new"}]),
        ("toolResult", [{"type": "text", "text": "new"}]),
    ],
)
def test_a_text_replaces_in_the_form_its_role_has(tree: Tree, role: str, content: Said) -> None:
    tree.message(role, {"content": "old"})
    tree.edit("m1", "new")
    assert said(tree)["m1"] == [content]
    assert project(tree.branch()).by_id["m1"].replaced


@pytest.mark.parametrize("role", ["user", "assistant", "toolResult", "custom"])
def test_blocks_replace_as_they_are(tree: Tree, role: str) -> None:
    tree.message(role, {"content": "old"})
    tree.edit("m1", [{"type": "text", "text": "new"}])
    assert said(tree)["m1"] == [[{"type": "text", "text": "new"}]]


def test_a_replacement_leaves_commands_summaries_and_prompts_alone(tree: Tree) -> None:
    for target in (
        tree.bash("ls", "out"),
        tree.branch_summary(summary="S"),
        tree.system("P"),
        tree.compaction(summary="C"),
    ):
        tree.edit(target, "new")
    projection = project(tree.branch("bs1") + tree.branch()[2:])
    assert "new" not in [message.content for message in projection.messages]


def test_null_omits_even_those(tree: Tree) -> None:
    for target in (tree.bash(), tree.branch_summary(), tree.system()):
        tree.edit(target)
    assert list(project(tree.branch()).messages) == []


def test_the_compaction_itself_can_be_omitted(tree: Tree) -> None:
    tree.user()
    tree.compaction("u1")
    tree.edit("c1")
    projection = project(tree.branch())
    assert projection.compaction is None
    assert [message.role for message in projection.messages] == ["user"]


def test_the_latest_wins_and_can_bring_back(tree: Tree) -> None:
    tree.user("one")
    tree.edit("u1", "two")
    tree.edit("u1")
    assert said(tree)["u1"] == []
    tree.edit("u1", "three")
    assert said(tree)["u1"] == ["three"]


def test_an_edit_from_before_the_kept_range_is_forgotten(tree: Tree) -> None:
    tree.user("one")
    tree.edit("u2")
    tree.user("two")
    tree.compaction("u2")
    assert said(tree)["u2"] == ["two"]


def test_one_inside_the_kept_range_holds(tree: Tree) -> None:
    tree.user("one")
    tree.edit("u1")
    tree.compaction("u1")
    assert said(tree)["u1"] == []


def test_one_on_another_branch_does_not(tree: Tree) -> None:
    tree.user("one")
    tree.edit("u1")
    tree.at("u1").assistant()
    assert said(tree)["u1"] == ["one"]


def test_one_without_a_replacement_changes_nothing(tree: Tree) -> None:
    tree.user("one")
    tree.entry("context_edit", "e", {"targetId": "u1"})
    assert said(tree)["u1"] == ["one"]


@pytest.mark.parametrize("target", [None, 5, ["u1"], {"id": "u1"}, ...])
def test_one_aimed_at_nothing_is_no_harm(tree: Tree, target: object) -> None:
    tree.user("one")
    tree.entry("context_edit", "e", {"targetId": target, "replacement": None})
    assert said(tree)["u1"] == ["one"]
