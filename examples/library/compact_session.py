"""What compacting a session would do, and the doing of it: `python compact_session.py FILE [--write]`.

The summary is the offline outline, so nothing leaves the machine; `--write` appends one entry to the file.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from uuid import uuid4

from pitui.core import (
    AbortSignal,
    Asking,
    CompactionSettings,
    Pen,
    Progress,
    RetrySettings,
    SessionFollower,
    SummaryOptions,
    compact,
    outlook,
    prepare_compaction,
    save_compaction,
)
from pitui.summarizers.offline import OutlineSummarizer


async def main(path: Path, *, write: bool) -> None:
    follower = SessionFollower(path)
    session = follower.session
    preparation = prepare_compaction(session.branch(session.leaf_id), CompactionSettings(keep_recent_tokens=2000))
    if preparation is None:
        print("There is nothing to compact.")
        return
    print(f"{len(preparation.all_messages)} messages would go, kept from {preparation.first_kept_entry_id} on.")

    asking = Asking(OutlineSummarizer(), RetrySettings(), AbortSignal(), Progress())
    result = await compact(preparation, SummaryOptions(), asking)
    after = outlook(preparation, result)
    print(f"{after.tokens_before} tokens before, about {after.tokens_after} after.\n\n{result.summary}")

    if write:
        pen = Pen(now=lambda: time.time() * 1000, new_id=lambda: uuid4().hex[:8])
        written = save_compaction(follower, preparation.projection.path[-1].id, result, pen)
        print(f"\nWritten as entry {written.entries[0].id}.")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), write="--write" in sys.argv[2:]))
