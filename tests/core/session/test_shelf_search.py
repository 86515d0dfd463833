"""Searching the shelf: exact in what was said, forgiving in names, and never wrong about what a line holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitui.core.context.survey import survey
from pitui.core.session.search import QueryError
from pitui.core.session.shelf import ShelfRow
from pitui.core.session.shelf_query import parse_shelf_query
from pitui.core.session.shelf_search import Hit, find
from tests.builders import START, Tree, call

DAY = 86_400_000


@pytest.fixture
def row(tmp_path: Path) -> ShelfRow:
    """A session with a call, a label, a compaction and two branches."""
    tree = Tree(tmp_path / "a.jsonl", cwd="/home/dev/garden", id="019A-SESSION")
    tree.name("Moisture sensors")
    first = tree.user("Where is the pump?")
    tree.assistant([call("read", path="src/pump.py")])
    tree.result("def pump(): 'naïve' and 5000 litres", tool="read")
    tree.label("r1", "the pump itself")
    tree.compaction(first)
    tree.user("And the valve? Straße")
    tree.at(first).assistant("It is in src.")
    return survey(tree.path)


def look(row: ShelfRow, text: str, now: float = START + DAY) -> Hit | None:
    return find(row, parse_shelf_query(text, now))


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("litres", "r1"),
        ("NAÏVE", "r1"),
        ("5000", "r1"),
        ("strasse", "u2"),
        ("pump src", "a1"),
        ('"the valve"', "u2"),
        ("re:valve.$|pump.$", "u1"),
        ("role:user pump", "u1"),
        ("role:tool", "r1"),
        ("tool:read", "r1"),
        ("tool:read src/pump", "a1"),
        ("file:PUMP.py", "a1"),
        ('label:"the pump"', "r1"),
        ("model:claude valve", "u2"),
        ("has:compaction has:branches valve", "u2"),
        ("since:2026-01-01 litres", "r1"),
    ],
)
def test_a_hit_names_its_newest_entry(row: ShelfRow, text: str, entry: str) -> None:
    hit = look(row, text)
    assert hit is not None
    assert hit.entry_id == entry


@pytest.mark.parametrize(
    "text",
    [
        "liters",
        "pump valve",
        "role:assistant litres",
        "tool:bash",
        "file:valve",
        "label:valve",
        "model:gpt",
        "has:damage",
        "since:2026-06-01",
        "since:2026-06-01 moisture",
        "role:user moisture",
    ],
)
def test_what_is_not_there_is_not_found(row: ShelfRow, text: str) -> None:
    assert look(row, text) is None


@pytest.mark.parametrize("text", ["moistrue", "sensor gardn", "session", "019a"])
def test_names_and_folders_forgive_a_slip_and_ids_are_found_whole(row: ShelfRow, text: str) -> None:
    assert look(row, text) == Hit(row.path)


def test_letters_scattered_in_an_id_are_no_hit(row: ShelfRow) -> None:
    assert look(row, "09sion") is None


@pytest.mark.parametrize("text", ["has:compaction", "model:anthropic", "since:2d"])
def test_what_is_true_of_the_whole_session_opens_at_its_leaf(row: ShelfRow, text: str) -> None:
    assert look(row, text) == Hit(row.path)


def test_a_hit_shows_the_words_and_counts_its_places(row: ShelfRow) -> None:
    hit = look(row, "valve")
    assert hit is not None
    assert (hit.snippet, hit.places) == ("And the valve? Straße u2", 1)
    everywhere = look(row, "pump")
    assert everywhere is not None
    assert everywhere.places == 4


def test_an_entry_is_found_by_its_id(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "a.jsonl")
    tree.user("go", id="3c81ca0e")
    assert look(survey(tree.path), "3c81") == Hit(tree.path, "3c81ca0e", "go 3c81ca0e", 1)


def test_escapes_in_a_line_hide_nothing(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "a.jsonl")
    tree.line(
        r'{"type":"message","id":"e","parentId":null,"timestamp":"2026-01-01T00:00:00.000Z",'
        r'"message":{"role":"user","content":"p\u0075mp \"now\" a\/b"}}'
    )
    row = survey(tree.path)
    for text in ("pump", "a/b"):
        hit = look(row, text)
        assert hit is not None
        assert hit.entry_id == "e"


@pytest.mark.parametrize("version", [1, 2])
def test_old_versions_are_searched_as_they_are_lifted(tmp_path: Path, version: int) -> None:
    tree = Tree(tmp_path / "a.jsonl", version=version)
    tree.user("the old pump")
    hit = look(survey(tree.path), "pump")
    assert hit is not None
    assert hit.snippet.startswith("the old pump")


def test_a_search_can_be_called_off(row: ShelfRow) -> None:
    assert find(row, parse_shelf_query("litres", START), lambda: True) is None


def test_a_file_that_is_gone_is_found_by_its_name_alone(row: ShelfRow) -> None:
    row.path.unlink()
    assert look(row, "moisture") == Hit(row.path)
    assert look(row, "litres") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("role:", "wants a word"),
        ("since:soon", "since: wants"),
        ("has:fun", "has: knows"),
        ("re:(", "no pattern"),
        ("pump re:x", "Words before re:"),
    ],
)
def test_what_cannot_be_searched_for_says_so(text: str, words: str) -> None:
    with pytest.raises(QueryError, match=words):
        parse_shelf_query(text, START)


def test_other_words_with_colons_are_words(row: ShelfRow) -> None:
    assert parse_shelf_query("http://x role:user", START).said.terms == ("http://x",)
    assert parse_shelf_query("role:user re:tool:x", START).said.pattern is not None
