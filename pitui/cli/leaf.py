"""A session seen from one leaf, with pi's settings for the model in use there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pitui.cli.find import leaf_of
from pitui.cli.start import StartOptions
from pitui.core.catalog import Model
from pitui.core.context.budget import Budget, measure_budget, window_of
from pitui.core.context.fate import Fates
from pitui.core.context.projection import Projection, project
from pitui.core.javascript.json import Json
from pitui.core.session.entries import Entry
from pitui.core.session.session import Session
from pitui.core.settings import CompactionSettings
from pitui.pi_home import PiHome


@dataclass(frozen=True)
class Leaf:
    """What follows from one leaf of one reading of a session."""

    session: Session
    leaf_id: str | None
    home: PiHome

    @cached_property
    def path(self) -> Sequence[Entry]:
        """The entries from the root to the leaf."""
        return self.session.branch(self.leaf_id)

    @cached_property
    def projection(self) -> Projection:
        """What the model sees from here."""
        return project(self.path)

    @cached_property
    def fates(self) -> Fates:
        """What becomes of each entry here."""
        return Fates(self.projection)

    @property
    def model_name(self) -> tuple[str, str] | None:
        """Provider and id of the model in use; None where the session names none in words."""
        match self.projection.model:
            case (str() as provider, str() as model_id):
                return provider, model_id
            case _:
                return None

    @property
    def thinking_level(self) -> str:
        """The thinking level in force."""
        level = self.projection.thinking_level
        return level if isinstance(level, str) else "off"

    def model(self, name: tuple[str, str] | None = None) -> Model | None:
        """The model asked about, else the one in use; None where the session names none."""
        named = name or self.model_name
        return self.home.model(*named) if named is not None else None

    def settings(self, name: tuple[str, str] | None = None) -> CompactionSettings:
        """pi's compaction settings for that model; raises SettingsError for one that pi would refuse."""
        return self.home.compaction(*(name or self.model_name or (None, None)))

    def budget(self, name: tuple[str, str] | None = None) -> Budget:
        """The context set against that model's window."""
        return measure_budget(self.projection, window_of(self.model(name)), self.settings(name))

    @property
    def as_json(self) -> dict[str, Json]:
        """Which session this is, where in it, and who speaks there."""
        name = self.model_name
        return {
            "path": str(self.session.path.absolute()),
            "sessionId": self.session.id,
            "name": self.session.name,
            "leafId": self.leaf_id,
            "model": {"provider": name[0], "modelId": name[1]} if name is not None else None,
            "thinkingLevel": self.thinking_level,
        }


def look(session: Session, words: str | None, options: StartOptions) -> Leaf:
    """A session from the leaf asked for, else from its own; raises UnknownEntryError."""
    return Leaf(session, leaf_of(session, words), options.home(session.cwd))
