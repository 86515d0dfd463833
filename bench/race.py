"""Both sides at the same work, by turns: each run a process of its own, its figures and its peak memory kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

HERE = Path(__file__).parent
PEAK = "peak"
"""The figure every run has: its largest size in memory, in megabytes."""
WHOLE = "whole"
"""And the time from its start to its end, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Pi:
    """A real pi to run beside, found by `PITUI_PI` and `PITUI_NODE`."""

    root: Path
    """A folder whose `node_modules` has pi."""
    node: str

    @property
    def package(self) -> Path:
        """Where pi lies."""
        return self.root / "node_modules" / "@earendil-works" / "pi-coding-agent"

    @property
    def version(self) -> str:
        """Which pi it is."""
        return str(json.loads((self.package / "package.json").read_text("utf-8"))["version"])


def find_pi() -> Pi | None:
    """The pi that the environment names; None when it names none."""
    root = os.environ.get("PITUI_PI")
    return Pi(Path(root).absolute(), os.environ.get("PITUI_NODE", "node")) if root else None


@dataclass(frozen=True, slots=True)
class Task:
    """One kind of run: a task of `work` and `pi.mjs` on a path, or a command line of pitui and one of pi."""

    name: str
    path: Path | None = None
    pitui: Sequence[str] = ()
    pi: Sequence[str] | None = None
    """None where pi has nothing of the kind."""

    def commands(self, pi: Pi | None) -> Iterator[tuple[str, list[str]]]:
        """Who runs what."""
        if self.path is not None:
            yield "pitui", [sys.executable, "-m", "bench.work", self.name, str(self.path)]
        else:
            yield "pitui", [sys.executable, "-m", "pitui", *self.pitui]
        if pi is not None and self.pi is not None:
            script = [str(HERE / "pi.mjs"), str(pi.root), self.name, str(self.path)]
            words = [str(pi.package / "dist/bundle/cli.js"), *self.pi]
            yield "pi", [pi.node, *(script if self.path is not None else words)]


@dataclass(frozen=True, slots=True)
class Results:
    """Every figure of every run: by side, task and name."""

    figures: dict[tuple[str, Task, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    disagreements: list[str] = field(default_factory=list)

    def median(self, side: str, task: Task, name: str) -> float | None:
        """The middle of the runs; None when there was none."""
        runs = self.figures.get((side, task, name))
        return median(runs) if runs else None


def race(tasks: Sequence[Task], rounds: int, pi: Pi | None, home: Path) -> Results:
    """Run everything so many times, side by side, with a home folder of its own."""
    results = Results()
    for number in range(rounds):
        for task in tasks:
            print(f"\rround {number + 1} of {rounds}: {task.name:40}", end="", file=sys.stderr, flush=True)
            answers: list[Any] = []
            for side, command in task.commands(pi):
                figures = _run(command, home, told=task.path is not None)
                answers.append(figures.pop("answers", None))
                for name, value in figures.items():
                    results.figures[side, task, name].append(value)
            if any(answer != answers[0] for answer in answers):
                results.disagreements.append(f"{task.name}: {answers}")
    print(file=sys.stderr)
    return results


def _run(command: list[str], home: Path, *, told: bool) -> dict[str, Any]:
    """Run a process to its end; its own figures where it tells some."""
    environment = {**os.environ, "HOME": str(home), "PI_CODING_AGENT_DIR": str(home / "agent"), "PI_OFFLINE": "1"}
    start = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=HERE.parent) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    whole = (perf_counter() - start) * 1000
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}.")
    peak = used.ru_maxrss / (1_000_000 if sys.platform == "darwin" else 1_000)
    return {**(json.loads(output) if told else {}), WHOLE: whole, PEAK: peak}
