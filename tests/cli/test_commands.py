"""Finding the command, understanding its words, and ending as a command should."""

from __future__ import annotations

from pathlib import Path

import pytest

import pitui
from pitui.cli import commands
from pitui.core.session import reader
from tests.builders import Tree
from tests.cli.conftest import Run, settle, shell

READING = (
    ("tree", "FILE"),
    ("tree", "FILE", "--filter", "all", "--json"),
    ("context", "FILE"),
    ("context", "FILE", "--json"),
    ("budget", "FILE"),
    ("budget", "FILE", "--json"),
    ("compact", "FILE", "--keep-recent", "1", "--dry-run"),
    ("compact", "FILE", "--keep-recent", "1", "--dry-run", "--json"),
    ("switch", "FILE", "a2", "--dry-run"),
    ("switch", "FILE", "a2", "--summarize", "--dry-run", "--json"),
    ("doctor", "FILE"),
    ("doctor", "FILE", "--json"),
    ("export", "FILE"),
    ("export", "FILE", "--all", "--format", "html"),
    ("export", "FILE", "--all", "--format", "jsonl"),
    ("inspect", "FILE"),
    ("list", "--session-dir", "FOLDER"),
    ("list", "--session-dir", "FOLDER", "--json"),
)
"""Every command that only looks, in each form."""


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_looking_changes_no_byte_and_leaves_nothing_behind(run: Run, talk: Tree, words: tuple[str, ...]) -> None:
    talk.torn('{"type":"message","id":"torn"')
    settle(talk.path)
    before = talk.bytes, talk.path.stat().st_mtime_ns, sorted(talk.path.parent.rglob("*"))
    place = {"FILE": talk.path, "FOLDER": talk.path.parent}
    outcome = run(*(place.get(word, word) for word in words))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out
    assert (talk.bytes, talk.path.stat().st_mtime_ns, sorted(talk.path.parent.rglob("*"))) == before


@pytest.mark.parametrize("words", READING[:16], ids=" ".join)
def test_text_that_could_act_on_the_terminal_is_shown_and_never_sent(
    run: Run, tree: Tree, words: tuple[str, ...]
) -> None:
    nasty = "\x1b]0;title\x07\x1b[2J\x9b31m\u202eevil [red]"
    tree.name(nasty)
    tree.user(nasty)
    tree.at(None).assistant([{"type": "toolCall", "id": "c", "name": nasty, "arguments": {"path": nasty}}], id="a2")
    tree.result(nasty, tool=nasty, id=nasty)
    tree.label("a2", nasty)
    settle(tree.path)
    outcome = run(*(tree.path if word == "FILE" else word for word in words))
    assert outcome.code == 0
    # Raw JSON says its control characters as escapes.
    acting = "\x1b\x07" if {"--json", "jsonl", "inspect"} & set(words) else "\x1b\x07\x9b\u202e"
    assert not set(acting) & set(outcome.out)


def test_without_a_command_the_help_names_them_all(run: Run) -> None:
    outcome = run("--help")
    assert outcome.code == 0
    assert all(f"  {name} " in outcome.out for name in commands.COMMANDS)


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_every_command_explains_itself(run: Run, name: str) -> None:
    outcome = run(name, "--help")
    assert outcome.code == 0
    assert f"usage: pitui {name}" in outcome.out
    assert "--agent-dir" in outcome.out


def test_version(run: Run) -> None:
    assert run("--version").out == f"pitui {pitui.__version__}\n"


@pytest.mark.parametrize(
    ("words", "name", "rest"),
    [
        ("list --json", "list", "--json"),
        ("--session-dir list list", "list", "--session-dir list"),
        ("--offline --agent-dir=tree compact x", "compact", "--offline --agent-dir=tree x"),
        ("./list", "", "./list"),
        ("-- list", "", "-- list"),
        ("", "", ""),
        ("x.jsonl tree", "", "x.jsonl tree"),
        ("tree tree", "tree", "tree"),
    ],
)
def test_the_first_word_that_is_no_option_is_the_command(words: str, name: str, rest: str) -> None:
    command, others = commands.find(words.split())
    assert (command.name, others) == (name, rest.split())


def test_options_may_stand_anywhere(run: Run, talk: Tree) -> None:
    outcome = run("--offline", "compact", talk.path, "--keep-recent", 150, "the reasons", "--dry-run", "--json")
    [request] = outcome.json["requests"]
    assert request["prompt"].endswith("Additional focus: the reasons")


@pytest.mark.parametrize(
    "words",
    [
        "--no-such-option",
        "tree",
        "tree FILE --filter odd",
        "tree FILE extra",
        "compact",
        "compact FILE --keep-recent -1",
        "compact FILE --keep-recent 1.5",
        "compact FILE --reserve many",
        "compact FILE --reserve 9007199254740992",
        "compact FILE --summarizer nobody",
        "switch FILE",
        "switch FILE u1 --instructions x",
        "switch FILE u1 --replace-instructions",
        "switch FILE u1 --summarize --replace-instructions",
        "budget FILE --model /x",
        "export FILE --json",
        "export FILE --all --leaf u1",
        "doctor",
        "inspect",
        "completion tcsh",
    ],
)
def test_wrong_usage_is_2_and_says_what_is_wrong(run: Run, talk: Tree, words: str) -> None:
    before = talk.bytes
    outcome = run(*(talk.path if word == "FILE" else word for word in words.split()))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err
    assert talk.bytes == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("tree gone.jsonl", "gone.jsonl: there is no such file."),
        ("tree sub/gone", "sub/gone: there is no such file."),
        ("tree nothing", "There is no file nothing, no command, and no session whose id begins so."),
        ("tree EMPTY", "An empty text names no session."),
        ("tree .", ".: this is no regular file."),
        ("context FILE --leaf zz", "This session has no entry zz."),
        ("budget FILE --leaf u", "3 entries of this session have an id that begins with u."),
        ("switch FILE zz", "This session has no entry zz."),
        ("fork FILE --leaf zz", "This session has no entry zz."),
        ("compact FILE --cut zz", "This session has no entry zz."),
    ],
)
def test_a_refusal_is_1_and_one_sentence(run: Run, talk: Tree, words: str, sentence: str) -> None:
    before = talk.bytes
    outcome = run(*({"FILE": talk.path, "EMPTY": ""}.get(word, word) for word in words.split()))
    assert (outcome.code, outcome.out, outcome.err) == (1, "", f"pitui: {sentence}\n")
    assert talk.bytes == before


@pytest.mark.parametrize("command", ["tree", "context", "budget", "compact", "fork", "export"])
def test_what_is_no_session_is_refused_and_left_alone(run: Run, world: Path, command: str) -> None:
    notes = world / "notes.jsonl"
    notes.write_text("dear diary\n")
    outcome = run(command, notes)
    sentence = f"pitui: {notes}: no session header in front, so this is not a pi session file.\n"
    assert (outcome.code, outcome.out, outcome.err) == (1, "", sentence)
    assert notes.read_text() == "dear diary\n"


def test_a_file_called_like_a_command_is_reached_by_its_path(run: Run, talk: Tree) -> None:
    target = Path.cwd() / "list"
    target.write_bytes(talk.bytes)
    assert run("tree", "list").code == 0


def test_an_entry_may_be_named_by_its_beginning(run: Run, tree: Tree) -> None:
    tree.user("one", id="aabbccdd")
    tree.assistant("two", id="ddccbbaa")
    assert run("context", tree.path, "--leaf", "aab", "--json").json["leafId"] == "aabbccdd"


def test_a_session_may_be_named_by_the_beginning_of_its_id(run: Run, talk: Tree) -> None:
    outcome = run("tree", "session-", "--session-dir", talk.path.parent, "--json")
    assert outcome.json["path"] == str(talk.path)


def test_a_disk_error_is_a_sentence(run: Run, talk: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error", "disk.jsonl")

    monkeypatch.setattr(reader.SessionReader, "read", fail)
    outcome = run("tree", talk.path)
    assert (outcome.code, outcome.err) == (1, "pitui: disk.jsonl: Input/output error.\n")


def test_ctrl_c_while_reading_is_a_word_and_no_traceback(run: Run, talk: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(reader.SessionReader, "read", stop)
    outcome = run("tree", talk.path)
    assert (outcome.code, outcome.err) == (1, "pitui: stopped.\n")


# ---- as the shell runs it


def test_a_closed_pipe_is_quiet(tree: Tree) -> None:
    tree.user("line\n" * 100_000)
    done = shell('pitui context "$1" | head -n 1; echo "${PIPESTATUS[0]}"', tree.path)
    assert done.stdout.splitlines()[0].startswith("no model named, thinking off: 1 message")
    assert (done.stdout.splitlines()[1:], done.stderr) == (["0"], "")


def test_a_full_disk_is_a_sentence(talk: Tree) -> None:
    done = shell('pitui tree "$1" > /dev/full', talk.path)
    assert (done.returncode, done.stderr) == (1, "pitui: standard output: No space left on device.\n")


def test_without_a_home_there_is_a_clear_word(talk: Tree) -> None:
    done = shell('pitui tree "$1"', talk.path, HOME="", PITUI_HOME="")
    sentence = "pitui: HOME is not set: set it to your home folder, or set both PITUI_HOME and PI_CODING_AGENT_DIR.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)


@pytest.mark.parametrize("language", [{"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}])
def test_any_locale_will_do(tree: Tree, language: dict[str, str]) -> None:
    tree.user("naïve 日本語 😀")
    text = shell('pitui tree "$1"', tree.path, **language)
    assert (text.returncode, text.stderr) == (0, "")
    exact = shell('pitui context "$1" --json', tree.path, **language)
    assert "naïve 日本語 😀" in exact.stdout or r"na\u00efve \u65e5\u672c\u8a9e \ud83d\ude00" in exact.stdout
