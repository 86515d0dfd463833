"""Loading hooks: the Python files in pitui's config folder, and those of a project that a person agreed to.

A hook file defines `register(hooks)` and calls `hooks.on(event, handler)` in it. Files load in the order of
their names, the person's own before the project's; a name that begins with an underscore is passed over. A
file that fails is reported, leaves no handler behind, and stops no other.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from pitui import paths
from pitui.core.hooks import HookFailure, HookRegistry, Hooks
from pitui.store.trust import TrustStore

Report: TypeAlias = Callable[[HookFailure], None]
Trusts: TypeAlias = Callable[[Path, bytes], bool]
"""Whether a person has agreed to run this content of this file."""


@dataclass(frozen=True, slots=True)
class HookFile:
    """A hook file as it was read: what is looked at, agreed to and run are the same bytes."""

    path: Path
    content: bytes


def user_folder() -> Path:
    """Where a person's own hooks lie: `hooks` beside pitui's config file."""
    return paths.config_file().parent / "hooks"


def project_folder(project: Path) -> Path:
    """Where a project's hooks lie."""
    return project / ".pitui" / "hooks"


def load_user_hooks(hooks: HookRegistry, report: Report, folder: Path | None = None) -> None:
    """Run the person's own hook files; being in their config folder is their yes."""
    for file in find(folder or user_folder(), report):
        run(file, hooks, report)


def load_project_hooks(project: Path, hooks: HookRegistry, trusts: Trusts, report: Report) -> tuple[HookFile, ...]:
    """Run the project's hook files that a person agreed to; the others come back, not run, to be asked about."""
    unknown: list[HookFile] = []
    for file in find(project_folder(project), report):
        if trusts(file.path, file.content):
            run(file, hooks, report)
        else:
            unknown.append(file)
    return tuple(unknown)


@dataclass(frozen=True, slots=True)
class LoadedHooks:
    """The hooks that apply to one session, and those that wait for a yes."""

    hooks: Hooks
    unasked: tuple[HookFile, ...]
    """Files of the project that were not run, since nobody has agreed to them as they are."""


def load_hooks(project: Path | None, report: Report) -> LoadedHooks:
    """The person's own hooks, then those of the session's project that were agreed to."""
    registry = HookRegistry()
    load_user_hooks(registry, report)
    unasked: tuple[HookFile, ...] = ()
    if project is not None:
        unasked = load_project_hooks(project, registry, TrustStore().trusts, report)
    return LoadedHooks(Hooks(registry, report), unasked)


def find(folder: Path, report: Report) -> list[HookFile]:
    """The hook files of a folder in load order; none when there is no such folder."""
    files: list[HookFile] = []
    for path in _python_files(folder, report):
        try:
            files.append(HookFile(path, path.read_bytes()))
        except OSError as error:
            report(HookFailure(str(path), "load", error))
    return files


def _python_files(folder: Path, report: Report) -> list[Path]:
    try:
        members = sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        report(HookFailure(str(folder), "load", error))
        return []
    # Anything but a regular file, a pipe above all, could keep its reader waiting.
    return [path for path in members if path.suffix == ".py" and path.name[0] != "_" and path.is_file()]


def run(file: HookFile, hooks: HookRegistry, report: Report) -> None:
    """Run one hook file and add its handlers, or report why there are none."""
    name = f"pitui_hook_{hashlib.sha256(str(file.path).encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
    module = ModuleType(name)
    module.__file__ = str(file.path)
    own = HookRegistry(str(file.path))
    # Dataclasses and pickling look a class's module up by name.
    sys.modules[name] = module
    try:
        exec(compile(file.content, str(file.path), "exec", dont_inherit=True), module.__dict__)
        register = getattr(module, "register", None)
        if not callable(register) or inspect.iscoroutinefunction(register):
            raise TypeError("a hook file must define register(hooks), a plain function")
        register(own)
    # A file may end in anything, sys.exit() included, and pitui goes on.
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        report(HookFailure(str(file.path), "load", error))
        return
    hooks.take(own)
