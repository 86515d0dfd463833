"""A session that lived through a full disk: what can be wrong with a file, all in one."""

from __future__ import annotations

from bench.stories.models import SONNET
from bench.stories.pen import Pen
from bench.stories.workspace import bash
from pitui.core.javascript.json import stringify

DF = """\
Filesystem      Size  Used Avail Use% Mounted on
/dev/nvme0n1p2  234G  222G     0 100% /
"""
DU = """\
61G	/var/lib/docker/overlay2
38G	/home/dev/.cache
22G	/var/log/journal
9.4G	/home/dev/shop/test-results
"""


def damaged() -> str:
    """The file, torn last line and all; it opens, and what is whole in it is shown."""
    pen = Pen("/home/dev/shop", "2026-11-20T19:22:45.730+00:00", SONNET, "low")
    pen.begin()
    pen.user("Postgres stopped with 'No space left on device'. What is eating the disk?", wait=8)
    pen.turn("", bash("df -h /", DF), bash("du -xh --max-depth=4 / 2>/dev/null | sort -rh | head", DU, seconds=31))
    pen.reply("Docker layers (61 GB), the cache (38 GB) and the journal (22 GB). `docker image prune` is the quickest.")
    pen.user("Do the journal first.", wait=20)
    pen.turn(
        "", bash("sudo journalctl --vacuum-size=500M", "Vacuuming done, freed 21.4G of archived journals.\n", seconds=5)
    )
    pen.reply("21.4 GB are free again. The rest of the space can wait for an evening with less traffic.")
    rows = [stringify(line) for line in (pen.header, *pen.entries)]
    last = pen.entries[-1]
    stamp = last["timestamp"]

    def stray(identity: str, parent: str, text: str) -> str:
        message = {"role": "user", "content": [{"type": "text", "text": text}], "timestamp": pen.millis()}
        return stringify(
            {"type": "message", "id": identity, "parentId": parent, "timestamp": stamp, "message": message}
        )

    again = {**pen.entries[3], "timestamp": stamp}
    rows[5:5] = [
        rows[5][: len(rows[5]) // 2],
        stray("0f0f0f0f", "deadbeef", "and the backups? (its parent was never written)"),
        stray("c1c1c1c1", "c2c2c2c2", "one half of a circle"),
        stray("c2c2c2c2", "c1c1c1c1", "the other half of it"),
        stringify(again),
    ]
    torn = stray("7e7e7e7e", last["id"], "now prune the docker images, but keep those of the last")
    return "\n".join([*rows, torn[:-40]])
