"""A branch copied into a new session: same ids, no broken chain, labels anew at its end."""

from collections import deque
from pathlib import Path

import pytest

from pitui.core.errors import UnknownEntryError
from pitui.core.javascript.json import JsonObject
from pitui.core.session.fork import fork_bodies, fork_header
from tests.builders import START, Tree


def forked(tree: Tree, leaf: str) -> list[JsonObject]:
    new = deque(["new1", "new2", "new3"])
    return fork_bodies(tree.session, leaf, new.popleft)


def shape(bodies: list[JsonObject]) -> list[tuple[str, str | None]]:
    return [(body["id"], body["parentId"]) for body in bodies]


def test_the_path_keeps_its_ids_and_leaves_the_rest(tree: Tree) -> None:
    tree.user()
    tree.assistant()
    tree.at("u1").assistant()
    tree.user()
    assert shape(forked(tree, "u2")) == [("u1", None), ("a2", "u1"), ("u2", "a2")]


def test_a_dropped_label_breaks_no_chain(tree: Tree) -> None:
    """https://github.com/earendil-works/pi/issues/5669"""
    tree.user()
    tree.label("u1", "mark")
    tree.model()
    tree.assistant()
    bodies = forked(tree, "a1")
    assert shape(bodies) == [("u1", None), ("mc1", "u1"), ("a1", "mc1"), ("new1", "a1")]
    known = {None, *(body["id"] for body in bodies)}
    assert all(body["parentId"] in known for body in bodies)


def test_labels_are_given_anew_with_their_old_times(tree: Tree) -> None:
    tree.user()
    tree.assistant()
    tree.label("a1", "later", timestamp="2026-02-02T00:00:00.000Z")
    tree.label("u1", "first")
    tree.at("u1").user("elsewhere")
    tree.label("u2", "not on the branch")
    new = forked(tree, "l2")[2:]
    assert [(body["targetId"], body["label"], body["parentId"]) for body in new] == [
        ("a1", "later", "a1"),
        ("u1", "first", "new1"),
    ]
    assert new[0]["timestamp"] == "2026-02-02T00:00:00.000Z"


def test_a_cleared_label_is_not_given_again(tree: Tree) -> None:
    tree.user()
    tree.label("u1", "mark")
    tree.label("u1")
    tree.assistant()
    assert shape(forked(tree, "a1")) == [("u1", None), ("a1", "u1")]


@pytest.mark.parametrize("kept", ["l1", "l2"])
def test_what_was_kept_from_a_label_on_is_kept_from_the_next_entry_on(tree: Tree, kept: str) -> None:
    tree.user()
    tree.label("u1", "mark")
    tree.label("u1", "again")
    tree.user()
    tree.compaction(kept)
    assert forked(tree, "c1")[2]["firstKeptEntryId"] == "u2"


@pytest.mark.parametrize("kept", ["u1", "c1", "zzz"])
def test_any_other_kept_entry_stays(tree: Tree, kept: str) -> None:
    tree.user()
    tree.label("u1", "mark")
    tree.compaction(kept)
    assert forked(tree, "c1")[1]["firstKeptEntryId"] == kept


@pytest.mark.parametrize("kept", [None, 5, [], {"id": "l1"}])
def test_what_is_no_id_stays_too(tree: Tree, kept: object) -> None:
    tree.user()
    tree.label("u1", "mark")
    tree.compaction(firstKeptEntryId=kept)
    assert forked(tree, "c1")[1]["firstKeptEntryId"] == kept


def test_labels_alone_are_nothing(tree: Tree) -> None:
    tree.label("l1", "mark")
    assert forked(tree, "l1") == []


def test_an_unknown_leaf_is_refused(tree: Tree) -> None:
    with pytest.raises(UnknownEntryError):
        forked(tree, "zzz")


def test_the_header_names_where_it_came_from(tree: Tree) -> None:
    made = fork_header(tree.session, session_id="session-2", now=START, parent=Path("/old.jsonl"))
    assert made == {
        "type": "session",
        "version": 3,
        "id": "session-2",
        "timestamp": "2026-01-01T00:00:00.000Z",
        "cwd": "/home/dev/shop",
        "parentSession": "/old.jsonl",
    }
