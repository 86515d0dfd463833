"""Session files in few words: `user`, `assistant`, `compaction`, `branch_summary` and their kin, as pi writes them.

A `Tree` is a file that grows: each word appends one entry under the leaf, moves the leaf there and gives the
entry's id back. Ids count up by kind (`u1`, `a1`, `u2`), and time by a minute an entry. Where a text is asked
for, a number stands for a text of that many estimated tokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from pitui.core.javascript.dates import format_date
from pitui.core.javascript.json import stringify
from pitui.core.session.entries import Entry
from pitui.core.session.reader import open_session
from pitui.core.session.session import Session

START: Final = 1_767_225_600_000
"""2026-01-01T00:00:00Z, in milliseconds since 1970."""

Body: TypeAlias = dict[str, Any]
Said: TypeAlias = str | int | list[Body] | None
"""What a message holds: a text, its size in tokens, blocks, or nothing at all."""


def text(said: str | int) -> str:
    """A text, or one of so many estimated tokens."""
    return said if isinstance(said, str) else "word" * said


def usage(total: int, **parts: float) -> Body:
    """A provider's report of a context of `total` tokens, a tenth of them output."""
    output = total // 10
    price = {"input": 0.25, "output": 0.5, "cacheRead": 0, "cacheWrite": 0, "total": 0.75}
    counts = {"input": total - output, "output": output, "cacheRead": 0, "cacheWrite": 0, "totalTokens": total}
    return {**counts, **parts, "cost": price}


def call(name: str, identity: str = "call_1", /, **arguments: Any) -> Body:
    """A tool call, as a block of an assistant's message."""
    return {"type": "toolCall", "id": identity, "name": name, "arguments": arguments}


def thinking(thought: str | int) -> Body:
    """A block of thinking."""
    return {"type": "thinking", "thinking": text(thought), "thinkingSignature": "sig"}


def image() -> Body:
    """A very small picture."""
    return {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}


def header(*, version: int | None = 3, cwd: Any = "/home/dev/shop", **fields: Any) -> Body:
    """A session's first line; version 1 has no `version`."""
    known = {} if version in (None, 1) else {"version": version}
    return {"type": "session", **known, "id": "session-1", "timestamp": format_date(START), "cwd": cwd, **fields}


def blocks(said: Said) -> list[Body] | None:
    """What an assistant or a tool says, as the blocks a file holds."""
    return said if said is None or isinstance(said, list) else [{"type": "text", "text": text(said)}]


class Tree:
    """A session file that grows by one entry a word."""

    def __init__(self, path: Path, *, version: int = 3, **fields: Any) -> None:
        self.path = path
        self.version = version
        self.leaf: str | None = None
        self._counts: Counter[str] = Counter()
        self._entries = 0
        path.write_bytes(b"")
        self.line(header(version=version, **fields))

    # ---- lines

    def line(self, line: Body | str | bytes) -> None:
        """Append any line, well formed or not."""
        self.torn(line, b"\n")

    def torn(self, line: Body | str | bytes, end: bytes = b"") -> None:
        """Append the beginning of a line."""
        raw = stringify(line) if isinstance(line, dict) else line
        with self.path.open("ab") as file:
            file.write((raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw) + end)

    def entry(self, kind: str, prefix: str, fields: Body, *, parent: str | None = "", **base: Any) -> str:
        """Append an entry under the leaf, or under another parent, and make it the leaf.

        `id` and `timestamp` may be given; a field whose value is `...` is left out.
        """
        self._counts[prefix] += 1
        self._entries += 1
        stamp = format_date(self.now)
        body = {"type": kind, "id": f"{prefix}{self._counts[prefix]}", "parentId": self.leaf, "timestamp": stamp}
        body |= fields | base
        if parent != "":
            body["parentId"] = parent
        self.leaf = body["id"]
        if self.version == 1:
            del body["id"], body["parentId"]
        self.line({name: value for name, value in body.items() if value is not ...})
        return self.leaf

    @property
    def now(self) -> int:
        """When the newest entry was written, in milliseconds since 1970."""
        return START + self._entries * 60_000

    def at(self, leaf: str | None) -> Tree:
        """Go back to an entry, so that the next word starts a branch there."""
        self.leaf = leaf
        return self

    # ---- messages

    def message(self, role: str, fields: Body, *, prefix: str = "m", **base: Any) -> str:
        """A message of any role."""
        stamped = {"role": role, **fields, "timestamp": self.now + 60_000}
        return self.entry("message", prefix, {"message": {k: v for k, v in stamped.items() if v is not ...}}, **base)

    def user(self, said: Said = "Hello", **base: Any) -> str:
        """Something a person said."""
        content = said if said is None or isinstance(said, list) else text(said)
        return self.message("user", {"content": content}, prefix="u", **base)

    def assistant(self, said: Said = "Hi", *, usage: Body | None = ..., stop: str = "stop", **base: Any) -> str:  # type: ignore[assignment]
        """A reply; `usage` is what the provider reported, absent unless given."""
        fields = {
            "content": blocks(said),
            "api": "anthropic-messages",
            "provider": "anthropic",
            "model": "claude",
            "usage": usage,
            "stopReason": stop,
        }
        return self.message("assistant", fields, prefix="a", **base)

    def result(self, said: Said = "done", *, tool: str = "bash", more: Body | None = None, **base: Any) -> str:
        """What a tool gave back."""
        fields = {"toolCallId": "call_1", "toolName": tool, "content": blocks(said), "isError": False, **(more or {})}
        return self.message("toolResult", fields, prefix="r", **base)

    def bash(self, command: str | int = "ls", output: str | int = "a.py", *, more: Body | None = None) -> str:
        """A command a person ran."""
        fields = {"command": text(command), "output": text(output), "exitCode": 0, "cancelled": False}
        return self.message("bashExecution", {**fields, "truncated": False, **(more or {})}, prefix="b")

    def system(self, said: str | int = "You are pi.", *, more: Body | None = None, **base: Any) -> str:
        """A system message."""
        return self.message("system", {"content": text(said), **(more or {})}, prefix="s", **base)

    # ---- summaries and edits

    def compaction(self, kept: str | int | None = None, summary: str | int = "## Goal\nAll of it.", **more: Any) -> str:
        """A compaction that keeps from an entry on; in version 1 from a line, the header being line 0."""
        name = "firstKeptEntryIndex" if isinstance(kept, int) else "firstKeptEntryId"
        fields = {"summary": text(summary), name: ... if kept is None else kept, "tokensBefore": 999}
        return self.entry("compaction", "c", fields | more)

    def branch_summary(self, from_id: str = "root", summary: str | int = "Tried it.", **more: Any) -> str:
        """The summary of a branch that was left."""
        return self.entry("branch_summary", "bs", {"fromId": from_id, "summary": text(summary), **more})

    def edit(self, target: str, replacement: Said = None) -> str:
        """A context edit: omits its target, or replaces its content."""
        content = text(replacement) if isinstance(replacement, int) else replacement
        new = None if content is None else {"content": content}
        return self.entry("context_edit", "e", {"targetId": target, "replacement": new})

    # ---- the session's books

    def label(self, target: str, label: Any = ..., **base: Any) -> str:
        """A label; without a text it clears the one there was."""
        return self.entry("label", "l", {"targetId": target, "label": label}, **base)

    def name(self, name: Any, **base: Any) -> str:
        """The session's name."""
        return self.entry("session_info", "n", {"name": name}, **base)

    def model(self, provider: str = "openai", model_id: str = "gpt") -> str:
        """Another model from here on."""
        return self.entry("model_change", "mc", {"provider": provider, "modelId": model_id})

    def thinks(self, level: str = "high") -> str:
        """Another thinking level from here on."""
        return self.entry("thinking_level_change", "t", {"thinkingLevel": level})

    def custom(self, kind: str = "extension", **more: Any) -> str:
        """An extension's own record, which no model sees."""
        return self.entry("custom", "x", {"customType": kind, **more})

    def custom_message(self, content: Said = "Note this.", **more: Any) -> str:
        """An extension's message, which the model sees."""
        said = text(content) if isinstance(content, int) else content
        return self.entry("custom_message", "cm", {"customType": "extension", "content": said, "display": True, **more})

    def spent(self, report: Body) -> str:
        """Usage outside the conversation."""
        fields = {"kind": "cache_warm", "provider": "anthropic", "model": "claude", "usage": report}
        return self.entry("usage", "us", fields)

    # ---- what became of it

    @property
    def session(self) -> Session:
        """The file, read anew."""
        return open_session(self.path)

    def branch(self, leaf: str | None = None) -> list[Entry]:
        """The path to a leaf, or to the file's own."""
        session = self.session
        return session.branch(leaf or session.leaf_id)

    @property
    def bytes(self) -> bytes:
        """The file as it lies on the disk."""
        return self.path.read_bytes()


def ids(entries: Iterable[Entry]) -> list[str]:
    """The entries by id."""
    return [entry.id for entry in entries]


def chain(path: Path, count: int) -> Tree:
    """A file of user messages one below the other, `e1` to `e<count>`, written at once."""
    tree = Tree(path)
    said = '{"role":"user","content":"word","timestamp":%d}' % START  # noqa: UP031 - one template for every line
    parents: Sequence[str] = ["null", *(f'"e{number}"' for number in range(1, count))]
    lines = (
        f'{{"type":"message","id":"e{number}","parentId":{parent},"timestamp":"{format_date(START)}","message":{said}}}'
        for number, parent in enumerate(parents, 1)
    )
    tree.line("\n".join(lines))
    return tree.at(f"e{count}")
