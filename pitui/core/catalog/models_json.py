"""models.json, where a user adds models and changes what is said of others (pi: models-configuration).

pi sets the whole file aside when one field is wrong, so the check comes first and the rest may trust it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitui.core.catalog.model import amount, members
from pitui.core.javascript.json import Json, JsonObject

_TEXTS = ("name", "baseUrl", "apiKey", "api")
_OVERRIDABLE = ("name", "reasoning", "contextWindow", "maxTokens")
_PRICES = ("input", "output", "cacheRead", "cacheWrite")


def faults_in_models_json(value: Json) -> tuple[str, ...]:
    """Why pi would set the file aside: one sentence for each wrong field that pitui would read."""
    return tuple(f"{place} must be {expected}." for place, expected in _file_faults(value))


def provider_of(config: JsonObject, provider: str) -> JsonObject:
    """What the file says of one provider."""
    return members(members(config.get("providers")).get(provider))


def definition_of(entry: JsonObject, model_id: str) -> JsonObject | None:
    """The model as its user defined it; of several with one id the last counts, as in pi."""
    found = [model for model in entry.get("models") or () if model.get("id") == model_id]
    return found[-1] if found else None


def headers_of(entry: JsonObject, model_id: str) -> dict[str, str]:
    """The request headers for one model: the provider's, its override's, its definition's, the later winning."""
    definition = definition_of(entry, model_id) or {}
    override = override_of(entry, model_id)
    return {**members(entry.get("headers")), **members(override.get("headers")), **members(definition.get("headers"))}


def override_of(entry: JsonObject, model_id: str) -> JsonObject:
    """The fields the file changes of a model that is described elsewhere."""
    return members(members(entry.get("modelOverrides")).get(model_id))


def overridden(facts: JsonObject, override: JsonObject) -> JsonObject:
    """A description with an override laid over it: prices one by one, other fields whole, connection untouched."""
    merged = {**facts, **{name: override[name] for name in _OVERRIDABLE if name in override}}
    if "cost" in override:
        merged["cost"] = {**members(facts.get("cost")), **override["cost"]}
    return merged


def _file_faults(value: Json) -> Iterator[tuple[str, str]]:
    if not isinstance(value, Mapping) or not isinstance(value.get("providers"), Mapping):
        yield "providers", "an object"
        return
    for provider, entry in value["providers"].items():
        place = f"providers.{provider}"
        if not isinstance(entry, Mapping):
            yield place, "an object"
            continue
        yield from _entry_faults(place, entry)


def _entry_faults(place: str, entry: JsonObject) -> Iterator[tuple[str, str]]:
    yield from _field_faults(place, entry, _TEXTS)
    models = entry.get("models", [])
    if isinstance(models, list):
        for number, model in enumerate(models):
            yield from _model_faults(f"{place}.models.{number}", model, defined=True)
    else:
        yield f"{place}.models", "a list"
    overrides = entry.get("modelOverrides", {})
    if isinstance(overrides, Mapping):
        for model_id, model in overrides.items():
            yield from _model_faults(f"{place}.modelOverrides.{model_id}", model, defined=False)
    else:
        yield f"{place}.modelOverrides", "an object"


def _model_faults(place: str, model: Json, *, defined: bool) -> Iterator[tuple[str, str]]:
    if not isinstance(model, Mapping):
        yield place, "an object"
        return
    if defined and "id" not in model:
        yield f"{place}.id", "a text"
    yield from _field_faults(place, model, ("id", "name", "api", "baseUrl") if defined else ("name",))
    if not isinstance(model.get("reasoning", False), bool):
        yield f"{place}.reasoning", "true or false"
    for name in ("contextWindow", "maxTokens"):
        number = amount(model.get(name, 1))
        if number is None or number <= 0:
            yield f"{place}.{name}", "a number above 0"
    if "cost" in model:
        prices = model["cost"]
        if not isinstance(prices, Mapping):
            yield f"{place}.cost", "an object"
            return
        for name in _PRICES:
            if (defined or name in prices) and amount(prices.get(name)) is None:
                yield f"{place}.cost.{name}", "a number"


def _field_faults(place: str, entry: JsonObject, texts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The fields that hold text, and the headers, which every part of the file may have."""
    for name in texts:
        if name in entry and not (isinstance(entry[name], str) and entry[name]):
            yield f"{place}.{name}", "a text"
    headers = entry.get("headers", {})
    if not isinstance(headers, Mapping) or not all(isinstance(value, str) for value in headers.values()):
        yield f"{place}.headers", "an object of texts"
