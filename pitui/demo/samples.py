"""Laying out the sample sessions in a folder, as pi lays out its own."""

from __future__ import annotations

import os
import re
from datetime import datetime
from importlib import resources
from pathlib import Path, PurePosixPath

from pitui.core.javascript.json import JsonObject, parse, stringify
from pitui.paths import project_folder_name

_TIME = re.compile(rb'"timestamp":"([^"]+)"')


def unpack(folder: Path) -> Path:
    """Copy the samples under `folder` and return their sessions dir; files that are there already stay as they are.

    The folder is then an agent dir: `sessions` in it has a subfolder a project. The projects are empty folders
    beside it, so that no sample's working directory is missing.
    """
    samples = {item.name: item.read_bytes() for item in resources.files("pitui.demo").joinpath("sessions").iterdir()}
    headers = {name: _placed(parse(text.split(b"\n", 1)[0]), folder) for name, text in samples.items()}
    places = {name: _place(header, folder) for name, header in headers.items()}
    for name, text in samples.items():
        header = headers[name]
        parent = header.get("parentSession")
        if parent is not None:
            header = {**header, "parentSession": str(places[parent])}
        Path(header["cwd"]).mkdir(parents=True, exist_ok=True)
        _copy(stringify(header).encode() + b"\n" + text.split(b"\n", 1)[1], places[name])
    return folder / "sessions"


def _placed(header: JsonObject, folder: Path) -> JsonObject:
    """A header whose project is in the folder."""
    return {**header, "cwd": str(folder.absolute() / PurePosixPath(header["cwd"]).name)}


def _place(header: JsonObject, folder: Path) -> Path:
    """Where pi would have put the session."""
    name = re.sub(r"[:.]", "-", header["timestamp"]) + f"_{header['id']}.jsonl"
    return folder.absolute() / "sessions" / project_folder_name(header["cwd"]) / name


def _copy(text: bytes, path: Path) -> None:
    """Write a session that looks as old as its last entry: one just written would count as live."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)
    last = datetime.fromisoformat(_TIME.findall(text)[-1].decode()).timestamp()
    os.utime(path, (last, last))
