"""Loading hook files: which ones run, in what order, and what becomes of a broken one."""

import sys
from pathlib import Path

import pytest

from pitui.core.compaction.preparation import prepare_compaction
from pitui.core.hooks import (
    BeforeCompactResult,
    HookFailure,
    HookRegistry,
    SessionBeforeCompact,
    SessionTree,
    emit_session_before_compact,
    emit_session_tree,
)
from pitui.core.session.entries import Entry, draft_entry
from pitui.core.settings import CompactionSettings
from pitui.core.summary.summarizer import AbortSignal
from pitui.hook_files import load_project_hooks, load_user_hooks, project_folder, user_folder
from pitui.store.trust import TrustStore


def hook(word: str) -> str:
    return f"def register(hooks):\n    hooks.on('session_tree', lambda event: event.new_leaf_id.append({word!r}))\n"


async def words(hooks: HookRegistry) -> list[str]:
    """What the handlers say, in the order they say it."""
    said: list[str] = []
    failures: list[HookFailure] = []
    # The loaded files append to whatever list stands for the leaf.
    await emit_session_tree(hooks, SessionTree(said, None), failures.append)  # type: ignore[arg-type]
    assert failures == []
    return said


@pytest.fixture
def failures() -> list[HookFailure]:
    return []


class TestUserHooks:
    async def test_files_run_in_the_order_of_their_names(self, tmp_path: Path, failures: list[HookFailure]) -> None:
        for name in ("20-b.py", "10-a.py", "_helper.py", "notes.txt", "30-c.py"):
            (tmp_path / name).write_text(hook(name))
        (tmp_path / "folder.py").mkdir()
        hooks = HookRegistry()
        load_user_hooks(hooks, failures.append, tmp_path)
        assert await words(hooks) == ["10-a.py", "20-b.py", "30-c.py"]
        assert failures == []
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            "10-a.py",
            "20-b.py",
            "30-c.py",
            "_helper.py",
            "folder.py",
            "notes.txt",
        ]

    def test_they_lie_beside_the_config_file(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("PITUI_HOME", str(tmp_path))
        assert user_folder() == tmp_path / "hooks"

    def test_no_folder_is_no_matter(self, tmp_path: Path, failures: list[HookFailure]) -> None:
        load_user_hooks(HookRegistry(), failures.append, tmp_path / "none")
        assert failures == []

    @pytest.mark.parametrize(
        ("source", "error"),
        [
            ("def register(hooks:\n", "SyntaxError"),
            ("import no_such_module_at_all\n", "ModuleNotFoundError"),
            ("raise SystemExit(1)\n", "SystemExit"),
            ("x = 1\n", "TypeError"),
            ("async def register(hooks): pass\n", "TypeError"),
            ("def register(hooks): hooks.on('compaction', print)\n", "ValueError"),
            (hook("lost") + "    raise RuntimeError('half way')\n", "RuntimeError"),
            ("\0", "SyntaxError"),
        ],
    )
    async def test_a_broken_file_is_reported_and_leaves_nothing(
        self, tmp_path: Path, failures: list[HookFailure], source: str, error: str
    ) -> None:
        (tmp_path / "a.py").write_text(source)
        (tmp_path / "b.py").write_text(hook("b"))
        hooks = HookRegistry()
        loaded = set(sys.modules)
        load_user_hooks(hooks, failures.append, tmp_path)
        assert [(failure.source, failure.event) for failure in failures] == [(str(tmp_path / "a.py"), "load")]
        # Python before 3.12 calls a null byte a ValueError.
        assert type(failures[0].error).__name__ in (error, "ValueError")
        assert await words(hooks) == ["b"]
        assert len(set(sys.modules) - loaded) == 1

    def test_a_file_may_use_what_needs_its_module(self, tmp_path: Path, failures: list[HookFailure]) -> None:
        (tmp_path / "a.py").write_text(
            "from __future__ import annotations\nfrom dataclasses import dataclass\nfrom typing import ClassVar\n"
            "@dataclass\nclass A:\n    x: ClassVar[int] = 1\n    y: int = 2\n"
            "def register(hooks): assert A().y == 2 and __file__.endswith('a.py')\n"
        )
        load_user_hooks(HookRegistry(), failures.append, tmp_path)
        assert failures == []

    async def test_an_unreadable_file_is_reported(
        self, tmp_path: Path, failures: list[HookFailure], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("a.py", "b.py"):
            (tmp_path / name).write_text(hook(name))
        read = Path.read_bytes

        def refuse(path: Path) -> bytes:
            if path.name == "a.py":
                raise PermissionError(13, "Permission denied")
            return read(path)

        monkeypatch.setattr(Path, "read_bytes", refuse)
        hooks = HookRegistry()
        load_user_hooks(hooks, failures.append, tmp_path)
        assert [type(failure.error) for failure in failures] == [PermissionError]
        assert await words(hooks) == ["b.py"]


class TestProjectHooks:
    async def test_only_what_was_agreed_to_runs(self, tmp_path: Path, failures: list[HookFailure]) -> None:
        folder = project_folder(tmp_path)
        folder.mkdir(parents=True)
        agreed, other = folder / "agreed.py", folder / "other.py"
        agreed.write_text(hook("agreed"))
        other.write_text("raise AssertionError('nobody said yes to this')\n")
        store = TrustStore(tmp_path / "trust.json")
        store.remember(agreed, agreed.read_bytes())
        hooks = HookRegistry()
        unknown = load_project_hooks(tmp_path, hooks, store.trusts, failures.append)
        assert [file.path for file in unknown] == [other]
        assert await words(hooks) == ["agreed"]
        assert failures == []

    async def test_a_yes_ends_when_the_file_changes(self, tmp_path: Path, failures: list[HookFailure]) -> None:
        folder = project_folder(tmp_path)
        folder.mkdir(parents=True)
        path = folder / "a.py"
        path.write_text(hook("a"))
        store = TrustStore(tmp_path / "trust.json")
        store.remember(path, path.read_bytes())
        path.write_text(hook("b"))
        hooks = HookRegistry()
        unknown = load_project_hooks(tmp_path, hooks, store.trusts, failures.append)
        assert [file.content for file in unknown] == [hook("b").encode()]
        assert await words(hooks) == []


class TestTheWorkedExample:
    @pytest.fixture
    def hooks(self, failures: list[HookFailure]) -> HookRegistry:
        hooks = HookRegistry()
        load_user_hooks(hooks, failures.append, Path(__file__).parent.parent / "examples")
        assert failures == []
        return hooks

    async def ask(self, hooks: HookRegistry, instructions: str | None) -> BeforeCompactResult | None:
        path: list[Entry] = []
        for number, (role, text) in enumerate([("user", " log in "), ("assistant", "done"), ("user", "log out")]):
            message = {"role": role, "content": [{"type": "text", "text": text}]}
            parent = path[-1].id if path else None
            base = {"type": "message", "id": f"e{number}", "parentId": parent, "timestamp": "2026-01-01T00:00:00.000Z"}
            path.append(draft_entry({**base, "message": message}))
        preparation = prepare_compaction(path, CompactionSettings(keep_recent_tokens=1))
        assert preparation is not None
        event = SessionBeforeCompact(preparation, path, instructions, "manual", False, AbortSignal())
        failures: list[HookFailure] = []
        answer = await emit_session_before_compact(hooks, event, failures.append)
        assert failures == []
        return answer

    async def test_it_writes_a_summary_of_its_own(self, hooks: HookRegistry) -> None:
        answer = await self.ask(hooks, None)
        assert answer is not None
        assert answer.compaction is not None
        assert answer.compaction.summary == "## Goal\n- log in"
        assert answer.compaction.first_kept_entry_id == "e2"

    async def test_it_leaves_instructions_to_the_summariser(self, hooks: HookRegistry) -> None:
        assert await self.ask(hooks, "focus on logging in") is None
