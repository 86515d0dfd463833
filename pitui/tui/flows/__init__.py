"""What takes several steps: from a key over questions and work to a written entry, and back to where one was."""

from pitui.tui.flows.compacting import compact
from pitui.tui.flows.reading import damage, llm_view, plain_text
from pitui.tui.flows.switching import switch
from pitui.tui.flows.writing import Operation, may_write

__all__ = ["Operation", "compact", "damage", "llm_view", "may_write", "plain_text", "switch"]
