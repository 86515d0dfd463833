"""Which failures of a reply pass by themselves, so that asking again can help."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pitui.core.overflow import is_context_overflow
from pitui.core.session.messages import Message

_PASSING: Final[Mapping[str, str]] = {
    "a status that says so": r"(?<![\w.])(408|429|5\d\d)(?![\w.,])",
    "too much to do": r"rate.?limit|too many requests|throttl|overload|at capacity|high demand|resource.?exhausted",
    "asked to wait": r"(server|service)s?.{0,24}(busy|unavailable)|retry (delay|your request)|try .{0,16}again",
    "trouble on their side": r"(internal|server|network|connection|upstream|provider).{0,16}(error|fail)",
    "a line that broke": r"connection.{0,12}(refused|lost|closed|reset)|(socket|other side).{0,12}(hang up|closed)",
    "an error of the machine": r"\b(ECONN[A-Z]+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)\b|getaddrinfo|fetch failed",
    "no answer in time": r"time(d |-)?.?out",
    "half an answer": r"terminated|ended without|stream.{0,40}(ended|interrupt|disconnect|cancel|cut short|closed)",
}
_PASSES: Final = re.compile("|".join(_PASSING.values()), re.IGNORECASE)
_USED_UP: Final = re.compile(
    r"usage.?limit|insufficient.?(quota|funds|balance)|quota exceeded|out of (budget|credit)|billing|available balance",
    re.IGNORECASE,
)
"""An account that is used up answers like one that is too fast, and does so for hours."""


def is_transient(reply: Message, context_window: float = 0) -> bool:
    """Whether a failed reply is worth asking for again as it is; one that did not fit is not.

    `context_window` is in tokens, 0 where it is unknown.
    """
    text = reply.text_field("errorMessage")
    if reply.data.get("stopReason") != "error" or _USED_UP.search(text):
        return False
    return bool(_PASSES.search(text)) and not is_context_overflow(reply, context_window)
