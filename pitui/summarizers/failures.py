"""What went wrong with a request, said in a sentence and sorted by whether asking again can help.

Providers and litellm put the same trouble in many coats, so the whole chain of causes is read: a refused
connection arrives as a server error, a broken stream as a fallback that never was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pitui.core.summary.summarizer import FailureKind
from pitui.summarizers.calls import ModelCall

_UNREACHABLE: Final = {"ConnectError", "ConnectTimeout", "ProxyError", "UnsupportedProtocol", "gaierror"}
_BROKEN: Final = {"ReadError", "RemoteProtocolError", "WriteError"}
_BROKEN_MIDWAY: Final = {"MidStreamFallbackError", "APIConnectionError"}
_TIMED_OUT: Final = {"Timeout", "ReadTimeout", "WriteTimeout", "PoolTimeout", "APITimeoutError"}
_OVERFLOW: Final = re.compile(
    r"context.{0,12}(?:window|length|size|limit)|prompt.{0,20}too long|max(?:imum)? (?:prompt |input )?length"
    r"|(?:input|prompt|request).{0,40}(?:exceed|too l)|too many tokens|reduce the length|token limit",
    re.IGNORECASE | re.DOTALL,
)
_USED_UP: Final = re.compile(r"insufficient_quota|exceeded your current quota|billing|out of credit", re.IGNORECASE)
_PREFIX: Final = re.compile(r"^(?:(?:litellm\.)?\w*(?:Error|Exception|Timeout)\s*(?::|-)\s*)+")
_QUOTED: Final = re.compile(r"""["']message["']\s*:\s*(["'])((?:\\.|(?!\1).)*)\1""")
_LONGEST: Final = 300


def judge(error: BaseException, call: ModelCall) -> tuple[FailureKind, str]:
    """The kind of a failure and a sentence about it; the sentence may still hold what the provider echoed."""
    chain = list(_causes(_unwrapped(error)))
    names = {type(link).__name__ for link in (error, *chain)}
    status = next((code for code in map(_status, chain) if code is not None), None)
    place = call.host or "the server on this machine"
    said = _said(chain[0])
    if names & _UNREACHABLE:
        return "unreachable", f"{place} could not be reached: {_said(chain[-1])}"
    if names & _BROKEN or names >= _BROKEN_MIDWAY:
        return "transient", f"The connection to {place} broke before the answer was complete."
    if names & _TIMED_OUT or status == 408:
        return "transient", f"{place} took too long to answer."
    if status is None:
        return "unavailable", f"{call.label} could not be asked: {said}"
    return _by_status(status, names, call.label, said)


def _by_status(status: int, names: set[str], label: str, said: str) -> tuple[FailureKind, str]:
    if "ContextWindowExceededError" in names or status == 413 or (status in (400, 422) and _OVERFLOW.search(said)):
        return "overflow", f"The request is too long for {label}: {said}"
    if status in (401, 403):
        return "auth", f"{label} refused the key ({status}): {said}"
    if status == 402 or (status == 429 and _USED_UP.search(said)):
        return "bad request", f"The account behind the key for {label} is used up ({status}): {said}"
    if status == 429:
        return "transient", f"{label} asks to slow down (429): {said}"
    if status >= 500:
        return "transient", f"{label} has trouble of its own ({status}): {said}"
    if status < 400:
        return "bad request", f"{label} answered in a way that could not be read ({status}): {said}"
    return "bad request", f"{label} did not accept the request ({status}): {said}"


def _unwrapped(error: BaseException) -> BaseException:
    """The error that litellm wrapped for fallbacks nobody asked it for."""
    inner = getattr(error, "original_exception", None)
    return inner if isinstance(inner, BaseException) else error


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and what it was raised from, outermost first; a circle of causes ends where it began."""
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def _status(error: BaseException) -> int | None:
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None


def _said(error: BaseException) -> str:
    """The provider's own words out of the error's text, on one line and of a readable length."""
    text = str(getattr(error, "message", None) or error)
    quoted = _QUOTED.search(text)
    words = " ".join((quoted.group(2) if quoted else _PREFIX.sub("", text)).split())
    if len(words) > _LONGEST:
        words = words[:_LONGEST].rstrip() + "…"
    return words if words.endswith((".", "…", "!")) else f"{words or type(error).__name__}."
