"""The sample sessions: sound, laid out as pi's are, and each worth what it is there for."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path

import pytest

from bench.stories import all_stories
from pitui.core.compaction.preparation import prepare_compaction
from pitui.core.context.projection import project
from pitui.core.context.usage import plain_estimate, reported_tokens
from pitui.core.javascript.json import parse
from pitui.core.session.reader import open_session
from pitui.core.session.session import Session
from pitui.core.settings import CompactionSettings
from pitui.demo import unpack
from pitui.paths import project_folder_name

SHIPPED = Path(__file__).parents[2] / "pitui" / "demo" / "sessions"
SOUND = ("linear-v1", "oauth-login", "oauth-login-by-mail", "short", "split-turn", "wide")


def sample(name: str) -> Session:
    return open_session(SHIPPED / f"{name}.jsonl")


def test_what_is_shipped_is_what_the_stories_tell() -> None:
    shipped = {path.stem: path.read_text("utf-8") for path in SHIPPED.iterdir()}
    assert shipped == all_stories()


@pytest.mark.parametrize("name", SOUND)
def test_a_sample_is_sound(name: str) -> None:
    lines = (SHIPPED / f"{name}.jsonl").read_bytes().split(b"\n")
    assert lines.pop() == b""
    entries = [parse(line) for line in lines[1:]]
    times = [entry["timestamp"] for entry in entries]
    assert times == sorted(times)
    known = {None, *(entry.get("id") for entry in entries)}
    assert all(entry.get("parentId") in known for entry in entries)
    assert list(sample(name).damage) == []


@pytest.mark.parametrize("name", SOUND)
def test_every_tool_result_answers_a_call(name: str) -> None:
    session = sample(name)
    for entry in session.entries:
        message = entry.body.get("message", {})
        if message.get("role") == "toolResult":
            above = [entry.body.get("message", {}) for entry in session.branch(entry.id)]
            calls = [block for message in above for block in message.get("content", ()) if isinstance(block, dict)]
            assert message["toolCallId"] in {block.get("id") for block in calls}


def test_the_damaged_one_has_one_of_each() -> None:
    kinds = {damage.kind for damage in sample("damaged").damage}
    assert kinds == {"malformed", "orphan", "cycle", "duplicate", "incomplete"}


def test_the_flagship_has_something_of_everything() -> None:
    session = sample("oauth-login")
    kinds = {entry.type for entry in session.entries}
    assert kinds == {
        *("message", "model_change", "thinking_level_change", "compaction", "branch_summary", "label", "session_info"),
        *("context_edit", "usage", "custom", "custom_message"),
    }
    parents = {entry.parent_id for entry in session.entries}
    assert len([entry for entry in session.entries if entry.id not in parents]) == 3


def test_the_flagship_is_worth_compacting() -> None:
    session = sample("oauth-login")
    path = session.branch(session.leaf_id)
    projection = project(path)
    reported = reported_tokens(projection)
    assert reported is not None
    assert 130_000 < reported < 145_000
    assert 80_000 < plain_estimate(projection) < reported
    preparation = prepare_compaction(path, CompactionSettings())
    assert preparation is not None
    assert len(preparation.all_messages) > 60


def test_its_compaction_cut_where_pi_would_have() -> None:
    session = sample("oauth-login")
    [compaction] = [entry for entry in session.entries if entry.type == "compaction"]
    preparation = prepare_compaction(session.branch(compaction.parent_id), CompactionSettings())
    assert preparation is not None
    assert preparation.first_kept_entry_id == compaction.body["firstKeptEntryId"]
    assert preparation.tokens_before == compaction.body["tokensBefore"]
    assert compaction.body["summary"].endswith("</modified-files>")


def test_the_long_turn_is_split() -> None:
    session = sample("split-turn")
    preparation = prepare_compaction(session.branch(session.leaf_id), CompactionSettings())
    assert preparation is not None
    assert preparation.is_split_turn
    assert preparation.turn_prefix_messages


def test_the_short_one_has_nothing_to_compact() -> None:
    session = sample("short")
    assert len(session.entries) == 6
    assert prepare_compaction(session.branch(session.leaf_id), CompactionSettings()) is None


def test_the_old_one_is_lifted_with_its_compaction() -> None:
    session = sample("linear-v1")
    assert session.version == 1
    [compaction] = [entry for entry in session.entries if entry.type == "compaction"]
    kept = session.entry(compaction.body["firstKeptEntryId"])
    assert kept.body["message"]["content"][0]["text"] == "-1 would flood the bed!"


def test_unpacked_they_lie_as_pi_would_have_laid_them(tmp_path: Path) -> None:
    sessions = unpack(tmp_path)
    assert sessions == tmp_path / "sessions"
    found = sorted(sessions.glob("*/*.jsonl"))
    assert len(found) == len(list(SHIPPED.iterdir()))
    for path in found:
        header = open_session(path).header
        assert Path(header["cwd"]).is_dir()
        assert path.parent.name == project_folder_name(header["cwd"])
        assert path.stem.endswith(f"Z_{header['id']}")


def test_unpacking_touches_nothing_but_the_header(tmp_path: Path) -> None:
    after_header = {path.read_bytes().split(b"\n", 1)[1] for path in unpack(tmp_path).glob("*/*.jsonl")}
    assert after_header == {path.read_bytes().split(b"\n", 1)[1] for path in SHIPPED.iterdir()}


def test_the_fork_finds_its_parent(tmp_path: Path) -> None:
    headers = {path: open_session(path).header for path in unpack(tmp_path).glob("*/*.jsonl")}
    [(child, parent)] = [
        (path, header["parentSession"]) for path, header in headers.items() if "parentSession" in header
    ]
    assert Path(parent) in headers
    shared = {entry.id for entry in open_session(Path(parent)).entries}
    assert len([entry for entry in open_session(child).entries if entry.id in shared]) > 10


def test_unpacked_sessions_look_as_old_as_their_last_entry(tmp_path: Path) -> None:
    for path in unpack(tmp_path).glob("*/*.jsonl"):
        started = datetime.fromisoformat(open_session(path).header["timestamp"]).timestamp()
        assert 0 < path.stat().st_mtime - started < 86_400
        assert path.stat().st_mtime != pytest.approx(time.time(), abs=60)


def test_unpacking_again_loses_nothing(tmp_path: Path) -> None:
    changed = next(unpack(tmp_path).glob("*/*.jsonl"))
    changed.write_bytes(changed.read_bytes() + b"{}\n")
    unpack(tmp_path)
    assert changed.read_bytes().endswith(b"{}\n")
