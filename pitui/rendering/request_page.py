"""A summary request as it will be sent, to be read first: what it is for, how large it is, every word of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitui.core.javascript.text import units
from pitui.core.summary.summarizer import Purpose, SummaryRequest
from pitui.rendering.numbers import count, estimate, plural, size
from pitui.rendering.picture import Line, Picture, Span, fit, line
from pitui.rendering.sanitize import one_line
from pitui.rendering.wrap import flow, paragraphs

_PURPOSES: Final[dict[Purpose, str]] = {
    "history": "sums up the conversation before the cut",
    "turn prefix": "sums up the beginning of the turn that the cut splits",
    "branch": "sums up the branch that is left",
}


def request_page(request: SummaryRequest, cells: int) -> Picture:
    """One request in lines of exactly `cells` cells."""
    return [fit(spans, cells) for spans in _page(request, cells)]


def requests_page(requests: Sequence[SummaryRequest], cells: int) -> Picture:
    """The requests of one summary, in the order they are sent."""
    picture: Picture = []
    for number, request in enumerate(requests, 1):
        if number > 1:
            picture.append(fit([Span("━" * cells, "muted")], cells))
        if len(requests) > 1:
            picture.append(fit([Span(f"request {number} of {len(requests)}", "strong")], cells))
        picture += request_page(request, cells)
    return picture


def request_tokens(request: SummaryRequest) -> int:
    """Estimated tokens of everything that is sent."""
    return -(-(units(request.system_prompt) + units(request.prompt)) // 4)


def _page(request: SummaryRequest, cells: int) -> Iterator[Line]:
    sent = len((request.system_prompt + request.prompt).encode("utf-8", "replace"))
    facts = [
        _PURPOSES[request.purpose],
        f"{estimate(request_tokens(request))} tokens in ({size(sent)})",
        f"at most {count(request.max_tokens)} out",
        f"thinking {one_line(request.thinking_level)}",
    ]
    if request.messages:
        facts.append(f"from {plural(len(request.messages), 'message')}")
    yield from flow([line(Span(fact, "muted")) for fact in facts], cells, " · ")
    for title, text in (("system", request.system_prompt), ("user", request.prompt)):
        yield ()
        yield line(Span(title, "strong"))
        yield from paragraphs(text, cells)
