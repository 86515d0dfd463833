"""One entry in one line: its role in a word, then what it says first."""

from __future__ import annotations

from math import isfinite
from pathlib import Path

from pitui.core.compaction.outlook import on_one_basis
from pitui.core.context.projection import project
from pitui.core.context.usage import plain_estimate
from pitui.core.javascript.json import Json, JsonObject, stringify
from pitui.core.session.calls import call_of
from pitui.core.session.content import as_list, as_mapping, as_text, blocks, blocks_of, text_of
from pitui.core.session.entries import Entry
from pitui.core.session.session import Session
from pitui.rendering.numbers import estimate, tokens
from pitui.rendering.picture import Line, Meaning, Span, line
from pitui.rendering.sanitize import one_line

_FIRST_WORDS = 300
"""How much of a text a line looks at, in characters; no screen shows more in one row."""


def entry_line(session: Session, entry: Entry) -> Line:
    """The entry in words: `user: …`, `[read: path:1-40]`, `[compaction: 168k → 23k]`."""
    body = entry.body
    match entry.type:
        case "message":
            return _message_line(session, entry, as_mapping(body.get("message")))
        case "custom_message":
            kind = _flat(body.get("customType")) or "custom"
            return _said(f"[{kind}]", text_of(body.get("content")), "user")
        case "compaction":
            return _compaction_line(session, entry, body)
        case "branch_summary":
            return _said("[branch summary]", as_text(body.get("summary")), "summary")
        case _:
            return line(Span(f"[{_bookkeeping(entry.type, body)}]", "muted"))


def call_text(name: Json, arguments: Json) -> str:
    """A tool call in brackets, in the form pi's own tree has."""
    given = as_mapping(arguments)
    path = _short_path(given.get("path") or given.get("file_path"))
    match name:
        case "read":
            return f"[read: {path}{_line_range(given)}]"
        case "write" | "edit":
            return f"[{name}: {path}]"
        case "bash":
            return f"[bash: {_flat(given.get('command'))}]"
        case "grep":
            return f"[grep: /{_flat(given.get('pattern'))}/ in {path or '.'}]"
        case "find":
            return f"[find: {_flat(given.get('pattern'))} in {path or '.'}]"
        case "ls":
            return f"[ls: {path or '.'}]"
        case _:
            told = _flat(stringify(arguments)) if given else ""
            return f"[{_flat(name) or 'tool'}{': ' + told if told else ''}]"


def _message_line(session: Session, entry: Entry, message: JsonObject) -> Line:
    content = message.get("content")
    match message.get("role"):
        case "user":
            return _said("user:", _with_images(content), "user")
        case "assistant":
            return _assistant_line(message)
        case "toolResult":
            return _result_line(session, entry, message)
        case "bashExecution":
            mark = "!!" if message.get("excludeFromContext") else "!"
            return line(Span(f"{mark} {_flat(message.get('command'))}", "user"))
        case "system":
            return _said("system:", text_of(content) or _sections(message), "system")
        case "compactionSummary" | "branchSummary":
            return _said("[summary]", as_text(message.get("summary")), "summary")
        case "custom":
            return _said(f"[{_flat(message.get('customType')) or 'custom'}]", text_of(content), "user")
        case role:
            return line(Span(f"[{_flat(role) or 'message'}]", "muted"))


def _assistant_line(message: JsonObject) -> Line:
    text = text_of(message.get("content"), " ").strip()
    stopped = message.get("stopReason")
    if stopped == "error":
        reason = _flat(message.get("errorMessage")) or "failed"
        return line(Span("assistant: ", "assistant"), Span("✗ ", "alarm"), Span(reason, "alarm"))
    if stopped == "aborted":
        told = f" {_flat(text)}" if text else ""
        return line(Span("assistant: ", "assistant"), Span("aborted", "warning"), Span(told))
    if text:
        cut = line(Span("  cut off", "warning")) if stopped == "length" else ()
        return (*_said("assistant:", text, "assistant"), *cut)
    calls = [
        call_text(block.get("name"), block.get("arguments")) for block in blocks_of(message.get("content"), "toolCall")
    ]
    if calls:
        return line(Span("assistant: ", "assistant"), Span("→ ", "muted"), Span(" ".join(calls), "muted"))
    thought = blocks_of(message.get("content"), "thinking")
    return line(Span("assistant: ", "assistant"), Span("(thinking)" if thought else "(no content)", "muted"))


def _result_line(session: Session, entry: Entry, message: JsonObject) -> Line:
    call = call_of(entry, session.by_id)
    if call is None:
        text = f"[{_flat(message.get('toolName')) or 'tool result'}]"
    else:
        text = call_text(call.get("name"), call.get("arguments"))
    failed = line(Span(" ✗", "alarm")) if message.get("isError") is True else ()
    return (Span(text, "tool"), *failed)


def _compaction_line(session: Session, entry: Entry, body: JsonObject) -> Line:
    after = estimate(tokens_after(session, entry))
    return line(Span(f"[compaction: {tokens(tokens_before(body))} → {after}]", "summary"))


def tokens_before(body: JsonObject) -> float | None:
    """The context's size a compaction recorded, in tokens; None where it recorded no number."""
    amount = body.get("tokensBefore")
    return amount if isinstance(amount, int | float) and not isinstance(amount, bool) else None


def tokens_after(session: Session, compaction: Entry) -> float:
    """Estimated tokens of the context a compaction leaves, worked out once for the life of the file's reading."""
    key = ("tokens after", compaction.offset)
    known = compaction.source.memo.get(key)
    if not isinstance(known, int | float):
        path = session.branch(compaction.id)
        before, after = project(path[:-1]), project(path)
        recorded = tokens_before(compaction.body)
        size = plain_estimate(before) if recorded is None else recorded
        known = on_one_basis(size, plain_estimate(before) - plain_estimate(after), after)
        compaction.source.memo[key] = known
    return known


def _bookkeeping(kind: str, body: JsonObject) -> str:
    match kind:
        case "model_change":
            return f"model: {_flat(body.get('modelId'))}"
        case "thinking_level_change":
            return f"thinking: {_flat(body.get('thinkingLevel'))}"
        case "custom":
            return f"custom: {_flat(body.get('customType'))}"
        case "label":
            return f"label: {_flat(body.get('label')) or '(cleared)'}"
        case "session_info":
            return f"title: {_flat(body.get('name')) or '(cleared)'}"
        case "context_edit":
            does = "omit" if "replacement" in body and body["replacement"] is None else "replace"
            return f"context {does}: {_flat(body.get('targetId'))}"
        case "usage":
            return f"usage: {_flat(body.get('kind'))}"
        case _:
            return one_line(kind) or "entry without a type"


def _said(word: str, text: str, meaning: Meaning) -> Line:
    return line(Span(f"{word} ", meaning), Span(_flat(text)))


def _with_images(content: Json) -> str:
    images = sum(1 for block in blocks(content) if block.get("type") == "image")
    marks = " ".join(["[image]"] * images)
    return f"{text_of(content)} {marks}".strip() if images else text_of(content)


def _sections(message: JsonObject) -> str:
    names = [name for name, value in as_mapping(message.get("sections")).items() if value is not None]
    tools = [as_text(as_mapping(tool).get("name")) for tool in as_list(message.get("toolsAdded"))]
    return ", ".join(names + ([f"tools {' '.join(tools)}"] if tools else []))


def _line_range(arguments: JsonObject) -> str:
    offset, limit = _line_number(arguments.get("offset")), _line_number(arguments.get("limit"))
    if offset is None and limit is None:
        return ""
    start = 1 if offset is None else offset
    return f":{start}" if limit is None else f":{start}-{start + limit - 1}"


def _line_number(value: Json) -> int | None:
    return int(value) if isinstance(value, int | float) and isfinite(value) else None


def _short_path(value: Json) -> str:
    path = _flat(value)
    try:
        home = str(Path.home())
    except RuntimeError:
        return path
    return f"~{path[len(home) :]}" if len(home) > 1 and (path == home or path.startswith(home + "/")) else path


def _flat(value: Json) -> str:
    """The first words of any value in one line, runs of white space as one blank."""
    text = as_text(value)[: _FIRST_WORDS * 2]
    return one_line(" ".join(text.split())[:_FIRST_WORDS])
