"""When compaction is due, beyond what the recorded scenarios show: sizes, edits, other models, odd reports."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitui.core.auto import Trigger, exceeds_threshold, find_trigger, last_reply
from pitui.core.catalog import Model
from pitui.core.context.projection import project
from pitui.core.settings import CompactionSettings
from tests.builders import Body, Tree, call, usage

MODEL = Model("anthropic", "claude", "Claude", 10_000, 1_000, "this test")
OTHER = replace(MODEL, id="other")
SETTINGS = CompactionSettings(reserve_tokens=2_000, keep_recent_tokens=100)
TOO_LONG: Body = {"stopReason": "error", "errorMessage": "prompt is too long"}
THRESHOLD = Trigger("threshold")
RETRY = Trigger("overflow", will_retry=True)
CUT_SHORT = Trigger("overflow", will_retry=True, cut_short=True)


class Told(Tree):
    """A conversation, and what its last reply calls for."""

    def replies(self, fields: Body, said: Any = "Hi") -> str:
        """A reply with any outcome."""
        base = {"content": [{"type": "text", "text": said}] if isinstance(said, str) else said}
        known = {"provider": "anthropic", "model": "claude", "stopReason": "stop"}
        return self.message("assistant", {**base, **known, **fields}, prefix="a")

    def calls_for(
        self, reply: str | None = None, *, model: Model = MODEL, settings: CompactionSettings = SETTINGS
    ) -> Trigger | None:
        projection = project(self.branch())
        entry = self.session.entry(reply) if reply is not None else last_reply(projection)
        assert entry is not None
        return find_trigger(projection, entry, model, settings)


@pytest.fixture
def told(tmp_path: Path) -> Told:
    told = Told(tmp_path / "session.jsonl")
    told.user()
    return told


class TestSize:
    @pytest.mark.parametrize(("tokens", "due"), [(8_000, None), (8_001, THRESHOLD)])
    def test_a_replys_own_report(self, told: Told, tokens: int, due: Trigger | None) -> None:
        told.assistant(usage=usage(tokens))
        assert told.calls_for() == due

    def test_what_is_said_since_does_not_count(self, told: Told) -> None:
        told.assistant(usage=usage(8_000))
        told.bash("cat", 500)
        assert told.calls_for() is None

    def test_it_counts_between_turns(self, told: Told) -> None:
        told.assistant([call("read")], usage=usage(7_500), stop="toolUse")
        told.result(500)
        assert not exceeds_threshold(project(told.branch()), MODEL, SETTINGS)
        told.result(1)
        assert exceeds_threshold(project(told.branch()), MODEL, SETTINGS)

    def test_a_window_nobody_knows_is_never_too_small_between_turns(self, told: Told) -> None:
        told.assistant(usage=usage(9_000))
        assert not exceeds_threshold(project(told.branch()), replace(MODEL, context_window=0), SETTINGS)

    @pytest.mark.parametrize(
        "outcome",
        [
            {"stopReason": "error", "errorMessage": "400", "usage": usage(9_500)},
            {"stopReason": "aborted", "usage": usage(0)},
            {"stopReason": "aborted"},
            {"usage": {}},
            {"usage": {"totalTokens": "9500"}},
        ],
    )
    @pytest.mark.parametrize(("more", "due"), [(480, None), (501, THRESHOLD)])
    def test_a_reply_without_a_good_report_leaves_it_to_the_last_that_had_one(
        self, told: Told, outcome: Body, more: int, due: Trigger | None
    ) -> None:
        told.assistant(usage=usage(7_500))
        told.user(more)
        told.replies(outcome, "")
        assert told.calls_for() == due

    def test_without_any_report_everything_is_estimated(self, told: Told) -> None:
        told.assistant(7_998)
        assert told.calls_for() is None
        told.user(2)
        told.assistant(0)
        assert told.calls_for() == THRESHOLD

    def test_a_report_from_before_the_compaction_says_nothing(self, told: Told) -> None:
        kept = told.assistant(usage=usage(9_500))
        told.compaction(kept)
        told.replies({"stopReason": "error", "errorMessage": "400"})
        assert told.calls_for() is None

    def test_a_reply_as_old_as_the_compaction_calls_for_nothing(self, told: Told) -> None:
        kept = told.replies({"usage": usage(9_500)})
        told.compaction(kept, timestamp=told.now)
        assert told.calls_for(kept) is None
        after = told.replies({"usage": usage(9_500)})
        assert told.calls_for(after) == THRESHOLD

    def test_an_edit_in_the_context_has_it_estimated(self, told: Told) -> None:
        told.edit("u1", "Hello again")
        told.assistant(usage=usage(9_500))
        told.edit("u1", "Hello once more")
        assert told.calls_for() is None
        told.user(9_000)
        assert told.calls_for() == THRESHOLD

    def test_another_models_report_counts_against_this_models_window(self, told: Told) -> None:
        told.assistant(usage=usage(8_500))
        assert told.calls_for(model=OTHER) == THRESHOLD
        assert told.calls_for(model=replace(OTHER, context_window=20_000)) is None

    def test_switched_off(self, told: Told) -> None:
        told.replies({**TOO_LONG, "usage": usage(9_500)})
        assert told.calls_for(settings=replace(SETTINGS, enabled=False)) is None


class TestOverflow:
    def test_a_refused_reply_is_asked_for_again(self, told: Told) -> None:
        told.replies(TOO_LONG)
        assert told.calls_for() == RETRY
        assert told.calls_for(model=OTHER) is None

    def test_one_that_was_dealt_with_is_not(self, told: Told) -> None:
        reply = told.replies(TOO_LONG)
        told.edit(reply)
        assert told.calls_for(reply) is None
        told.edit(reply, "kept after all")
        assert told.calls_for(reply) == RETRY
        told.entry("context_edit", "e", {"targetId": reply})
        assert told.calls_for(reply) == RETRY

    def test_one_that_was_compacted_away_is_not(self, told: Told) -> None:
        reply = told.replies({**TOO_LONG, "timestamp": ...})
        told.compaction("u1", timestamp=0)
        assert told.calls_for(reply) == RETRY
        told.at(reply)
        told.edit("u1", "Hello again")
        assert told.calls_for(reply) == RETRY
        told.compaction("u1", timestamp=0)
        assert told.calls_for(reply) is None

    def test_a_full_answer_to_what_was_too_long_is_kept(self, told: Told) -> None:
        told.replies({"usage": {"input": 10_001, "cacheRead": 0, "output": 5, "totalTokens": 10_006}})
        assert told.calls_for() == Trigger("overflow")

    def test_an_edit_since_makes_its_report_worthless(self, told: Told) -> None:
        reply = told.replies({"usage": {"input": 10_001, "cacheRead": 0, "output": 5, "totalTokens": 10_006}})
        told.edit("u1", "Hello again")
        assert told.calls_for(reply) is None

    def test_a_reply_cut_before_its_limit_is_asked_for_again(self, told: Told) -> None:
        told.replies({"stopReason": "length", "usage": usage(100, output=999)})
        assert told.calls_for() == CUT_SHORT
        assert told.calls_for(model=replace(MODEL, max_tokens=999)) is None
        assert told.calls_for(model=replace(MODEL, max_tokens=None)) is None

    def test_one_that_is_no_longer_in_the_context_is_not(self, told: Told) -> None:
        reply = told.replies({"stopReason": "length", "usage": usage(100, output=999)})
        told.edit(reply)
        assert told.calls_for(reply) is None

    def test_one_that_filled_the_window_overflowed(self, told: Told) -> None:
        told.replies({"stopReason": "length", "usage": usage(9_900, input=9_900, output=0)})
        assert told.calls_for() == RETRY


class TestLastReply:
    def test_it_is_the_contexts_last(self, told: Told) -> None:
        first = told.assistant()
        second = told.replies(TOO_LONG)
        told.user()
        reply = last_reply(project(told.branch()))
        assert reply is not None
        assert reply.id == second
        told.edit(second)
        reply = last_reply(project(told.branch()))
        assert reply is not None
        assert reply.id == first

    def test_there_may_be_none(self, told: Told) -> None:
        assert last_reply(project(told.branch())) is None
