"""What is known of a model: which file is believed, what is assumed, and that secrets stay out of sight."""

import pytest

from pitui.core.catalog import Cost, ModelSources, PriceMap, faults_in_models_json, find_model
from pitui.core.javascript.json import JsonObject

LITELLM: dict[str, JsonObject] = {
    "claude-sonnet-4-5": {
        "max_input_tokens": 200000,
        "max_output_tokens": 64000,
        "input_cost_per_token": 3e-06,
        "output_cost_per_token": 1.5e-05,
        "cache_read_input_token_cost": 3e-07,
        "cache_creation_input_token_cost": 3.75e-06,
        "supports_reasoning": True,
    },
    "openrouter/qwen/qwen3": {"max_input_tokens": 40000, "max_tokens": 8000},
    "gemini/gemini-2.5-pro": {"max_input_tokens": 1048576, "max_output_tokens": 65535},
    "groq/llama": {"max_input_tokens": 131072.0, "max_output_tokens": 32768},
    "no-window": {"input_cost_per_token": 1e-06, "output_cost_per_token": 1e-06},
    "text-window": {"max_input_tokens": "max input tokens, if the provider specifies it"},
}


def sources(models_json: JsonObject | None = None, models_store: JsonObject | None = None) -> ModelSources:
    return ModelSources(models_json or {}, models_store or {}, lambda: PriceMap(LITELLM.get))


def provider(name: str, /, **fields: object) -> JsonObject:
    return {"providers": {name: fields}}


def stored(name: str, /, **fields: object) -> JsonObject:
    return {name: {"models": [{"id": "m", "provider": name, "contextWindow": 50000, "maxTokens": 9000, **fields}]}}


class TestUsersOwnModels:
    def test_silence_means_pis_defaults(self) -> None:
        model = find_model("ollama", "qwen:7b", sources(provider("ollama", models=[{"id": "qwen:7b"}])))
        assert (model.context_window, model.max_tokens, model.assumed) == (128000, 16384, False)
        assert (model.name, model.reasoning, model.cost, model.origin) == ("qwen:7b", False, None, "models.json")

    def test_the_model_speaks_before_its_provider(self) -> None:
        model = find_model(
            "ollama",
            "q",
            sources(
                provider(
                    "ollama",
                    baseUrl="http://localhost:11434/v1",
                    api="openai-completions",
                    apiKey="$OLLAMA_KEY",
                    headers={"x-a": "provider", "x-b": "provider"},
                    models=[
                        {
                            "id": "q",
                            "name": "Q",
                            "api": "openai-responses",
                            "reasoning": True,
                            "contextWindow": 32768,
                            "maxTokens": 4096,
                            "headers": {"x-b": "model"},
                            "cost": {"input": 1, "output": 2, "cacheRead": 0.1, "cacheWrite": 1.25},
                        }
                    ],
                )
            ),
        )
        assert (model.name, model.api, model.base_url) == ("Q", "openai-responses", "http://localhost:11434/v1")
        assert (model.context_window, model.max_tokens, model.reasoning) == (32768, 4096, True)
        assert model.headers == {"x-a": "provider", "x-b": "model"}
        assert model.api_key_form == "$OLLAMA_KEY"
        assert model.cost == Cost(1, 2, 0.1, 1.25)

    def test_keys_and_headers_are_not_shown(self) -> None:
        entry = provider("p", apiKey="sk-secret-1", headers={"authorization": "sk-secret-2"}, models=[{"id": "m"}])
        assert "sk-secret" not in repr(find_model("p", "m", sources(entry)))

    def test_a_definition_replaces_what_was_fetched_but_its_connection(self) -> None:
        store = stored("openrouter", api="openai-completions", baseUrl="https://o", reasoning=True, name="Fetched")
        model = find_model("openrouter", "m", sources(provider("openrouter", models=[{"id": "m"}]), store))
        assert (model.context_window, model.max_tokens, model.name, model.reasoning) == (128000, 16384, "m", False)
        assert (model.api, model.base_url) == ("openai-completions", "https://o")

    def test_a_new_model_speaks_as_its_providers_fetched_ones(self) -> None:
        store = stored("openrouter", api="openai-completions", baseUrl="https://o")
        model = find_model("openrouter", "new", sources(provider("openrouter", models=[{"id": "new"}]), store))
        assert (model.api, model.base_url) == ("openai-completions", "https://o")

    def test_of_two_definitions_the_last_counts(self) -> None:
        entry = provider("p", models=[{"id": "m", "contextWindow": 1000}, {"id": "m", "contextWindow": 2000}])
        assert find_model("p", "m", sources(entry)).context_window == 2000

    def test_other_models_of_the_provider_are_not_user_defined(self) -> None:
        model = find_model("anthropic", "claude-sonnet-4-5", sources(provider("anthropic", models=[{"id": "other"}])))
        assert model.context_window == 200000


class TestOverrides:
    def test_fields_change_one_by_one_and_prices_too(self) -> None:
        override = {"contextWindow": 1000000, "cost": {"output": 20}, "headers": {"x": "y"}}
        entry = provider("anthropic", modelOverrides={"claude-sonnet-4-5": override})
        model = find_model("anthropic", "claude-sonnet-4-5", sources(entry))
        assert (model.context_window, model.max_tokens, model.reasoning) == (1000000, 64000, True)
        assert model.cost == Cost(3.0, 20, 0.3, 3.75)
        assert model.headers == {"x": "y"}
        assert model.origin == "litellm's price file, claude-sonnet-4-5, changed in models.json"

    def test_an_override_lies_over_fetched_and_defined_models(self) -> None:
        entry = provider("p", models=[{"id": "d"}], modelOverrides={"d": {"maxTokens": 5}, "m": {"maxTokens": 6}})
        found = sources(entry, stored("p"))
        assert (find_model("p", "d", found).context_window, find_model("p", "d", found).max_tokens) == (128000, 5)
        assert (find_model("p", "m", found).context_window, find_model("p", "m", found).max_tokens) == (50000, 6)

    def test_a_window_given_for_an_unknown_model_is_not_assumed(self) -> None:
        model = find_model("p", "m", sources(provider("p", modelOverrides={"m": {"contextWindow": 777}})))
        assert (model.context_window, model.assumed, model.origin) == (777, False, "models.json")

    def test_other_changes_leave_the_window_assumed(self) -> None:
        model = find_model("p", "m", sources(provider("p", modelOverrides={"m": {"maxTokens": 777}})))
        assert (model.context_window, model.max_tokens, model.assumed) == (128000, 777, True)

    def test_an_override_cannot_move_a_model(self) -> None:
        entry = provider("p", modelOverrides={"m": {"baseUrl": "https://elsewhere", "name": "N"}})
        model = find_model("p", "m", sources(entry, stored("p", baseUrl="https://home")))
        assert (model.base_url, model.name) == ("https://home", "N")

    def test_fetched_headers_stay_under_an_overrides(self) -> None:
        entry = provider("p", modelOverrides={"m": {"headers": {"b": "2"}}})
        assert find_model("p", "m", sources(entry, stored("p", headers={"a": "1"}))).headers == {"a": "1", "b": "2"}


class TestFetchedModels:
    def test_they_come_before_the_price_file(self) -> None:
        store = {"anthropic": {"models": [{"id": "claude-sonnet-4-5", "contextWindow": 1000000, "maxTokens": 1}]}}
        model = find_model("anthropic", "claude-sonnet-4-5", sources(models_store=store))
        assert (model.context_window, model.max_tokens, model.origin) == (1000000, 1, "models-store.json")

    def test_a_provider_may_be_moved(self) -> None:
        model = find_model("p", "m", sources(provider("p", baseUrl="https://proxy"), stored("p", baseUrl="https://p")))
        assert (model.base_url, model.context_window) == ("https://proxy", 50000)

    @pytest.mark.parametrize("fields", [{"type": "image"}, {"type": "classifier"}, {"provider": "other"}])
    def test_only_the_providers_chat_models_count(self, fields: dict[str, str]) -> None:
        assert find_model("p", "m", sources(models_store=stored("p", **fields))).assumed

    @pytest.mark.parametrize("store", [{"p": None}, {"p": {"models": 5}}, {"p": {"models": [5, None]}}, {"p": []}])
    def test_a_strange_store_knows_nothing(self, store: JsonObject) -> None:
        assert find_model("p", "m", sources(models_store=store)).assumed

    def test_a_model_without_a_window_is_looked_up_further(self) -> None:
        store = {"anthropic": {"models": [{"id": "claude-sonnet-4-5"}]}}
        assert find_model("anthropic", "claude-sonnet-4-5", sources(models_store=store)).context_window == 200000


class TestPrices:
    def test_a_plain_name(self) -> None:
        model = find_model("anthropic", "claude-sonnet-4-5", sources())
        assert (model.context_window, model.max_tokens, model.reasoning) == (200000, 64000, True)
        assert model.cost == Cost(3.0, 15.0, 0.3, 3.75)
        assert (model.assumed, model.origin) == (False, "litellm's price file, claude-sonnet-4-5")

    @pytest.mark.parametrize(
        ("provider", "model_id", "window", "limit"),
        [
            ("openrouter", "qwen/qwen3", 40000, 8000),
            ("google", "gemini-2.5-pro", 1048576, 65535),
            ("groq", "llama", 131072, 32768),
        ],
    )
    def test_sellers_have_other_names_there(self, provider: str, model_id: str, window: int, limit: int) -> None:
        model = find_model(provider, model_id, sources())
        assert (model.context_window, model.max_tokens, model.assumed) == (window, limit, False)
        assert model.cost is None

    @pytest.mark.parametrize(
        ("provider", "model_id", "window"),
        [
            ("openrouter", "anthropic/claude-sonnet-4.5", 200000),
            ("opencode", "claude-sonnet-4-5", 200000),
            ("vercel-ai-gateway", "google/gemini-2.5-pro", 1048576),
        ],
    )
    def test_a_resellers_model_is_assumed_to_be_its_makers(self, provider: str, model_id: str, window: int) -> None:
        model = find_model(provider, model_id, sources())
        assert (model.context_window, model.assumed, model.cost) == (window, True, None)

    @pytest.mark.parametrize(
        ("provider", "model_id"),
        [
            ("openai", "no-window"),
            ("openai", "text-window"),
            ("p", "unheard/of"),
            ("anthropic", "claude-new"),
            ("", ""),
        ],
    )
    def test_nobody_knows(self, provider: str, model_id: str) -> None:
        model = find_model(provider, model_id, sources())
        assert (model.context_window, model.max_tokens, model.assumed) == (128000, None, True)

    def test_a_price_file_that_cannot_be_read_is_said(self) -> None:
        broken = ModelSources(prices=lambda: PriceMap(LITELLM.get, "the price file is gone"))
        assert find_model("anthropic", "claude-sonnet-4-5", broken).origin == "assumed: the price file is gone"

    def test_the_price_file_is_not_read_for_a_model_that_is_described(self) -> None:
        def unwanted() -> PriceMap:
            raise AssertionError("read without need")

        found = ModelSources(provider("p", models=[{"id": "m"}]), stored("q"), unwanted)
        assert find_model("p", "m", found).context_window == 128000
        assert find_model("q", "m", found).context_window == 50000


class TestFaults:
    @pytest.mark.parametrize(
        "value",
        [
            {"providers": {}},
            provider("p", baseUrl="https://p", models=[{"id": "m", "contextWindow": 0.5, "unknown": None}]),
            provider("p", modelOverrides={"m": {"cost": {"input": 0}, "reasoning": False}}, headers={}, surprise=[]),
        ],
    )
    def test_none(self, value: JsonObject) -> None:
        assert faults_in_models_json(value) == ()

    @pytest.mark.parametrize(
        ("value", "fault"),
        [
            ([], "providers must be an object."),
            ({}, "providers must be an object."),
            ({"providers": {"p": 5}}, "providers.p must be an object."),
            (provider("p", apiKey=""), "providers.p.apiKey must be a text."),
            (provider("p", baseUrl=None), "providers.p.baseUrl must be a text."),
            (provider("p", headers={"x": 1}), "providers.p.headers must be an object of texts."),
            (provider("p", models={}), "providers.p.models must be a list."),
            (provider("p", models=["m"]), "providers.p.models.0 must be an object."),
            (provider("p", models=[{}]), "providers.p.models.0.id must be a text."),
            (provider("p", models=[{"id": 5}]), "providers.p.models.0.id must be a text."),
            (
                provider("p", models=[{"id": "m", "contextWindow": 0}]),
                "providers.p.models.0.contextWindow must be a number above 0.",
            ),
            (
                provider("p", models=[{"id": "m", "maxTokens": "8k"}]),
                "providers.p.models.0.maxTokens must be a number above 0.",
            ),
            (
                provider("p", models=[{"id": "m", "reasoning": 1}]),
                "providers.p.models.0.reasoning must be true or false.",
            ),
            (
                provider("p", models=[{"id": "m", "cost": {"input": 1, "output": 1, "cacheRead": 1}}]),
                "providers.p.models.0.cost.cacheWrite must be a number.",
            ),
            (provider("p", models=[{"id": "m", "cost": 5}]), "providers.p.models.0.cost must be an object."),
            (provider("p", modelOverrides=[]), "providers.p.modelOverrides must be an object."),
            (provider("p", modelOverrides={"m": 5}), "providers.p.modelOverrides.m must be an object."),
            (
                provider("p", modelOverrides={"m": {"contextWindow": True}}),
                "providers.p.modelOverrides.m.contextWindow must be a number above 0.",
            ),
        ],
    )
    def test_each_names_its_field(self, value: object, fault: str) -> None:
        assert faults_in_models_json(value) == (fault,)
