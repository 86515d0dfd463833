"""Arrows point down: the import contracts hold, and importing the core costs nobody a screen or a model library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parent.parent
HEAVY = "{'textual', 'rich', 'litellm', 'tiktoken'}"

WALK_CORE = """
import importlib, pkgutil, pitui.core
for module in pkgutil.walk_packages(pitui.core.__path__, "pitui.core."):
    importlib.import_module(module.name)
"""
ASK_VERSION = """
import contextlib, runpy, sys
sys.argv = ["pitui", "--version"]
with contextlib.suppress(SystemExit):
    runpy.run_module("pitui", run_name="__main__")
"""


def test_the_import_contracts_hold(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    status = lint_imports(config_filename="pyproject.toml", no_cache=True, no_logo=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


def heavy_modules_after(code: str) -> str:
    """The heavy libraries that a fresh interpreter has loaded once it ran `code`, as it prints them."""
    report = f"\nimport sys; print('loaded:', sorted({HEAVY} & set(sys.modules)))"
    command = [sys.executable, "-c", code + report]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.rsplit("loaded: ", 1)[1].strip()


@pytest.mark.parametrize(
    "code",
    ["import pitui", "import pitui.cli", "import pitui.config, pitui.paths", WALK_CORE, ASK_VERSION],
    ids=["pitui", "cli", "config", "core", "version"],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    assert heavy_modules_after(code) == "[]"


def test_the_check_sees_a_heavy_module() -> None:
    assert heavy_modules_after("import rich") == "['rich']"
