"""Settings in rows, each with its origin, at any width and whatever stands in them."""

from __future__ import annotations

import pytest

from pitui.core.settings import DEFAULT, Origin, Setting
from pitui.rendering.settings_page import pi_settings_page
from tests.rendering.plain import HOSTILE, WIDTHS, check, plain

AGENT = Origin("agent", "/home/dev/.pi/agent/settings.json")


def test_the_page() -> None:
    settings = [
        Setting("compaction.enabled", True, DEFAULT),
        Setting("compaction.reserveTokens", "much", AGENT),
        Setting("sessionDir", None, DEFAULT),
    ]
    expected = """\
 compaction.enabled                true            default
 compaction.reserveTokens          "much"          agent settings
 sessionDir                        not set         default

 compaction.reserveTokens is "much"
"""
    assert plain(pi_settings_page(settings, ['compaction.reserveTokens is "much"'], 72)) == expected


@pytest.mark.parametrize("cells", WIDTHS)
def test_every_width_and_every_text(cells: int) -> None:
    settings = [Setting(text, text, AGENT) for text in HOSTILE]
    check(pi_settings_page(settings, HOSTILE, cells), cells)
