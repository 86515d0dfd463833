"""Arguments that several commands have in common."""

from __future__ import annotations

import argparse

from pitui.core.errors import PituiError
from pitui.core.javascript.numbers import MAX_SAFE_INTEGER


class WrongUsageError(PituiError):
    """Arguments that are each well formed and make no sense together."""

    title = "Wrong usage"


def add_file(parser: argparse.ArgumentParser) -> None:
    """The session a command is about."""
    parser.add_argument("file", metavar="FILE", help="a session file, or the beginning of a session's id")


def add_leaf(parser: argparse.ArgumentParser) -> None:
    """Where in the session to stand."""
    parser.add_argument("--leaf", metavar="ID", help="stand at this entry, not at the file's leaf")


def add_json(parser: argparse.ArgumentParser) -> None:
    """The form for programs."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def add_summary(parser: argparse.ArgumentParser) -> None:
    """Who writes a summary, and whether anything is written at all."""
    parser.add_argument("--summarizer", type=summarizer, metavar="WHO", help="session, outline or PROVIDER/MODEL")
    parser.add_argument("--dry-run", action="store_true", help="print what would be done; write and send nothing")


def token_count(text: str) -> int:
    """A setting in tokens as pi allows them."""
    try:
        amount = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of tokens") from None
    if not 0 <= amount <= MAX_SAFE_INTEGER:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and {MAX_SAFE_INTEGER}")
    return amount


def summarizer(text: str) -> str:
    """A name of someone who may write summaries."""
    provider, slash, model = text.partition("/")
    if text not in ("session", "outline") and not (provider and slash and model):
        raise argparse.ArgumentTypeError(f"{text!r} is neither session, outline nor PROVIDER/MODEL")
    return text
