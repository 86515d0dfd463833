"""Finding a model: its user's word first, then the catalogues pi fetched, then litellm's prices, then a guess."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from pitui.core.catalog.model import (
    ASSUMED_CONTEXT_WINDOW,
    USER_MAX_TOKENS,
    Cost,
    Model,
    amount,
    members,
    text,
    tokens,
)
from pitui.core.catalog.models_json import definition_of, headers_of, overridden, override_of, provider_of
from pitui.core.catalog.models_store import stored_models
from pitui.core.catalog.price_map import NO_PRICES, PriceMap, alike, priced
from pitui.core.javascript.json import Json, JsonObject


@dataclass(frozen=True, slots=True)
class ModelSources:
    """The files that describe models, already read."""

    models_json: JsonObject = field(default_factory=dict)
    """Without faults: see `faults_in_models_json`."""
    models_store: JsonObject = field(default_factory=dict)
    prices: Callable[[], PriceMap] = lambda: NO_PRICES
    """Asked only for models that neither file describes."""


@dataclass(frozen=True, slots=True)
class _Description:
    """A model in the words of pi's own lists, and whose words they are."""

    facts: JsonObject
    origin: str
    assumed: bool = False


def find_model(provider: str, model_id: str, sources: ModelSources) -> Model:
    """The model, always: one that nobody describes has an assumed window and says so."""
    entry = provider_of(sources.models_json, provider)
    described = _describe(provider, model_id, entry, sources)
    override = override_of(entry, model_id)
    facts, origin, assumed = described.facts, described.origin, described.assumed
    if override:
        facts = overridden(facts, override)
        named = assumed and "contextWindow" in override
        origin, assumed = ("models.json", False) if named else (f"{origin}, changed in models.json", assumed)
    return Model(
        provider=provider,
        id=model_id,
        name=text(facts.get("name")) or model_id,
        context_window=tokens(facts.get("contextWindow")) or ASSUMED_CONTEXT_WINDOW,
        max_tokens=tokens(facts.get("maxTokens")),
        origin=origin,
        assumed=assumed,
        reasoning=facts.get("reasoning") is True,
        api=text(facts.get("api")),
        base_url=text(facts.get("baseUrl")),
        headers=_texts(described.facts.get("headers")) | headers_of(entry, model_id),
        api_key_form=text(entry.get("apiKey")),
        cost=_cost(facts.get("cost")),
    )


def _describe(provider: str, model_id: str, entry: JsonObject, sources: ModelSources) -> _Description:
    listed = stored_models(sources.models_store, provider)
    stored = next((model for model in listed if model.get("id") == model_id), None)
    definition = definition_of(entry, model_id)
    if definition is not None:
        # A definition replaces the whole description, but speaks the provider's protocol unless it says otherwise.
        kin = stored or next(iter(listed), {})
        silent = {"contextWindow": ASSUMED_CONTEXT_WINDOW, "maxTokens": USER_MAX_TOKENS}
        connection = _picked(kin, "api", "baseUrl") | _picked(entry, "api", "baseUrl")
        return _Description({**silent, **connection, **definition}, "models.json")
    if stored is not None and tokens(stored.get("contextWindow")) is not None:
        return _Description({**stored, **_picked(entry, "baseUrl")}, "models-store.json")
    described = _from_prices(provider, model_id, sources.prices())
    return replace(described, facts={**described.facts, **_picked(entry, "api", "baseUrl")})


def _picked(entry: JsonObject, *names: str) -> dict[str, Json]:
    return {name: entry[name] for name in names if name in entry}


def _from_prices(provider: str, model_id: str, prices: PriceMap) -> _Description:
    if prices.problem:
        return _Description({}, f"assumed: {prices.problem}", assumed=True)
    found = priced(prices, provider, model_id)
    if found is not None:
        facts, name = found
        return _Description(facts, f"litellm's price file, {name}")
    found = alike(prices, model_id)
    if found is not None:
        facts, name = found
        return _Description(facts, f"assumed: the same as {name} in litellm's price file", assumed=True)
    return _Description({}, "assumed: nothing on this machine describes the model", assumed=True)


def _texts(value: Json) -> dict[str, str]:
    return {key: member for key, member in members(value).items() if isinstance(member, str)}


def _cost(value: Json) -> Cost | None:
    """A description without both prices names none; what the cache costs is 0 when it is not said."""
    if not isinstance(value, Mapping):
        return None
    into, out = amount(value.get("input")), amount(value.get("output"))
    if into is None or out is None:
        return None
    return Cost(into, out, amount(value.get("cacheRead")) or 0.0, amount(value.get("cacheWrite")) or 0.0)
