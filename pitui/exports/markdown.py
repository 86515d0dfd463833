"""A session as Markdown: one heading an entry, tool calls and results in fences that nothing in them can close."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pitui.core.session.entries import Entry
from pitui.core.session.session import Session
from pitui.exports.parts import Part, branches, sections
from pitui.rendering.sanitize import lines, one_line

_TICKS = re.compile(r"`+")


def branch_markdown(session: Session, leaf_id: str | None) -> Iterator[str]:
    """The lines of one branch; raises UnknownEntryError."""
    yield from _title(session)
    yield from _entries(session, session.branch(leaf_id))


def session_markdown(session: Session, leaf_id: str | None) -> Iterator[str]:
    """The lines of every branch, the one to the leaf first; what branches share stands once."""
    yield from _title(session)
    for number, fresh in enumerate(branches(session, leaf_id)):
        if number:
            parent = session.tree.parent_id(fresh[0])
            yield from ("---", "", f"Another branch, from `{one_line(parent) if parent else 'the start'}`:", "")
        yield from _entries(session, fresh)


def _title(session: Session) -> Iterator[str]:
    yield from (f"# {one_line(session.name or 'Session')}", "")
    yield from (f"Session `{one_line(session.id)}` in `{one_line(session.cwd or 'no folder')}`.", "")


def _entries(session: Session, entries: list[Entry]) -> Iterator[str]:
    for section in sections(session, entries):
        if section.heading:
            label = f" [{one_line(section.label)}]" if section.label else ""
            when = f" · {one_line(section.time)}" if section.time else ""
            yield from (f"## {section.heading}{label}{when}", "")
        for part in section.parts:
            yield from _part(part)


def _part(part: Part) -> Iterator[str]:
    text = part.text.strip("\n")
    if not text:
        return
    match part.kind:
        case "prose":
            yield from lines(text)
        case "thinking":
            yield from (f"> {line}".rstrip() for line in lines(text))
        case "call" | "output":
            # A fence one longer than any run of its own mark is closed by nothing inside.
            fence = "`" * max(3, 1 + max(map(len, _TICKS.findall(text)), default=0))
            yield from (fence, *lines(text), fence)
        case "note":
            yield f"*{one_line(text)}*"
    yield ""
