"""Who writes, and the sentence that says why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitui.core.catalog import Cost, Model
from pitui.core.errors import SummaryError
from pitui.summarizers.choose import Choice, choose
from pitui.summarizers.model_worker import ModelWorker

SESSION = ("anthropic", "claude-x")


def find(provider: str, model_id: str) -> Model:
    return Model(provider, model_id, model_id, 200_000, 64_000, "a test", cost=Cost(3.0, 15.0))


def chosen(
    model: Any, requested: str, *, agent_dir: Path = Path("/nonexistent"), offline: bool = False, **environ: str
) -> Choice:
    return choose(
        model, requested, find=find, agent_dir=agent_dir, environ=environ, worker=ModelWorker(), offline=offline
    )


def test_the_sessions_model_writes_when_its_key_is_found() -> None:
    summarizer, reason = chosen(SESSION, "session", ANTHROPIC_API_KEY="secret-key")
    assert reason == "anthropic/claude-x, the session's model; key from ANTHROPIC_API_KEY."
    destination = summarizer.destination
    assert (destination.label, destination.host) == ("anthropic/claude-x", "api.anthropic.com")
    assert destination.model_max_tokens == 64_000
    assert destination.cost_per_token == pytest.approx((3e-6, 15e-6))


def test_without_a_key_the_outline_writes_and_says_why() -> None:
    summarizer, reason = chosen(SESSION, "session")
    assert summarizer.destination.host is None
    assert "No key for anthropic" in reason
    assert "ANTHROPIC_API_KEY" in reason


@pytest.mark.parametrize("model", [None, (None, None), ("anthropic", None), ("", "x"), (1, {"a": 2})])
def test_a_session_without_a_model_gets_the_outline(model: Any) -> None:
    summarizer, reason = chosen(model, "session", ANTHROPIC_API_KEY="k")
    assert summarizer.destination.label == "offline outline"
    assert "names no model" in reason


def test_the_outline_can_be_asked_for() -> None:
    assert chosen(SESSION, "outline", ANTHROPIC_API_KEY="k").summarizer.destination.host is None


def test_another_model_can_be_asked_for_by_name() -> None:
    summarizer, reason = chosen(SESSION, "openrouter/acme/big", OPENROUTER_API_KEY="k")
    assert summarizer.destination.host == "openrouter.ai"
    assert reason.startswith("openrouter/acme/big, asked for by name;")


@pytest.mark.parametrize("requested", ["groq/llama", "nobody/x", "openai-codex/gpt", "gpt", "/x", "x/", ""])
def test_a_name_that_cannot_be_honoured_is_refused_not_replaced(requested: str) -> None:
    with pytest.raises(SummaryError):
        chosen(SESSION, requested, ANTHROPIC_API_KEY="k")


@pytest.mark.parametrize("requested", ["session", "outline", "groq/llama"])
def test_offline_means_the_outline(requested: str) -> None:
    summarizer, reason = chosen(SESSION, requested, offline=True, ANTHROPIC_API_KEY="k", GROQ_API_KEY="k")
    assert summarizer.destination.host is None
    assert reason.startswith("Offline")


def test_pis_stored_key_is_used(tmp_path: Path) -> None:
    (tmp_path / "auth.json").write_text('{"anthropic": {"type": "api_key", "key": "k"}}')
    assert chosen(SESSION, "session", agent_dir=tmp_path).reason.endswith("key from auth.json.")


def test_a_broken_auth_json_leaves_the_outline_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "auth.json").write_text("{")
    summarizer, reason = chosen(SESSION, "session", agent_dir=tmp_path, ANTHROPIC_API_KEY="k")
    assert summarizer.destination.host is None
    assert "auth.json is not JSON" in reason
    assert chosen(SESSION, "outline", agent_dir=tmp_path).reason == "The outline was asked for; no model is involved."
