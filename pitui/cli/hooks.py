"""The hooks of one command: the person's own, and those of the project that were agreed to on the screen."""

from __future__ import annotations

from pitui.cli.leaf import Leaf
from pitui.cli.output import note
from pitui.core.hooks import Hooks
from pitui.hook_files import load_hooks
from pitui.rendering.numbers import plural


def hooks_for(leaf: Leaf) -> Hooks:
    """The hooks that apply to a session; what fails in one, and what waits for a yes, is told on stderr."""
    loaded = load_hooks(leaf.home.project, lambda failure: note(f"A hook failed: {failure}"))
    if loaded.unasked:
        waiting = plural(len(loaded.unasked), "hook file")
        note(f"{waiting} of this project did not run: open the session on the screen to agree to them.")
    return loaded.hooks
