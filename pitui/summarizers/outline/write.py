"""Puts the outline together: observations under the headings of the structured format, an old summary merged in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pitui.core.javascript.text import units
from pitui.core.summary.summarizer import SummaryRequest
from pitui.summarizers.outline.excerpts import code, last_lines, line, quoted, sentences
from pitui.summarizers.outline.observations import Deed, Observations, observe
from pitui.summarizers.outline.sections import HEADINGS, TURN_HEADINGS, Sections, merge, parse, print_sections

DISCLAIMER: Final = "_Outline made by looking, not by understanding: no model read this transcript._"
UNITS_PER_TOKEN: Final = 4
BRIEFEST: Final = 12
"""UTF-16 units of a request that says enough to be worth a line."""
PASSING: Final = ("In Progress", "Next Steps")
_WORD: Final = re.compile(r"\w{4,}")


@dataclass(frozen=True, slots=True)
class Scale:
    """How much an outline holds: the length of a quotation and the items of a section."""

    quote: int
    items: int


SCALES: Final = (Scale(600, 16), Scale(300, 8), Scale(120, 4), Scale(60, 2))


def outline(request: SummaryRequest) -> str:
    """The outline at the largest scale that fits the cap the core asked for, else at the smallest."""
    seen = observe(request.messages)
    text = ""
    for scale in SCALES:
        text = _text(request, seen, scale)
        if units(text) <= request.max_tokens * UNITS_PER_TOKEN:
            break
    return text


def _text(request: SummaryRequest, seen: Observations, scale: Scale) -> str:
    if request.purpose == "turn prefix":
        return f"{DISCLAIMER}\n\n{print_sections(_turn(request, seen, scale), TURN_HEADINGS)}"
    new = _history(request, seen, scale)
    old = parse(request.previous_summary or "", DISCLAIMER)
    if DISCLAIMER in (request.previous_summary or ""):
        # An outline's own guesses at what is under way hold only until the next look.
        old = {name: items for name, items in old.items() if not (name in PASSING and new[name])}
    old["Blocked"] = [item for item in old.get("Blocked", []) if not _has_worked_since(item, seen, scale)]
    merged = {name: merge(old.get(name, []), new.get(name, []), 2 * scale.items) for _, name in HEADINGS}
    return f"{DISCLAIMER}\n\n{print_sections(merged, HEADINGS)}"


def _history(request: SummaryRequest, seen: Observations, scale: Scale) -> Sections:
    return {
        "Goal": merge([], [quoted(text, scale.quote) for text in _weighty(seen.requests)], scale.items),
        "Constraints & Preferences": _listed(seen.rules, scale),
        "Done": _done(seen, scale),
        "In Progress": _under_way(seen, scale),
        "Blocked": _blocked(seen, scale),
        "Key Decisions": _listed(seen.decisions, scale),
        "Next Steps": _next(seen, scale),
        "Critical Context": _context(request, seen, scale),
    }


def _weighty(requests: list[str]) -> list[str]:
    """The requests without the briefest, such as "yes" or "go on"; the last one always counts."""
    return [text for text in requests[:-1] if units(text) >= BRIEFEST] + requests[-1:]


def _turn(request: SummaryRequest, seen: Observations, scale: Scale) -> Sections:
    said = [quoted(text, scale.quote // 2) for text in seen.statements]
    context = [
        *_listed(seen.rules, scale),
        *_blocked(seen, scale),
        *_context(request, seen, scale),
    ]
    return {
        "Original Request": [quoted(text, 2 * scale.quote) for text in seen.requests[:1]],
        "Early Progress": merge(_done(seen, scale), said, scale.items),
        "Context for Suffix": merge([], context, scale.items),
    }


def _done(seen: Observations, scale: Scale) -> list[str]:
    changed = [f"{'Wrote' if deed.tool == 'write' else 'Edited'} {_told(deed, scale)}" for deed in _changes(seen)]
    ran = [f"Ran {_told(deed, scale)}" for deed in seen.by_tool("bash") if deed.thing]
    return [*merge([], changed, scale.items), *merge([], ran, scale.items)]


def _changes(seen: Observations) -> list[Deed]:
    return [deed for deed in seen.by_tool("edit", "write") if deed.thing and deed.times > deed.failures]


def _told(deed: Deed, scale: Scale) -> str:
    """The thing in code, with how often and how it went where that is not once and well."""
    notes = [f"{deed.times} times"] if deed.times > 1 else []
    if deed.failures:
        still = ", and last" if deed.trouble is not None else ", later fine"
        notes.append(f"failed {deed.failures} of {deed.times}{still}" if deed.times > 1 else "failed")
    return code(deed.thing, scale.quote // 2) + (f" ({'; '.join(notes)})" if notes else "")


def _under_way(seen: Observations, scale: Scale) -> list[str]:
    if seen.requests and not seen.answered:
        return [f"Not yet answered: {quoted(seen.requests[-1], scale.quote)}"]
    return [f"Last said: {quoted(text, scale.quote)}" for text in seen.statements[-1:]]


def _blocked(seen: Observations, scale: Scale) -> list[str]:
    broken = [
        f"{deed.tool} {code(deed.thing, scale.quote // 2) if deed.thing else ''}".rstrip()
        + f" failed: {quoted(last_lines(deed.trouble or ''), scale.quote // 2)}"
        for deed in seen.troubles[-scale.items :]
    ]
    silent = [] if seen.answered else seen.breakdowns[-1:]
    return broken + [f"The provider failed: {quoted(text, scale.quote // 2)}" for text in silent]


def _has_worked_since(item: str, seen: Observations, scale: Scale) -> bool:
    worked = (deed for deed in seen.deeds if deed.thing and deed.times > deed.failures and deed.trouble is None)
    return any(code(deed.thing, scale.quote // 2) in item for deed in worked)


def _next(seen: Observations, scale: Scale) -> list[str]:
    planned = _listed(seen.plans, scale)
    if planned or not seen.requests:
        return planned
    return [f"Go on from the last request: {quoted(seen.requests[-1], scale.quote // 2)}"]


def _context(request: SummaryRequest, seen: Observations, scale: Scale) -> list[str]:
    items = [f"From an earlier summary: {quoted(text, scale.quote)}" for text in seen.summaries if text.strip()]
    read = [deed.thing for deed in seen.by_tool("read") if deed.thing]
    if read:
        shown = ", ".join(code(path, scale.quote // 4) for path in read[-scale.items :])
        items.append(f"Read: {shown}" + (f" and {len(read) - scale.items} more" if len(read) > scale.items else ""))
    focus = request.instructions or ""
    if focus.strip():
        words = {word.lower() for word in _WORD.findall(focus)}
        near = [text for text in _all_sentences(seen) if words & {word.lower() for word in _WORD.findall(text)}]
        items.append(f"Asked to focus on {quoted(focus, scale.quote)}")
        items.extend(f"On that: {quoted(text, scale.quote // 2)}" for text in near[-scale.items :])
    return items


def _all_sentences(seen: Observations) -> list[str]:
    return [sentence for text in (*seen.requests, *seen.statements) for sentence in sentences(text)]


def _listed(remarks: list[str], scale: Scale) -> list[str]:
    return merge([], [line(remark, scale.quote // 2) for remark in remarks], scale.items)
