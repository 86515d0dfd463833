"""Where the stylesheets lie: beside the package when installed, in the checkout's `css` otherwise."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_SHEETS = (
    "app.tcss",
    "widgets/meanings.tcss",
    "widgets/lists.tcss",
    "widgets/panes.tcss",
    "screens/browser.tcss",
    "screens/compaction.tcss",
    "screens/context.tcss",
    "screens/shelf.tcss",
    "screens/settings.tcss",
    "screens/pages.tcss",
    "dialogs/dialog.tcss",
    "dialogs/review.tcss",
)
"""All of them, in the order they apply; one that is listed nowhere is loaded nowhere."""


def folder() -> Path:
    """The folder the stylesheets lie in."""
    installed = _PACKAGE / "css"
    return installed if installed.is_dir() else _PACKAGE.parent / "css"


def stylesheets() -> list[Path]:
    """Every stylesheet, in order."""
    return [folder() / name for name in _SHEETS]
