"""Requests for summaries, exactly as they are sent."""

import pytest

from pitui.core.session.messages import Message
from pitui.core.summary import prompts
from pitui.core.summary.request import branch_request, history_request, turn_prefix_request

SAID = (Message({"role": "user", "content": "Do it."}),)
CONVERSATION = "<conversation>\n[User]: Do it.\n</conversation>\n\n"
HEADINGS = ["## Goal", "## Constraints & Preferences", "## Progress", "### Done", "### In Progress", "### Blocked"]
HEADINGS += ["## Key Decisions", "## Next Steps", "## Critical Context"]


def headings(prompt: str) -> list[str]:
    return [line for line in prompt.splitlines() if line.startswith("#")]


def test_a_first_history_asks_for_the_format() -> None:
    request = history_request(SAID, reserve_tokens=1000)
    assert request.purpose == "history"
    assert request.prompt == CONVERSATION + prompts.HISTORY
    assert headings(request.prompt) == HEADINGS
    assert request.system_prompt == prompts.SYSTEM


def test_a_later_one_brings_the_earlier_summary_up_to_date() -> None:
    request = history_request(SAID, reserve_tokens=1000, previous_summary="OLD")
    assert request.prompt == f"{CONVERSATION}<previous-summary>\nOLD\n</previous-summary>\n\n{prompts.UPDATE}"
    assert headings(request.prompt) == HEADINGS


def test_an_empty_earlier_summary_is_none() -> None:
    assert history_request(SAID, reserve_tokens=1000, previous_summary="").prompt == CONVERSATION + prompts.HISTORY


def test_a_turn_prefix_has_a_format_of_its_own() -> None:
    request = turn_prefix_request(SAID, reserve_tokens=1000)
    assert request.purpose == "turn prefix"
    assert headings(request.prompt) == ["## Original Request", "## Early Progress", "## Context for Suffix"]


def test_a_branch_asks_for_the_format_too() -> None:
    request = branch_request(SAID)
    assert request.purpose == "branch"
    assert request.prompt == CONVERSATION + prompts.BRANCH
    assert headings(request.prompt) == HEADINGS


class TestInstructions:
    def test_they_are_an_additional_focus(self) -> None:
        focus = "\n\nAdditional focus: the tests"
        assert history_request(SAID, reserve_tokens=9, instructions="the tests").prompt.endswith(focus)
        assert turn_prefix_request(SAID, reserve_tokens=9, instructions="the tests").prompt.endswith(focus)
        assert branch_request(SAID, instructions="the tests").prompt == f"{CONVERSATION}{prompts.BRANCH}{focus}"

    def test_or_the_whole_task_of_a_branch(self) -> None:
        request = branch_request(SAID, instructions="Only names.", replace_instructions=True)
        assert request.prompt == f"{CONVERSATION}Only names."

    @pytest.mark.parametrize("nothing", [None, ""])
    def test_without_any_there_is_nothing_to_replace_with(self, nothing: str | None) -> None:
        request = branch_request(SAID, instructions=nothing, replace_instructions=True)
        assert request.prompt == CONVERSATION + prompts.BRANCH


class TestCap:
    @pytest.mark.parametrize(
        ("reserve", "limit", "history", "prefix"),
        [
            (16_384, None, 13_107, 8192),
            (16_384, 4096, 4096, 4096),
            (16_384, 10_000, 10_000, 8192),
            (11, None, 8, 5),
            (0, None, 1, 1),
            (0, 4096, 1, 1),
        ],
    )
    def test_a_share_of_the_reserve_within_the_models_limit(
        self, reserve: int, limit: int | None, history: int, prefix: int
    ) -> None:
        assert history_request(SAID, reserve_tokens=reserve, model_max_tokens=limit).max_tokens == history
        assert turn_prefix_request(SAID, reserve_tokens=reserve, model_max_tokens=limit).max_tokens == prefix

    @pytest.mark.parametrize(("limit", "cap"), [(None, 4096), (8192, 4096), (1000, 1000)])
    def test_a_branch_has_its_own(self, limit: int | None, cap: int) -> None:
        assert branch_request(SAID, model_max_tokens=limit).max_tokens == cap


def test_commands_and_summaries_are_told_as_the_model_gets_them() -> None:
    said = [
        Message({"role": "bashExecution", "command": "ls", "output": "a.py"}),
        Message({"role": "bashExecution", "command": "secret", "output": "", "excludeFromContext": True}),
        Message({"role": "branchSummary", "summary": "Tried it."}),
    ]
    prompt = history_request(said, reserve_tokens=1000).prompt
    assert prompt.startswith("<conversation>\n[User]: Ran `ls`\n```\na.py\n```\n\n[User]: The following is a summary")
    assert "secret" not in prompt


def test_thinking_is_told_unless_it_is_not_wanted() -> None:
    said = [Message({"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm."}]})]
    assert "[Assistant thinking]: Hm." in history_request(said, reserve_tokens=1000).prompt
    for request in (
        history_request(said, reserve_tokens=1000, include_thinking=False),
        turn_prefix_request(said, reserve_tokens=1000, include_thinking=False),
        branch_request(said, include_thinking=False),
    ):
        assert "Hm." not in request.prompt
