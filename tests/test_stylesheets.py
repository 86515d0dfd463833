"""The stylesheets: every file is listed, every listed one exists, and every meaning has its look."""

from __future__ import annotations

from pitui.tui.stylesheets import folder, stylesheets
from pitui.tui.theme import DARK, LIGHT, MEANINGS


def test_every_stylesheet_is_listed_once_and_exists() -> None:
    assert sorted(stylesheets()) == sorted(folder().rglob("*.tcss"))


def test_every_meaning_has_its_look() -> None:
    text = (folder() / "widgets" / "meanings.tcss").read_text("utf-8")
    assert [name for name in MEANINGS if f".meaning--{name} " not in text] == []


def test_both_palettes_name_the_same_colours() -> None:
    assert DARK.keys() == LIGHT.keys()
