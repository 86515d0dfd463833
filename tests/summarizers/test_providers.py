"""pi's models and the way to each: litellm's name, the address, the host that is shown, the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitui.core.catalog import Model
from pitui.summarizers import clouds
from pitui.summarizers.auth import Credentials
from pitui.summarizers.providers import EXPLAINED, PROVIDERS, find_route
from pitui.summarizers.route import Key, Route, RouteError, host_of


def model(provider: str, model_id: str = "m", **fields: object) -> Model:
    return Model(provider, model_id, model_id, 128_000, None, "a test", **fields)  # type: ignore[arg-type]


def route(wanted: Model, **environ: str) -> Route:
    return find_route(wanted, Credentials(environ))


@pytest.mark.parametrize("provider", [name for name in PROVIDERS if name != "ollama"])
def test_every_known_provider_is_reached_with_its_variable_and_not_without(provider: str) -> None:
    known = PROVIDERS[provider]
    found = route(model(provider, "some/model:x"), **{known.variables[0]: "key"})
    assert found.model == f"{known.prefix}/some/model:x"
    assert found.label == f"{provider}/some/model:x"
    assert found.key == Key("key", known.variables[0])
    assert found.api_base is not None
    assert found.api_base.startswith("https://")
    assert found.host == host_of(found.api_base)
    assert not found.own
    with pytest.raises(RouteError, match=known.variables[0]):
        route(model(provider))


def test_the_address_is_litellms_while_pis_stays_the_same() -> None:
    catalogued = model("mistral", api="mistral-conversations", base_url="https://api.mistral.ai")
    assert route(catalogued, MISTRAL_API_KEY="k").api_base == "https://api.mistral.ai/v1"
    proxied = model("mistral", api="mistral-conversations", base_url="https://proxy.example")
    assert route(proxied, MISTRAL_API_KEY="k").api_base == "https://proxy.example/v1"
    assert route(proxied, MISTRAL_API_KEY="k").model == "mistral/m"


@pytest.mark.parametrize(
    ("api", "name"),
    [
        (None, "openai/m"),
        ("openai-completions", "openai/m"),
        ("openai-responses", "openai/responses/m"),
        ("anthropic-messages", "anthropic/m"),
        ("google-generative-ai", "gemini/m"),
    ],
)
def test_a_model_of_ones_own_speaks_what_models_json_says(api: str | None, name: str) -> None:
    own = model("house", api=api, base_url="https://llm.house.example/v1", api_key_form="$HOUSE", headers={"x-a": "$A"})
    found = route(own, HOUSE="k", A="1")
    assert (found.model, found.host) == (name, "llm.house.example")
    assert found.api_base == "https://llm.house.example/v1"
    assert found.key == Key("k", "models.json")
    assert found.headers == {"x-a": "1"}
    assert found.own


def test_ollama_is_where_it_always_is() -> None:
    found = route(model("ollama", "qwen"))
    assert (found.model, found.api_base, found.host) == ("openai/qwen", "http://localhost:11434/v1", None)
    assert found.own


def test_a_known_provider_may_serve_a_model_elsewhere() -> None:
    found = route(
        model("fireworks", api="anthropic-messages", base_url="https://api.fireworks.ai/inference"),
        FIREWORKS_API_KEY="k",
    )
    assert (found.model, found.api_base) == ("anthropic/m", "https://api.fireworks.ai/inference")


@pytest.mark.parametrize("base", ["http://localhost:11434/v1", "http://127.0.0.1:8080", "http://[::1]:80/v1"])
def test_a_server_on_this_machine_needs_no_key_and_has_no_host(base: str) -> None:
    found = route(model("house", base_url=base))
    assert (found.host, found.key, found.credential) == (None, None, "none needed")
    assert route(model("house", base_url=base, api_key_form="k")).key == Key("k", "models.json")


@pytest.mark.parametrize(
    ("wanted", "word"),
    [
        *((model(name), "choose another model") for name in EXPLAINED),
        (model("nobody"), "does not know the provider nobody"),
        (model("house", api="pi-messages", base_url="https://h.example"), "speaks pi-messages"),
        (model("house", base_url="https://h.example"), "apiKey in models.json"),
        (model("azure"), "AZURE_OPENAI_BASE_URL"),
        (model("amazon-bedrock"), "AWS_BEARER_TOKEN_BEDROCK"),
        (model("google-vertex"), "gcloud auth"),
    ],
)
def test_no_way_is_explained(wanted: Model, word: str) -> None:
    with pytest.raises(RouteError, match=word):
        route(wanted)


def test_bedrock_takes_the_credentials_aws_would_find() -> None:
    found = route(model("amazon-bedrock", "anthropic.claude-x"), AWS_PROFILE="work", AWS_REGION="eu-west-1")
    assert (found.model, found.host) == ("bedrock/anthropic.claude-x", "bedrock-runtime.eu-west-1.amazonaws.com")
    assert found.options == {"aws_region_name": "eu-west-1", "aws_profile_name": "work"}
    assert (found.key, found.credential) == (None, "AWS_PROFILE")
    assert route(model("amazon-bedrock"), AWS_BEARER_TOKEN_BEDROCK="t").key == Key("t", "AWS_BEARER_TOKEN_BEDROCK")


def test_azure_names_deployments() -> None:
    environ = {
        "AZURE_OPENAI_API_KEY": "k",
        "AZURE_OPENAI_BASE_URL": "https://us.openai.azure.com/openai/v1/",
        "AZURE_OPENAI_DEPLOYMENT_NAME_MAP": "gpt-x=mine, gpt-y = other",
    }
    found = route(model("azure", "gpt-y"), **environ)
    assert (found.model, found.api_base) == ("azure/other", "https://us.openai.azure.com")
    assert found.options == {"api_version": "v1"}
    assert route(model("azure-openai-responses", "gpt-z"), **environ).model == "azure/gpt-z"


@pytest.mark.parametrize("installed", [True, False])
def test_vertex_needs_credentials_and_googles_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    file = tmp_path / "adc.json"
    file.write_text("{}")
    monkeypatch.setattr(clouds, "find_spec", lambda _: object() if installed else None)
    environ = {
        "GOOGLE_CLOUD_PROJECT": "p",
        "GOOGLE_CLOUD_LOCATION": "global",
        "GOOGLE_APPLICATION_CREDENTIALS": str(file),
    }
    if installed:
        found = route(model("google-vertex"), **environ)
        assert (found.model, found.host) == ("vertex_ai/m", "aiplatform.googleapis.com")
        assert found.options["vertex_credentials"] == str(file)
    else:
        with pytest.raises(RouteError, match="google-auth"):
            route(model("google-vertex"), **environ)
