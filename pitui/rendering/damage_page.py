"""What is wrong with a session file, as a page: each fault with its line."""

from __future__ import annotations

from pitui.core.session.session import Session
from pitui.rendering.numbers import plural
from pitui.rendering.picture import Picture, Span, fit, line
from pitui.rendering.sanitize import one_line
from pitui.rendering.wrap import wrap

_MARGIN = 14


def damage_page(session: Session, width: int) -> Picture:
    """The faults in the order of their lines, and what can still be reached."""
    reachable = len(session.branch(session.leaf_id))
    entries = plural(len(session.by_id), "entry", "entries")
    heading = f"{plural(len(session.damage), 'fault')}; the leaf's path has {reachable} of {entries}."
    picture: Picture = [line(Span(heading, "strong")), ()]
    if not session.damage:
        picture.append(line(Span("Every line reads well, and every entry has its place in the tree.", "good")))
    for fault in session.damage:
        words = wrap(one_line(f"{fault.kind}: {fault.sentence}"), max(10, width - _MARGIN))
        for number, part in enumerate(words):
            where = f"line {fault.line}" if number == 0 else ""
            picture.append(line(Span(where.rjust(_MARGIN - 2), "muted"), Span("  "), Span(part)))
    picture += [
        (),
        line(Span("Looking changes nothing: the file keeps every byte, and pi skips what it cannot read.", "muted")),
    ]
    return [fit(spans, width) for spans in picture]
