"""The pager: the one that is asked for, or another with a word about it."""

from __future__ import annotations

import pytest

from pitui.desktop.pager import pager_command


@pytest.mark.parametrize(
    ("pager", "there", "command", "told"),
    [
        ("less -S", {"less"}, ["less", "-S"], False),
        ("'/opt/my pager' -x", {"/opt/my pager"}, ["/opt/my pager", "-x"], False),
        ("bat", {"less", "more"}, ["less"], True),
        ("un'closed", {"more"}, ["more"], True),
        ("", {"less"}, ["less"], True),
        ("bat", set(), None, True),
    ],
)
def test_which_pager(pager: str, there: set[str], command: list[str] | None, told: bool) -> None:
    found, remark = pager_command({"PAGER": pager}, lambda name: name if name in there else None)
    assert found == command
    assert bool(remark) == told
