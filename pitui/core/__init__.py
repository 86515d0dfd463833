"""The library: pi's sessions read, projected, measured, compacted, branched and carried on; no screen, no model.

What is public stands in `contents`, in the order data flows, and is to be had from here: `from pitui.core import
open_session, project`. A name is looked up when it is first asked for, so that the import itself costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitui.core.contents import *  # noqa: F403
else:

    def __getattr__(name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module("pitui.core.contents"), name)


def __dir__() -> list[str]:
    return [name for name in vars(import_module("pitui.core.contents")) if not name.startswith("_")]
