"""A session file to grow, in each test's own folder."""

from pathlib import Path

import pytest

from tests.builders import Tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "session.jsonl")
