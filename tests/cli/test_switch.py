"""`pitui switch`: a mark where pi resumes, or a summary of what is left behind, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitui.cli import asking
from pitui.core.errors import StaleFileError
from pitui.core.summary.summarizer import SummaryReply
from pitui.store import recovery
from pitui.summarizers.choose import Choice
from tests.builders import Tree
from tests.cli.conftest import Run, settle
from tests.fakes import RecordingSummarizer

PREAMBLE = "The user explored a different conversation branch before returning here.\nSummary of that exploration:\n\n"


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> RecordingSummarizer:
    summarizer = RecordingSummarizer(SummaryReply("## Goal\nThe other way."))
    monkeypatch.setattr(asking, "choose", lambda *_, **__: Choice(summarizer, "The test asks."))
    return summarizer


def appended(tree: Tree, before: bytes) -> list[dict[str, object]]:
    after = tree.bytes
    assert after.startswith(before)
    return [json.loads(line) for line in after[len(before) :].splitlines()]


def test_without_a_summary_one_invisible_entry_makes_pi_resume_there(run: Run, talk: Tree) -> None:
    before = talk.bytes
    outcome = run("switch", talk.path, "a2")
    assert (outcome.code, outcome.err) == (0, "")
    [entry] = appended(talk, before)
    assert (entry["type"], entry["customType"], entry["parentId"]) == ("custom", "pitui.leaf", "a2")
    assert outcome.out.startswith(f"pi resumes at {entry['id']}, behind a2  assistant: word")


def test_something_a_person_said_is_handed_back_to_be_said_anew(run: Run, talk: Tree) -> None:
    told = run("switch", talk.path, "u2", "--json").json
    assert (told["targetId"], told["newLeafId"], told["oldLeafId"]) == ("u2", "a1", "a3")
    assert told["editorText"] == "word" * 100
    assert told["entries"][0]["parentId"] == "a1"
    assert "the message to say anew:\n  word" in run("switch", talk.path, "u3").out


def test_before_the_first_word_there_is_nothing(run: Run, talk: Tree) -> None:
    told = run("switch", talk.path, "u1", "--json").json
    assert (told["newLeafId"], told["entries"][0]["parentId"], told["estimatedTokensAfter"]) == (None, None, 0)
    talk.at("a3").user("again")
    assert "behind the start, before any entry" in run("switch", talk.path, "u1").out


def test_a_label_names_the_target(run: Run, talk: Tree) -> None:
    before = talk.bytes
    run("switch", talk.path, "a2", "--label", "tried")
    marker, label = appended(talk, before)
    assert (label["type"], label["targetId"], label["label"]) == ("label", "a2", "tried")
    assert label["parentId"] == marker["id"]


def test_with_a_summary_one_branch_summary_stands_under_the_new_leaf(
    run: Run, talk: Tree, fake: RecordingSummarizer
) -> None:
    before = talk.bytes
    told = run("switch", talk.path, "a2", "--summarize", "--label", "other", "--json").json
    entry, label = appended(talk, before)
    assert (entry["type"], entry["parentId"], entry["fromId"]) == ("branch_summary", "a2", "a3")
    assert entry["summary"] == PREAMBLE + "## Goal\nThe other way."
    assert (label["targetId"], label["parentId"]) == (entry["id"], entry["id"])
    assert told["status"] == "switched"
    assert told["entries"] == [entry, label]
    assert (told["commonAncestorId"], told["entriesToSummarize"]) == ("a1", ["u3", "a3"])
    assert told["estimatedTokensAfter"] > told["estimatedTokensBefore"] == 400
    assert told["summarizer"]["reason"] == "The test asks."
    assert recovery.pending() == []


def test_instructions_are_added_or_stand_alone(run: Run, talk: Tree, fake: RecordingSummarizer) -> None:
    asked = ("switch", talk.path, "a2", "--summarize", "--instructions", "the tests", "--dry-run", "--json")
    [added], [alone] = run(*asked).json["requests"], run(*asked, "--replace-instructions").json["requests"]
    assert added["prompt"].endswith("Additional focus: the tests")
    assert alone["prompt"].endswith("</conversation>\n\nthe tests")


def test_a_dry_run_draws_the_move_and_asks_nobody(run: Run, talk: Tree, fake: RecordingSummarizer) -> None:
    before = talk.bytes
    told = run("switch", talk.path, "a2", "--summarize", "--dry-run", "--json").json
    text = run("switch", talk.path, "a2", "--summarize", "--dry-run").out
    assert (told["status"], len(told["requests"])) == ("dry-run", 1)
    assert "common ancestor" in text
    assert "writes one branch summary" in text
    assert all(line in text.split("\n") for line in told["requests"][0]["prompt"].split("\n"))
    marked = run("switch", talk.path, "a2", "--dry-run").out
    assert "writes one invisible entry, so that pi resumes there" in marked
    assert (talk.bytes, fake.requests) == (before, [])


def test_already_there_is_calm(run: Run, talk: Tree) -> None:
    before = talk.bytes
    text = run("switch", talk.path, "a3", "--summarize")
    assert (text.code, text.out, text.err) == (0, "You are already at this point.\n", "")
    assert run("switch", talk.path, "a3", "--json").json["status"] == "already-there"
    assert talk.bytes == before


def test_where_nothing_is_left_behind_there_is_only_the_mark(run: Run, tree: Tree, fake: RecordingSummarizer) -> None:
    tree.user("one")
    tree.assistant("below", parent="x1")
    tree.at("u1").custom()
    settle(tree.path)
    before = tree.bytes
    told = run("switch", tree.path, "a1", "--summarize", "--json").json
    [entry] = appended(tree, before)
    assert (entry["customType"], entry["parentId"]) == ("pitui.leaf", "a1")
    assert (told["entriesToSummarize"], told["summarizer"], fake.requests) == ([], None, [])


def test_where_no_word_is_left_behind_nobody_is_asked(run: Run, tree: Tree, fake: RecordingSummarizer) -> None:
    tree.user("one")
    tree.assistant("two")
    tree.custom()
    settle(tree.path)
    before = tree.bytes
    assert "asks nobody" in run("switch", tree.path, "a1", "--summarize", "--dry-run").out
    run("switch", tree.path, "a1", "--summarize")
    [entry] = appended(tree, before)
    assert (entry["type"], entry["summary"]) == ("branch_summary", "No content to summarize")
    assert fake.requests == []


def test_the_windows_reserve_bounds_what_is_read(run: Run, talk: Tree, fake: RecordingSummarizer, world: Path) -> None:
    agent = world / "agent"
    agent.mkdir()
    (agent / "models.json").write_text(
        '{"providers": {"anthropic": {"models": [{"id": "claude", "contextWindow": 1000}]}}}'
    )
    (agent / "settings.json").write_text('{"branchSummary": {"reserveTokens": 890}}')
    asked = ("switch", talk.path, "a2", "--summarize", "--dry-run", "--json", "--agent-dir", agent)
    [request] = run(*asked).json["requests"]
    assert request["prompt"].count("[User]") + request["prompt"].count("[Assistant]") == 1


def test_a_failed_write_tells_where_the_summary_is(
    run: Run, talk: Tree, fake: RecordingSummarizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(*_: object) -> None:
        raise StaleFileError("The file was replaced by another.")

    monkeypatch.setattr("pitui.cli.switch.save_branch_summary", changed)
    before = talk.bytes
    outcome = run("switch", talk.path, "a2", "--summarize")
    [kept] = recovery.pending()
    sentence = f"pitui: The file was replaced by another. The summary is kept in {kept.path}.\n"
    assert (outcome.code, outcome.out, outcome.err) == (1, "", sentence)
    assert (kept.kind, kept.summary) == ("branch summary", PREAMBLE + "## Goal\nThe other way.")
    assert talk.bytes == before


def test_an_old_file_is_brought_up_to_date_and_its_bytes_are_kept(run: Run, tmp_path: Path) -> None:
    old = Tree(tmp_path / "old.jsonl", version=2)
    old.user("one")
    old.assistant("two")
    old.user("three")
    settle(old.path)
    before = old.bytes
    outcome = run("switch", old.path, "a1")
    assert "its old bytes are in " in outcome.out
    [backup] = tmp_path.glob("*.bak")
    assert backup.read_bytes() == before
    assert old.session.version == 3
