"""Counting a context's tokens in the helper process, entry by entry, so that each is counted once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from pitui.core.context.countable import countable_text
from pitui.core.context.projection import ProjectedEntry, Projection
from pitui.core.summary.summarizer import SummarizerError
from pitui.rendering.counted import Counted
from pitui.summarizers.model_worker import ModelWorker

_BATCH: Final = 400_000
"""Characters that are counted between two looks at whether the count is still wanted."""


def known_count(projection: Projection, encoding: str) -> Counted:
    """The count as far as no counting is needed for it."""
    amounts = [_known(projected, encoding) for projected in projection.entries]
    missing = any(amount is None for amount in amounts)
    return Counted(encoding, None if missing else sum(amount or 0 for amount in amounts))


async def count_context(projection: Projection, encoding: str, worker: ModelWorker) -> Counted:
    """The tokens of everything the model gets; says why where they cannot be counted."""
    missing = [projected for projected in projection.entries if _known(projected, encoding) is None]
    try:
        while missing:
            texts = await asyncio.to_thread(_batch, missing)
            for projected, amount in zip(missing, await worker.count(texts, encoding), strict=False):
                projected.entry.source.memo[_key(projected, encoding)] = amount
            missing = missing[len(texts) :]
    except SummarizerError as error:
        return Counted(encoding, problem=error.sentence)
    return known_count(projection, encoding)


def _batch(entries: Sequence[ProjectedEntry]) -> list[str]:
    """The texts of the first entries, at least one and as many as make a batch."""
    texts: list[str] = []
    size = 0
    for projected in entries:
        texts.append(countable_text(projected.messages))
        size += len(texts[-1])
        if size >= _BATCH:
            break
    return texts


def _known(projected: ProjectedEntry, encoding: str) -> int | None:
    if not projected.roles:
        return 0
    amount = projected.entry.source.memo.get(_key(projected, encoding))
    return amount if isinstance(amount, int) else None


def _key(projected: ProjectedEntry, encoding: str) -> tuple[str, str, int, int]:
    edit = projected.edit.offset if projected.edit is not None else -1
    return ("counted", encoding, projected.entry.offset, edit)
