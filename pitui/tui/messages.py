"""What parts of the screen tell each other: facts in the past tense, and requests that say so."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from textual.message import Message

from pitui.core.session.follow import News


@dataclass
class SessionChanged(Message):
    """The file holds something new: our own entry, or another writer's."""

    news: News


@dataclass
class EntryFocused(Message):
    """The cursor stands on another entry."""

    entry_id: str


@dataclass
class FoldsChanged(Message):
    """The tree's folds are others now."""

    folded: frozenset[str]


@dataclass
class SessionChosen(Message):
    """The person wants to see a session."""

    path: Path
    entry_id: str | None = None
    """Where the cursor should start; the leaf without one."""


class ShelfRequested(Message):
    """The person wants to choose another session."""


class SettingsRequested(Message):
    """The person wants to see the settings."""


class ScreenLeft(Message):
    """The person is done with the screen on top."""


@dataclass
class SwitchRequested(Message):
    """The person wants to go on from an entry."""

    entry_id: str
