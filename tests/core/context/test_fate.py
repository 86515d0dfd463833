"""What becomes of each entry at a leaf."""

from pitui.core.context.fate import Fates
from pitui.core.context.projection import project
from tests.builders import Tree


def test_sent_folded_edited_silent_or_elsewhere(tree: Tree) -> None:
    tree.user("folded")
    tree.assistant("elsewhere")
    tree.at("u1").assistant("kept")
    tree.user("omitted")
    tree.user("replaced")
    tree.compaction("a2")
    tree.edit("u2")
    tree.edit("u3", "new")
    fates = Fates(project(tree.branch()))
    assert fates.on_path == {
        "u1": "folded",
        "a2": "sent",
        "u2": "omitted",
        "u3": "replaced",
        "c1": "sent",
        "e1": "silent",
        "e2": "silent",
    }
    assert fates["a1"] == "elsewhere"
