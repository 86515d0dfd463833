"""`doctor` and `config`: what is wrong, and whose word counts."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.builders import Tree
from tests.cli.conftest import Run

# ---- doctor


@pytest.fixture
def damaged(tree: Tree) -> Tree:
    """A file with one fault of each kind: in lines 3, 4, 5, 6 and 7."""
    tree.user("one")
    tree.line("not json")
    tree.line('{"type":"custom"}')
    tree.user("orphan", parent="gone", id="lost")
    tree.assistant("twice", id="u1", parent=None)
    tree.torn('{"type":"mess')
    return tree


def test_every_fault_is_told_with_its_line(run: Run, damaged: Tree) -> None:
    outcome = run("doctor", damaged.path)
    head, *faults = outcome.out.splitlines()
    assert (outcome.code, head) == (0, f"{damaged.path}: 5 faults, 2 entries")
    assert [fault.split(": ")[:2] for fault in faults] == [
        ["  line 3", "malformed"],
        ["  line 4", "no id"],
        ["  line 5", "orphan"],
        ["  line 6", "duplicate"],
        ["  line 7", "incomplete"],
    ]


def test_faults_as_json(run: Run, damaged: Tree) -> None:
    [examined] = run("doctor", damaged.path, "--json").json
    assert (examined["path"], examined["problem"]) == (str(damaged.path), None)
    assert (examined["version"], examined["entryCount"]) == (3, 2)
    assert [(fault["kind"], fault["line"], fault["entryId"]) for fault in examined["damage"]] == [
        ("malformed", 3, None),
        ("no id", 4, None),
        ("orphan", 5, "lost"),
        ("duplicate", 6, "u1"),
        ("incomplete", 7, None),
    ]


def test_a_sound_file_of_an_old_version_is_told_so(run: Run, tmp_path: Path) -> None:
    old = Tree(tmp_path / "old.jsonl", version=1)
    old.user("one")
    text = f"{old.path}: sound, 1 entry, version 1: the first write brings it up to date\n"
    assert run("doctor", old.path).out == text


def test_what_cannot_be_read_fails_and_stops_nothing(run: Run, talk: Tree, world: Path) -> None:
    folder = talk.path.parent
    (folder / "a.jsonl").write_text("nothing")
    os.mkfifo(folder / "b.jsonl")
    outcome = run("doctor", folder)
    assert outcome.out.splitlines() == [
        f"not readable: {folder / 'a.jsonl'}: no session header in front, so this is not a pi session file.",
        f"not readable: {folder / 'b.jsonl'}: this is no regular file.",
        f"{talk.path}: sound, 6 entries",
    ]
    assert (outcome.code, outcome.err) == (1, "pitui: 2 of 3 files could not be read as a session.\n")
    again = run("doctor", folder, "--json")
    assert again.code == 1
    assert [examined["problem"] is None for examined in again.json] == [False, False, True]


def test_several_files_may_be_named(run: Run, talk: Tree, tmp_path: Path) -> None:
    other = Tree(tmp_path / "other.jsonl")
    assert len(run("doctor", talk.path, other.path).out.splitlines()) == 2


# ---- config


@pytest.fixture
def project(world: Path) -> Path:
    """The folder the command runs in, with settings of its own for pi, which the agent dir does not trust."""
    agent = world / ".pi" / "agent"
    agent.mkdir(parents=True)
    compaction = {"reserveTokens": 1000, "modelOverrides": {"a/b": {"keepRecentTokens": 7}}}
    (agent / "settings.json").write_text(json.dumps({"compaction": compaction, "defaultModel": "claude"}))
    own = Path.cwd() / ".pi"
    own.mkdir()
    (own / "settings.json").write_text('{"compaction": {"reserveTokens": 2000}}')
    return Path.cwd()


def test_each_value_comes_with_its_origin(run: Run, project: Path, world: Path) -> None:
    pi = run("config", "--json").json["pi"]
    settings = {setting["key"]: setting for setting in pi["settings"]}
    assert (pi["agentDir"], pi["sessionsAreFlat"]) == (str(world / ".pi" / "agent"), False)
    assert (pi["project"], pi["projectTrusted"], pi["problems"]) == (str(project), False, [])
    reserve = settings["compaction.reserveTokens"]
    assert (reserve["value"], reserve["file"]) == (1000, str(world / ".pi" / "agent" / "settings.json"))
    assert reserve["origin"].startswith("agent settings (project settings not used")
    override = settings['compaction.modelOverrides["a/b"].keepRecentTokens']
    assert override["value"] == 7
    assert settings["retry.maxRetries"]["value"] == 3
    assert settings["retry.maxRetries"]["file"] is None
    assert settings["defaultModel"]["value"] == "claude"


def test_a_trusted_project_has_its_say(run: Run, project: Path, world: Path) -> None:
    (world / ".pi" / "agent" / "trust.json").write_text(json.dumps({str(project): True}))
    text = run("config").out
    assert "  compaction.reserveTokens = 2000  (project settings (project trusted" in text


def test_wrong_settings_are_shown_and_named(run: Run, world: Path) -> None:
    agent = world / "agent"
    agent.mkdir()
    wrong = {
        "compaction": {"reserveTokens": "16k", "modelOverrides": {"a/b": 5}},
        "branchSummary": {"reserveTokens": True},
        "retry": {"maxRetries": []},
    }
    (agent / "settings.json").write_text(json.dumps(wrong))
    (agent / "models.json").write_text("{")
    outcome = run("config", "--agent-dir", agent)
    assert outcome.code == 0
    assert '  compaction.reserveTokens = "16k"  (agent settings)' in outcome.out
    named = [line for line in outcome.out.splitlines() if line.startswith("  wrong: ")]
    assert len(named) == len(set(named)) == 4
    keys = ("models.json", "compaction.reserveTokens", "branchSummary.reserveTokens", "retry.maxRetries")
    assert all(key in line for key, line in zip(keys, named, strict=True))


def test_a_wrong_override_is_named_with_its_model(run: Run, world: Path) -> None:
    agent = world / "agent"
    agent.mkdir()
    overrides = {"a/b/c": {"reserveTokens": -1}, "fine/one": {"reserveTokens": 1}}
    (agent / "settings.json").write_text(json.dumps({"compaction": {"modelOverrides": overrides}}))
    [problem] = run("config", "--agent-dir", agent, "--json").json["pi"]["problems"]
    assert problem.startswith('compaction.modelOverrides["a/b/c"].reserveTokens in ')


def test_pituis_own_settings_and_what_it_does_not_know(run: Run, world: Path) -> None:
    folder = world / "pitui"
    folder.mkdir()
    (folder / "config.toml").write_text('theme = "nord"\nflavour = "mint"\n')
    own = run("config", "--json").json["pitui"]
    assert own["file"] == str(folder / "config.toml")
    assert (own["values"]["theme"], own["values"]["summarizer"], own["set"]) == ("nord", "session", ["theme"])
    assert own["warnings"] == ["`flavour` is no setting of pitui, and is left as it is."]
    text = run("config").out
    assert '  theme = "nord"  (set)' in text
    assert "  filter = not set  (default)" in text


def test_own_settings_that_are_wrong_are_refused(run: Run, world: Path) -> None:
    (world / "pitui").mkdir()
    (world / "pitui" / "config.toml").write_text("include_thinking = 1\n")
    outcome = run("config")
    assert (outcome.code, outcome.out) == (1, "")
    assert "`include_thinking`" in outcome.err


def test_an_override_folder_is_said_to_be_flat(run: Run, world: Path) -> None:
    pi = run("config", "--session-dir", world / "flat", "--json").json["pi"]
    assert (pi["sessionsDir"], pi["sessionsAreFlat"]) == (str(world / "flat"), True)
    assert "one folder for all" in run("config", "--session-dir", world / "flat").out
