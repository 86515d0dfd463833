"""A session of any size costs its heads: bodies are read where they lie, and let go again."""

import tracemalloc
from pathlib import Path

from pitui.core.context.projection import project
from pitui.core.session.file import LineCache, SessionFile
from pitui.core.session.reader import open_session
from tests.builders import Tree, chain

MEGABYTE = 1024 * 1024


def test_opening_does_not_hold_the_bodies(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "large.jsonl")
    for _ in range(40):
        tree.user("x" * MEGABYTE)
    tracemalloc.start()
    try:
        session = tree.session
        assert len(list(session.tree.walk())) == 40
        held, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < MEGABYTE
    assert peak < 20 * MEGABYTE


def test_a_hundred_thousand_entries_are_opened(tmp_path: Path) -> None:
    session = chain(tmp_path / "long.jsonl", 100_000).session
    assert len(session.branch(session.leaf_id)) == 100_000
    assert project(session.branch("e3")).messages


def test_a_line_longer_than_what_is_read_at_once_is_whole(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "session.jsonl")
    tree.user("x" * (9 * MEGABYTE))
    tree.user("after it")
    bodies = [entry.body["message"]["content"] for entry in tree.session.entries]
    assert bodies == ["x" * (9 * MEGABYTE), "after it"]


def test_the_cache_lets_the_least_used_go() -> None:
    cache = LineCache(limit=100)
    cache.put(1, "one", 40)
    cache.put(2, "two", 40)
    assert cache.get(1) == "one"
    cache.put(3, "three", 40)
    assert [cache.get(offset) for offset in (1, 2, 3)] == ["one", None, "three"]
    cache.put(4, "larger than all of it", 500)
    assert [cache.get(offset) for offset in (1, 3, 4)] == [None, None, "larger than all of it"]


def test_a_closed_file_gives_nothing_more(tree: Tree) -> None:
    tree.user()
    file = SessionFile(tree.path)
    assert file.read(0, 9) == b'{"type":"'
    file.close()
    assert file.read(0, 9) == b""


def test_facts_about_bodies_outlive_the_bodies(tree: Tree) -> None:
    tree.user(10)
    session = open_session(tree.path)
    assert project(session.branch("u1")).entries[0].tokens == 10
    tree.path.write_bytes(b"")
    assert project(session.branch("u1")).entries[0].tokens == 10
