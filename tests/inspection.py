"""`pitui inspect` in process: everything the core computes of one file."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from pitui.cli.inspect.options import add_arguments, from_arguments
from pitui.cli.inspect.report import inspect
from pitui.core.javascript.json import Json, parse, stringify


def inspected(path: Path, *arguments: str) -> Json:
    """The report on a file, as it would be printed."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    options = from_arguments(parser.parse_args([str(path), *arguments]))
    return parse(stringify(asyncio.run(inspect(options))))
