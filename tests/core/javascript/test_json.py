"""JSON is read as strictly and as deeply as `JSON.parse` reads it, and printed as `JSON.stringify` prints it."""

import functools
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.core.javascript.deep_json import parse_deep
from pitui.core.javascript.json import ordered_items, parse, stringify

REFUSED = [
    "",
    " ",
    "NaN",
    "Infinity",
    "-Infinity",
    "[NaN]",
    "True",
    "nul",
    "01",
    "1.",
    ".5",
    "+1",
    "-",
    "1e",
    "0x10",
    "1_000",
    "'a'",
    "{a:1}",
    '{"a":1,}',
    "[1,]",
    "[1 2]",
    '{"a" 1}',
    "1 2",
    "[1]]",
    '"open',
    '{"a":',
    '"\\x41"',
    '"\\u12"',
    '"tab\there"',
    '"nul\x00"',
    "\ufeff1",
    "1\u00a0",
    "\x0b1",
    "// note\n1",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_javascript_refuses_is_refused(text: str) -> None:
    for form in (text, text.encode()):
        with pytest.raises(ValueError):  # noqa: PT011 - two parsers, two wordings
            parse(form)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("\t [1 ,\r\n2 ] ", "[1,2]"),
        ('"\u2028\u2029\u0085\x7f\ufeff"', '"\u2028\u2029\u0085\x7f\ufeff"'),
        ('"\\u0000\\b\\t\\n\\f\\r\\u001f\\/\\\\\\""', '"\\u0000\\b\\t\\n\\f\\r\\u001f/\\\\\\""'),
        ('"\\ud83d\\ude00"', '"😀"'),
        ('"\\uD83D"', '"\\ud83d"'),
        ('"x\\udc00\\ud800y"', '"x\\udc00\\ud800y"'),
        ('{"\\ud83d":"\\ude00"}', '{"\\ud83d":"\\ude00"}'),
        ("[1e400,-1e400,-0]", "[null,null,0]"),
        ('{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'),
        ('{"__proto__":{"q":1}}', '{"__proto__":{"q":1}}'),
        ("[true,false,null]", "[true,false,null]"),
    ],
)
def test_what_javascript_reads_prints_as_it_prints_it(text: str, printed: str) -> None:
    assert stringify(parse(text)) == printed
    assert stringify(parse(text.encode("utf-8", "surrogatepass"))) == printed


def test_halves_of_a_pair_that_meet_are_one_character() -> None:
    assert stringify("\ud83d" + "\ude00") == '"😀"'


def test_keys_that_are_array_indexes_come_first_in_their_order() -> None:
    keys = ["b", "10", "2", "a", "01", "-1", "4294967294", "4294967295", "1.5", "", "²"]
    assert [key for key, _ in ordered_items(dict.fromkeys(keys))] == [
        *("2", "10", "4294967294"),
        *("b", "a", "01", "-1", "4294967295", "1.5", "", "²"),
    ]
    assert stringify({"z": {"1": 1, "0": {"b": 0, "0": 0}}}) == '{"z":{"0":{"0":0,"b":0},"1":1}}'


def test_bytes_that_are_no_utf_8_count_as_replacement_characters() -> None:
    assert parse(b'"\xff\xc3\xed\xa0\x80\xf0\x9f\x98"') == "\ufffd" * 6


@pytest.mark.parametrize("depth", [900, 5_000, 50_000])
def test_nesting_has_no_limit(depth: int) -> None:
    text = '[{"a":' * depth + "1" + "}]" * depth
    assert stringify(parse(text)) == text


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_what_is_printed_reads_as_the_same(value: object) -> None:
    printed = stringify(value)
    assert stringify(parse(printed)) == stringify(parse_deep(printed)) == printed
    if not any(isinstance(leaf, float) and math.isinf(leaf) for leaf in _leaves(value)):
        assert json.loads(printed, parse_int=float) == value


@given(values | st.text(st.characters()))
def test_deep_values_take_another_road_to_the_same_text(value: object) -> None:
    deep = functools.reduce(lambda inner, _: [inner], range(40), value)
    assert stringify(deep) == "[" * 40 + stringify(value) + "]" * 40


def _leaves(value: object) -> list[object]:
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return [value] if members is None else [leaf for member in members for leaf in _leaves(member)]
