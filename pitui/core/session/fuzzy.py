"""Loose matching, for lists that are narrowed while a person types: letters in order, however far apart."""

from __future__ import annotations


def looseness(query: str, text: str) -> int | None:
    """How loosely every word of a query lies in a text, 0 being word for word; None where one does not.

    Letters match in either case.
    """
    folded = text.casefold()
    loose = [_spread(word, folded) for word in query.casefold().split()]
    return None if None in loose else sum(gap for gap in loose if gap is not None)


def _spread(word: str, text: str) -> int | None:
    """The letters between those of a word, in the tightest place that ends where the first match ends."""
    if word in text:
        return 0
    place = -1
    for letter in word:
        place = text.find(letter, place + 1)
        if place < 0:
            return None
    end = place
    for letter in reversed(word[:-1]):
        place = text.rfind(letter, 0, place)
    return end - place + 1 - len(word)
