"""`tree`, `context` and `budget`: what the screen shows, in text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.builders import Tree, call, image, thinking, usage
from tests.cli.conftest import Run


def test_the_tree_shows_ids_forks_and_the_leaf(run: Run, talk: Tree) -> None:
    lines = run("tree", talk.path).out.splitlines()
    assert [line.split()[0] for line in lines] == ["u1", "a1", "u3", "a3", "u2", "a2"]
    assert "├─" in lines[2]
    assert "└─" in lines[4]
    assert [line for line in lines if "◂ leaf" in line] == [lines[3]]


def test_another_leaf_is_marked_beside_the_files_own(run: Run, talk: Tree) -> None:
    lines = run("tree", talk.path, "--leaf", "a2").out.splitlines()
    marked = {line.split()[0]: line for line in lines if "◂" in line}
    assert set(marked) == {"a2", "a3"}
    assert "pi resumes here" in marked["a3"]


def test_tree_rows_as_json(run: Run, talk: Tree) -> None:
    talk.label("u2", "try")
    shown = run("tree", talk.path, "--leaf", "a3", "--json").json
    assert (shown["leafId"], shown["fileLeafId"], shown["filter"], shown["entryCount"]) == ("a3", "l1", "default", 7)
    rows = {row["id"]: row for row in shown["rows"]}
    assert set(rows) == {"u1", "a1", "u2", "a2", "u3", "a3"}
    assert rows["u2"] == {
        "id": "u2",
        "parentId": "a1",
        "shownParentId": "a1",
        "type": "message",
        "role": "user",
        "timestamp": "2026-01-01T00:03:00.000Z",
        "label": "try",
        "onPath": False,
        "fate": "elsewhere",
        "estimatedTokens": 100,
        "text": rows["u2"]["text"],
    }
    assert rows["u2"]["text"].startswith("user: word")


def test_a_filter_hangs_children_on_what_it_shows(run: Run, talk: Tree) -> None:
    shown = run("tree", talk.path, "--filter", "user-only", "--json").json
    assert [(row["id"], row["parentId"], row["shownParentId"]) for row in shown["rows"]] == [
        ("u1", None, None),
        ("u3", "a1", "u1"),
        ("u2", "a1", "u1"),
    ]


def test_the_first_filter_is_pituis_then_pis(run: Run, talk: Tree, world: Path) -> None:
    agent = world / "agent"
    agent.mkdir()
    (agent / "settings.json").write_text('{"treeFilterMode": "user-only"}')
    asked = ("tree", talk.path, "--agent-dir", agent, "--json")
    assert run(*asked).json["filter"] == "user-only"
    (world / "pitui").mkdir()
    (world / "pitui" / "config.toml").write_text('filter = "no-tools"\n')
    assert run(*asked).json["filter"] == "no-tools"
    assert run(*asked, "--filter", "all").json["filter"] == "all"


def test_a_search_shows_what_says_all_of_it(run: Run, tree: Tree) -> None:
    tree.user("Look at the login")
    tree.assistant([call("read", path="login.py")])
    tree.result("def login(): ...", tool="read")
    tree.user("thanks")
    tree.label("u2", "login done")

    def found(*words: str) -> list[str]:
        return [row["id"] for row in run("tree", tree.path, *words, "--json").json["rows"]]

    assert found("--search", "login") == ["u1", "a1", "r1", "u2", "l1"]
    assert found("--search", "login", "--filter", "user-only") == ["u1", "u2"]
    assert found("--search", "re:def .*login") == ["r1"]
    assert found("--search", "nowhere") == []
    wrong = run("tree", tree.path, "--search", "re:(")
    assert (wrong.code, wrong.out) == (1, "")
    assert wrong.err.startswith("pitui: ( is no pattern: ")


@pytest.mark.parametrize("number", [1e400, -1e400])
def test_a_number_beyond_all_numbers_is_no_line(run: Run, tree: Tree, number: float) -> None:
    tree.user("go")
    tree.assistant([call("read", path="a.py", offset=7)])
    body = json.dumps({"path": "a.py", "limit": number}).replace("Infinity", "1e400")
    tree.line(
        '{"type":"message","id":"a2","parentId":"a1","timestamp":"","message":{"role":"assistant",'
        f'"content":[{{"type":"toolCall","id":"c","name":"read","arguments":{body}}}]}}}}'
    )
    outcome = run("tree", tree.path, "--filter", "all")
    assert outcome.code == 0
    assert "[read: a.py:7]" in outcome.out
    assert "[read: a.py]" in outcome.out


# ---- context


def test_the_context_says_every_word_the_model_gets(run: Run, tree: Tree) -> None:
    tree.system("Be brief.")
    tree.user([{"type": "text", "text": "Look\tat\nthis"}, image()])
    tree.assistant([thinking("hm"), {"type": "text", "text": "Looking."}, call("read", path="a.py")])
    tree.result("line 1\nline 2", tool="read")
    tree.bash("ls", "a.py")
    lines = run("context", tree.path).out.splitlines()
    assert lines[0].startswith("anthropic/claude, thinking off: 5 messages, ~")
    said = [line for line in lines[1:] if line and not line.startswith("===")]
    assert said == [
        "Be brief.",
        "Look    at",
        "this",
        "--- image --- image/png, 9 B",
        "--- thinking ---",
        "hm",
        "Looking.",
        '--- call --- read {"path":"a.py"}',
        "line 1",
        "line 2",
        "Ran `ls`",
        "```",
        "a.py",
        "```",
    ]


def test_behind_a_compaction_the_summary_stands_for_what_was(run: Run, talk: Tree) -> None:
    talk.compaction("u3", summary="They spoke.")
    sent = run("context", talk.path, "--json").json
    assert [(message["entryId"], message["message"]["role"]) for message in sent["messages"]] == [
        ("c1", "user"),
        ("u3", "user"),
        ("a3", "assistant"),
    ]
    assert "<summary>\nThey spoke.\n</summary>" in sent["messages"][0]["message"]["content"][0]["text"]
    totals = [message["total"] for message in sent["messages"]]
    assert totals == [3, 103, 203]
    assert sent["estimatedTokens"] == 203


def test_edits_are_told(run: Run, talk: Tree) -> None:
    talk.edit("u1")
    talk.edit("a1", "Shorter.")
    sent = run("context", talk.path, "--json").json
    assert sent["omitted"] == [{"entryId": "u1", "editId": "e1"}]
    assert [message["replaced"] for message in sent["messages"]] == [True, False, False]
    text = run("context", talk.path).out
    assert "left out: entry u1, omitted by the edit e1\n" in text
    assert "assistant  a1  ~2, ~2 so far, replaced by an edit" in text


def test_roles_no_model_gets_are_left_out(run: Run, tree: Tree) -> None:
    tree.user("go")
    tree.message("alien", {"content": "?"})
    tree.bash("ls", more={"excludeFromContext": True})
    sent = run("context", tree.path, "--json").json
    assert [message["entryId"] for message in sent["messages"]] == ["u1"]


def test_an_empty_session_has_an_empty_context(run: Run, tree: Tree) -> None:
    assert run("context", tree.path).out == "no model named, thinking off: 0 messages, ~0 tokens\n"
    assert run("context", tree.path, "--json").json["leafId"] is None
    assert run("tree", tree.path).out == ""


# ---- budget


@pytest.fixture
def agent(world: Path) -> Path:
    """pi's folder, where `claude` has a window of 1000 tokens and settings of its own."""
    folder = world / "agent"
    folder.mkdir()
    model = '{"id": "claude", "contextWindow": 1000, "maxTokens": 300}'
    (folder / "models.json").write_text(f'{{"providers": {{"anthropic": {{"models": [{model}]}}}}}}')
    overrides = '{"anthropic/claude": {"reserveTokens": 400}, "other/model": {"keepRecentTokens": 5}}'
    (folder / "settings.json").write_text(f'{{"compaction": {{"modelOverrides": {overrides}}}}}')
    return folder


def test_the_budget_as_json(run: Run, talk: Tree, agent: Path) -> None:
    budget = run("budget", talk.path, "--agent-dir", agent, "--json").json
    assert budget["model"] == {"provider": "anthropic", "modelId": "claude"}
    assert (budget["tokens"], budget["estimatedTokens"], budget["notInFile"]) == (500, 400, 100)
    assert (budget["contextWindow"], budget["contextWindowAssumed"], budget["percent"]) == (1000, False, 50)
    assert (budget["threshold"], budget["headroom"], budget["shouldCompact"]) == (600, 100, False)
    assert budget["parts"] == {
        "system": 0,
        "summary": 0,
        "user": 200,
        "assistant": 200,
        "thinking": 0,
        "tools": 0,
        "images": 0,
    }
    settings = budget["settings"]
    assert settings["reserveTokens"] == {"value": 400, "origin": "agent settings, override for anthropic/claude"}
    assert settings["keepRecentTokens"] == {"value": 20000, "origin": "default"}


def test_another_model_may_be_asked_about(run: Run, talk: Tree, agent: Path) -> None:
    other = run("budget", talk.path, "--agent-dir", agent, "--model", "other/model", "--json").json
    assert other["settings"]["keepRecentTokens"]["value"] == 5
    assert (other["contextWindow"], other["contextWindowAssumed"]) == (128000, True)
    same = run("budget", talk.path, "--agent-dir", agent, "--model", "claude", "--json").json
    assert same["model"] == {"provider": "anthropic", "modelId": "claude"}


def test_a_model_id_may_hold_slashes(run: Run, tree: Tree) -> None:
    tree.user("go")
    budget = run("budget", tree.path, "--model", "openrouter/z-ai/glm", "--json").json
    assert budget["model"] == {"provider": "openrouter", "modelId": "z-ai/glm"}


def test_the_budget_in_words_says_whose_word_each_number_is(run: Run, talk: Tree, agent: Path) -> None:
    text = run("budget", talk.path, "--agent-dir", agent).out
    assert text.startswith("anthropic/claude\n")
    assert "500 of 1.0k  50%" in text
    assert "reserve 400 (agent settings, override for anthropic/claude)" in text


def test_behind_a_compaction_nothing_is_reported(run: Run, talk: Tree) -> None:
    talk.compaction("u3")
    budget = run("budget", talk.path, "--json").json
    assert (budget["tokens"], budget["unreported"]) == (None, "no reply since the compaction")


def test_a_wrong_setting_is_named(run: Run, talk: Tree, agent: Path) -> None:
    (agent / "settings.json").write_text('{"compaction": {"reserveTokens": "16k"}}')
    outcome = run("budget", talk.path, "--agent-dir", agent)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("pitui: compaction.reserveTokens in ")


def test_no_model_named_is_no_failure(run: Run, tree: Tree) -> None:
    tree.user("go")
    budget = run("budget", tree.path, "--json").json
    assert (budget["model"], budget["contextWindow"], budget["percent"], budget["threshold"]) == (None,) * 4
    outcome = run("budget", tree.path, "--model", "claude")
    assert (outcome.code, outcome.err) == (2, "pitui: 'claude' names no model; say PROVIDER/MODEL.\n")


def test_usage_that_is_no_number_never_shows(run: Run, tree: Tree) -> None:
    tree.user("go")
    tree.assistant("done", usage=usage(0, totalTokens=float("-5")))
    assert "nan" not in run("budget", tree.path).out.lower()
