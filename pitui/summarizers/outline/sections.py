"""A structured summary as headings with items: reading one, merging an old one into a new one, printing it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

Sections: TypeAlias = dict[str, list[str]]
"""The items under each heading, by the heading's bare name."""

HEADINGS: Final = (
    ("## Goal", "Goal"),
    ("## Constraints & Preferences", "Constraints & Preferences"),
    ("## Progress", ""),
    ("### Done", "Done"),
    ("### In Progress", "In Progress"),
    ("### Blocked", "Blocked"),
    ("## Key Decisions", "Key Decisions"),
    ("## Next Steps", "Next Steps"),
    ("## Critical Context", "Critical Context"),
)
TURN_HEADINGS: Final = (
    ("## Original Request", "Original Request"),
    ("## Early Progress", "Early Progress"),
    ("## Context for Suffix", "Context for Suffix"),
)
_HOMES: Final = {"original request": "Goal", "early progress": "Done", "context for suffix": "Critical Context"}
_HOMES.update((name.lower(), name) for _, name in HEADINGS if name)
_MARKS: Final = {"Done": "- [x] ", "In Progress": "- [ ] "}
_HEADING: Final = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
_ITEM: Final = re.compile(r"^(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_LEFT_OUT: Final = re.compile(r"^\((\d{1,9}) more left out\)$")
_DEED: Final = re.compile(r"^(?:Edited|Wrote|Ran) (`+).*?\1|^Read: ")
_FILE_LISTS: Final = re.compile(r"<(read|modified)-files>.*?</\1-files>", re.DOTALL)
_EMPTY: Final = ("", "(none)", "none", "none.", "n/a", "---", "**turn context (split turn):**", "progress:")


def parse(summary: str, disclaimer: str) -> Sections:
    """The items of a summary; what stands under no heading of the format is kept as critical context.

    File lists are left out, since they are made anew; so is `disclaimer`, and words for "nothing".
    """
    sections: Sections = {}
    home = "Critical Context"
    in_code = False
    for row in _FILE_LISTS.sub("", summary).splitlines():
        heading = None if in_code else _HEADING.match(row)
        if heading:
            home = _HOMES.get(heading.group(1).lower(), "Critical Context")
            continue
        items = sections.setdefault(home, [])
        is_fence = row.lstrip().startswith("```")
        if items and (in_code or is_fence or row.startswith(("  ", "\t"))):
            items[-1] += "\n" + row
        elif row.strip() != disclaimer and (bare := _ITEM.sub("", row.strip())).lower() not in _EMPTY:
            items.append(bare)
        in_code ^= is_fence
    return {name: [item.rstrip() for item in items if item.strip()] for name, items in sections.items()}


def merge(old: Iterable[str], new: Iterable[str], limit: int) -> list[str]:
    """Old items, then new ones; a new one takes the place of an old one about the same thing.

    Of more than `limit` the first one and the latest stay, and the number of the others is told.
    """
    items: dict[str, str] = {}
    left_out = 0
    for item in (*old, *new):
        marker = _LEFT_OUT.match(item)
        if marker:
            left_out += int(marker.group(1))
        else:
            items[_subject(item)] = item
    kept = list(items.values())
    surplus = max(0, len(kept) - max(limit, 2))
    if surplus + left_out == 0:
        return kept
    return [kept[0], f"({surplus + left_out} more left out)", *kept[1 + surplus :]]


def _subject(item: str) -> str:
    """What an item is about: for a deed its verb and thing, however often it was done; else its words."""
    deed = _DEED.match(item)
    return deed.group() if deed else " ".join(item.lower().split())


def print_sections(sections: Mapping[str, Sequence[str]], headings: Sequence[tuple[str, str]]) -> str:
    """The sections under their headings, in order; an empty one says so."""
    parts: list[str] = []
    for heading, name in headings:
        items = sections.get(name) or ()
        if not name:
            parts.append(heading)
        elif name == "Next Steps" and items:
            parts.append("\n".join([heading, *(f"{number}. {item}" for number, item in enumerate(items, 1))]))
        else:
            rows = [("- " if _LEFT_OUT.match(item) else _MARKS.get(name, "- ")) + item for item in items]
            parts.append("\n".join([heading, *(rows or ["(none)"])]))
    return "\n\n".join(parts)
