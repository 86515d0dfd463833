"""Finished summaries, kept on disk until they are saved into a session or thrown away.

Each is a Markdown file with a few lines of front matter, so that it is of use without pitui.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeAlias

from pitui import paths
from pitui.atomic import write_atomically

Kind: TypeAlias = Literal["compaction", "branch summary"]


@dataclass(frozen=True, slots=True)
class KeptSummary:
    """One summary waiting in the recovery folder."""

    path: Path
    session: str
    """The session file it was made for."""
    kind: str
    made: datetime
    summary: str


def keep(summary: str, session: Path, kind: Kind, now: datetime, *, folder: Path | None = None) -> Path:
    """Write a summary to the recovery folder and say where; the same summary twice is one file."""
    made = now.astimezone(UTC)
    front = f"---\nsession: {json.dumps(str(session))}\nkind: {kind}\nmade: {made.isoformat()}\n---\n"
    digest = hashlib.sha256((front + summary).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    # The session's name is data: only its plain characters may become part of a path.
    name = re.sub(r"[^A-Za-z0-9]+", "-", session.stem).strip("-")[:40] or "session"
    path = (folder or paths.recovery_folder()) / f"{made:%Y-%m-%dT%H-%M-%S}_{kind.replace(' ', '-')}_{name}_{digest}.md"
    write_atomically(path, front + summary)
    return path


def forget(path: Path) -> None:
    """Remove a kept summary, once it is saved or thrown away; one already gone is no matter."""
    path.unlink(missing_ok=True)


def pending(folder: Path | None = None) -> list[KeptSummary]:
    """The summaries still kept, oldest first; files that are none of pitui's are passed over."""
    found = (_read(path) for path in (folder or paths.recovery_folder()).glob("*.md"))
    return sorted((kept for kept in found if kept is not None), key=lambda kept: (kept.made, kept.path))


_FORM = re.compile(r'---\nsession: ("[^\n]*")\nkind: ([^\n]+)\nmade: (\S+\+00:00)\n---\n(.*)\Z', re.DOTALL)


def _read(path: Path) -> KeptSummary | None:
    try:
        match = _FORM.match(path.read_bytes().decode("utf-8", "surrogatepass"))
        if match is None:
            return None
        session, kind, made, summary = match.groups()
        return KeptSummary(path, json.loads(session), kind, datetime.fromisoformat(made), summary)
    except (OSError, ValueError):
        return None
