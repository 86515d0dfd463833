"""`pitui demo`: the screen on sample sessions in a folder that is gone afterwards."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pitui.cli.screen import open_screen
from pitui.cli.start import start_options
from pitui.demo import unpack


def configure(parser: argparse.ArgumentParser) -> None:
    """The demo needs no arguments."""


def run(arguments: argparse.Namespace) -> int:
    """Copy the samples to a scratch folder, where everything may be tried, and open the screen there."""
    options = start_options(arguments)
    with TemporaryDirectory(prefix="pitui-demo-", ignore_cleanup_errors=True) as folder:
        unpack(Path(folder))
        # A folder named there would go before the samples.
        os.environ.pop("PI_CODING_AGENT_SESSION_DIR", None)
        return open_screen(None, replace(options, agent_dir=folder, session_dir=None))
