"""What is known of a model: its window, its output limit, its price, and who says so.

`model` is the answer, `find` gives it; `models_json`, `models_store` and `price_map` are the three sources it
asks in that order. Opening the files stands outside the core.
"""

from pitui.core.catalog.find import ModelSources, find_model
from pitui.core.catalog.model import ASSUMED_CONTEXT_WINDOW, Cost, Model
from pitui.core.catalog.models_json import faults_in_models_json
from pitui.core.catalog.price_map import NO_PRICES, PriceMap

__all__ = [
    "ASSUMED_CONTEXT_WINDOW",
    "NO_PRICES",
    "Cost",
    "Model",
    "ModelSources",
    "PriceMap",
    "faults_in_models_json",
    "find_model",
]
