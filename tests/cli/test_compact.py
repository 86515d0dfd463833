"""`pitui compact`: a plan that touches nothing, one entry when it is carried out, and nothing when it is not."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from pitui.cli import asking
from pitui.core.errors import WriteError
from pitui.core.session.session import Session
from pitui.core.summary.summarizer import Destination, SummarizerError, SummaryReply
from pitui.store import recovery
from pitui.summarizers.choose import Choice
from tests.builders import Tree, call
from tests.cli.conftest import Run, settle
from tests.fakes import RecordingSummarizer

KEEP = ("--keep-recent", "150")
"""With `talk`: keeps u3 and a3, summarises u1 and a1."""


def ask_instead(monkeypatch: pytest.MonkeyPatch, summarizer: RecordingSummarizer) -> RecordingSummarizer:
    """Have every summary written by this one."""
    monkeypatch.setattr(asking, "choose", lambda *_, **__: Choice(summarizer, "The test asks."))
    return summarizer


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> RecordingSummarizer:
    return ask_instead(monkeypatch, RecordingSummarizer(SummaryReply("## Goal\nAll of it.", usage={"input": 7})))


def appended(tree: Tree, before: bytes) -> list[dict[str, object]]:
    """The lines a command has added; all before them must be as it was."""
    after = tree.bytes
    assert after.startswith(before)
    return [json.loads(line) for line in after[len(before) :].splitlines()]


def test_compacting_appends_one_entry_as_pi_writes_it(run: Run, talk: Tree, fake: RecordingSummarizer) -> None:
    before = talk.bytes
    outcome = run("compact", talk.path, *KEEP, "the tests")
    assert (outcome.code, outcome.err) == (0, "")
    [entry] = appended(talk, before)
    assert list(entry) == [
        "type",
        "id",
        "parentId",
        "timestamp",
        "summary",
        "firstKeptEntryId",
        "tokensBefore",
        "details",
        "usage",
        "fromHook",
    ]
    assert (entry["parentId"], entry["firstKeptEntryId"], entry["summary"]) == ("a3", "u3", "## Goal\nAll of it.")
    assert (entry["tokensBefore"], entry["usage"], entry["fromHook"]) == (500, {"input": 7}, False)
    assert len(str(entry["id"])) == 8
    assert "compacted: 500 → ~" in outcome.out
    assert "The test asks." in outcome.out
    [request] = fake.requests
    assert request.prompt.endswith("Additional focus: the tests")


def test_the_outcome_as_json(run: Run, talk: Tree, fake: RecordingSummarizer) -> None:
    talk.assistant([call("edit", path="b.py")])
    settle(talk.path)
    told = run("compact", talk.path, "--keep-recent", 1, "--json").json
    assert told["status"] == "compacted"
    assert told["entry"] == talk.session.entries[-1].body
    assert (told["leafId"], told["firstKeptEntryId"], told["isSplitTurn"]) == ("a4", "a4", True)
    assert (told["entriesToSummarize"], told["turnPrefixEntries"]) == (["u1", "a1"], ["u3", "a3"])
    assert (told["keptEntries"], told["details"]) == (["a4"], {"readFiles": [], "modifiedFiles": []})
    assert told["estimatedTokensAfter"] == told["tokensBefore"] - told["saved"]
    assert (told["summaryAssumed"], told["backup"]) == (False, None)
    assert told["settings"]["keepRecentTokens"] == {"value": 1, "origin": "what if"}
    assert told["summarizer"] == {
        "label": "fake/model",
        "host": "fake.example",
        "reason": "The test asks.",
        "expectedCost": None,
    }
    assert [request.purpose for request in fake.requests] == ["history", "turn prefix"]


def test_a_dry_run_prints_the_exact_request_and_asks_nobody(run: Run, talk: Tree, fake: RecordingSummarizer) -> None:
    plan = run("compact", talk.path, *KEEP, "--dry-run", "--json").json
    text = run("compact", talk.path, *KEEP, "--dry-run").out
    assert fake.requests == []
    assert plan["status"] == "dry-run"
    assert (plan["summaryAssumed"], plan["summaryTokens"]) == (True, 1500)
    run("compact", talk.path, *KEEP)
    [planned], [sent] = plan["requests"], fake.requests
    assert (planned["prompt"], planned["systemPrompt"]) == (sent.prompt, sent.system_prompt)
    assert (planned["maxTokens"], planned["thinkingLevel"]) == (sent.max_tokens, sent.thinking_level)
    assert all(line in text.split("\n") for line in sent.prompt.split("\n"))
    assert "the text goes to fake.example" in text


def test_expected_cost_is_the_most_it_may_be(run: Run, talk: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    dear = Destination("fake/model", "fake.example", model_max_tokens=1000, cost_per_token=(0.001, 0.01))
    ask_instead(monkeypatch, RecordingSummarizer(destination=dear))
    plan = run("compact", talk.path, *KEEP, "--dry-run", "--json").json
    [request] = plan["requests"]
    assert plan["summarizer"]["expectedCost"] == pytest.approx(request["estimatedTokens"] * 0.001 + 1000 * 0.01)


def test_the_reserve_bounds_the_summary(run: Run, talk: Tree, fake: RecordingSummarizer) -> None:
    told = run("compact", talk.path, *KEEP, "--reserve", 1000, "--dry-run", "--json").json
    assert told["settings"]["reserveTokens"] == {"value": 1000, "origin": "what if"}
    assert told["requests"][0]["maxTokens"] == 800


def test_without_a_key_the_outline_writes_and_the_reason_is_told(run: Run, talk: Tree) -> None:
    told = run("compact", talk.path, *KEEP, "--json").json
    assert told["summarizer"]["label"] == "offline outline"
    assert told["summarizer"]["reason"].startswith("The outline writes instead of the session's model. No key")
    assert "## Goal" in told["entry"]["summary"]


def test_offline_asks_nobody_even_with_a_key(run: Run, talk: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-not-a-key")
    asked = ("compact", talk.path, *KEEP, "--dry-run", "--json")
    assert run(*asked).json["summarizer"]["host"] == "api.anthropic.com"
    assert run("--offline", *asked).json["summarizer"]["host"] is None


def test_a_model_that_cannot_be_asked_is_refused(run: Run, talk: Tree) -> None:
    before = talk.bytes
    outcome = run("compact", talk.path, *KEEP, "--summarizer", "openai/gpt-5")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("pitui: No key for openai was found")
    assert talk.bytes == before


def test_pituis_settings_choose_the_summarizer_and_its_view_of_thinking(run: Run, tree: Tree, world: Path) -> None:
    tree.user(100)
    tree.assistant([{"type": "thinking", "thinking": "secret thought"}, {"type": "text", "text": "ok"}])
    tree.user(100)
    tree.assistant(100)
    settle(tree.path)
    asked = ("compact", tree.path, *KEEP, "--dry-run", "--json")
    assert "secret thought" in run(*asked).json["requests"][0]["prompt"]
    (world / "pitui").mkdir()
    (world / "pitui" / "config.toml").write_text('summarizer = "outline"\ninclude_thinking = false\n')
    told = run(*asked).json
    assert told["summarizer"]["reason"] == "The outline was asked for; no model is involved."
    assert "secret thought" not in told["requests"][0]["prompt"]


@pytest.mark.parametrize(
    ("compacted", "status", "sentence"),
    [
        (True, "already-compacted", "Already compacted: nothing has been said since."),
        (False, "nothing-to-compact", "Nothing to compact: all of it fits into what is kept."),
    ],
)
def test_nothing_to_do_is_calm(run: Run, talk: Tree, compacted: bool, status: str, sentence: str) -> None:
    if compacted:
        talk.compaction("u3")
    before = talk.bytes
    text = run("compact", talk.path)
    assert (text.code, text.out, text.err) == (0, f"{sentence}\n", "")
    told = run("compact", talk.path, "--dry-run", "--json").json
    assert (told["status"], told["message"]) == (status, sentence)
    assert talk.bytes == before


def test_an_empty_session_has_nothing_to_compact(run: Run, tree: Tree) -> None:
    assert run("compact", tree.path, "--json").json["status"] == "nothing-to-compact"


# ---- the cut


def test_the_cut_may_be_moved_by_hand(run: Run, talk: Tree) -> None:
    assert run("compact", talk.path, "--cut", "a3", "--dry-run", "--json").json["firstKeptEntryId"] == "a3"


def test_a_cut_before_what_the_model_does_not_see_takes_it_along(run: Run, talk: Tree) -> None:
    talk.name("Named")
    talk.user(10)
    settle(talk.path)
    for cut in ("n1", "u4"):
        assert run("compact", talk.path, "--cut", cut, "--dry-run", "--json").json["firstKeptEntryId"] == "n1"


@pytest.mark.parametrize(
    ("cut", "sentence"),
    [
        ("r1", "No cut can stand before entry r1: a tool result stays with its call."),
        ("s1", "No cut can stand before entry s1: the system prompt is carried over, not cut."),
        ("a2", "Entry a2 is not in the context, so nothing can be kept from it on."),
        ("a4", "No cut can stand before entry a4: an edit omits this entry."),
        ("e1", "No cut can stand before entry e1: the model does not see this entry; it goes with what follows."),
    ],
)
def test_where_no_cut_can_stand_the_reason_is_told(run: Run, talk: Tree, cut: str, sentence: str) -> None:
    talk.system(1)
    talk.result("done")
    talk.assistant(1)
    talk.edit("a4")
    before = talk.bytes
    outcome = run("compact", talk.path, "--cut", cut)
    assert (outcome.code, outcome.out, outcome.err) == (1, "", f"pitui: {sentence}\n")
    assert talk.bytes == before


def test_another_leaf_is_compacted_where_it_is(run: Run, talk: Tree, fake: RecordingSummarizer) -> None:
    before = talk.bytes
    run("compact", talk.path, "--leaf", "a2", *KEEP)
    [entry] = appended(talk, before)
    assert (entry["parentId"], entry["firstKeptEntryId"]) == ("a2", "u2")
    assert talk.session.leaf_id == entry["id"]


# ---- what goes wrong


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (SummaryReply("half", "length"), "the reply was cut off at the token limit"),
        (SummaryReply("  "), "the reply was empty"),
        (SummaryReply("x", "toolUse"), "tried to call a tool"),
        (SummaryReply("", "error", error_message="overloaded"), "overloaded"),
        (SummarizerError("auth", "The key was refused."), "The key was refused."),
    ],
)
def test_a_summary_that_failed_writes_nothing(
    run: Run,
    talk: Tree,
    monkeypatch: pytest.MonkeyPatch,
    answer: SummaryReply | SummarizerError,
    sentence: str,
) -> None:
    ask_instead(monkeypatch, RecordingSummarizer(answer))
    before = talk.bytes
    outcome = run("compact", talk.path, *KEEP)
    assert (outcome.code, outcome.out) == (1, "")
    assert sentence in outcome.err
    assert talk.bytes == before
    assert recovery.pending() == []


def test_ctrl_c_stops_the_summary_and_writes_nothing(run: Run, talk: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = ask_instead(monkeypatch, RecordingSummarizer(waits=True))
    before = talk.bytes

    def interrupt() -> None:
        while not waiting.requests:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    outcome = run("compact", talk.path, *KEEP)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "pitui: Summarization was stopped; nothing was written.\n"
    assert talk.bytes == before


def test_a_summary_lies_in_a_recovery_file_until_it_is_written(
    run: Run, talk: Tree, fake: RecordingSummarizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[str] = []
    real = asking.recovery.forget

    def forget(path: Path) -> None:
        held.extend(kept.summary for kept in recovery.pending())
        real(path)

    monkeypatch.setattr(asking.recovery, "forget", forget)
    assert run("compact", talk.path, *KEEP).code == 0
    assert held == ["## Goal\nAll of it."]
    assert recovery.pending() == []


def test_a_summary_that_could_not_be_written_is_kept_and_its_place_told(
    run: Run, talk: Tree, fake: RecordingSummarizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise WriteError("The entry could not be written: No space left on device.")

    monkeypatch.setattr("pitui.cli.compact.save_compaction", full)
    before = talk.bytes
    outcome = run("compact", talk.path, *KEEP)
    [kept] = recovery.pending()
    sentence = f"The entry could not be written: No space left on device. The summary is kept in {kept.path}."
    assert (outcome.code, outcome.out, outcome.err) == (1, "", f"pitui: {sentence}\n")
    assert (kept.summary, kept.session, kept.kind) == ("## Goal\nAll of it.", str(talk.path), "compaction")
    assert talk.bytes == before


def test_where_nothing_can_be_kept_the_summary_is_written_all_the_same(
    run: Run, talk: Tree, fake: RecordingSummarizer, world: Path
) -> None:
    (world / "pitui").mkdir()
    (world / "pitui" / "state").write_text("a file where the folder should be")
    before = talk.bytes
    assert run("compact", talk.path, *KEEP).code == 0
    assert len(appended(talk, before)) == 1


def test_a_file_that_changed_meanwhile_is_read_before_it_is_written(
    run: Run, talk: Tree, fake: RecordingSummarizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = asking.recovery.keep

    def keep(*arguments: object, **more: object) -> Path:
        talk.at("a3").user("meanwhile")
        return real(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(asking.recovery, "keep", keep)
    before = talk.bytes
    assert run("compact", talk.path, *KEEP).code == 0
    meanwhile, entry = appended(talk, before)
    assert (meanwhile["parentId"], entry["type"], entry["parentId"]) == ("a3", "compaction", "a3")


def test_a_file_that_was_just_written_to_earns_a_word_of_warning(
    run: Run, talk: Tree, fake: RecordingSummarizer
) -> None:
    os.utime(talk.path)
    outcome = run("compact", talk.path, *KEEP)
    assert outcome.code == 0
    assert outcome.err.startswith("The file changed less than a minute ago: a running pi will not see this entry")


def test_an_old_file_is_brought_up_to_date_and_its_bytes_are_kept(
    run: Run, tmp_path: Path, fake: RecordingSummarizer
) -> None:
    old = Tree(tmp_path / "old.jsonl", version=1)
    for _ in range(2):
        old.user(100)
        old.assistant(100)
    settle(old.path)
    before = old.bytes
    told = run("compact", old.path, *KEEP, "--json").json
    assert Path(told["backup"]).read_bytes() == before
    session: Session = old.session
    assert (session.version, session.entries[-1].type) == (3, "compaction")


# ---- on a terminal


def test_a_terminal_sees_the_summary_come_along(
    run: Run, talk: Tree, fake: RecordingSummarizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    err = run("compact", talk.path, *KEEP).err
    assert "\rfake/model at fake.example reads " in err
    assert "has written 18 characters" in err
    assert err.endswith("\r\x1b[K")


def test_a_retry_is_told_to_everybody(run: Run, talk: Tree, monkeypatch: pytest.MonkeyPatch, world: Path) -> None:
    agent = world / "agent"
    agent.mkdir()
    (agent / "settings.json").write_text('{"retry": {"baseDelayMs": 0}}')
    ask_instead(monkeypatch, RecordingSummarizer(SummarizerError("transient", "Busy."), SummaryReply("done")))
    outcome = run("compact", talk.path, *KEEP, "--agent-dir", agent)
    assert (outcome.code, outcome.err) == (0, "Busy. Trying again in 0 s.\n")
