"""pi's settings: what wins, for which model, and which key is named when a value is wrong."""

import dataclasses

import pytest

from pitui.core.context.usage import should_compact
from pitui.core.errors import SettingsError
from pitui.core.javascript.json import parse
from pitui.core.settings import (
    WHAT_IF,
    BranchSummarySettings,
    CompactionSettings,
    Layer,
    Origin,
    RetrySettings,
    Settings,
    default_model,
    default_provider,
    resolve_branch_summary_settings,
    resolve_compaction_settings,
    resolve_retry_settings,
    session_dir,
    tree_filter_mode,
)


def settings(agent: str = "{}", project: str | None = None, remark: str = "") -> Settings:
    layers = [Layer(parse(agent), Origin("agent", "/home/dev/.pi/agent/settings.json"))]
    if project is not None:
        layers.append(Layer(parse(project), Origin("project", "/shop/.pi/settings.json")))
    return Settings(tuple(layers), remark)


class TestMerging:
    def test_no_file_gives_the_defaults(self) -> None:
        found = resolve_compaction_settings(Settings())
        assert (found.enabled, found.reserve_tokens, found.keep_recent_tokens) == (True, 16384, 20000)
        assert str(found.reserve_tokens_origin) == "default"

    def test_the_project_wins_member_by_member(self) -> None:
        both = settings(
            '{"compaction": {"reserveTokens": 1, "keepRecentTokens": 2}}', '{"compaction": {"reserveTokens": 9}}'
        )
        found = resolve_compaction_settings(both)
        assert (found.reserve_tokens, found.keep_recent_tokens) == (9, 2)
        assert str(found.reserve_tokens_origin) == "project settings"
        assert found.reserve_tokens_origin.file == "/shop/.pi/settings.json"
        assert str(found.keep_recent_tokens_origin) == "agent settings"
        assert str(found.enabled_origin) == "default"

    def test_lists_are_replaced_whole(self) -> None:
        found = settings('{"packages": ["a", "b"]}', '{"packages": ["c"]}').find("packages")
        assert found is not None
        assert found.value == ["c"]

    @pytest.mark.parametrize("value", ["null", "5", '"off"', "[]"])
    def test_what_is_no_object_hides_the_weaker_file_and_has_no_members(self, value: str) -> None:
        both = settings('{"compaction": {"reserveTokens": 1}}', f'{{"compaction": {value}}}')
        assert resolve_compaction_settings(both).reserve_tokens == 16384

    def test_an_object_over_a_plain_value_hides_it(self) -> None:
        both = settings('{"compaction": 5}', '{"compaction": {"reserveTokens": 9}}')
        assert resolve_compaction_settings(both).reserve_tokens == 9

    def test_why_a_project_does_not_count_is_said_with_every_other_origin(self) -> None:
        found = resolve_compaction_settings(settings('{"compaction": {"reserveTokens": 1}}', remark="not trusted"))
        assert str(found.reserve_tokens_origin) == "agent settings (not trusted)"
        assert str(found.keep_recent_tokens_origin) == "default (not trusted)"


class TestOverrides:
    AGENT = """{"compaction": {"reserveTokens": 100, "keepRecentTokens": 200, "modelOverrides": {
        "some/big/model": {"reserveTokens": 400000},
        "x/broken": {"reserveTokens": -1},
        "x/number": 5,
        "x/zero": {"reserveTokens": 0}
    }}}"""

    def test_each_number_falls_back_on_its_own(self) -> None:
        found = resolve_compaction_settings(settings(self.AGENT), "some", "big/model")
        assert (found.reserve_tokens, found.keep_recent_tokens) == (400000, 200)
        assert str(found.reserve_tokens_origin) == "agent settings, override for some/big/model"
        assert str(found.keep_recent_tokens_origin) == "agent settings"

    def test_zero_is_a_value(self) -> None:
        assert resolve_compaction_settings(settings(self.AGENT), "x", "zero").reserve_tokens == 0

    @pytest.mark.parametrize(("provider", "model"), [("Some", "big/model"), ("some", "Big/model"), ("some", "big")])
    def test_keys_are_exact(self, provider: str, model: str) -> None:
        assert resolve_compaction_settings(settings(self.AGENT), provider, model).reserve_tokens == 100

    def test_without_a_model_the_ordinary_values_apply(self) -> None:
        assert resolve_compaction_settings(settings(self.AGENT)).reserve_tokens == 100

    def test_an_agent_override_beats_a_projects_ordinary_value(self) -> None:
        both = settings(self.AGENT, '{"compaction": {"reserveTokens": 7}}')
        assert resolve_compaction_settings(both, "some", "big/model").reserve_tokens == 400000
        assert resolve_compaction_settings(both, "x", "other").reserve_tokens == 7

    def test_a_project_changes_an_override_by_naming_it(self) -> None:
        both = settings(self.AGENT, '{"compaction": {"modelOverrides": {"some/big/model": {"keepRecentTokens": 3}}}}')
        found = resolve_compaction_settings(both, "some", "big/model")
        assert (found.reserve_tokens, found.keep_recent_tokens) == (400000, 3)
        assert str(found.keep_recent_tokens_origin) == "project settings, override for some/big/model"

    def test_a_wrong_override_is_an_error_for_its_model_alone(self) -> None:
        found = settings(self.AGENT)
        with pytest.raises(SettingsError) as wrong:
            resolve_compaction_settings(found, "x", "broken")
        assert wrong.value.sentence == (
            'compaction.modelOverrides["x/broken"].reserveTokens in /home/dev/.pi/agent/settings.json is -1;'
            " it must be a whole number from 0 to 9007199254740991."
        )
        with pytest.raises(SettingsError, match=r'modelOverrides\["x/number"\] .* is 5; it must be an object'):
            resolve_compaction_settings(found, "x", "number")
        assert resolve_compaction_settings(found, "y", "model").reserve_tokens == 100

    def test_a_null_override_is_no_object(self) -> None:
        with pytest.raises(SettingsError, match=r'modelOverrides\["a/b"\]'):
            resolve_compaction_settings(settings('{"compaction": {"modelOverrides": {"a/b": null}}}'), "a", "b")

    @pytest.mark.parametrize("value", ["null", "5", "[]"])
    def test_overrides_that_are_no_object_override_nothing(self, value: str) -> None:
        found = settings(f'{{"compaction": {{"modelOverrides": {value}}}}}')
        assert resolve_compaction_settings(found, "a", "b").reserve_tokens == 16384


class TestNumbers:
    @pytest.mark.parametrize("value", ["-1", '"16k"', "1.5", "true", "null", "9007199254740992", "[]", "1e400"])
    @pytest.mark.parametrize("key", ["reserveTokens", "keepRecentTokens"])
    def test_a_wrong_ordinary_value_is_an_error_even_under_a_valid_override(self, key: str, value: str) -> None:
        found = settings(f'{{"compaction": {{"{key}": {value}, "modelOverrides": {{"a/b": {{"{key}": 1}}}}}}}}')
        with pytest.raises(SettingsError, match=rf"^compaction\.{key} in "):
            resolve_compaction_settings(found, "a", "b")

    @pytest.mark.parametrize(
        ("value", "tokens"),
        [("16384.0", 16384), ("1.6e4", 16000), ("0", 0), ("-0", 0), ("9007199254740991", 9007199254740991)],
    )
    def test_whole_numbers_count_however_they_are_written(self, value: str, tokens: int) -> None:
        found = resolve_compaction_settings(settings(f'{{"compaction": {{"reserveTokens": {value}}}}}'))
        assert found.reserve_tokens == tokens
        assert isinstance(found.reserve_tokens, int)

    def test_a_long_wrong_value_is_shown_cut(self) -> None:
        with pytest.raises(SettingsError) as wrong:
            resolve_compaction_settings(settings(f'{{"compaction": {{"reserveTokens": "{"9" * 500}"}}}}'))
        assert len(wrong.value.sentence) < 200

    @pytest.mark.parametrize(
        ("value", "on"),
        [("true", True), ("false", False), ("0", False), ('""', False), ('"no"', True), ("[]", True), ("null", True)],
    )
    def test_enabled_is_what_javascript_takes_for_true(self, value: str, on: bool) -> None:
        assert resolve_compaction_settings(settings(f'{{"compaction": {{"enabled": {value}}}}}')).enabled is on


class TestThreshold:
    """The reserve decides when compaction runs by itself: strictly above window minus reserve."""

    @pytest.mark.parametrize(
        ("reserve", "tokens", "due"),
        [(16384, 111616, False), (16384, 111617, True), (0, 128000, False), (200000, 0, True), (200000, -72000, False)],
    )
    def test_the_boundary_itself_is_not_past_it(self, reserve: int, tokens: int, due: bool) -> None:
        found = resolve_compaction_settings(settings(f'{{"compaction": {{"reserveTokens": {reserve}}}}}'))
        assert should_compact(tokens, 128000, enabled=found.enabled, reserve_tokens=found.reserve_tokens) is due

    def test_it_never_is_when_switched_off(self) -> None:
        found = resolve_compaction_settings(settings('{"compaction": {"enabled": false}}'))
        assert not should_compact(10**9, 1, enabled=found.enabled, reserve_tokens=found.reserve_tokens)


class TestWhatIf:
    def test_a_field_can_be_replaced_with_its_origin(self) -> None:
        found = dataclasses.replace(CompactionSettings(), reserve_tokens=5, reserve_tokens_origin=WHAT_IF)
        assert (found.reserve_tokens, str(found.reserve_tokens_origin)) == (5, "what if")

    def test_origins_do_not_make_settings_differ(self) -> None:
        from_file = resolve_compaction_settings(settings('{"compaction": {"reserveTokens": 16384}}'))
        assert from_file == CompactionSettings()
        assert hash(from_file) == hash(CompactionSettings())


class TestOtherSettings:
    def test_defaults(self) -> None:
        assert resolve_branch_summary_settings(Settings()) == BranchSummarySettings(16384, False)
        assert resolve_retry_settings(Settings()) == RetrySettings(True, 3, 2.0, 60.0)
        assert tree_filter_mode(Settings()) == "default"
        assert (session_dir(Settings()), default_provider(Settings()), default_model(Settings())) == (None, None, None)

    def test_branch_settings_know_no_overrides(self) -> None:
        found = settings(
            '{"branchSummary": {"reserveTokens": 500, "skipPrompt": true},'
            ' "compaction": {"modelOverrides": {"a/b": {"reserveTokens": 1}}}}'
        )
        branch = resolve_branch_summary_settings(found)
        assert (branch.reserve_tokens, branch.skip_prompt) == (500, True)
        assert str(branch.skip_prompt_origin) == "agent settings"

    @pytest.mark.parametrize(("value", "tokens"), [("-5", -5), ("10.2", 11), ("null", 16384)])
    def test_branch_reserve_is_any_number(self, value: str, tokens: int) -> None:
        found = resolve_branch_summary_settings(settings(f'{{"branchSummary": {{"reserveTokens": {value}}}}}'))
        assert found.reserve_tokens == tokens

    @pytest.mark.parametrize("value", ['"16k"', "true", "[]", "1e400", "1" + "0" * 400])
    def test_a_branch_reserve_that_is_no_number_is_an_error(self, value: str) -> None:
        with pytest.raises(SettingsError, match=r"^branchSummary\.reserveTokens in "):
            resolve_branch_summary_settings(settings(f'{{"branchSummary": {{"reserveTokens": {value}}}}}'))

    def test_retries_are_in_seconds_and_double_up_to_the_longest(self) -> None:
        found = resolve_retry_settings(settings('{"retry": {"maxRetries": 9, "baseDelayMs": 500}}'))
        assert (found.enabled, found.max_retries) == (True, 9)
        assert [found.delay(repeat) for repeat in (1, 2, 3, 8, 5000)] == [0.5, 1.0, 2.0, 60.0, 60.0]

    def test_the_longest_delay_is_the_agents_not_the_providers(self) -> None:
        found = resolve_retry_settings(
            settings('{"retry": {"enabled": false, "maxAgentDelayMs": 1000, "provider": {"maxRetryDelayMs": 5}}}')
        )
        assert (found.enabled, found.max_delay) == (False, 1.0)

    @pytest.mark.parametrize(
        ("value", "mode"), [('"no-tools"', "no-tools"), ('"all"', "all"), ('"weird"', "default"), ("[]", "default")]
    )
    def test_an_unknown_tree_filter_is_the_default_one(self, value: str, mode: str) -> None:
        assert tree_filter_mode(settings(f'{{"treeFilterMode": {value}}}')) == mode

    def test_texts(self) -> None:
        found = settings('{"sessionDir": "~/s", "defaultProvider": "anthropic", "defaultModel": ""}')
        assert session_dir(found) == "~/s"
        assert default_provider(found) == "anthropic"
        assert default_model(found) is None

    def test_a_session_dir_that_is_no_text_is_an_error(self) -> None:
        with pytest.raises(SettingsError, match=r"^sessionDir in .* is 5; it must be a text"):
            session_dir(settings('{"sessionDir": 5}'))
