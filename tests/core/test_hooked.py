"""Compacting and switching with hooks: refused, done by a hook, reworded, and told of afterwards."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

import pytest

from pitui.core.branching.branch_summary import BranchOptions
from pitui.core.branching.switch import SwitchPlan, plan_switch
from pitui.core.compaction.preparation import CompactionPreparation, prepare_compaction
from pitui.core.errors import SummaryAbortedError, SummaryError, WriteError
from pitui.core.hooked import (
    MadeSwitch,
    SummaryWish,
    compact_with_hooks,
    make_compaction,
    make_switch,
    switch_with_hooks,
    tell_switched,
)
from pitui.core.hooks import (
    BeforeCompactResult,
    BeforeTreeResult,
    HookCompaction,
    HookFailure,
    HookRegistry,
    Hooks,
    HookSummary,
    SessionBeforeCompact,
    SessionBeforeTree,
    SessionCompact,
    SessionCompactFailed,
    SessionTree,
)
from pitui.core.operations import Pen, Written, mark_leaf, save_branch_summary, save_compaction
from pitui.core.session.follow import SessionFollower
from pitui.core.settings import CompactionSettings, RetrySettings
from pitui.core.summary.ask import Asking, Progress
from pitui.core.summary.options import SummaryOptions
from pitui.core.summary.prompts import BRANCH_PREAMBLE
from pitui.core.summary.summarizer import AbortSignal, SummarizerError
from tests.builders import START, Tree
from tests.fakes import RecordingSummarizer

USAGE = {"input": 1, "output": 1, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 2}


class Stage:
    """Two branches under `u1`, hooks that remember, and a summariser that does too."""

    def __init__(self, tree: Tree) -> None:
        tree.system()
        tree.user(100)
        tree.assistant(100)
        tree.user(100)
        tree.at("u1").assistant(50)
        tree.user(200)
        self.tree = tree
        numbers = count(1)
        self.pen = Pen(now=lambda: START + 86_400_000, new_id=lambda: f"new{next(numbers)}")
        self.follower = SessionFollower(tree.path)
        self.summarizer = RecordingSummarizer()
        self.signal = AbortSignal()
        self.registry = HookRegistry("/hooks/a.py")
        self.asked: list[Any] = []
        self.told: list[Any] = []
        self.slips: list[HookFailure] = []
        self.registry.on("session_before_compact", self.asked.append)
        self.registry.on("session_before_tree", self.asked.append)
        for event in ("session_compact", "session_compact_failed", "session_tree"):
            self.registry.on(event, self.told.append)
        self.hooks = Hooks(self.registry, self.slips.append)

    @property
    def asking(self) -> Asking:
        return Asking(self.summarizer, RetrySettings(enabled=False), self.signal, Progress())

    @property
    def preparation(self) -> CompactionPreparation:
        prepared = prepare_compaction(self.tree.branch(), CompactionSettings(keep_recent_tokens=150))
        assert prepared is not None
        return prepared

    async def compacts(self, instructions: str | None = None) -> Written:
        options = SummaryOptions(instructions=instructions)
        leaf = self.tree.leaf or ""
        return await compact_with_hooks(
            self.preparation,
            options,
            self.asking,
            self.hooks,
            lambda result: save_compaction(self.follower, leaf, result, self.pen),
        )

    @property
    def plan(self) -> SwitchPlan:
        return plan_switch(self.follower.session, self.tree.leaf, "a1")

    def wish(self, instructions: str | None = None) -> SummaryWish:
        return SummaryWish(BranchOptions(SummaryOptions(instructions=instructions)), self.asking)

    def saves(self, made: MadeSwitch) -> Written:
        if made.summary is not None:
            return save_branch_summary(self.follower, self.plan, made.summary, made.label, self.pen)
        label = (self.plan.target.id, made.label) if made.label else None
        return mark_leaf(self.follower, self.plan.new_leaf_id, self.pen, label=label)


@pytest.fixture
def stage(tree: Tree) -> Stage:
    return Stage(tree)


def compacts_itself(**fields: Any) -> BeforeCompactResult:
    own = {"summary": "Own.", "first_kept_entry_id": "u3", "tokens_before": 7, **fields}
    return BeforeCompactResult(compaction=HookCompaction(**own))


class TestCompacting:
    async def test_hooks_are_asked_before_and_told_after(self, stage: Stage) -> None:
        written = await stage.compacts("the tax rules")
        entry = written.entries[0]
        event = stage.asked[0]
        assert isinstance(event, SessionBeforeCompact)
        assert (event.reason, event.will_retry, event.custom_instructions) == ("manual", False, "the tax rules")
        assert [member.id for member in event.branch_entries] == ["s1", "u1", "a2", "u3"]
        assert event.signal is stage.signal
        assert stage.told == [SessionCompact(entry, False, "manual", False)]
        assert entry.body["summary"].startswith("## Goal")

    async def test_a_hooks_own_compaction(self, stage: Stage) -> None:
        stage.registry.on("session_before_compact", lambda event: compacts_itself(usage=USAGE, details=[1]))
        entry = (await stage.compacts()).entries[0]
        base = ["type", "id", "parentId", "timestamp", "summary", "firstKeptEntryId", "tokensBefore"]
        assert list(entry.body) == [*base, "details", "usage", "fromHook", "systemMessage"]
        assert entry.body["details"] == [1]
        assert entry.body["usage"] == USAGE
        assert entry.body["fromHook"] is True
        assert entry.body["systemMessage"]["content"] == "You are pi."
        assert stage.told == [SessionCompact(entry, True, "manual", False)]
        assert stage.summarizer.requests == []

    async def test_without_details_or_usage_the_keys_are_left_out(self, stage: Stage) -> None:
        stage.registry.on("session_before_compact", lambda event: compacts_itself())
        body = (await stage.compacts()).entries[0].body
        assert not {"details", "usage"} & body.keys()

    async def test_a_refusal(self, stage: Stage) -> None:
        before = stage.tree.bytes
        stage.registry.on("session_before_compact", lambda event: BeforeCompactResult(cancel=True))
        with pytest.raises(SummaryAbortedError) as caught:
            await stage.compacts()
        assert caught.value.title == "Stopped by a hook"
        assert stage.told == [SessionCompactFailed("manual", None, True, False, False)]
        assert stage.tree.bytes == before

    async def test_a_summary_that_could_not_be_made(self, stage: Stage) -> None:
        stage.summarizer = RecordingSummarizer(SummarizerError("auth", "No key."))
        with pytest.raises(SummaryError):
            await stage.compacts()
        message = "Compaction failed: Summarization failed: No key."
        assert stage.told == [SessionCompactFailed("manual", message, False, False, False)]

    async def test_a_summary_that_could_not_be_written(self, stage: Stage) -> None:
        stage.registry.on("session_before_compact", lambda event: compacts_itself())

        def full(_: object) -> Written:
            raise WriteError("The disk is full.")

        with pytest.raises(WriteError):
            await compact_with_hooks(stage.preparation, SummaryOptions(), stage.asking, stage.hooks, full)
        message = "Compaction failed: The disk is full."
        assert stage.told == [SessionCompactFailed("manual", message, False, False, from_extension=True)]

    async def test_a_cancelled_task_is_told(self, stage: Stage) -> None:
        stage.summarizer = RecordingSummarizer(waits=True)
        running = asyncio.ensure_future(stage.compacts())
        await asyncio.sleep(0)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert stage.told == [SessionCompactFailed("manual", None, True, False, False)]

    async def test_made_and_not_yet_written(self, stage: Stage) -> None:
        before = stage.tree.bytes
        result = await make_compaction(
            stage.preparation, SummaryOptions(), stage.asking, stage.hooks, reason="overflow", will_retry=True
        )
        assert not result.from_hook
        assert (stage.asked[0].reason, stage.asked[0].will_retry) == ("overflow", True)
        assert stage.told == []
        assert stage.tree.bytes == before


class TestSwitching:
    async def test_hooks_are_asked_before_and_told_after(self, stage: Stage) -> None:
        written = await switch_with_hooks(
            stage.plan, stage.hooks, stage.saves, wish=stage.wish("the cookie"), label="mail"
        )
        event = stage.asked[0]
        assert isinstance(event, SessionBeforeTree)
        told = event.preparation
        assert (told.target_id, told.old_leaf_id, told.common_ancestor_id) == ("a1", "u3", "u1")
        assert [entry.id for entry in told.entries_to_summarize] == ["a2", "u3"]
        assert (told.user_wants_summary, told.custom_instructions, told.label) == (True, "the cookie", "mail")
        assert event.signal is stage.signal
        summary, label = written.entries
        assert summary.body["summary"].startswith(BRANCH_PREAMBLE)
        assert label.body["label"] == "mail"
        assert stage.told == [SessionTree(label.id, "u3", summary, from_extension=False)]

    async def test_a_hooks_own_summary_has_no_preamble(self, stage: Stage) -> None:
        own = BeforeTreeResult(summary=HookSummary("Own.", USAGE, {"by": "hook"}), label="theirs")
        stage.registry.on("session_before_tree", lambda event: own)
        written = await switch_with_hooks(stage.plan, stage.hooks, stage.saves, wish=stage.wish(), label="mine")
        summary, label = written.entries
        body = summary.body
        assert (body["summary"], body["fromHook"], body["details"]) == ("Own.", True, {"by": "hook"})
        assert body["usage"] == USAGE
        assert label.body["label"] == "theirs"
        assert stage.summarizer.requests == []
        assert stage.told[0].from_extension is True

    @pytest.mark.parametrize("own", [HookSummary("Own."), HookSummary("")])
    async def test_a_hooks_summary_nobody_wants_or_an_empty_one_is_none(self, stage: Stage, own: HookSummary) -> None:
        stage.registry.on("session_before_tree", lambda event: BeforeTreeResult(summary=own))
        wish = None if own.summary else stage.wish()
        made = await make_switch(stage.plan, stage.hooks, wish=wish, label="here")
        assert made == MadeSwitch(None, "here")
        assert stage.summarizer.requests == []

    async def test_a_hooks_words_take_the_place_of_the_persons(self, stage: Stage) -> None:
        words = BeforeTreeResult(custom_instructions="One line.", replace_instructions=True, label="")
        stage.registry.on("session_before_tree", lambda event: words)
        made = await make_switch(stage.plan, stage.hooks, wish=stage.wish("the cookie"), label="mine")
        assert stage.summarizer.requests[0].prompt.endswith("</conversation>\n\nOne line.")
        assert made.label is None

    async def test_without_a_summary_nobody_is_asked_for_one(self, stage: Stage) -> None:
        written = await switch_with_hooks(stage.plan, stage.hooks, stage.saves)
        assert not stage.asked[0].preparation.user_wants_summary
        assert [entry.type for entry in written.entries] == ["custom"]
        assert stage.told == [SessionTree("new1", "u3")]

    async def test_where_nothing_is_left_behind_there_is_no_request(self, stage: Stage) -> None:
        plan = plan_switch(stage.follower.session, "u1", "a1")
        assert await make_switch(plan, stage.hooks, wish=stage.wish()) == MadeSwitch(None, None)
        assert stage.summarizer.requests == []

    async def test_one_that_is_only_looked_at_is_told_as_well(self, stage: Stage) -> None:
        made = await make_switch(stage.plan, stage.hooks)
        await tell_switched(stage.plan, made, None, stage.hooks)
        assert stage.told == [SessionTree("a1", "u3")]

    async def test_a_refusal(self, stage: Stage) -> None:
        before = stage.tree.bytes
        stage.registry.on("session_before_tree", lambda event: BeforeTreeResult(cancel=True))
        with pytest.raises(SummaryAbortedError, match="A hook stopped the switch"):
            await switch_with_hooks(stage.plan, stage.hooks, stage.saves)
        assert stage.told == []
        assert stage.tree.bytes == before

    async def test_stopping_while_hooks_are_asked(self, stage: Stage) -> None:
        stage.registry.on("session_before_tree", lambda event: event.signal.abort())
        with pytest.raises(SummaryAbortedError):
            await make_switch(stage.plan, stage.hooks, wish=stage.wish())
        assert stage.summarizer.requests == []
