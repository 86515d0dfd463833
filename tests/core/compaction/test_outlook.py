"""Before and after are the same function over two paths, so nothing can disagree."""

import pytest

from pitui.core.compaction.compact import with_files
from pitui.core.compaction.outlook import ASSUMED_SUMMARY_TOKENS, outlook
from pitui.core.compaction.preparation import CompactionPreparation, prepare_compaction
from pitui.core.context.projection import project
from pitui.core.context.usage import plain_estimate
from pitui.core.operations import Pen, save_compaction
from pitui.core.session.follow import SessionFollower
from pitui.core.settings import CompactionSettings
from tests.builders import Tree, call, usage


def prepared(tree: Tree) -> CompactionPreparation:
    preparation = prepare_compaction(tree.branch(), CompactionSettings(keep_recent_tokens=50))
    assert preparation is not None
    return preparation


@pytest.fixture
def long(tree: Tree) -> Tree:
    tree.system(30)
    tree.user(4000)
    tree.assistant(1000, usage=usage(9000))
    tree.user(100)
    return tree


def test_after_it_comes_the_summary_and_what_is_kept(long: Tree) -> None:
    ahead = outlook(prepared(long))
    assert [message.role for message in ahead.before.messages] == ["system", "user", "assistant", "user"]
    assert [message.role for message in ahead.after.messages] == ["system", "compactionSummary", "user"]


def test_what_is_saved_is_the_difference_of_two_estimates(long: Tree) -> None:
    ahead = outlook(prepared(long))
    assert ahead.saved == plain_estimate(ahead.before) - plain_estimate(ahead.after) == 5000 - 1500
    assert ahead.tokens_before == 9100
    assert ahead.tokens_after == 9100 - 3500


def test_a_report_too_low_to_save_from_leaves_the_plain_estimate(tree: Tree) -> None:
    tree.user(4000)
    tree.assistant(1000, usage=usage(40))
    tree.user(100)
    assert outlook(prepared(tree)).tokens_after == 1500 + 100


class TestTheSummarysSize:
    def test_a_first_one_is_assumed(self, long: Tree) -> None:
        ahead = outlook(prepared(long))
        assert (ahead.summary_tokens, ahead.summary_assumed) == (ASSUMED_SUMMARY_TOKENS, True)

    def test_its_file_lists_are_in_that(self, long: Tree) -> None:
        long.assistant([call("read", path="src/a/rather/long/path.py")])
        long.user(100)
        assert outlook(prepared(long)).summary_tokens == ASSUMED_SUMMARY_TOKENS

    def test_a_later_one_is_taken_to_be_as_long_as_the_last(self, long: Tree) -> None:
        long.compaction("u2", summary=321)
        long.user(100)
        ahead = outlook(prepared(long))
        assert (ahead.summary_tokens, ahead.summary_assumed) == (321, True)

    def test_once_it_exists_it_is_weighed(self, long: Tree) -> None:
        preparation = prepared(long)
        ahead = outlook(preparation, with_files(preparation, "word" * 77, None))
        assert (ahead.summary_tokens, ahead.summary_assumed) == (77, False)
        assert ahead.saved == 5000 - 77


def test_what_is_written_is_what_was_shown(long: Tree) -> None:
    preparation = prepared(long)
    result = with_files(preparation, "## Goal\nAll of it.", None)
    ahead = outlook(preparation, result)
    pen = Pen(now=lambda: 0, new_id=lambda: "draft")
    written = save_compaction(SessionFollower(long.path), long.leaf or "", result, pen)
    projection = project(written.session.branch("draft"))
    assert [message.data for message in projection.messages] == [message.data for message in ahead.after.messages]
    assert plain_estimate(projection) == plain_estimate(ahead.after)
    assert [projected.entry.id for projected in projection.entries] == ["draft", "u2"]
