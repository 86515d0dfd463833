"""Labels and the name: the last word in the file counts, on whatever branch it was said."""

import pytest

from tests.builders import Tree


def labels(tree: Tree) -> dict[str, str]:
    return {target: str(label) for target, label in tree.session.labels.items()}


def test_the_last_label_in_the_file_counts(tree: Tree) -> None:
    tree.user()
    tree.label("u1", "one")
    tree.at("u1").label("u1", "two")
    assert labels(tree) == {"u1": "two"}


@pytest.mark.parametrize("nothing", [..., None, "", 0, False])
def test_an_empty_one_clears_it(tree: Tree, nothing: object) -> None:
    tree.user()
    tree.label("u1", "one")
    tree.label("u1", nothing)
    assert labels(tree) == {}


def test_its_time_is_that_of_the_latest_setting(tree: Tree) -> None:
    """https://github.com/earendil-works/pi/issues/6354"""
    tree.user()
    tree.label("u1", "one")
    tree.label("u1")
    tree.label("u1", "one", timestamp="2026-05-05T00:00:00.000Z")
    assert tree.session.labels["u1"].timestamp == "2026-05-05T00:00:00.000Z"


@pytest.mark.parametrize(("label", "shown"), [(" ", " "), (5, "5"), ("a\nb", "a\nb")])
def test_what_is_true_to_javascript_is_a_label(tree: Tree, label: object, shown: str) -> None:
    tree.user()
    tree.label("u1", label)
    assert labels(tree) == {"u1": shown}


def test_a_label_may_name_itself_another_or_nothing_here(tree: Tree) -> None:
    tree.label("l1", "self")
    tree.label("l1", "other")
    tree.label("gone", "ghost")
    assert labels(tree) == {"l1": "other", "gone": "ghost"}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Plain", "Plain"),
        (" \u00a0\ufeff x \u3000", "x"),
        ("\u0085x\x1c", "\u0085x\x1c"),
        ("a\nb", "a\nb"),
        *((nothing, None) for nothing in ("", "  ", None, 5, ...)),
    ],
)
def test_the_last_name_counts_trimmed_and_an_empty_one_clears(tree: Tree, name: object, shown: str | None) -> None:
    tree.name("Earlier")
    tree.name(name)
    assert tree.session.name == shown
