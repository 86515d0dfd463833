"""Picks who writes a summary, and says why in a sentence the person can read before anything is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from pitui.core.catalog import Model
from pitui.core.errors import SummaryError
from pitui.core.javascript.json import Json
from pitui.core.summary.summarizer import Summarizer
from pitui.summarizers.auth import load_credentials, never
from pitui.summarizers.litellm_model import LiteLLMSummarizer
from pitui.summarizers.model_worker import ModelWorker
from pitui.summarizers.offline import OutlineSummarizer
from pitui.summarizers.providers import find_route
from pitui.summarizers.route import Route, RouteError

SESSION: Final = "session"
OUTLINE: Final = "outline"


class Choice(NamedTuple):
    """Who will write, and why."""

    summarizer: Summarizer
    reason: str


def choose(
    model: tuple[Json, Json] | None,
    requested: str,
    *,
    find: Callable[[str, str], Model],
    agent_dir: Path,
    environ: Mapping[str, str],
    worker: ModelWorker,
    printed: Callable[[str], str | None] = never,
    offline: bool = False,
) -> Choice:
    """The summariser for `session`, `outline` or `provider/model`; `model` is the session's provider and id.

    Where the session's model cannot be asked the outline steps in and the reason says so; a model asked for by
    name that cannot be asked raises SummaryError instead.
    """
    if offline:
        return Choice(OutlineSummarizer(), "Offline: nothing leaves this machine, so the outline writes.")
    if requested == OUTLINE:
        return Choice(OutlineSummarizer(), "The outline was asked for; no model is involved.")
    named = _pair(model) if requested == SESSION else _parsed(requested)
    if named is None:
        return Choice(OutlineSummarizer(), "The session names no model, so the outline writes.")
    found = find(*named)
    try:
        route = find_route(found, load_credentials(agent_dir, environ, printed))
    except RouteError as error:
        if requested != SESSION:
            raise SummaryError(error.sentence) from error
        return Choice(OutlineSummarizer(), f"The outline writes instead of the session's model. {error.sentence}")
    whose = "the session's model" if requested == SESSION else "asked for by name"
    return Choice(LiteLLMSummarizer(worker, route, found), f"{route.label}, {whose}; {_access(route)}.")


def _pair(model: tuple[Json, Json] | None) -> tuple[str, str] | None:
    """The session's provider and model, when both are texts that say something."""
    match model:
        case (str() as provider, str() as model_id) if provider and model_id:
            return provider, model_id
        case _:
            return None


def _parsed(requested: str) -> tuple[str, str]:
    provider, _, model_id = requested.partition("/")
    if not (provider and model_id):
        raise SummaryError(f"A summarizer is session, outline or provider/model, not {requested!r}.")
    return provider, model_id


def _access(route: Route) -> str:
    return f"key from {route.key.source}" if route.key else f"credentials: {route.credential}"
