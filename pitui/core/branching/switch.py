"""A move to another entry as a value: where the leaf goes, what is left, what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pitui.core.branching.abandoned import Abandoned, collect_entries_for_branch_summary, prepare_branch_entries
from pitui.core.context.projection import Projection, project
from pitui.core.errors import NothingToDoError
from pitui.core.session.content import as_mapping, text_of
from pitui.core.session.entries import Entry
from pitui.core.session.session import Session

MARKER_TYPE = "pitui.leaf"
"""The `customType` of the entry that makes pi resume at a leaf."""


@dataclass(frozen=True, eq=False)
class SwitchPlan:
    """A switch decided and not yet done (pi: `TreePreparation`)."""

    session: Session
    old_leaf_id: str | None
    target: Entry
    new_leaf_id: str | None
    """The target, or its parent when the target is something a person said; None for the empty root."""
    editor_text: str | None
    """The target's own text, handed back for editing; None when the target itself becomes the leaf."""
    abandoned: Abandoned

    @cached_property
    def before(self) -> Projection:
        """What the model sees from the old leaf."""
        return project(self.session.branch(self.old_leaf_id))

    @cached_property
    def after(self) -> Projection:
        """What the model would see from the new leaf, without a summary."""
        return project(self.session.branch(self.new_leaf_id))

    @cached_property
    def entered(self) -> list[Entry]:
        """The entries that come onto the path, oldest first."""
        known = {entry.id for entry in self.session.branch(self.old_leaf_id)}
        return [entry for entry in self.session.branch(self.new_leaf_id) if entry.id not in known]

    @cached_property
    def can_summarize(self) -> bool:
        """Whether anything that is left gives a message to sum up."""
        return bool(prepare_branch_entries(self.abandoned.entries, 0).messages)

    @cached_property
    def edits_undone(self) -> list[Entry]:
        """Context edits on the old path that no longer hold."""
        return [entry for entry in self.abandoned.entries if entry.type == "context_edit"]


def plan_switch(session: Session, old_leaf_id: str | None, target_id: str, *, onto: bool = False) -> SwitchPlan:
    """What moving from a leaf to a target would do (pi: `navigateTree`).

    `onto` makes the target itself the leaf, even where it is something a person said. Raises UnknownEntryError,
    and NothingToDoError when the target is the leaf already.
    """
    target = session.entry(target_id)
    if target_id == old_leaf_id:
        raise NothingToDoError("You are already at this point.", title="Already here")
    new_leaf_id, text = (target.id, None) if onto else landing(session, target)
    return SwitchPlan(
        session=session,
        old_leaf_id=old_leaf_id,
        target=target,
        new_leaf_id=new_leaf_id,
        editor_text=text,
        abandoned=collect_entries_for_branch_summary(session, old_leaf_id, target_id),
    )


def landing(session: Session, target: Entry) -> tuple[str | None, str | None]:
    """The leaf a target leads to, and the text it hands back.

    A user or custom message makes its parent the leaf, so that it can be said anew.
    """
    body = target.body
    if target.role == "user":
        content = as_mapping(body.get("message")).get("content")
    elif target.type == "custom_message":
        content = body.get("content")
    else:
        return target.id, None
    return session.tree.parent_id(target), text_of(content)
