"""pitui's side: `python -m bench.work TASK PATH` does one task in a new process and prints its figures as JSON.

Figures are milliseconds by name; `answers` are what both sides must agree on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from pitui.core.compaction.cut_point import legal_cuts
from pitui.core.compaction.outlook import outlook
from pitui.core.compaction.preparation import CompactionPreparation, prepare_projected
from pitui.core.context.projection import Projection, project
from pitui.core.context.usage import plain_estimate
from pitui.core.javascript.json import stringify
from pitui.core.session.filters import shown
from pitui.core.session.follow import SessionFollower
from pitui.core.session.reader import open_session
from pitui.core.session.session import Session
from pitui.core.session.shelf import shelf
from pitui.core.settings import CompactionSettings
from pitui.rendering.tree_rows import tree_rows

SETTINGS = CompactionSettings()
KEEPS = [round(1_000 * 1.5**step) for step in range(24)]
"""Other amounts to keep, in tokens: from a line to a whole path."""


def timed(work: Callable[[], Any]) -> float:
    """How long some work takes, in milliseconds."""
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def p95(times: Iterable[float]) -> float:
    """The time that 19 of 20 keep."""
    ordered = sorted(times)
    return ordered[int(len(ordered) * 0.95)]


def opening(path: Path) -> dict[str, Any]:
    """Read a file until its tree can be shown."""
    start = perf_counter()
    session = open_session(path)
    heads = perf_counter()
    _ = session.tree
    tree = perf_counter()
    leaf_id, labels = session.leaf_id, session.labels
    rows = timed(lambda: tree_rows(session, leaf_id, lambda entry: shown(entry, "default", leaf_id, labels)))
    return {
        "heads": (heads - start) * 1000,
        "open and tree": (tree - start) * 1000,
        "rows": rows,
        "answers": [len(session.by_id), session.leaf_id, len(session.tree.roots)],
    }


def long_path(path: Path) -> dict[str, Any]:
    """Prepare a compaction at the end of a long path, and then play with it."""
    session = open_session(path)
    start = perf_counter()
    preparation = decided(session)
    first = perf_counter()
    messages = len(preparation.messages_to_summarize) + len(preparation.turn_prefix_messages)
    texts = perf_counter()
    projection = preparation.projection
    return {
        "prepare": (first - start) * 1000,
        "prepare with texts": (texts - start) * 1000,
        "prepare again": timed(lambda: decided(session)),
        "outlook": timed(lambda: outlook(preparation).tokens_after),
        "weigh": timed(lambda: plain_estimate(project(projection.path))),
        "cut moved": p95(timed(partial(stepped, projection, cut=cut)) for cut in cuts(preparation)),
        "keep changed": p95(timed(partial(stepped, projection, keep=keep)) for keep in KEEPS),
        "answers": [
            preparation.first_kept_entry_id,
            preparation.tokens_before,
            messages,
            len(preparation.file_ops.read),
            len(preparation.file_ops.edited),
        ],
    }


def decided(session: Session) -> CompactionPreparation:
    """All that pi's preparation holds, except for texts that nobody has asked for yet."""
    preparation = prepare_projected(project(session.branch(session.leaf_id)), SETTINGS)
    assert preparation is not None
    _ = preparation.tokens_before, preparation.is_split_turn, preparation.previous_summary, preparation.file_ops
    return preparation


def cuts(preparation: CompactionPreparation) -> list[str]:
    """Cuts to move to one by one: back from the one that was decided, and back from the middle."""
    entries = preparation.projection.entries
    legal = legal_cuts(entries, preparation.start)
    decided_place = next(index for index, cut in enumerate(legal) if cut >= preparation.cut.first_kept_index)
    steps = [*range(decided_place, decided_place - 50, -1), *range(len(legal) // 2, len(legal) // 2 - 50, -1)]
    return [entries[legal[step]].entry.id for step in steps]


def stepped(projection: Projection, *, cut: str | None = None, keep: int = SETTINGS.keep_recent_tokens) -> None:
    """What a step on the compaction screen works out anew."""
    preparation = prepare_projected(projection, replace(SETTINGS, keep_recent_tokens=keep), cut_entry_id=cut)
    if preparation is not None:
        _ = outlook(preparation).tokens_after


def following(path: Path) -> dict[str, Any]:
    """Notice lines that another program appends."""
    follower = SessionFollower(path)
    times: list[float] = []
    for _ in range(40):
        identity, parent = f"{path.stat().st_size:x}", follower.session.leaf_id
        fields = {"type": "custom", "id": identity, "parentId": parent, "timestamp": "2026-03-02T08:00:00.000Z"}
        with path.open("ab") as file:
            file.write(stringify({**fields, "customType": "bench", "data": "x" * 2_000}).encode() + b"\n")
        times.append(timed(follower.poll))
    return {"follow": p95(times), "answers": []}


def listing(folder: Path) -> dict[str, Any]:
    """List the sessions of a folder."""
    start = perf_counter()
    rows = shelf(folder, flat=True)
    next(rows)
    first = perf_counter()
    count = 1 + sum(1 for _ in rows)
    return {"first": (first - start) * 1000, "list": (perf_counter() - start) * 1000, "answers": [count]}


TASKS = {"open": opening, "path": long_path, "follow": following, "list": listing}

if __name__ == "__main__":
    print(stringify(TASKS[sys.argv[1]](Path(sys.argv[2]))))
