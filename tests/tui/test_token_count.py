"""The token count: labelled with its encoding, made in the helper process, once for each entry."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pitui.config import Config
from pitui.core.summary.summarizer import SummarizerError
from pitui.summarizers.counting import count
from pitui.summarizers.model_worker import ModelWorker
from tests.builders import Tree, call, thinking
from tests.tui.stage import append, on_stage, seen, settled


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were counted, by a counter that needs no process."""
    texts: list[str] = []

    async def counted(_: ModelWorker, given: Sequence[str], encoding: str) -> list[int]:
        texts.extend(given)
        return count(given, encoding)

    monkeypatch.setattr(ModelWorker, "count", counted)
    return texts


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """A context with every kind of text in it, and an entry that an edit replaces."""
    tree = Tree(tmp_path / "a.jsonl")
    tree.system("You are pi.", more={"sections": {"tools": "use them"}, "toolsAdded": [{"name": "read"}]})
    tree.user("hello world")
    tree.assistant([thinking("hm"), {"type": "text", "text": "Reading."}, call("read", path="a.py")])
    tree.result("secret")
    tree.edit("r1", "[gone]")
    return tree


TEXTS = ['You are pi.\nuse them\n[{"name":"read"}]', "hello world", 'hm\nReading.\nread {"path":"a.py"}', "[gone]"]


async def test_what_the_model_gets_is_counted_once(tree: Tree, agent_dir: Path, asked: list[str]) -> None:
    total = sum(count(TEXTS, "o200k_base"))
    async with on_stage(tree.path, agent_dir) as pilot:
        assert asked == []
        await pilot.press("2")
        await settled(pilot)
        assert asked == TEXTS
        assert f"{total} tokens of text as o200k_base counts" in " ".join(seen(pilot).split())
        await pilot.press("4", "v")
        await settled(pilot)
        assert f"o200k_base {total}" in seen(pilot)
        assert asked == TEXTS
        await pilot.press("escape")
        append(tree.path, "new1", tree.leaf or "", "one more thing")
        pilot.app.screen.poll()
        await settled(pilot)
        assert asked == [*TEXTS, "one more thing"]
        assert pilot.app.screen.state.counted.tokens == total + count(["one more thing"], "o200k_base")[0]


async def test_the_encoding_is_the_one_that_is_set(tree: Tree, agent_dir: Path, asked: list[str]) -> None:
    async with on_stage(tree.path, agent_dir, (140, 80), config=Config(encoding="cl100k_base")) as pilot:
        await pilot.press("4")
        await settled(pilot)
        row = next(line for line in seen(pilot).split("\n") if "context, cl100k_base" in line)
        assert str(sum(count(TEXTS, "cl100k_base"))) in row


async def test_the_helper_process_counts(tree: Tree, agent_dir: Path) -> None:
    async with on_stage(tree.path, agent_dir) as pilot:
        await pilot.press("4")
        await settled(pilot)
        assert pilot.app.screen.state.counted.tokens == sum(count(TEXTS, "o200k_base"))
        assert pilot.app.services.worker.pid is not None


async def test_a_count_that_cannot_be_made_says_why(
    tree: Tree, agent_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> list[int]:
        raise SummarizerError("unavailable", "The vocabulary is not here.")

    monkeypatch.setattr(ModelWorker, "count", fail)
    async with on_stage(tree.path, agent_dir, (140, 80)) as pilot:
        for tab in ("2", "4"):
            await pilot.press(tab)
            await settled(pilot)
            assert "The vocabulary is not here." in seen(pilot)
        await pilot.press("v")
        await settled(pilot)
        assert "o200k_base not available" in seen(pilot)
