"""What the model sees from a leaf: which entries make the context, and the messages each of them gives."""

import pytest

from pitui.core.context.projection import project
from tests.builders import START, Tree, ids


def context(tree: Tree, leaf: str | None = None) -> list[str]:
    return ids(projected.entry for projected in project(tree.branch(leaf)).entries)


def roles(tree: Tree) -> dict[str, tuple[str, ...]]:
    return {projected.entry.id: projected.roles for projected in project(tree.branch()).entries}


class TestSelection:
    def test_without_a_compaction_the_whole_path(self, tree: Tree) -> None:
        tree.user()
        tree.label("u1", "mark")
        tree.assistant()
        assert context(tree) == ["u1", "l1", "a1"]

    def test_the_compaction_comes_first_then_what_it_keeps_then_what_follows(self, tree: Tree) -> None:
        tree.user()
        tree.assistant()
        tree.user()
        tree.compaction("a1")
        tree.user()
        assert context(tree) == ["c1", "a1", "u2", "u3"]

    def test_system_messages_are_not_kept_but_those_after_it_are(self, tree: Tree) -> None:
        tree.user()
        tree.system("kept no longer")
        tree.label("u1", "mark")
        tree.compaction("u1")
        tree.system("newer")
        assert context(tree) == ["c1", "u1", "l1", "s2"]

    def test_only_the_last_compaction_counts(self, tree: Tree) -> None:
        tree.user()
        tree.compaction("u1")
        tree.user()
        tree.compaction("u2")
        assert context(tree) == ["c2", "u2"]

    def test_an_older_one_in_the_kept_range_is_there_and_silent(self, tree: Tree) -> None:
        tree.user()
        tree.compaction("u1")
        tree.user()
        tree.compaction("u1")
        assert roles(tree) == {"c2": ("compactionSummary",), "u1": ("user",), "c1": (), "u2": ("user",)}

    @pytest.mark.parametrize("kept", ["zzz", "c1", "u2", None])
    def test_what_is_not_before_it_on_the_path_keeps_nothing(self, tree: Tree, kept: str | None) -> None:
        tree.user()
        tree.compaction(kept)
        tree.user()
        assert context(tree) == ["c1", "u2"]

    def test_an_id_of_another_branch_keeps_nothing(self, tree: Tree) -> None:
        tree.user()
        tree.assistant()
        tree.at("u1").assistant()
        tree.compaction("a1")
        tree.user()
        assert context(tree) == ["c1", "u2"]

    def test_a_compaction_on_another_branch_does_not_count(self, tree: Tree) -> None:
        tree.user()
        tree.assistant()
        tree.compaction("a1")
        tree.at("a1").user()
        assert context(tree) == ["u1", "a1", "u2"]

    def test_nothing_from_nowhere(self) -> None:
        projection = project([])
        assert (list(projection.entries), projection.model, projection.thinking_level) == ([], None, "off")


class TestMessages:
    def test_each_kind_gives_its_own(self, tree: Tree) -> None:
        tree.system()
        tree.user()
        tree.assistant()
        tree.result()
        tree.bash()
        tree.custom_message()
        tree.branch_summary()
        tree.message("alien", {"content": "?"})
        for silent in (tree.model, tree.thinks, tree.custom, tree.name, tree.spent, tree.label):
            silent(*{"spent": [{}], "name": ["N"], "label": ["u1"]}.get(silent.__name__, []))
        assert [given for given in roles(tree).values() if given] == [
            ("system",),
            ("user",),
            ("assistant",),
            ("toolResult",),
            ("bashExecution",),
            ("custom",),
            ("branchSummary",),
            ("alien",),
        ]

    def test_a_compaction_gives_its_system_message_then_its_summary(self, tree: Tree) -> None:
        tree.compaction(summary="S", systemMessage={"role": "system", "content": "P", "timestamp": 5})
        (projected,) = project(tree.branch()).entries
        system, summary = projected.messages
        assert system.data == {"role": "system", "content": "P", "timestamp": 5}
        assert summary.data == {
            "role": "compactionSummary",
            "summary": "S",
            "tokensBefore": 999,
            "timestamp": START + 60_000,
        }

    def test_an_empty_summary_is_one_of_a_compaction_and_none_of_a_branch(self, tree: Tree) -> None:
        tree.compaction(summary="")
        tree.branch_summary(summary="")
        assert roles(tree) == {"c1": ("compactionSummary",), "bs1": ()}

    def test_a_message_without_a_time_has_none(self, tree: Tree) -> None:
        tree.custom_message(timestamp=...)
        tree.custom_message(timestamp=None)
        first, second = project(tree.branch()).messages
        assert first.data["timestamp"] != first.data["timestamp"]
        assert second.data["timestamp"] == 0

    @pytest.mark.parametrize(("role", "content"), [("system", ""), ("user", []), ("assistant", []), ("toolResult", [])])
    @pytest.mark.parametrize("nothing", [None, ...])
    def test_no_content_is_empty_content(self, tree: Tree, role: str, content: object, nothing: object) -> None:
        """https://github.com/earendil-works/pi/issues/7159"""
        tree.message(role, {"content": nothing})
        (message,) = project(tree.branch()).messages
        assert message.content == content

    @pytest.mark.parametrize("body", [..., None, "text", 5, []])
    def test_an_entry_without_a_message_gives_none(self, tree: Tree, body: object) -> None:
        tree.user()
        tree.entry("message", "m", {"message": body})
        assert roles(tree) == {"u1": ("user",), "m1": ()}


class TestSettings:
    def test_the_last_word_counts(self, tree: Tree) -> None:
        tree.user()
        tree.model("openai", "gpt")
        tree.thinks("low")
        tree.thinks("high")
        assert (project(tree.branch()).model, project(tree.branch()).thinking_level) == (("openai", "gpt"), "high")
        tree.assistant()
        assert project(tree.branch()).model == ("anthropic", "claude")

    def test_also_what_a_compaction_put_away(self, tree: Tree) -> None:
        tree.model("openai", "gpt")
        tree.thinks("low")
        tree.user()
        tree.compaction("u1")
        assert (project(tree.branch()).model, project(tree.branch()).thinking_level) == (("openai", "gpt"), "low")

    def test_a_failed_reply_names_its_model_too(self, tree: Tree) -> None:
        tree.model("openai", "gpt")
        tree.assistant(stop="error")
        assert project(tree.branch()).model == ("anthropic", "claude")
