"""Every command by name: which module does it, and what it is for in a sentence."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Final

from pitui import __version__
from pitui.cli.start import WITH_VALUE, add_start_options


@dataclass(frozen=True, slots=True)
class Command:
    """One command; its module has `configure`, which declares arguments, and `run`, which does it."""

    name: str
    """Empty for opening the screen, which needs no word."""
    module: str
    sentence: str

    def load(self) -> ModuleType:
        """The module, imported when it is needed and not before."""
        return import_module(f"pitui.cli.{self.module}")

    def parser(self) -> argparse.ArgumentParser:
        """The command's arguments."""
        parser = argparse.ArgumentParser(
            prog=f"pitui {self.name}".rstrip(),
            description=self.sentence,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.load().configure(parser)
        add_start_options(parser)
        if not self.name:
            parser.add_argument("--version", action="version", version=f"pitui {__version__}")
            parser.epilog = _contents()
        return parser


OPEN: Final = Command("", "screen", "Browse the sessions of the pi coding agent: all of them, or one file.")
COMMANDS: Final = {
    command.name: command
    for command in (
        Command("demo", "demo", "Open the screen on sample sessions; needs no key, no network and no pi."),
        Command("list", "list", "Print the sessions, newest activity first."),
        Command("tree", "tree", "Print a session's tree."),
        Command("context", "context", "Print what the model sees from a leaf."),
        Command("budget", "budget", "Print what the context weighs against the model's window."),
        Command("compact", "compact", "Summarise the older part of a branch, as pi's /compact does."),
        Command("switch", "switch", "Move to another entry, with or without a summary of the branch left behind."),
        Command("fork", "fork", "Copy a branch into a new session file."),
        Command("export", "export", "Write a branch, or the whole session, as Markdown, HTML or JSONL."),
        Command("doctor", "doctor", "Tell what is damaged in session files, with line numbers; reads only."),
        Command("config", "config", "Print pitui's settings and pi's, and where each comes from."),
        Command("inspect", "inspect.command", "Print everything the core computes, for comparing it with pi."),
        Command("completion", "completion", "Print a completion script for a shell."),
    )
}


def find(words: Sequence[str]) -> tuple[Command, list[str]]:
    """The command that some words ask for, and the words without its name.

    The first word that is no option and no option's value is a command's name, or something to open.
    """
    is_value = False
    for place, word in enumerate(words):
        if is_value:
            is_value = False
        elif word == "--":
            break
        elif not word.startswith("-"):
            command = COMMANDS.get(word)
            return (OPEN, list(words)) if command is None else (command, [*words[:place], *words[place + 1 :]])
        is_value = word in WITH_VALUE
    return OPEN, list(words)


def _contents() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name.ljust(width)}  {command.sentence}" for name, command in COMMANDS.items()]
    return "commands:\n" + "\n".join(lines) + "\n\n`pitui COMMAND --help` says more about each."
