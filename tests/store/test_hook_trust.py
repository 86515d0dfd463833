"""Remembered yeses: bound to one file and its content, and never given by a file that cannot be used."""

import json
from pathlib import Path

import pytest

from pitui.core.errors import WriteError
from pitui.store.trust import TrustStore


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "trusted-hooks.json"


def test_no_is_the_beginning_and_writes_nothing(file: Path) -> None:
    assert not TrustStore(file).trusts(Path("/p/a.py"), b"x")
    assert not file.parent.exists()


def test_a_yes_is_remembered_for_this_path_and_content(file: Path) -> None:
    TrustStore(file).remember(Path("/p/a.py"), b"x")
    store = TrustStore(file)
    assert store.trusts(Path("/p/a.py"), b"x")
    assert not store.trusts(Path("/p/a.py"), b"y")
    assert not store.trusts(Path("/p/b.py"), b"x")
    assert file.stat().st_mode & 0o077 == 0


def test_a_later_yes_takes_the_place_of_an_earlier_one(file: Path) -> None:
    store = TrustStore(file)
    store.remember(Path("/p/a.py"), b"x")
    store.remember(Path("/p/a.py"), b"y")
    assert not store.trusts(Path("/p/a.py"), b"x")
    assert store.trusts(Path("/p/a.py"), b"y")


def test_a_yes_can_be_taken_back(file: Path) -> None:
    store = TrustStore(file)
    store.remember(Path("/p/a.py"), b"x")
    store.remember(Path("/p/b.py"), b"x")
    store.forget(Path("/p/a.py"))
    assert not TrustStore(file).trusts(Path("/p/a.py"), b"x")
    assert TrustStore(file).trusts(Path("/p/b.py"), b"x")


def test_two_at_once_keep_each_others_yeses(file: Path) -> None:
    one, other = TrustStore(file), TrustStore(file)
    one.remember(Path("/p/a.py"), b"x")
    other.remember(Path("/p/b.py"), b"x")
    assert TrustStore(file).trusts(Path("/p/a.py"), b"x")


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff", b"5"])
def test_a_broken_file_trusts_nothing_is_told_and_is_left_alone(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    store = TrustStore(file)
    assert str(file) in store.problem
    assert not store.trusts(Path("/p/a.py"), b"x")
    with pytest.raises(WriteError, match="remove it first"):
        store.remember(Path("/p/a.py"), b"x")
    assert file.read_bytes() == content


def test_a_value_that_is_no_digest_is_no_yes(file: Path) -> None:
    file.parent.mkdir()
    file.write_text(json.dumps({"/p/a.py": True}))
    assert not TrustStore(file).trusts(Path("/p/a.py"), b"x")
