"""What the browser shows, as one frozen value; a change is a new value, and everything else is worked out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from pitui.core.catalog import Model
from pitui.core.compaction.outlook import outlook
from pitui.core.compaction.preparation import CompactionPreparation, prepare_projected
from pitui.core.context.budget import Budget, measure_budget, window_of
from pitui.core.context.fate import Fates
from pitui.core.context.projection import Projection, project
from pitui.core.errors import SettingsError
from pitui.core.session.content import as_text
from pitui.core.session.entries import Entry
from pitui.core.session.filters import shown
from pitui.core.session.search import NO_QUERY, Query
from pitui.core.session.session import Session
from pitui.core.settings import CompactionSettings
from pitui.core.settings.other import TreeFilterMode
from pitui.pi_home import PiHome
from pitui.rendering.counted import Counted
from pitui.tui.tree_filter import TreeFilter

Column: TypeAlias = Literal["tokens", "total", "cost", "age"]
COLUMNS: tuple[Column, ...] = ("tokens", "total", "cost", "age")
Tab: TypeAlias = Literal["entry", "llm", "compaction", "stats"]
FILTERS: tuple[TreeFilterMode, ...] = ("default", "no-tools", "user-only", "labeled-only", "all")


@dataclass(frozen=True, eq=False)
class Leaf:
    """Everything that follows from one leaf of one reading of a session."""

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

    @cached_property
    def model(self) -> Model | None:
        """The model in use here; None before one was named."""
        named = self.projection.model
        return self.home.model(as_text(named[0]), as_text(named[1])) if named is not None else None

    @cached_property
    def settings(self) -> CompactionSettings | SettingsError:
        """pi's compaction settings for that model, or what is wrong with them."""
        named = self.projection.model
        try:
            if named is None:
                return self.home.compaction(None, None)
            return self.home.compaction(as_text(named[0]), as_text(named[1]))
        except SettingsError as error:
            return error

    @property
    def usable_settings(self) -> CompactionSettings:
        """The settings, or the defaults where they cannot be used; the screen says which."""
        return self.settings if isinstance(self.settings, CompactionSettings) else CompactionSettings()

    @cached_property
    def budget(self) -> Budget:
        """The context set against the model's window."""
        return measure_budget(self.projection, window_of(self.model), self.usable_settings)

    @cached_property
    def preparation(self) -> CompactionPreparation | None:
        """What compacting here would do; None when there is nothing to compact."""
        if self.path and self.path[-1].type == "compaction":
            return None
        return prepare_projected(self.projection, self.usable_settings)

    @cached_property
    def fates_after(self) -> Fates:
        """What would become of each entry if one compacted here; the same as now when there is nothing to compact."""
        return Fates(outlook(self.preparation).after) if self.preparation is not None else self.fates

    @property
    def thinking_level(self) -> str:
        """The thinking level in force."""
        return as_text(self.projection.thinking_level) or "off"


@dataclass(frozen=True, slots=True)
class LeafAhead:
    """A leaf whose entries look as they would fare if one compacted there."""

    leaf: Leaf

    @property
    def leaf_id(self) -> str | None:
        return self.leaf.leaf_id

    @property
    def projection(self) -> Projection:
        return self.leaf.projection

    @property
    def fates(self) -> Fates:
        return self.leaf.fates_after


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched for, and where it was found."""

    text: str = ""
    query: Query = NO_QUERY
    hits: tuple[str, ...] = ()
    """Entries in the order of the tree."""
    running: bool = False
    problem: str = ""
    """Why the text cannot be searched for."""


NO_SEARCH = Search()


@dataclass(frozen=True, eq=False)
class ViewState:
    """What the browser shows."""

    session: Session
    leaf: Leaf
    """The shown leaf; the file's leaf until the reader looks elsewhere."""
    cursor_id: str | None
    """The entry under the cursor."""
    filter: TreeFilterMode = "default"
    narrowed: TreeFilter | None = None
    """What the tree is narrowed to instead of the filter, if anything."""
    folded: frozenset[str] = field(default_factory=frozenset)
    """Entries whose descendants are folded away."""
    revealed: frozenset[str] = field(default_factory=frozenset)
    """Hits that are shown although the filter hides them."""
    search: Search = NO_SEARCH
    count: tuple[Leaf, Counted] | None = None
    """The tokens of a leaf's context as an encoding counts them; of another leaf while the shown one's come in."""
    tab: Tab = "entry"
    """What the pane beside the tree shows."""
    column: Column = "tokens"
    label_times: bool = False
    raw: bool = False
    """Whether the entry is shown as JSON."""
    open_all: bool = False
    """Whether long results and thinking are shown in full."""
    follows_cursor: bool = False
    live: bool = False
    """Whether another program has written to the file within the last minute."""
    unseen: int = 0
    """Entries that came in since the reader last looked at the leaf."""

    def shows(self, entry: Entry) -> bool:
        """Whether the tree shows an entry."""
        if entry.id in self.revealed:
            return True
        if self.narrowed is not None:
            return self.narrowed.shows(entry, self.leaf)
        return shown(entry, self.filter, self.leaf.leaf_id, self.session.labels)

    @property
    def counted(self) -> Counted | None:
        """The count at the shown leaf."""
        return self.count[1] if self.count is not None and self.count[0] is self.leaf else None

    @property
    def tree_leaf(self) -> Leaf | LeafAhead:
        """The leaf the tree's rows are seen from; while compacting is considered, as it would be afterwards."""
        return LeafAhead(self.leaf) if self.tab == "compaction" else self.leaf

    @property
    def elsewhere(self) -> bool:
        """Whether the shown leaf is not where pi would resume."""
        return self.leaf.leaf_id != self.session.leaf_id
