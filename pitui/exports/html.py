"""A session as one HTML page: no script, no link, nothing fetched; every character of the session is text."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from pitui.core.session.entries import Entry
from pitui.core.session.session import Session
from pitui.exports.parts import Part, Section, branches, sections
from pitui.rendering.sanitize import lines, one_line

_HEAD: Final = """\
<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
section { border-left: 3px solid #8886; padding-left: 1rem; margin: 1.5rem 0; }
section.User { border-color: #3a7bd5; }
section.Compaction, section.Branch { border-color: #b8860b; }
h2 { font-size: 1rem; margin: 0; }
h2 small { font-weight: normal; opacity: .7; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .5rem 0; }
pre.call, pre.output { font: 13px/1.4 ui-monospace, monospace; background: #8881; padding: .5rem; }
pre.thinking, pre.note { opacity: .7; font-style: italic; }
details summary { cursor: pointer; opacity: .7; }
</style>"""

_FOLDED: Final = {"thinking": "thinking", "output": "output"}
"""Pieces that open on a click, by the word they are folded under."""


def branch_html(session: Session, leaf_id: str | None) -> Iterator[str]:
    """The lines of a page with one branch; raises UnknownEntryError."""
    yield from _page(session, [session.branch(leaf_id)])


def session_html(session: Session, leaf_id: str | None) -> Iterator[str]:
    """The lines of a page with every branch, the one to the leaf first; what branches share stands once."""
    yield from _page(session, list(branches(session, leaf_id)))


def _page(session: Session, parts: list[list[Entry]]) -> Iterator[str]:
    title = _safe(session.name or "Session")
    yield from _HEAD.split("\n")
    yield from (f"<title>{title}</title>", "</head>", "<body>", f"<h1>{title}</h1>")
    yield f"<p>Session {_safe(session.id)} in {_safe(session.cwd or 'no folder')}</p>"
    for number, entries in enumerate(parts):
        if number:
            parent = session.tree.parent_id(entries[0])
            yield f"<hr><p>Another branch, from {_safe(parent or 'the start')}:</p>"
        for section in sections(session, entries):
            yield from _section(section)
    yield from ("</body>", "</html>")


def _section(section: Section) -> Iterator[str]:
    if section.heading:
        label = f" [{_safe(section.label)}]" if section.label else ""
        yield f'<section class="{section.heading}">'
        yield f"<h2>{section.heading}{label} <small>{_safe(section.time)}</small></h2>"
    for part in section.parts:
        yield from _part(part)
    if section.heading:
        yield "</section>"


def _part(part: Part) -> Iterator[str]:
    text = part.text.strip("\n")
    if not text:
        return
    body = "\n".join(escape(line) for line in lines(text))
    block = f'<pre class="{part.kind}">{body}</pre>'
    if part.kind in _FOLDED:
        block = f"<details><summary>{_FOLDED[part.kind]}</summary>{block}</details>"
    yield from block.split("\n")


def _safe(text: str) -> str:
    return escape(one_line(text))
