"""`fork` and `export`: a branch somewhere else, whole, and never in the place of something else."""

from __future__ import annotations

import json
import re
import stat
from html.parser import HTMLParser
from pathlib import Path
from uuid import UUID

import pytest

from pitui.core.session.reader import open_session
from tests.builders import Tree, call, image, thinking
from tests.cli.conftest import Run, settle

# ---- fork


def test_a_fork_is_a_session_of_its_own_beside_the_old_one(run: Run, talk: Tree) -> None:
    talk.label("u1", "start")
    talk.path.chmod(0o640)
    before = talk.bytes
    told = run("fork", talk.path, "--json").json
    path = Path(told["path"])
    forked = open_session(path)
    assert (path.parent, talk.bytes) == (talk.path.parent, before)
    assert re.fullmatch(rf"\d{{4}}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{{3}}Z_{told['sessionId']}\.jsonl", path.name)
    assert UUID(forked.id).version == 7
    assert forked.header["parentSession"] == told["parentSession"] == str(talk.path)
    assert [entry.id for entry in forked.entries][:4] == ["u1", "a1", "u3", "a3"]
    assert {target: str(label) for target, label in forked.labels.items()} == {"u1": "start"}
    assert (told["status"], told["entryCount"], told["leafId"]) == ("forked", 5, forked.leaf_id)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_fork_may_end_elsewhere_and_lie_elsewhere(run: Run, talk: Tree) -> None:
    outcome = run("fork", talk.path, "--leaf", "a2", "-o", "copy.jsonl")
    assert (outcome.code, outcome.out) == (0, "Copied 4 entries to copy.jsonl.\n")
    assert [entry.id for entry in open_session(Path("copy.jsonl")).entries] == ["u1", "a1", "u2", "a2"]


def test_a_fork_takes_nobodys_place(run: Run, talk: Tree) -> None:
    before = talk.bytes
    outcome = run("fork", talk.path, "-o", talk.path)
    assert (outcome.code, outcome.err) == (1, f"pitui: {talk.path} is there already, and is left as it is.\n")
    nowhere = run("fork", talk.path, "-o", "no/such/folder.jsonl")
    assert (nowhere.code, nowhere.err) == (
        1,
        "pitui: no/such/folder.jsonl could not be written: No such file or directory.\n",
    )
    assert talk.bytes == before


@pytest.mark.parametrize("command", ["fork", "export"])
def test_an_empty_session_has_nothing_to_copy(run: Run, tree: Tree, command: str) -> None:
    outcome = run(command, tree.path, "-o", "out.jsonl")
    assert (outcome.code, outcome.out) == (1, "")
    assert "There is nothing in this session to" in outcome.err
    assert not Path("out.jsonl").exists()


# ---- export


def test_markdown_reads_as_the_conversation(run: Run, tree: Tree) -> None:
    tree.name("Login")
    tree.system("Be brief.")
    tree.user([{"type": "text", "text": "Look"}, image()])
    tree.assistant([thinking("hm\nwell"), {"type": "text", "text": "On **it**."}, call("read", path="a.md")])
    tree.result("# Title\n```\ncode\n```", tool="read")
    tree.label("u1", "here")
    tree.compaction("u1", summary="They spoke.")
    assert run("export", tree.path).out.split("\n") == [
        "# Login",
        "",
        "Session `session-1` in `/home/dev/shop`.",
        "",
        "*system: Be brief.*",
        "",
        "## User [here] · 2026-01-01 00:03",
        "",
        "Look",
        "",
        "*[image: image/png, 9 B]*",
        "",
        "## Assistant · 2026-01-01 00:04",
        "",
        "> hm",
        "> well",
        "",
        "On **it**.",
        "",
        "```",
        'read {"path":"a.md"}',
        "```",
        "",
        "## Result · 2026-01-01 00:05",
        "",
        "*[read: a.md]*",
        "",
        "````",
        "# Title",
        "```",
        "code",
        "```",
        "````",
        "",
        "## Compaction · 2026-01-01 00:07",
        "",
        "They spoke.",
        "",
        "",
    ]


def test_what_is_no_plain_message_is_told_too(run: Run, tree: Tree) -> None:
    tree.bash("ls", "a.py")
    tree.message("assistant", {"content": [{"type": "odd"}], "errorMessage": "overloaded"})
    tree.custom_message("Note this.")
    tree.model()
    tree.custom("hidden")
    tree.entry("future", "f", {})
    text = run("export", tree.path).out
    said = ("Ran `ls`", "*[odd]*", "*overloaded*", "## Message", "Note this.", "*[model: gpt]*", "*[future]*")
    assert [part for part in said if part not in text] == []
    assert "hidden" not in text


def test_every_branch_once_with_the_place_it_parts_from(run: Run, talk: Tree) -> None:
    text = run("export", talk.path, "--all").out
    assert text.count("## User") == text.count("## Assistant") == 3
    assert text.index("Another branch, from `a1`:") > text.index("00:06")
    assert "Another branch" not in run("export", talk.path).out


class Page(HTMLParser):
    """Every tag and attribute of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.said: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.said.append(data)


EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)> [x](javascript:alert(1)) </pre></style>&lt;"


def test_html_is_inert_whatever_the_session_says(run: Run, tmp_path: Path) -> None:
    tree = Tree(tmp_path / "evil.jsonl", cwd=EVIL)
    tree.name(EVIL)
    tree.user(EVIL)
    tree.assistant([thinking(EVIL), call(EVIL, path=EVIL)])
    tree.result(EVIL)
    tree.label("u1", EVIL)
    tree.branch_summary(summary=EVIL, timestamp=EVIL)
    outcome = run("export", tree.path, "--format", "html", "--all")
    page = Page(outcome.out)
    assert outcome.code == 0
    assert set(page.tags) <= {
        *("html", "head", "meta", "style", "title", "body", "h1", "h2", "p", "hr"),
        *("section", "small", "pre", "details", "summary"),
    }
    assert page.attributes == {"charset", "http-equiv", "content", "name", "class"}
    assert "default-src 'none'" in outcome.out
    assert page.said.count(EVIL) >= 4


def test_a_page_has_a_heading_for_each_entry(run: Run, talk: Tree) -> None:
    page = Page(run("export", talk.path, "--format", "html", "--all").out)
    assert page.tags.count("section") == 6
    assert "Another branch, from a1:" in page.said


def test_a_branch_as_jsonl_is_a_session_that_keeps_its_boundary(run: Run, talk: Tree) -> None:
    label = talk.at("a1").label("u1", "start")
    talk.user(id="u5")
    talk.compaction(label)
    talk.user("and on", id="u6")
    Path("out.jsonl").write_text(run("export", talk.path, "--format", "jsonl").out)
    copied = open_session(Path("out.jsonl"))
    assert not copied.damage
    assert copied.header == talk.session.header
    ids = [entry.id for entry in copied.branch("u6")]
    assert ids == ["u1", "a1", "u5", "c1", "u6"]
    assert copied.entry("c1").body["firstKeptEntryId"] == "u5"


def test_the_whole_session_as_jsonl_is_every_entry_as_it_is(run: Run, talk: Tree) -> None:
    talk.line("not json")
    printed = run("export", talk.path, "--all", "--format", "jsonl").out
    assert printed.encode() == talk.bytes.replace(b"not json\n", b"")


def test_an_old_session_is_exported_as_the_current_version(run: Run, tmp_path: Path) -> None:
    old = Tree(tmp_path / "old.jsonl", version=1)
    old.user("one")
    old.assistant("two")
    lines = [json.loads(line) for line in run("export", old.path, "--all", "--format", "jsonl").out.splitlines()]
    assert (lines[0]["version"], lines[2]["parentId"]) == (3, lines[1]["id"])


@pytest.mark.parametrize(
    ("name", "form", "begins"),
    [("a.md", "md", "# "), ("a.html", "html", "<!doctype"), ("a.jsonl", "jsonl", "{"), ("a.txt", "md", "# ")],
)
def test_a_files_name_chooses_the_format(run: Run, talk: Tree, name: str, form: str, begins: str) -> None:
    told = run("export", talk.path, "-o", name, "--json").json
    path = Path.cwd() / name
    assert told == {"status": "exported", "path": str(path), "format": form, "sessionId": "session-1"}
    assert path.read_text().startswith(begins)
    assert path.read_text().endswith("\n")


def test_an_export_is_written_over_only_when_told_to(run: Run, talk: Tree) -> None:
    Path("notes.md").write_text("mine")
    refused = run("export", talk.path, "-o", "notes.md")
    sentence = "pitui: notes.md is there already; say --force to write over it.\n"
    assert (refused.code, refused.out, refused.err) == (1, "", sentence)
    assert Path("notes.md").read_text() == "mine"
    assert run("export", talk.path, "-o", "notes.md", "--force").out == "Exported to notes.md.\n"
    assert Path("notes.md").read_text().startswith("# ")


def test_a_folder_that_is_not_there_is_a_sentence(run: Run, talk: Tree) -> None:
    outcome = run("export", talk.path, "-o", "no/such/a.md")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "pitui: no/such/a.md could not be written: No such file or directory.\n"


def test_the_session_itself_is_never_written_over(run: Run, talk: Tree) -> None:
    settle(talk.path)
    before = talk.bytes
    outcome = run("export", talk.path, "-o", talk.path, "--force")
    assert (outcome.code, outcome.err) == (1, f"pitui: {talk.path} is the session itself, and is left as it is.\n")
    assert talk.bytes == before
