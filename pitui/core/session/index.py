"""What the lines of a session file say, taken in one by one: entries, labels, name and faults."""

from __future__ import annotations

from sys import intern
from typing import Any

from pitui.core.javascript.json import JsonObject, is_true
from pitui.core.javascript.text import trim
from pitui.core.session.damage import Damage, DamageKind
from pitui.core.session.entries import Entry
from pitui.core.session.file import Line, LineCache, SessionFile
from pitui.core.session.migration import CURRENT_VERSION, Lift, id_for
from pitui.core.session.session import Label
from pitui.core.session.wire import Head, LineError, MessageHead, read_body, read_head


class FileSource:
    """Reads bodies from the open file, old versions lifted on the way."""

    def __init__(self, file: SessionFile, lift: Lift | None) -> None:
        self._file = file
        self._lift = lift
        self._cache = LineCache()
        self.memo: dict[Any, Any] = {}

    def body(self, entry: Entry, *, keep: bool = True) -> JsonObject:
        """The entry's JSON object; empty when the file no longer holds it."""
        cached = self._cache.get(entry.offset)
        if isinstance(cached, dict):
            return cached
        body = read_body(self._file.read(entry.offset, entry.length))
        if self._lift is not None:
            body = self._lift.body(entry.offset, body)
        if keep:
            self._cache.put(entry.offset, body, entry.length)
        return body


class SessionIndex:
    """Everything known about a session's lines so far."""

    def __init__(self, file: SessionFile, version: int) -> None:
        self.version = version
        self.entries: list[Entry] = []
        self.by_id: dict[str, Entry] = {}
        self.labels: dict[str, Label] = {}
        self.name: str | None = None
        self.damage: list[Damage] = []
        self._file = file
        self._lift = Lift(version) if version < CURRENT_VERSION else None
        self._source = FileSource(file, self._lift)

    def copy(self) -> SessionIndex:
        """An index that can take a line without this one knowing."""
        twin = SessionIndex(self._file, self.version)
        twin.entries = list(self.entries)
        twin.by_id = dict(self.by_id)
        twin.labels = dict(self.labels)
        twin.name = self.name
        twin.damage = list(self.damage)
        if self._lift is not None and twin._lift is not None:
            twin._lift.ids.update(self._lift.ids)
            twin._lift.by_index[:] = self._lift.by_index
        return twin

    def take(self, line: Line) -> None:
        """Take in one line; a faulty one is reported and skipped, as pi skips it."""
        try:
            head = read_head(line.window)
        except LineError as error:
            self.report("malformed", line, f"{error}; skipped")
            return
        if head is None:
            return
        if head.type == "session":
            if self._lift is not None:
                self._lift.by_index.append(None)
            return
        identity, parent = self._place(head, line)
        if not identity:
            self.report("no id", line, "an entry without an id; kept in the file, shown nowhere")
            return
        if identity in self.by_id:
            earlier = self.by_id[identity].line
            self.report("duplicate", line, f"id {identity} stands in line {earlier} too; this one counts", identity)
        kind = intern(head.type) if isinstance(head.type, str) else ""
        speaker = head.message if kind == "message" else None
        entry = Entry(
            type=kind,
            id=identity,
            parent_id=parent,
            timestamp=head.timestamp,
            role=self._role(speaker),
            nested=speaker is not None and speaker.nestedCalls is not None,
            offset=line.offset,
            length=len(line.window),
            line=line.number,
            source=self._source,
        )
        self.entries.append(entry)
        self.by_id[identity] = entry
        if kind in ("label", "session_info"):
            self._note(head)

    def report(self, kind: DamageKind, line: Line, sentence: str, entry_id: str | None = None) -> None:
        """Note a fault of a line."""
        self.damage.append(Damage(kind, line.number, sentence, entry_id))

    def _place(self, head: Head, line: Line) -> tuple[str, str | None]:
        """The entry's id and parent; version 1 has neither and is a chain by position."""
        if self._lift is None or self.version > 1:
            identity = head.id if isinstance(head.id, str) else ""
            return identity, head.parentId if isinstance(head.parentId, str) and head.parentId else None
        identity = id_for(len(self.entries) + 1)
        parent = self.entries[-1].id if self.entries else None
        self._lift.ids[line.offset] = (identity, parent)
        self._lift.by_index.append(identity)
        return identity, parent

    def _role(self, message: MessageHead | None) -> str | None:
        if message is None or not isinstance(message.role, str):
            return None
        return "custom" if self._lift is not None and message.role == "hookMessage" else intern(message.role)

    def _note(self, head: Head) -> None:
        if head.type == "label" and isinstance(head.targetId, str):
            if is_true(head.label):
                self.labels[head.targetId] = Label(head.label, head.timestamp)
            else:
                self.labels.pop(head.targetId, None)
        elif head.type == "session_info":
            self.name = (trim(head.name) or None) if isinstance(head.name, str) else None
