"""The wheel carries every stylesheet and sample session, since an installed pitui has no checkout to look in."""

from __future__ import annotations

import zipfile
from pathlib import Path

import hatchling.build
import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def contents(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What lies in a wheel built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        name = hatchling.build.build_wheel(str(folder))
    with zipfile.ZipFile(folder / name) as wheel:
        return set(wheel.namelist())


def files(folder: str, pattern: str) -> set[str]:
    """The checkout's files under a folder, as paths within it."""
    return {path.relative_to(ROOT / folder).as_posix() for path in (ROOT / folder).rglob(pattern) if path.is_file()}


def test_every_stylesheet_is_inside(contents: set[str]) -> None:
    stylesheets = files("css", "*.tcss")
    assert stylesheets
    assert {f"pitui/css/{path}" for path in stylesheets} <= contents


def test_every_module_and_sample_session_is_inside(contents: set[str]) -> None:
    shipped = files("pitui", "*.py") | files("pitui", "*.jsonl") | {"py.typed"}
    assert any(path.startswith("demo/sessions/") for path in shipped)
    assert {f"pitui/{path}" for path in shipped} <= contents


def test_nothing_else_is_installed(contents: set[str]) -> None:
    assert {path.split("/")[0].split("-")[0] for path in contents} == {"pitui"}
