"""Keys found where pi keeps them, in pi's order, and never shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitui.core.catalog import Model
from pitui.summarizers.auth import Credentials, load_credentials, resolve
from pitui.summarizers.route import Key, RouteError


def stored(**fields: object) -> dict[str, object]:
    return {"acme": {"type": "api_key", **fields}}


def test_auth_json_goes_before_models_json_before_the_environment() -> None:
    environ = {"ACME_API_KEY": "from-env", "OTHER": "from-other"}
    everything = Credentials(environ, stored(key="from-auth"))
    assert everything.find("acme", ["ACME_API_KEY"], "from-models") == Key("from-auth", "auth.json")
    assert Credentials(environ).find("acme", ["ACME_API_KEY"], "from-models") == Key("from-models", "models.json")
    assert Credentials(environ).find("acme", ["MISSING", "ACME_API_KEY"]) == Key("from-env", "ACME_API_KEY")


def test_a_stored_key_may_name_a_variable_and_bring_its_own() -> None:
    credentials = Credentials({"A": "outer"}, stored(key="$A-${B}", env={"A": "inner", "B": "2", "C": 3}))
    assert credentials.find("acme", []).value == "inner-2"


def test_a_variable_from_the_environment_is_taken_letter_by_letter() -> None:
    assert Credentials({"ACME_API_KEY": "a$b"}).find("acme", ["ACME_API_KEY"]).value == "a$b"


@pytest.mark.parametrize(
    ("text", "value", "missing"),
    [
        ("plain", "plain", ()),
        ("$A", "1", ()),
        ("x${A}y", "x1y", ()),
        ("$$A$!", "$A!", ()),
        ("5$", "5$", ()),
        ("$NOPE-$EMPTY", "-", ("NOPE", "EMPTY")),
    ],
)
def test_references_are_filled_in_as_pi_does(text: str, value: str, missing: tuple[str, ...]) -> None:
    assert resolve(text, {"A": "1", "EMPTY": ""}) == (value, missing)


@pytest.mark.parametrize(
    ("entry", "word"),
    [
        ({"type": "api_key", "key": "!op read secret"}, "command"),
        ({"type": "oauth", "access": "tok-secret", "refresh": "r", "expires": 1}, "signed in"),
        ({"type": "api_key", "key": "$UNSET_NAME"}, "UNSET_NAME"),
        ({}, "set ACME_API_KEY"),
        ("nonsense", "set ACME_API_KEY"),
    ],
)
def test_what_cannot_be_used_is_explained(entry: object, word: str) -> None:
    credentials = Credentials({}, {"acme": entry})
    with pytest.raises(RouteError, match=word) as caught:
        credentials.find("acme", ["ACME_API_KEY"])
    assert "secret" not in caught.value.sentence


def test_what_cannot_be_used_gives_way_to_what_can() -> None:
    credentials = Credentials({"ACME_API_KEY": "k"}, {"acme": {"type": "oauth", "access": "a"}})
    assert credentials.find("acme", ["ACME_API_KEY"]).source == "ACME_API_KEY"


def test_nothing_shows_a_key() -> None:
    credentials = Credentials({"ACME_API_KEY": "hunter2-env"}, stored(key="hunter2-file"))
    assert "hunter2" not in repr(credentials) + repr(credentials.find("acme", ["ACME_API_KEY"]))


def test_headers_are_filled_in_or_refused() -> None:
    def headers(**texts: str) -> dict[str, str]:
        model = Model("acme", "m", "m", 1, None, "models.json", headers=texts)
        return Credentials({"TEAM": "blue"}).headers(model)

    assert headers(a="$TEAM", b="plain") == {"a": "blue", "b": "plain"}
    with pytest.raises(RouteError, match="not set"):
        headers(a="$NOPE")
    with pytest.raises(RouteError, match="does not run"):
        headers(a="!echo hi")


def test_auth_json_is_read_where_pi_keeps_it(tmp_path: Path) -> None:
    assert load_credentials(tmp_path, {"A": "1"}) == Credentials({"A": "1"})
    (tmp_path / "auth.json").write_text("\ufeff" + json.dumps(stored(key="k")))
    assert load_credentials(tmp_path, {}).find("acme", []).value == "k"


@pytest.mark.parametrize("text", ['{"acme": "sk-secret', "{'sk-secret': 1}", '["sk-secret"]'])
def test_a_broken_auth_json_is_an_error_that_quotes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "auth.json").write_text(text)
    with pytest.raises(RouteError, match=r"auth\.json") as caught:
        load_credentials(tmp_path, {})
    assert "secret" not in caught.value.sentence
