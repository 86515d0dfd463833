"""What the two requests of a split turn cost together."""

from pitui.core.summary.usage import combine_usage
from tests.builders import usage


def test_counts_and_prices_are_added() -> None:
    total = combine_usage(usage(100, reasoning=7), usage(50))
    assert total == {
        "input": 135,
        "output": 15,
        "cacheRead": 0,
        "cacheWrite": 0,
        "reasoning": 7,
        "totalTokens": 150,
        "cost": {
            "input": 0.5,
            "output": 1.0,
            "cacheRead": 0,
            "cacheWrite": 0,
            "total": 1.5,
            "totalFromProvider": False,
        },
    }


def test_a_price_is_the_providers_own_only_when_both_are() -> None:
    from_provider = {**usage(1), "cost": {"total": 1, "totalFromProvider": True}}
    for first, second, own in ((from_provider, from_provider, True), (from_provider, usage(1), False)):
        total = combine_usage(first, second)
        assert total is not None
        assert total["cost"]["totalFromProvider"] is own


def test_one_alone_stays_as_it_is() -> None:
    assert combine_usage(usage(100), None) == combine_usage(None, usage(100)) == usage(100)
    assert combine_usage(None, None) is None


def test_parts_that_are_no_numbers_count_nothing() -> None:
    total = combine_usage({"input": "1", "cost": None}, {"input": True, "output": 2})
    assert total is not None
    assert (total["input"], total["output"], total["cost"]["total"]) == (0, 2, 0)
