"""Searching goes through everything that was said, and through nothing that only counts or names."""

from __future__ import annotations

import pytest

from pitui.core.session.search import QueryError, parse_query, said_in
from tests.builders import Tree, call, image, thinking, usage


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("login", True),
        ("LOGIN oauth", True),
        ("oauth missing", False),
        ('"the login"', True),
        ('"login the"', False),
        ('"the lo', True),
        ("straße", True),
        ("STRASSE", True),
        (r"re:the log\w+$", True),
        ("re:^of", True),
        ("re:login oauth", False),
        ("", False),
        ('  ""  ', False),
        ("[red]", True),
        ("re:", True),
    ],
)
def test_all_words_in_any_order_and_either_case(typed: str, found: bool) -> None:
    assert parse_query(typed).finds("OAuth: the Login\nof [red] Straße") is found


def test_a_pattern_that_is_none_says_why() -> None:
    with pytest.raises(QueryError, match=r"\(a is no pattern: missing \)"):
        parse_query("re:(a")


def test_lines_are_the_patterns_lines() -> None:
    query = parse_query("re:^of")
    assert query.finds("a\nof")
    assert not query.finds("a of")


def test_what_was_said_is_searched_and_what_names_or_counts_is_not(tree: Tree) -> None:
    looked = tree.user([{"type": "text", "text": "look"}, image()])
    assert said_in(tree.session.entry(looked)) == "look"
    calls = [thinking("hm"), {"type": "text", "text": "on it"}, call("read", "call_77", path="src/a.py", limit=5)]
    called = tree.assistant(calls, usage=usage(999))
    assert said_in(tree.session.entry(called)) == "hm\non it\nread\nsrc/a.py\n5\nanthropic\nclaude"


def test_outputs_summaries_and_names_are_found_too(tree: Tree) -> None:
    ids = [
        tree.result("42 passed", tool="bash"),
        tree.bash("make test", "ok"),
        tree.compaction(summary="They spoke.", details={"readFiles": ["b.py"]}),
        tree.name("Login"),
        tree.custom("ext", data={"deep": [["inside"]]}),
        tree.entry("future", "f", {"note": "later"}),
    ]
    words = ("42 passed", "make ok", "spoke b.py", "login", "inside", "later")
    session = tree.session
    assert [parse_query(word).finds(said_in(session.entry(id_))) for id_, word in zip(ids, words, strict=True)] == [
        True
    ] * 6


def test_a_deep_body_is_no_trouble(tree: Tree) -> None:
    depth = 50_000
    tree.line('{"type":"custom","id":"deep","parentId":null,"data":' + "[" * depth + '"core"' + "]" * depth + "}")
    assert said_in(tree.session.entry("deep")) == "core"
