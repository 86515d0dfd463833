"""A real pi, asked over its RPC mode what it sees in a session file: offline, without a model, in a home of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

VARIABLE = "PITUI_PI"


def installation() -> Path | None:
    """The installed pi that `PITUI_PI` names: its package, or a folder whose `node_modules` holds it."""
    named = os.environ.get(VARIABLE)
    if not named:
        return None
    folder = Path(named).expanduser()
    inside = folder / "node_modules" / "@earendil-works" / "pi-coding-agent"
    return inside if inside.is_dir() else folder


class RealPi:
    """One pi with one session open; every question waits for its answer."""

    def __init__(self, package: Path, session: Path, home: Path) -> None:
        home.mkdir(parents=True, exist_ok=True)
        beside = package.parent.parent / "node" / "bin" / "node"
        node = str(beside) if beside.exists() else shutil.which("node")
        assert node is not None, "pi needs Node, and none was found"
        offline = {"PI_OFFLINE": "1", "PI_SKIP_VERSION_CHECK": "1", "PI_TELEMETRY": "0"}
        self._process = subprocess.Popen(
            [node, str(package / "dist" / "bundle" / "cli.js"), "--mode", "rpc", "--session", str(session)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=home,
            env={"PATH": os.environ["PATH"], "HOME": str(home), "PI_CODING_AGENT_DIR": str(home / "agent"), **offline},
        )

    def __enter__(self) -> RealPi:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()

    def ask(self, question: str, /, **arguments: Any) -> Any:
        """What pi answers; fails with its own words when it refuses or is gone."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"id": question, "type": question, **arguments}).encode() + b"\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            answer = json.loads(line)
            if answer.get("type") == "response" and answer.get("id") == question:
                assert answer["success"], answer.get("error")
                return answer.get("data")
        assert self._process.stderr is not None
        raise AssertionError(f"pi ended: {self._process.stderr.read().decode('utf-8', 'replace')}")
