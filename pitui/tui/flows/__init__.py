"""What takes several steps: from a key over questions and work to a written entry, and back to where one was."""

from pitui.tui.flows.compacting import compact
from pitui.tui.flows.copying import copy_menu, copy_text
from pitui.tui.flows.naming import label, rename
from pitui.tui.flows.reading import damage, llm_view
from pitui.tui.flows.searching import jump, search
from pitui.tui.flows.switching import switch

__all__ = ["compact", "copy_menu", "copy_text", "damage", "jump", "label", "llm_view", "rename", "search", "switch"]
