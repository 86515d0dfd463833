"""What an entry says, by its type: a message's words, a summary with its files, a change of the books."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitui.core.javascript.json import Json, JsonObject
from pitui.core.session.calls import call_of
from pitui.core.session.content import as_list, as_mapping, as_text
from pitui.core.session.entries import Entry
from pitui.core.session.messages import Message
from pitui.core.session.session import Session
from pitui.rendering.entry_line import call_text, entry_line, tokens_after, tokens_before
from pitui.rendering.message_body import Unfolded, content_lines
from pitui.rendering.numbers import estimate, plural, tokens
from pitui.rendering.picture import Line, Span, fit, line
from pitui.rendering.prose import prose
from pitui.rendering.raw_json import json_lines
from pitui.rendering.sanitize import one_line
from pitui.rendering.system_body import system_lines
from pitui.rendering.usage_line import usage_pieces
from pitui.rendering.wrap import capped, flow, hang, paragraphs

_FACT: Final = 13
"""Cells the word in front of a fact takes."""


def body_lines(session: Session, entry: Entry, cells: int, unfolded: Unfolded) -> Iterator[Line]:
    """What an entry says, in lines of at most `cells` cells; a type nobody knows as its JSON."""
    body = entry.body
    match entry.type:
        case "message" if entry.message is not None:
            yield from _message(session, entry, entry.message, cells, unfolded)
        case "compaction":
            yield from _compaction(session, entry, body, cells)
        case "branch_summary":
            yield _names(session, "branch from", body.get("fromId"), cells)
            yield from _summary(body, cells)
        case "context_edit":
            omits = "replacement" in body and body["replacement"] is None
            yield _names(session, "omits" if omits else "replaces", body.get("targetId"), cells)
            if not omits:
                yield ()
                yield from content_lines(as_mapping(body.get("replacement")).get("content"), cells, unfolded)
        case "custom_message":
            yield from _fact("kind", one_line(as_text(body.get("customType"))), cells)
            yield from content_lines(body.get("content"), cells, unfolded)
        case "label":
            yield from _fact("label", one_line(as_text(body.get("label"))) or "cleared", cells)
            yield _names(session, "on", body.get("targetId"), cells)
        case "model_change":
            yield from _fact(
                "model", one_line(f"{as_text(body.get('provider'))}/{as_text(body.get('modelId'))}"), cells
            )
        case "thinking_level_change":
            yield from _fact("thinking", one_line(as_text(body.get("thinkingLevel"))), cells)
        case "session_info":
            yield from _fact("name", one_line(as_text(body.get("name"))) or "cleared", cells)
        case "usage":
            yield from _fact("kind", one_line(as_text(body.get("kind"))), cells)
            yield from _fact("model", one_line(f"{as_text(body.get('provider'))}/{as_text(body.get('model'))}"), cells)
            yield from _usage(body.get("usage"), cells)
        case _:
            yield from json_lines(body, cells, unfolded.most_lines)


def _message(session: Session, entry: Entry, message: Message, cells: int, unfolded: Unfolded) -> Iterator[Line]:
    data = message.data
    match message.role:
        case "user" | "custom":
            yield from content_lines(message.content, cells, unfolded)
        case "assistant":
            yield from content_lines(message.content, cells, unfolded)
            yield ()
            yield from _stop(data, cells)
            yield from _fact("model", one_line(f"{as_text(data.get('provider'))}/{as_text(data.get('model'))}"), cells)
        case "toolResult":
            call = call_of(entry, session.by_id)
            answers = call_text(call.get("name"), call.get("arguments")) if call is not None else "no call above it"
            yield from _fact("answers", answers, cells)
            if data.get("isError") is True:
                yield line(Span("✗ failed", "alarm"))
            yield from content_lines(message.content, cells, unfolded, raw=True)
            yield from _nested(data, cells)
        case "bashExecution":
            yield from _bash(data, cells, unfolded)
        case "system":
            yield from system_lines(data, cells, unfolded.most_lines)
        case "branchSummary" | "compactionSummary":
            yield from prose(as_text(data.get("summary")), cells)
        case _:
            yield from json_lines(data, cells, unfolded.most_lines)
    yield from _usage(data.get("usage"), cells)


def _stop(data: JsonObject, cells: int) -> Iterator[Line]:
    stopped = as_text(data.get("stopReason"))
    if stopped in ("error", "aborted", "length"):
        words = {"error": "✗ failed", "aborted": "✗ aborted", "length": "✗ cut off at the length limit"}[stopped]
        yield line(Span(words, "alarm" if stopped == "error" else "warning"))
    yield from paragraphs(as_text(data.get("errorMessage")), cells, "alarm") if data.get("errorMessage") else ()


def _nested(data: JsonObject, cells: int) -> Iterator[Line]:
    for call in as_list(as_mapping(data.get("nestedCalls")).get("calls")):
        made = as_mapping(call)
        yield from _fact("called", call_text(made.get("name"), made.get("arguments")), cells)


def _bash(data: JsonObject, cells: int, unfolded: Unfolded) -> Iterator[Line]:
    yield from hang(one_line(as_text(data.get("command"))), cells, Span("$ ", "user"))
    yield from capped(as_text(data.get("output")) or "(no output)", cells, unfolded.most_lines)
    code = data.get("exitCode")
    notes = [f"exit code {one_line(as_text(code))}"] if code is not None else []
    notes += [word for word in ("cancelled", "truncated") if data.get(word)]
    notes += ["kept from the model"] if data.get("excludeFromContext") else []
    yield from flow([line(Span(note, "muted")) for note in notes], cells, " · ")


def _compaction(session: Session, entry: Entry, body: JsonObject, cells: int) -> Iterator[Line]:
    yield from _fact("context", f"{tokens(tokens_before(body))} → {estimate(tokens_after(session, entry))}", cells)
    yield _names(session, "first kept", body.get("firstKeptEntryId"), cells)
    if isinstance(body.get("systemMessage"), dict):
        yield from _fact("carries on", "the system prompt", cells)
    yield from _summary(body, cells)


def _summary(body: JsonObject, cells: int) -> Iterator[Line]:
    if body.get("fromHook"):
        yield from _fact("written by", "a hook", cells)
    yield ()
    yield from prose(as_text(body.get("summary")), cells)
    yield from _blank_before(_bill_of(body, cells))


def _bill_of(body: JsonObject, cells: int) -> Iterator[Line]:
    """The files a summary tells of, and what it cost."""
    details = as_mapping(body.get("details"))
    for word, name in (("read", "readFiles"), ("modified", "modifiedFiles")):
        paths = as_list(details.get(name))
        if paths:
            yield from _fact(word, plural(len(paths), "file"), cells)
    yield from _usage(body.get("usage"), cells)


def _blank_before(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines behind a blank one, if there are any."""
    first = next(lines, None)
    if first is not None:
        yield ()
        yield first
        yield from lines


def _usage(usage: Json, cells: int) -> Iterator[Line]:
    pieces = usage_pieces(as_mapping(usage))
    yield from (
        flow([line(Span("usage".ljust(_FACT), "muted"), *pieces[0]), *pieces[1:]], cells, " · ") if pieces else ()
    )


def _fact(word: str, told: str, cells: int) -> Iterator[Line]:
    return hang(told, cells, Span(word.ljust(_FACT), "muted"))


def _names(session: Session, word: str, entry_id: Json, cells: int) -> Line:
    """An entry that another one names, on one line; an id that is not here says so."""
    name = one_line(as_text(entry_id))
    entry = session.by_id.get(entry_id) if isinstance(entry_id, str) else None
    head = line(Span(word.ljust(_FACT), "muted"), Span(f"#{name}  " if name else "nothing", "muted"))
    if entry is not None:
        return fit([*head, *entry_line(session, entry)], cells)
    return fit([*head, Span("which is not in the file", "warning")], cells) if name else fit(head, cells)
