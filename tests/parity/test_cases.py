"""pitui computes of a session what pi 1.6.0 computes of it: reports made by running pi, and kept here."""

from pathlib import Path

import pytest

from pitui.core.javascript.json import parse
from tests.inspection import inspected
from tests.parity.compare import differences

CASES = Path(__file__).parent / "cases"
SESSIONS = sorted((CASES / "sessions").iterdir())


@pytest.mark.parametrize("session", SESSIONS, ids=lambda path: path.stem)
def test_a_session_is_what_it_is_to_pi(session: Path) -> None:
    lines = (CASES / "expected" / session.name).read_bytes().splitlines()
    assert lines
    for case in map(parse, lines):
        report = inspected(session, *case["arguments"], "--no-thinking")
        assert differences(case["report"], report) == [], case["arguments"]


def test_the_cases_are_all_there() -> None:
    assert len(SESSIONS) == len(list((CASES / "expected").iterdir())) > 100


@pytest.mark.parametrize(
    ("expected", "found", "count"),
    [
        ({"a": 1}, {"a": 1, "more": 2}, 0),
        ({"a": {"b": 1}}, {"a": {"b": 1, "more": 2}}, 1),
        ({"a": 1}, {}, 1),
        ({"a": 1}, {"a": True}, 1),
        ({"a": [1, 2]}, {"a": [1]}, 1),
        ({"a": [1, [2]]}, {"a": [0, [3]]}, 2),
        ({"a": {"$error": {}}}, {"a": 5}, 0),
        ({"a": {"$sha256_utf16le": "x", "len": 1}}, {"a": "x"}, 1),
    ],
)
def test_a_difference_is_seen(expected: dict[str, object], found: dict[str, object], count: int) -> None:
    assert len(differences(expected, found)) == count
