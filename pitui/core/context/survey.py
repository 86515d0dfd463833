"""A session file read whole for the shelf: what it counts, what its context weighs, what it has cost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pitui.core.context.budget import Window, measure_budget
from pitui.core.context.projection import project
from pitui.core.context.stats import session_stats
from pitui.core.errors import PituiError
from pitui.core.session.content import as_text
from pitui.core.session.reader import open_session
from pitui.core.session.session import Session
from pitui.core.session.shelf import ShelfRow, counted, glance
from pitui.core.settings import CompactionSettings


def survey(path: Path) -> ShelfRow:
    """Everything a row can tell of a file; never raises for what is in it."""
    row = glance(path)
    if row.problem is not None:
        return row
    try:
        session = open_session(path)
        # The file may have grown since the glance: the row tells of what was counted.
        return replace(weighed(counted(row, session), session), stamp=session.stamp)
    except (PituiError, OSError) as error:
        return replace(row, problem=str(error))


def weighed(row: ShelfRow, session: Session) -> ShelfRow:
    """The row with what the model would get at the file's leaf, and what the file has cost."""
    projection = project(session.branch(session.leaf_id))
    budget = measure_budget(projection, Window(None), CompactionSettings())
    model = projection.model
    return replace(
        row,
        tokens=budget.used,
        reported=budget.reported is not None,
        cost=session_stats(session.entries).cost,
        model=(as_text(model[0]), as_text(model[1])) if model is not None else None,
    )
