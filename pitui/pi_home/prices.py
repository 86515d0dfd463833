"""litellm's price file, found and read without importing litellm, which would take seconds."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from pitui.core.catalog import PriceMap
from pitui.core.javascript.json import JsonObject, parse

FILE_NAME: Final = "model_prices_and_context_window_backup.json"


@cache
def price_map() -> PriceMap:
    """The prices of the litellm that is installed; read once, in some milliseconds."""
    spec = find_spec("litellm")
    folders = spec.submodule_search_locations if spec is not None else None
    if not folders:
        return _nothing("litellm is not installed")
    return read_price_map(Path(folders[0]) / FILE_NAME)


def read_price_map(path: Path) -> PriceMap:
    """A price file by its path; each entry is parsed when it is asked for."""
    try:
        entries = msgspec.json.decode(path.read_bytes(), type=dict[str, msgspec.Raw])
    except (OSError, msgspec.MsgspecError) as error:
        return _nothing(f"litellm's price file cannot be read ({error})")

    def find(name: str) -> JsonObject | None:
        raw = entries.get(name)
        value = parse(bytes(raw)) if raw is not None else None
        return value if isinstance(value, dict) else None

    return PriceMap(find)


def _nothing(problem: str) -> PriceMap:
    return PriceMap(dict[str, JsonObject]().get, problem)
