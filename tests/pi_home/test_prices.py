"""litellm's price file: found without importing litellm, and its absence said aloud."""

import json
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from pitui.core.catalog import Cost, ModelSources, find_model
from pitui.pi_home import prices


def test_the_installed_file_is_found_and_litellm_is_not_imported() -> None:
    code = (
        "import sys; from pitui.pi_home import load; from pathlib import Path;"
        "model = load(Path('/no/such/agent/dir')).model('openai', 'gpt-4o');"
        "print(model.context_window, model.max_tokens, model.cost, 'litellm' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    cost = Cost(input=2.5, output=10.0, cache_read=1.25, cache_write=0.0)
    assert done.stdout.strip() == f"128000 16384 {cost} False"


def test_entries_are_read_when_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "prices.json"
    file.write_text(json.dumps({"m": {"max_input_tokens": 5}, "list": [1]}))
    found = prices.read_price_map(file)
    assert (found.find("m"), found.find("list"), found.find("none")) == ({"max_input_tokens": 5}, None, None)
    assert found.problem == ""


@pytest.mark.parametrize("content", [None, b"{", b"[]", b"\xff"])
def test_a_file_that_cannot_be_read_is_said_by_the_model(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "prices.json"
    if content is not None:
        file.write_bytes(content)
    model = find_model("openai", "gpt-4o", ModelSources(prices=lambda: prices.read_price_map(file)))
    assert (model.context_window, model.assumed) == (128000, True)
    assert model.origin.startswith("assumed: litellm's price file cannot be read")


@pytest.mark.parametrize("spec", [None, ModuleSpec("litellm", None)])
def test_without_litellm_that_is_said(monkeypatch: pytest.MonkeyPatch, spec: ModuleSpec | None) -> None:
    monkeypatch.setattr(prices, "find_spec", lambda name: spec)
    # Past its cache, which holds what is installed.
    assert prices.price_map.__wrapped__().problem == "litellm is not installed"
