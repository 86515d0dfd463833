"""The options that every command takes, in front of its name or behind it."""

from __future__ import annotations

import argparse

from pitui.start import StartOptions

__all__ = ["WITH_VALUE", "StartOptions", "add_start_options", "start_options"]

WITH_VALUE = ("--session-dir", "--agent-dir")
"""Those of them that are followed by a value."""


def add_start_options(parser: argparse.ArgumentParser) -> None:
    """Declare them."""
    common = parser.add_argument_group("everywhere")
    common.add_argument("--session-dir", metavar="DIR", help="a folder that holds session files, not one per project")
    common.add_argument("--agent-dir", metavar="DIR", help="pi's own folder, instead of ~/.pi/agent")
    common.add_argument("--offline", action="store_true", help="use no network at all")


def start_options(arguments: argparse.Namespace) -> StartOptions:
    """What was given of them."""
    return StartOptions(arguments.session_dir, arguments.agent_dir, arguments.offline)
