"""The arguments of one inspection."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from pitui.core.settings import CompactionSettings


@dataclass(frozen=True, slots=True)
class Options:
    """What to inspect and under which numbers (all in tokens)."""

    file: Path
    leaf: str | None
    keep_recent: int
    reserve: int
    context_window: int
    max_tokens: int
    branch_target: str | None
    branch_reserve: int
    instructions: str | None
    replace_instructions: bool
    fork: str | None
    thinking: bool

    @property
    def settings(self) -> CompactionSettings:
        """The compaction settings these numbers make."""
        return CompactionSettings(reserve_tokens=self.reserve, keep_recent_tokens=self.keep_recent)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of an inspection."""
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the session file")
    parser.add_argument("--leaf", metavar="ID", help="inspect from this entry instead of the file's leaf")
    parser.add_argument("--keep-recent", type=int, default=20000, metavar="N")
    parser.add_argument("--reserve", type=int, default=16384, metavar="N")
    parser.add_argument("--context-window", type=int, default=200000, metavar="N")
    parser.add_argument("--max-tokens", type=int, default=8192, metavar="N")
    parser.add_argument("--branch-target", metavar="ID")
    parser.add_argument("--branch-reserve", type=int, default=16384, metavar="N")
    parser.add_argument("--instructions", metavar="TEXT")
    parser.add_argument("--replace-instructions", action="store_true")
    parser.add_argument("--fork", metavar="ID")
    parser.add_argument("--no-thinking", action="store_true", help="leave thinking out of the serialised text")


def from_arguments(arguments: argparse.Namespace) -> Options:
    """The options parsed arguments stand for."""
    return Options(
        file=arguments.file,
        leaf=arguments.leaf,
        keep_recent=arguments.keep_recent,
        reserve=arguments.reserve,
        context_window=arguments.context_window,
        max_tokens=arguments.max_tokens,
        branch_target=arguments.branch_target,
        branch_reserve=arguments.branch_reserve,
        instructions=arguments.instructions,
        replace_instructions=arguments.replace_instructions,
        fork=arguments.fork,
        thinking=not arguments.no_thinking,
    )
