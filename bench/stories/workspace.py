"""The files an agent works on, in memory: its tools answer from them, so what a session shows hangs together."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SHOP = Path(__file__).parent / "shop"


@dataclass(frozen=True, slots=True)
class Act:
    """One tool call with its result."""

    tool: str
    arguments: Mapping[str, Any]
    output: str
    details: Mapping[str, Any] | None = None
    is_error: bool = False
    seconds: float = 0.05


@dataclass(slots=True)
class Workspace:
    """A project's files by path, with the tools pi gives an agent."""

    files: dict[str, str]
    drafts: Mapping[str, str] = field(default_factory=dict)
    """Files the agent is going to write, by path."""

    def read(self, path: str, offset: int = 1, limit: int | None = None) -> Act:
        """The `read` tool, for a whole file or a range of lines."""
        lines = self.files[path].split("\n")
        last = len(lines) if limit is None else offset - 1 + limit
        shown = "\n".join(lines[offset - 1 : last])
        rest = len(lines) - last
        if rest > 0:
            shown += f"\n\n[{rest} more lines in file. Use offset={last + 1} to continue.]"
        arguments: dict[str, Any] = {"path": path}
        if offset > 1 or limit is not None:
            arguments |= {"offset": offset, "limit": limit or rest}
        return Act("read", arguments, shown)

    def write(self, path: str, content: str | None = None) -> Act:
        """The `write` tool; without content, the draft of that path."""
        text = self.drafts[path] if content is None else content
        self.files[path] = text
        return Act("write", {"path": path, "content": text}, f"Successfully wrote to {path}")

    def edit(self, path: str, *changes: tuple[str, str]) -> Act:
        """The `edit` tool: each change replaces a text that stands exactly once."""
        before = after = self.files[path]
        for old, new in changes:
            if after.count(old) != 1:
                raise ValueError(f"{path}: {old!r} stands {after.count(old)} times")
            after = after.replace(old, new)
        self.files[path] = after
        arguments = {"path": path, "edits": [{"oldText": old, "newText": new} for old, new in changes]}
        return Act(
            "edit", arguments, f"Successfully replaced {len(changes)} block(s) in {path}.", diff(path, before, after)
        )

    def failed_edit(self, path: str, old: str, new: str) -> Act:
        """An `edit` whose text does not stand in the file."""
        arguments = {"path": path, "edits": [{"oldText": old, "newText": new}]}
        problem = f"Could not find the exact text in {path}. The old text must match exactly including all whitespace and newlines."
        return Act("edit", arguments, problem, {}, is_error=True)

    def search(self, pattern: str, under: str = "", flags: str = "-n") -> Act:
        """ripgrep over the project."""
        found = [
            f"{path}:{number}:{line}"
            for path, text in sorted(self.files.items())
            if path.startswith(under)
            for number, line in enumerate(text.split("\n"), 1)
            if re.search(pattern, line)
        ]
        where = f" {under.rstrip('/')}" if under else ""
        return bash(f"rg {flags} '{pattern}'{where}", "\n".join(found) + "\n")

    def list(self, under: str = "") -> Act:
        """The project's files with their number of lines."""
        rows = [
            f"{text.count(chr(10)):6} {path}" for path, text in sorted(self.files.items()) if path.startswith(under)
        ]
        return bash(f"git ls-files {under} | xargs wc -l".replace("  ", " "), "\n".join(rows) + "\n")

    def git_diff(self, since: Mapping[str, str], under: str = "") -> Act:
        """What changed in the project since a copy of its files."""
        parts = [
            "".join(
                difflib.unified_diff(
                    since.get(path, "").splitlines(keepends=True),
                    text.splitlines(keepends=True),
                    f"a/{path}" if path in since else "/dev/null",
                    f"b/{path}",
                )
            )
            for path, text in sorted(self.files.items())
            if path.startswith(under) and since.get(path) != text
        ]
        return bash(f"git diff main -- {under or '.'}", "".join(parts))

    def git_stat(self, since: Mapping[str, str]) -> Act:
        """How much changed since a copy of the project's files, by file."""
        rows = []
        added = removed = 0
        for path, text in sorted(self.files.items()):
            changes = list(difflib.ndiff(since.get(path, "").splitlines(), text.splitlines()))
            plus, minus = (sum(change.startswith(sign) for change in changes) for sign in "+-")
            if plus or minus:
                bar = "+" * (plus * 40 // 185 + (plus > 0)) + "-" * (minus * 40 // 185 + (minus > 0))
                rows.append(f" {path:38}| {plus + minus:4} {bar}")
                added, removed = added + plus, removed + minus
        total = f" {len(rows)} files changed, {added} insertions(+), {removed} deletions(-)"
        return bash("git diff --stat main", "\n".join([*rows, total]) + "\n")


def bash(command: str, output: str, *, exit_code: int = 0, seconds: float = 0.4) -> Act:
    """The `bash` tool; a failing command's code stands at the end of its output, as pi has it."""
    if exit_code:
        output = f"{output}\n\nCommand exited with code {exit_code}"
    return Act("bash", {"command": command}, output, is_error=bool(exit_code), seconds=seconds)


def diff(path: str, before: str, after: str) -> dict[str, Any]:
    """The details of an edit's result: a numbered diff to look at and a patch to apply."""
    old, new = before.split("\n"), after.split("\n")
    width = len(str(max(len(old), len(new))))
    rows: list[str] = []
    first_changed = 0
    for group in difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(4):
        if rows or group[0][1] > 0:
            rows.append(f" {'':{width}} ...")
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                rows += [f" {j + 1:{width}} {new[j]}" for j in range(j1, j2)]
                continue
            first_changed = first_changed or j1 + 1
            rows += [f"-{i + 1:{width}} {old[i]}" for i in range(i1, i2)]
            rows += [f"+{j + 1:{width}} {new[j]}" for j in range(j1, j2)]
    patch = "".join(
        difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), path, path, n=4)
    )
    return {"diff": "\n".join(rows), "patch": patch, "firstChangedLine": first_changed}


def shop() -> Workspace:
    """The web shop, as it is before anybody logs in with Google."""
    return Workspace(_files(SHOP / "before"), _files(SHOP / "written"))


def _files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
