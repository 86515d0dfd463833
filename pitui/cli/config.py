"""`pitui config`: pitui's settings and pi's, each with the file it comes from."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from pitui import config, paths
from pitui.cli.arguments import add_json
from pitui.cli.output import print_json, print_lines
from pitui.cli.start import StartOptions, start_options
from pitui.core.javascript.json import Json, stringify
from pitui.core.settings import Setting
from pitui.pi_home import PiHome
from pitui.pi_home.in_force import complaints, settings_in_force


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the settings that apply in the folder pitui was started in."""
    options = start_options(arguments)
    home = options.home(Path.cwd())
    if arguments.json:
        print_json({"pitui": _own_json(), "pi": _pi_json(options, home)})
    else:
        print_lines(_lines(options, home))
    return 0


def _lines(options: StartOptions, home: PiHome) -> Iterator[str]:
    own = _own_json()
    yield f"pitui  {own['file']}"
    for key, value in own["values"].items():
        yield f"  {key} = {_shown(value)}  ({'set' if key in own['set'] else 'default'})"
    yield from (f"  note: {sentence}" for sentence in own["warnings"])
    pi = _pi_json(options, home)
    yield f"pi  {pi['agentDir']}"
    layout = "one folder for all" if pi["sessionsAreFlat"] else "a folder for each project"
    yield f"  sessions in {pi['sessionsDir']}, {layout}"
    for setting in pi["settings"]:
        yield f"  {setting['key']} = {_shown(setting['value'])}  ({setting['origin']})"
    yield from (f"  wrong: {sentence}" for sentence in pi["problems"])


def _shown(value: Json) -> str:
    return "not set" if value is None else stringify(value)


def _own_json() -> dict[str, Any]:
    """pitui's own settings; raises SettingsError for a file it cannot go by."""
    file = paths.config_file()
    chosen, default = config.load(file), config.Config()
    names = [field.name for field in fields(chosen) if field.name != "unknown"]
    return {
        "file": str(file),
        "values": {name: getattr(chosen, name) for name in names},
        "set": [name for name in names if getattr(chosen, name) != getattr(default, name)],
        "warnings": list(chosen.warnings),
    }


def _pi_json(options: StartOptions, home: PiHome) -> dict[str, Any]:
    place = options.sessions(home)
    return {
        "agentDir": str(home.agent_dir),
        "sessionsDir": str(place.folder),
        "sessionsAreFlat": place.flat,
        "project": str(home.project) if home.project is not None else None,
        "projectTrusted": home.trust.trusted if home.trust is not None else None,
        "settings": [_setting(setting) for setting in settings_in_force(home.settings)],
        "problems": [str(problem) for problem in home.problems] + complaints(home.settings),
    }


def _setting(setting: Setting) -> Json:
    origin = setting.origin
    return {"key": setting.key, "value": setting.value, "origin": str(origin), "file": origin.file or None}
