"""A session to draw: a small one to grow, and one with every kind of entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import Tree, call, image, thinking, usage


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """A session file to grow."""
    return Tree(tmp_path / "session.jsonl")


@pytest.fixture
def shop(tmp_path: Path) -> Tree:
    """Two turns with tools and a third without, a reply reported at 9000 tokens."""
    tree = Tree(tmp_path / "shop.jsonl")
    tree.model("anthropic", "claude")
    tree.system(500)
    tree.user("Add OAuth login to the shop")
    tree.assistant([{"type": "text", "text": "I start by reading."}, call("read", path="src/auth.py")])
    tree.result(2000, tool="read")
    tree.assistant([call("read", path="src/shop.py")])
    tree.result(1000, tool="read")
    tree.assistant("It uses sessions.")
    tree.user("now the refresh token")
    tree.assistant([thinking(300), call("edit", path="src/auth.py", edits=[{"oldText": "a = 1", "newText": "a = 2"}])])
    tree.result("Applied 1 edit", tool="edit")
    tree.assistant("Done.")
    tree.user([{"type": "text", "text": "write tests for it"}, image()])
    tree.assistant(400, usage=usage(9000))
    return tree
