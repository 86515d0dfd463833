"""Events, entries and messages in the words of the recorded traces."""

from __future__ import annotations

from typing import Any

from pitui.core.agent.events import (
    AgentEnd,
    AgentEvent,
    AgentSettled,
    AgentStart,
    MessageEnd,
    QueueUpdate,
    RetryEnd,
    RetryStart,
    ToolEnd,
    ToolStart,
    TurnEnd,
    TurnStart,
)
from pitui.core.auto import CompactionEnd, CompactionStart, EntryAppended
from pitui.core.context.tokens import estimate_tokens
from pitui.core.context.usage import calculate_context_tokens
from pitui.core.javascript.json import JsonObject
from pitui.core.javascript.text import units
from pitui.core.session.content import as_mapping, blocks
from pitui.core.session.entries import Entry
from pitui.core.session.messages import Message

Record = dict[str, Any]


def short(text: str, limit: int = 100) -> str:
    """A text as the traces tell it: its beginning and its length."""
    return text if len(text) <= limit else f"{text[:limit]}…({units(text)})"


def told(message: Message) -> str:
    """What a message says, its tool calls by name."""
    match message.role:
        case "compactionSummary" | "branchSummary":
            return message.text_field("summary")
        case "system":
            return "sections:" + ",".join(as_mapping(message.data.get("sections")))
        case _:
            return "".join(_block(block) for block in blocks(message.content))


def event_record(event: AgentEvent) -> Record:
    """An event as a line of the trace."""
    match event:
        case AgentStart():
            return {"ev": "agent_start"}
        case TurnStart():
            return {"ev": "turn_start"}
        case MessageEnd(entry):
            return {"ev": "message_end", **_message_end(entry)}
        case ToolStart(name, call_id):
            return {"ev": "tool_execution_start", "tool": name, "id": call_id}
        case ToolEnd(name, call_id, is_error):
            return {"ev": "tool_execution_end", "tool": name, "id": call_id, "isError": is_error}
        case TurnEnd(tool_results):
            return {"ev": "turn_end", "toolResults": tool_results}
        case AgentEnd(will_retry):
            return {"ev": "agent_end", "willRetry": will_retry}
        case AgentSettled(aborted):
            return {"ev": "agent_settled", "aborted": aborted}
        case RetryStart(attempt, most, seconds, message):
            milliseconds = round(seconds * 1000)
            return retry_record("auto_retry_start", attempt, most, milliseconds, message)
        case RetryEnd(success, attempt, message):
            error = {} if message is None else {"finalError": message}
            return {"ev": "auto_retry_end", "success": success, "attempt": attempt, **error}
        case QueueUpdate(steering, follow_up):
            return {"ev": "queue_update", "steering": list(steering), "followUp": list(follow_up)}
        case EntryAppended(entry):
            return {"ev": "entry_appended", "type": entry.type, "targetId": entry.body["targetId"]}
        case CompactionStart(reason):
            return {"ev": "compaction_start", "reason": reason}
        case CompactionEnd():
            return _compaction_end(event)


def retry_record(name: str, attempt: int, most: int, milliseconds: int, message: str) -> Record:
    return {
        "ev": name,
        "attempt": attempt,
        "maxAttempts": most,
        "delayMs": milliseconds,
        "errorMessage": message,
    }


def entry_record(entry: Entry) -> Record:
    """An entry as the traces list it."""
    body = entry.body
    base = {"id": entry.id, "parent": entry.parent_id, "type": entry.type}
    match entry.type:
        case "model_change":
            return {**base, "model": f"{body['provider']}/{body['modelId']}"}
        case "thinking_level_change":
            return {**base, "level": body["thinkingLevel"]}
        case "context_edit":
            return {**base, "target": body["targetId"], "replacement": body["replacement"]}
        case "compaction":
            return {**base, **_compaction(body)}
        case "message":
            return {**base, **_message(entry)}
        case _:
            return base


def _compaction(body: JsonObject) -> Record:
    usage = {"usageTotal": body["usage"]["totalTokens"]} if "usage" in body else {}
    return {
        "firstKept": body["firstKeptEntryId"],
        "tokensBefore": body["tokensBefore"],
        "fromHook": body["fromHook"],
        "summary": body["summary"],
        "details": body["details"],
        "hasSystemMessage": "systemMessage" in body,
        **usage,
    }


def _message(entry: Entry) -> Record:
    message = Message(entry.body["message"])
    record: Record = {"role": message.role, "estTokens": estimate_tokens(message)}
    if message.role != "system":
        record["text"] = short(told(message), 80)
    if message.role == "assistant":
        record |= {"model": message.data["model"], **_outcome(message)}
    return record


def _message_end(entry: Entry) -> Record:
    message = Message(entry.body["message"])
    outcome = _outcome(message) if message.role == "assistant" else {}
    return {"role": message.role, **outcome, "text": short(told(message))}


def _outcome(message: Message) -> Record:
    usage = message.data.get("usage")
    error = {"errorMessage": message.data["errorMessage"]} if "errorMessage" in message.data else {}
    total = calculate_context_tokens(usage) if usage else 0
    return {"stopReason": message.data["stopReason"], **error, "usageTotal": total}


def _compaction_end(event: CompactionEnd) -> Record:
    record: Record = {
        "ev": "compaction_end",
        "reason": event.reason,
        "aborted": event.aborted,
        "willRetry": event.will_retry,
    }
    if event.error_message is not None:
        record["errorMessage"] = event.error_message
    if event.result is not None:
        record["result"] = {
            "firstKeptEntryId": event.result.first_kept_entry_id,
            "tokensBefore": event.result.tokens_before,
            "estimatedTokensAfter": event.estimated_tokens_after,
            "summary": short(event.result.summary, 200),
        }
    return record


def _block(block: JsonObject) -> str:
    match block["type"]:
        case "text":
            return str(block["text"])
        case "toolCall":
            return f"[toolCall {block['name']}]"
        case kind:
            return f"[{kind}]"
