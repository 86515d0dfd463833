"""What takes several steps: from a key over questions and work to a written entry, and back to where one was."""

from pitui.tui.flows.compacting import compact
from pitui.tui.flows.copying import copy_menu, copy_text
from pitui.tui.flows.counting import keep_count
from pitui.tui.flows.exporting import export
from pitui.tui.flows.filtering import filter_menu
from pitui.tui.flows.jumping import go_to_branch, go_to_id, go_to_label
from pitui.tui.flows.naming import label, rename
from pitui.tui.flows.opening import open_in_pi, page_entry
from pitui.tui.flows.reading import damage, llm_view
from pitui.tui.flows.searching import jump, search
from pitui.tui.flows.switching import switch

__all__ = [
    "compact",
    "copy_menu",
    "copy_text",
    "damage",
    "export",
    "filter_menu",
    "go_to_branch",
    "go_to_id",
    "go_to_label",
    "jump",
    "keep_count",
    "label",
    "llm_view",
    "open_in_pi",
    "page_entry",
    "rename",
    "search",
    "switch",
]
