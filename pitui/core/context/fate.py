"""What becomes of each entry at a leaf: sent to the model, folded away, edited, or on another branch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pitui.core.context.projection import ProjectedEntry, Projection

Fate: TypeAlias = Literal["sent", "folded", "omitted", "replaced", "silent", "elsewhere"]
"""`silent` entries lie in the context and give no message; `elsewhere` is every other branch."""


class Fates:
    """The fate of every entry at one leaf."""

    def __init__(self, projection: Projection) -> None:
        self._fates: dict[str, Fate] = {entry.id: "folded" for entry in projection.path}
        for projected in projection.entries:
            self._fates[projected.entry.id] = _fate(projected)

    def __getitem__(self, entry_id: str) -> Fate:
        return self._fates.get(entry_id, "elsewhere")

    @property
    def on_path(self) -> Mapping[str, Fate]:
        """The fates of the entries on the path to the leaf."""
        return self._fates


def _fate(projected: ProjectedEntry) -> Fate:
    if projected.omitted:
        return "omitted"
    if not projected.roles:
        return "silent"
    return "replaced" if projected.replaced else "sent"
