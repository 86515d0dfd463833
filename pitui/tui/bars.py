"""What the title line and the status line say."""

from __future__ import annotations

from pathlib import Path

from pitui.core.session.content import as_text
from pitui.rendering.numbers import plural
from pitui.rendering.picture import Span
from pitui.rendering.sanitize import one_line
from pitui.tui.view_state import ViewState

Parts = tuple[list[Span], list[Span]]


def title_parts(view: ViewState) -> Parts:
    """Name and project on the left; model, thinking level, liveness and leaf on the right."""
    session = view.session
    name = one_line(session.name or session.path.stem)
    left = [Span(" pitui ", "accent"), Span(f" {name}", "strong"), Span(f"  {_project(session.cwd)}", "muted")]
    model = view.leaf.projection.model
    named = one_line(as_text(model[1])) if model is not None else "no model yet"
    live = Span("   ● live", "good") if view.live else Span("   ○ idle", "muted")
    right = [
        Span(f"  {named} · {view.leaf.thinking_level}"),
        live,
        Span(f"   leaf {one_line((view.leaf.leaf_id or 'none')[:8])} ", "muted"),
    ]
    return left, right


def status_parts(view: ViewState, rows: int, filter_name: str) -> Parts:
    """Filter and rows on the left; what has come in and what is wrong on the right."""
    left = [Span(f" {filter_name}", "muted"), Span(f"   {rows}/{len(view.session.by_id)}", "muted")]
    if view.follows_cursor:
        left.append(Span("   leaf follows the cursor", "warning"))
    right: list[Span] = []
    if view.elsewhere:
        right.append(Span("looking elsewhere, esc goes back   ", "warning"))
    if view.unseen:
        right.append(
            Span(f"+{view.unseen} {'new entry' if view.unseen == 1 else 'new entries'}, . to see   ", "accent")
        )
    damage = len(view.session.damage)
    if damage:
        right.append(Span(f"! {plural(damage, 'fault')} in the file   ", "warning"))
    if view.session.version < 3:
        right.append(Span(f"version {view.session.version} file   ", "muted"))
    return left, right


def _project(cwd: str | None) -> str:
    if cwd is None:
        return "no project folder"
    home = str(Path.home())
    short = f"~{cwd[len(home) :]}" if cwd == home or cwd.startswith(home + "/") else cwd
    return one_line(short)
