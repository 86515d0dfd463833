"""The library as its users meet it: what it exports, what importing it costs, and that its guide holds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import pitui.core

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "library"
GUIDE = (ROOT / "docs" / "library.md").read_text("utf-8")

PI_NAMES = {
    "open_session",
    "build_context_entries",
    "project",
    "convert_to_llm",
    "estimate_tokens",
    "estimate_context_tokens",
    "calculate_context_tokens",
    "should_compact",
    "find_cut_point",
    "prepare_compaction",
    "compact",
    "generate_summary",
    "generate_summary_with_usage",
    "serialize_conversation",
    "collect_entries_for_branch_summary",
    "prepare_branch_entries",
    "generate_branch_summary",
}


def run(*arguments: str | Path) -> str:
    """What a fresh interpreter prints."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    command: Sequence[str | Path] = [sys.executable, *arguments]
    return subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", check=True, timeout=60
    ).stdout


def sample(name: str, folder: Path) -> Path:
    """A sample session's own copy."""
    copy = folder / name
    copy.write_bytes(resources.files("pitui.demo").joinpath("sessions", name).read_bytes())
    return copy


def test_importing_it_imports_nothing_else() -> None:
    code = (
        "import sys, pitui.core; print(sorted(name for name in sys.modules if name.startswith(('pitui', 'asyncio'))))"
    )
    assert run("-c", code).strip() == "['pitui', 'pitui.core']"


def test_pis_names_are_there() -> None:
    assert set(dir(pitui.core)) >= PI_NAMES
    for name in dir(pitui.core):
        assert getattr(pitui.core, name) is not None


def test_a_name_that_is_not_there_is_said_to_be_missing() -> None:
    assert not hasattr(pitui.core, "nothing_of_the_kind")
    assert not hasattr(pitui.core, "_private")


def test_the_guide_imports_and_calls_what_there_is() -> None:
    called = set(re.findall(r"`(?:await )?([a-z_]+|[A-Z]\w+)\(", GUIDE))
    imported = {name for line in re.findall(r"from pitui\.core import (.+)", GUIDE) for name in line.split(", ")}
    assert {"open_session", "project"} <= imported
    assert len(called) > 20
    assert (called | imported) <= {*dir(pitui.core), "poll", "branch", "reply", "append", "now"}


def test_the_guides_first_lines_run(tmp_path: Path) -> None:
    block = GUIDE.split("```python\n")[1].split("```")[0]
    program = f"from pathlib import Path\npath = Path({str(sample('short.jsonl', tmp_path))!r})\n{block}"
    printed = run("-c", program).splitlines()
    assert {"user", "assistant"} <= set(printed)
    assert int(printed[-1]) > 0


def test_the_compaction_example(tmp_path: Path) -> None:
    path = sample("oauth-login.jsonl", tmp_path)
    before = path.read_bytes()
    assert "messages would go" in run(EXAMPLES / "compact_session.py", path)
    assert path.read_bytes() == before
    assert "Written as entry" in run(EXAMPLES / "compact_session.py", path, "--write")
    assert path.read_bytes().startswith(before)
    assert path.read_bytes().count(b"\n") == before.count(b"\n") + 1
    assert run(EXAMPLES / "compact_session.py", path) == "There is nothing to compact.\n"


def test_the_agent_example() -> None:
    *compactions, last = run(EXAMPLES / "small_agent.py").splitlines()
    assert compactions
    assert all(line.startswith("compacted: about ") for line in compactions)
    assert last.endswith(f"{len(compactions)} compactions")
