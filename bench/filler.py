"""Text to cut made-up messages from: words of a program and its makers, and the letters of pictures."""

from __future__ import annotations

import random
import string
from functools import cache
from typing import Final

WORDS: Final = tuple(
    """
    cart order price stock item total tax discount refund customer invoice shipment warehouse catalog search index
    cache query page token basket coupon region currency amount ledger entry batch worker queue event retry limit
    audit report export import schema column field value test return def class if else for while None assert
    """.split()  # noqa: SIM905
)
_FOREIGN: Final = (*3 * ("straße", "déjà", "naïve", "číslo", "—", "→", "│", "✓", "日本語"), "🙂")
"""One word in a hundred: most fit into 16 bits a letter, a few do not."""


@cache
def prose() -> str:
    """Some hundred thousand letters of words and short lines."""
    chance = random.Random("prose")
    words = (chance.choice(_FOREIGN if chance.random() < 0.01 else WORDS) for _ in range(70_000))
    return "".join(word + ("\n" if chance.random() < 0.1 else " ") for word in words)


@cache
def signs() -> str:
    """A million letters of base64."""
    return "".join(random.Random("signs").choices(string.ascii_letters + string.digits + "+/", k=2**20))
