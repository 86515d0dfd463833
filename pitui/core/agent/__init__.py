"""A small model loop of the library's own, so that a program with a model and some tools has a whole agent.

`chat` is what a host brings: whoever answers, and the tools; `tools` carries calls out; `transient` tells which
failures pass; `queues` holds what is said meanwhile; `agent` runs the turns and keeps the session compact.
"""

from pitui.core.agent.agent import Agent
from pitui.core.agent.chat import ChatModel, Tool, ToolResult
from pitui.core.agent.events import AgentEvent
from pitui.core.agent.transient import is_transient

__all__ = ["Agent", "AgentEvent", "ChatModel", "Tool", "ToolResult", "is_transient"]
