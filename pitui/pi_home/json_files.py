"""Opening one of pi's JSON files: a missing one is an empty object, a broken one is a problem to be shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pitui.core.javascript.json import JsonObject, parse


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that pitui has to do without, and why."""

    file: Path
    fault: str
    """What is wrong, as the rest of a sentence that begins with the file."""

    def __str__(self) -> str:
        return f"{self.file} {self.fault}"


@dataclass(frozen=True, slots=True)
class JsonFile:
    """What a file holds, or why it holds nothing that can be used."""

    path: Path
    values: JsonObject = field(default_factory=dict)
    problem: Problem | None = None

    def set_aside(self, fault: str) -> JsonFile:
        """The same file, its content not used, for the fault given."""
        return JsonFile(self.path, problem=Problem(self.path, fault))


def read_object(path: Path, *, commented: bool = False) -> JsonFile:
    """The object in a file; `commented` allows `//` comments and trailing commas, as pi does in models.json.

    A missing or empty file holds an empty object. Nothing raises: what cannot be read or is no object comes
    back with its problem.
    """
    file = JsonFile(path)
    try:
        if not path.exists():
            return file
        # Opening a pipe that nobody writes to would wait for ever.
        if not path.is_file():
            return file.set_aside("is not a regular file.")
        text = path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
    except OSError as error:
        return file.set_aside(f"cannot be read: {error.strerror or error}.")
    if not text:
        return file
    try:
        value = parse(plain_json(text) if commented else text)
    except ValueError as error:
        return file.set_aside(f"is not JSON: {error}.")
    if not isinstance(value, Mapping):
        return file.set_aside("holds no JSON object.")
    return JsonFile(path, value)


_DECORATION: Final = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|,(?=(?:\s|//[^\n]*\n)*[}\]])')


def plain_json(text: str) -> str:
    """The text without `//` comments and without commas before a closing bracket; strings stay as they are."""
    return _DECORATION.sub(lambda match: match[0] if match[0].startswith('"') else "", text)
