"""`python -m bench`: measure pitui, beside the real pi where there is one, and print a table.

`PITUI_PI` names a folder whose `node_modules` has pi, `PITUI_NODE` a Node 22.19 or newer if `node` is none.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from bench.made_up import write_session
from bench.race import PEAK, WHOLE, Task, find_pi, race
from bench.table import Row, table

_PATH = 12_500
_FILES = 500


def main() -> int:
    """Make the data, run the race, print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure pitui, and pi beside it.")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is run (default: 5)")
    parser.add_argument("--huge", action="store_true", help="open 500 MB too")
    options = parser.parse_args()
    pi = find_pi()
    with TemporaryDirectory(prefix="pitui-bench-") as name:
        print("making sessions up", file=sys.stderr)
        rows = list(_rows(Path(name), [1, 10, 100, *([500] if options.huge else [])]))
        results = race(list(dict.fromkeys(row.task for row in rows)), options.rounds, pi, Path(name))
    for line in table(rows, results, pi):
        print(line)
    if pi is None:
        print("\nWithout pi: PITUI_PI names no folder with it.")
    for sentence in results.disagreements:
        print(f"The two sides disagree: {sentence}", file=sys.stderr)
    return 1 if results.disagreements else 0


def _rows(folder: Path, sizes: list[int]) -> Iterator[Row]:
    """What is measured, each with its data, which is written here."""
    files = {size: write_session(folder / f"{size}.jsonl", megabytes=size) for size in sizes}
    opening = {size: Task("open", path, pi=()) for size, path in files.items()}
    for size, task in opening.items():
        yield Row(f"open a session of {size} MB, its tree known", task, "open and tree")
    for size, task in opening.items():
        if size >= 100:
            yield Row(f"… memory of the process at its peak, {size} MB", task, PEAK)
            yield Row(f"… lay out the tree's rows, {size} MB", task, "rows")
    long = Task("path", write_session(folder / "path.jsonl", entries=_PATH), pi=())
    yield Row(f"project and prepare a compaction, {_PATH:,} entries", long, "prepare")
    yield Row("… and read every text to summarise", long, "prepare with texts")
    yield Row("… again", long, "prepare again")
    yield Row("… estimate the whole context again", long, "weigh")
    yield Row("… before and after in full, for the first time", long, "outlook")
    yield Row("… what-if: the cut moved by one, 95 of 100", long, "cut moved")
    yield Row("… what-if: another amount kept, 95 of 100", long, "keep changed")
    appended = Task("follow", Path(copyfile(files[100], folder / "followed.jsonl")))
    yield Row("take in a line that was appended, 100 MB", appended, "follow")
    many = folder / "many"
    many.mkdir()
    for number in range(_FILES):
        write_session(many / f"{number:03}.jsonl", megabytes=0.2, seed=number)
    shelf = Task("list", many, pi=())
    yield Row(f"list {_FILES} sessions, 100 MB together", shelf, "list")
    yield Row(
        "`pitui budget FILE --json`, 10 MB, whole process",
        Task("budget", pitui=("budget", str(files[10]), "--json")),
        WHOLE,
    )
    yield Row("`--version`, whole process", Task("version", pitui=("--version",), pi=("--version",)), WHOLE)


if __name__ == "__main__":
    sys.exit(main())
