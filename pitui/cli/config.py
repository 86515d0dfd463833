"""`pitui config`: pitui's settings and pi's, each with the file it comes from."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any, Final

from pitui import config, paths
from pitui.cli.arguments import add_json
from pitui.cli.output import print_json, print_lines
from pitui.cli.start import StartOptions, start_options
from pitui.core.errors import SettingsError
from pitui.core.javascript.json import Json, stringify
from pitui.core.session.content import as_mapping
from pitui.core.settings import (
    Setting,
    Settings,
    resolve_branch_summary_settings,
    resolve_compaction_settings,
    resolve_retry_settings,
)
from pitui.pi_home import PiHome

_DEFAULTS: Final[Mapping[tuple[str, ...], Json]] = {
    ("compaction", "enabled"): True,
    ("compaction", "reserveTokens"): 16384,
    ("compaction", "keepRecentTokens"): 20000,
    ("branchSummary", "reserveTokens"): 16384,
    ("branchSummary", "skipPrompt"): False,
    ("retry", "enabled"): True,
    ("retry", "maxRetries"): 3,
    ("retry", "baseDelayMs"): 2000,
    ("retry", "maxAgentDelayMs"): 60000,
    ("treeFilterMode",): "default",
    ("sessionDir",): None,
    ("defaultProvider",): None,
    ("defaultModel",): None,
}
"""pi's settings that pitui goes by, and what applies where no file says."""


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
        "settings": list(_settings(home.settings)),
        "problems": [str(problem) for problem in home.problems] + _wrong(home.settings),
    }


def _settings(settings: Settings) -> Iterator[Json]:
    for path, default in _DEFAULTS.items():
        found = settings.find(*path)
        if found is None or found.value is None:
            found = Setting(".".join(path), default, settings.default())
        yield _setting(found)
    for model in _overridden(settings):
        for name in ("reserveTokens", "keepRecentTokens"):
            override = settings.find("compaction", "modelOverrides", model, name)
            if override is not None:
                yield _setting(override)


def _setting(setting: Setting) -> Json:
    origin = setting.origin
    return {"key": setting.key, "value": setting.value, "origin": str(origin), "file": origin.file or None}


def _overridden(settings: Settings) -> list[str]:
    """The models that have overrides in any file."""
    overrides = [as_mapping(layer.values.get("compaction")).get("modelOverrides") for layer in settings.layers]
    return sorted({model for members in overrides for model in as_mapping(members)})


def _wrong(settings: Settings) -> list[str]:
    """What pi would refuse when it reads it, each complaint once."""
    readers: list[Callable[[], object]] = [
        partial(resolve_compaction_settings, settings),
        partial(resolve_branch_summary_settings, settings),
        partial(resolve_retry_settings, settings),
    ]
    for model in _overridden(settings):
        provider, _, model_id = model.partition("/")
        readers.append(partial(resolve_compaction_settings, settings, provider, model_id))
    complaints: dict[str, None] = {}
    for read in readers:
        try:
            read()
        except SettingsError as error:
            complaints[error.sentence] = None
    return list(complaints)
