"""Messages in the shape inspections are compared in."""

from __future__ import annotations

import math
from collections.abc import Callable

from pitui.core.javascript.json import Json, ordered_items, stringify
from pitui.core.pi_faults import PiFails
from pitui.core.session.content import as_list, as_mapping
from pitui.core.session.messages import Message
from pitui.core.summary.file_ledger import FileOps

UNDEFINED = {"$undefined": True}


def llm_view(message: Message) -> Json:
    """One message as the model gets it."""
    data = message.data
    view: dict[str, Json] = {"role": data.get("role"), "content": _content(data)}
    if message.role == "system":
        if data.get("sections"):
            view["sections"] = [list(pair) for pair in ordered_items(as_mapping(data["sections"]))]
        for name in ("toolsAdded", "toolsRemoved"):
            if isinstance(data.get(name), list):
                view[name] = [as_mapping(tool).get("name") for tool in as_list(data[name])]
    if message.role == "toolResult":
        view["toolCallId"] = data.get("toolCallId")
    return view


def file_ops_view(ops: FileOps) -> Json:
    """File operations in the order first seen."""
    return {
        "read": list(ops.read.values()),
        "written": list(ops.written.values()),
        "edited": list(ops.edited.values()),
    }


def error_view(error: Exception) -> Json:
    """What stands where pi itself throws."""
    return {"$error": {"name": type(error).__name__, "message": str(error)}}


def or_error(tell: Callable[[], Json]) -> Json:
    """What is told, or the error that stands where pi itself throws."""
    try:
        return tell()
    except PiFails as failure:
        return error_view(failure)


def role_of(message: Message) -> Json:
    """The role as the file has it."""
    return message.data.get("role")


def timestamp_view(message: Message) -> Json:
    """A message's timestamp; `NaN` by name."""
    timestamp = message.data.get("timestamp")
    if isinstance(timestamp, float) and math.isnan(timestamp):
        return "NaN"
    return whole(timestamp)


def whole(value: Json) -> Json:
    """A double that is a whole number, as the integer it prints as."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _content(data: Json) -> Json:
    if "content" not in data:
        return UNDEFINED
    content = data["content"]
    if isinstance(content, str):
        return content
    return [_block(block) for block in content] if isinstance(content, list) else {"$json": content}


def _block(block: Json) -> Json:
    if not isinstance(block, dict):
        return {"$nonobject": block}
    match block.get("type"):
        case "text":
            return ["text", _text(block, "text")]
        case "thinking":
            return ["thinking", _text(block, "thinking"), block.get("redacted") is True]
        case "image":
            data = block.get("data")
            return ["image", block.get("mimeType"), len(data) if isinstance(data, str) else None]
        case "toolCall":
            arguments = stringify(block["arguments"]) if "arguments" in block else UNDEFINED
            return ["toolCall", block.get("name"), arguments]
        case kind:
            return ["other", kind]


def _text(block: Json, name: str) -> Json:
    if name not in block:
        return UNDEFINED
    value = block[name]
    return value if isinstance(value, str) else {"$nonstring": value}
