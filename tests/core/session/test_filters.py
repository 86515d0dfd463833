"""Which entries each of pi's filter modes shows."""

import pytest

from pitui.core.session.filters import shown
from pitui.core.settings.other import TreeFilterMode
from tests.builders import Tree, call, ids, thinking


@pytest.fixture
def mixed(tree: Tree) -> Tree:
    tree.system()
    tree.user()
    tree.assistant([call("read", path="a")], stop="toolUse")
    tree.result()
    tree.assistant("Done.")
    tree.label("a2", "mark")
    tree.model()
    tree.custom()
    tree.custom_message()
    tree.compaction("u1")
    tree.branch_summary()
    tree.edit("u1")
    tree.bash()
    return tree


@pytest.mark.parametrize(
    ("mode", "visible"),
    [
        ("default", ["s1", "u1", "r1", "a2", "cm1", "c1", "bs1", "b1"]),
        ("no-tools", ["s1", "u1", "a2", "cm1", "c1", "bs1", "b1"]),
        ("user-only", ["u1"]),
        ("labeled-only", ["a2"]),
        ("all", ["s1", "u1", "a1", "r1", "a2", "l1", "mc1", "x1", "cm1", "c1", "bs1", "e1", "b1"]),
    ],
)
def test_each_mode_shows_its_own(mixed: Tree, mode: TreeFilterMode, visible: list[str]) -> None:
    session = mixed.session
    entries = session.branch(session.leaf_id)
    assert ids(entry for entry in entries if shown(entry, mode, session.leaf_id, session.labels)) == visible


class TestRepliesThatOnlyCallTools:
    def is_shown(self, tree: Tree) -> bool:
        entry = tree.session.entries[0]
        return shown(entry, "default", "another", {})

    @pytest.mark.parametrize("stop", ["stop", "toolUse", "", None])
    @pytest.mark.parametrize(
        "content", [[], [call("read")], [thinking("Hm.")], [{"type": "text", "text": " \n"}], None]
    )
    def test_their_results_stand_for_them(self, tree: Tree, content: None, stop: str) -> None:
        tree.assistant(content, stop=stop)
        assert not self.is_shown(tree)

    @pytest.mark.parametrize("stop", ["error", "aborted", "length"])
    def test_unless_they_went_wrong(self, tree: Tree, stop: str) -> None:
        tree.assistant([call("read")], stop=stop)
        assert self.is_shown(tree)

    def test_or_say_something(self, tree: Tree) -> None:
        tree.assistant([call("read"), {"type": "text", "text": "Reading."}])
        assert self.is_shown(tree)

    def test_or_are_the_leaf(self, tree: Tree) -> None:
        tree.assistant([call("read")])
        assert shown(tree.session.entries[0], "default", "a1", {})
