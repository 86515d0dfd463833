"""A summary request as it will be sent, every word of it."""

from __future__ import annotations

import pytest

from pitui.core.summary.summarizer import SummaryRequest
from pitui.rendering.request_page import request_page, request_tokens, requests_page
from tests.rendering.plain import HOSTILE, WIDTHS, check, plain


def request(prompt: str = "<conversation>\n[User]: hi\n</conversation>\n\nSum it up.") -> SummaryRequest:
    return SummaryRequest("history", "You sum up.", prompt, 13_107)


def test_one_request() -> None:
    expected = """\
sums up the conversation before the cut · ~16 tokens in (64 B)
at most 13 107 out · thinking off

system
You sum up.

user
<conversation>
[User]: hi
</conversation>

Sum it up.
"""
    assert plain(request_page(request(), 70)) == expected


def test_two_requests_are_numbered() -> None:
    prefix = SummaryRequest("turn prefix", "You sum up.", "The beginning.", 8192)
    text = plain(requests_page([request(), prefix], 70))
    assert "request 1 of 2\n" in text
    assert "request 2 of 2\nsums up the beginning of the turn that the cut splits" in text


def test_tokens_count_both_prompts() -> None:
    assert request_tokens(SummaryRequest("branch", "1234", "12345", 1)) == 3


@pytest.mark.parametrize("cells", WIDTHS)
def test_no_line_is_wider_than_asked_whatever_is_sent(cells: int) -> None:
    for text in HOSTILE:
        check(requests_page([request(text), request(text * 3)], cells), cells)
