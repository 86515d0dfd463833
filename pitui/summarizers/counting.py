"""Counts tokens with tiktoken and the vocabularies that litellm ships, without litellm and without a network."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tiktoken import Encoding

VOCABULARIES: Final = MappingProxyType(
    {
        "p50k_base": "ec7223a39ce59f226a68acc30dc1af2788490e15",
        "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
        "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
    }
)
"""The encodings on offer, and the name tiktoken looks their vocabulary up by: the SHA-1 of its address."""


class VocabularyError(Exception):
    """The encoding is unknown, or its vocabulary is not on this machine; the text is a sentence."""


def count(texts: Sequence[str], encoding: str) -> list[int]:
    """The tokens in each text; raises VocabularyError rather than fetch a vocabulary."""
    encoder = _encoder(encoding, shipped_folder())
    return [len(encoder.encode_ordinary(text)) for text in texts]


def shipped_folder() -> Path | None:
    """Where litellm keeps its vocabularies, found without importing it."""
    spec = find_spec("litellm")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0]) / "litellm_core_utils" / "tokenizers"


@lru_cache(maxsize=4)
def _encoder(encoding: str, folder: Path | None) -> Encoding:
    name = VOCABULARIES.get(encoding)
    if name is None:
        *others, last = VOCABULARIES
        raise VocabularyError(f"There is no encoding {encoding}; there are {', '.join(others)} and {last}.")
    if folder is None or not (folder / name).is_file():
        raise VocabularyError(f"The vocabulary of {encoding} is not where litellm keeps it, so tokens are not counted.")
    # tiktoken reads this when it loads an encoding, and fetches what it does not find there.
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    import tiktoken

    return tiktoken.get_encoding(encoding)
