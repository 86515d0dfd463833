"""models-store.json, the catalogues pi has fetched, read leniently: pi alone writes it."""

from __future__ import annotations

from pitui.core.catalog.model import members
from pitui.core.javascript.json import JsonObject


def stored_models(store: JsonObject, provider: str) -> list[JsonObject]:
    """The provider's chat models; its image models and classifiers may share their ids."""
    models = members(store.get(provider)).get("models")
    return [
        model
        for model in (models if isinstance(models, list) else ())
        if isinstance(model, dict)
        and model.get("type", "chat") == "chat"
        and model.get("provider", provider) == provider
    ]
