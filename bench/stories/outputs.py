"""What long commands print in the stories: test runs, server logs, package trees, query plans."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from bench.stories.workspace import SHOP, Act, Workspace, bash

Failures = Mapping[str, str]
"""The message of each failing test, by the test's last words."""


def vitest(workspace: Workspace, *only: str, failures: Failures | None = None, seconds: float = 9.0) -> Act:
    """A run of the project's tests, all of them or some files, with what the server under test logs."""
    failures = failures or {}
    chance = random.Random(f"{only} {sorted(failures)} {sum(map(len, workspace.files.values()))}")
    suites = {path: names for path, names in _suites(workspace).items() if not only or path in only}
    rows: list[str] = ["", " RUN  v2.1.8 /home/dev/shop", ""]
    details: list[str] = []
    failed = 0
    for path, names in suites.items():
        if "server" in workspace.files.get(path, "") or path in _WITH_SERVER:
            rows += [line for name in names for line in _logged(path, name, chance)]
        broken = [name for name in names if name.split(" > ")[-1] in failures]
        took = sum(chance.randint(4, 160) for _ in names)
        mark = "❯" if broken else "✓"
        count = f"{len(names)} tests | {len(broken)} failed" if broken else f"{len(names)} tests"
        rows.append(f" {mark} {path} ({count}) {took}ms")
        rows += [f"   {'×' if name in broken else '✓'} {name} {chance.randint(3, 190)}ms" for name in names]
        for name in broken:
            failed += 1
            details += ["", f" FAIL  {path} > {name}", failures[name.split(" > ")[-1]]]
    total = sum(map(len, suites.values()))
    passed = f"{failed} failed | {total - failed} passed" if failed else f"{total} passed"
    rows += [*details, "", f" Test Files  {len(suites)} run", f"      Tests  {passed} ({total})"]
    rows += [f"   Duration  {seconds:.2f}s (transform 412ms, setup 1.31s, collect 2.02s, prepare 388ms)", ""]
    command = " ".join(["npx vitest run --reporter=verbose", *only])
    return bash(command, "\n".join(rows), exit_code=1 if failed else 0, seconds=seconds)


_WITH_SERVER = frozenset(f"test/{name}.test.ts" for name in ("basket", "catalogue", "checkout", "orders", "webhooks"))


def _logged(path: str, name: str, chance: random.Random) -> list[str]:
    """The line a test's server writes, under the heading vitest gives it."""
    line = {"level": 30, "time": 1795687200000 + chance.randint(0, 10**7), "reqId": f"{chance.getrandbits(32):08x}"}
    line |= {"res": {"statusCode": chance.choice((200, 200, 303, 303, 400, 403))}, "msg": "request completed"}
    return [f"stdout | {path} > {name}", _json(line), ""]


def _suites(workspace: Workspace) -> dict[str, list[str]]:
    """Test names by file: those of the files the workspace has, and those it only has the names of."""
    suites: dict[str, list[str]] = {}
    path = ""
    for line in (SHOP / "suites.txt").read_text("utf-8").split("\n"):
        if line.startswith("  "):
            suites[path].append(line.strip())
        elif line:
            path = line
            suites[path] = []
    for path, text in workspace.files.items():
        if path.endswith(".test.ts"):
            suites[path] = _names(text)
    return dict(sorted(suites.items()))


def _names(text: str) -> list[str]:
    """The tests of a file in order, those of a group for each provider once for each."""
    names: list[str] = []
    groups: list[str] = []
    form = r'^ *(describe|it)(?:\.each\(.*?\](?: as const)?\))?\(\s*"([^"]+)"'
    for kind, name in re.findall(form, text, re.MULTILINE | re.DOTALL):
        if kind == "describe":
            groups = [name.replace("%s", provider) for provider in ("google", "github")] if "%s" in name else [name]
        else:
            names += [f"{group} > {name.replace('%s', '//evil.example')}" for group in groups]
    return names


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"))


def server_log(command: str, steps: Sequence[tuple[str, str, int, str]], *, start: int, seed: str) -> Act:
    """Lines of the server's JSON log: method, path, status and a message for each step."""
    chance = random.Random(seed)
    now = start
    rows: list[str] = []
    for method, url, status, message in steps:
        request = f"{chance.getrandbits(128):032x}"
        request = "-".join((request[:8], request[8:12], "4" + request[13:16], "a" + request[17:20], request[20:]))
        now += chance.randint(40, 4000)
        base = {"level": 30, "time": now, "pid": 4117, "hostname": "dev", "reqId": request}
        rows.append(
            _json(
                {
                    **base,
                    "req": {"method": method, "url": url, "host": "localhost:4000", "remoteAddress": "127.0.0.1"},
                    "msg": "incoming request",
                }
            )
        )
        if message:
            level = 40 if status >= 400 else 30
            rows.append(_json({**base, "level": level, "time": now + 8, "msg": message}))
        took = round(chance.uniform(3, 180), 3)
        done = {"res": {"statusCode": status}, "responseTime": took, "msg": "request completed"}
        rows.append(_json({**base, "time": now + round(took), **done}))
    return bash(command, "\n".join(rows) + "\n", seconds=1.1)


def npm_tree(title: str, packages: Mapping[str, Sequence[str]], command: str) -> Act:
    """`npm ls`: packages, each with what it brings along."""
    rows = [title]
    names = list(packages)
    for name in names:
        last = name == names[-1]
        below = packages[name]
        rows.append(f"{'└' if last else '├'}─{'┬' if below else '─'} {name}")
        for child in below:
            rows.append(f"{' ' if last else '│'} {'└' if child == below[-1] else '├'}── {child}")
    return bash(command, "\n".join(rows) + "\n", seconds=1.8)


def typecheck(*problems: str) -> Act:
    """`tsc --noEmit`, clean or with problems."""
    return bash(
        "npx tsc --noEmit",
        "\n".join(problems) + ("\n" if problems else ""),
        exit_code=2 if problems else 0,
        seconds=4.2,
    )
