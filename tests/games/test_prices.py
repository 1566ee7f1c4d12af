"""The price of an order in a supply is named before it is given: as much as it then takes."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from games.walking import asked
from long import far
from pbem.games.singapore.rules.outcomes import SupplyPaid

ORDERS_MOST = 300
"""So many orders of a position are looked at."""


def taken(game: Any, before: Any, after: Any, reported: list[Any]) -> int:
    """How much the stock has lost: of the Allied air units, of all tokens that were paid."""
    if hasattr(before, "air"):
        planes = before.air - after.air
        return planes + (before.sentai == "ready") - (after.sentai == "ready")
    return sum(one.tokens for one in reported if isinstance(one, SupplyPaid))


@pytest.mark.few(1, 4)
@pytest.mark.parametrize(
    ("name", "scenario", "forms"),
    [
        ("meiktila", "meiktila", {"allot", "attack"}),
        ("singapore", "division", {"move", "fire", "support"}),
    ],
)
def test_a_price_is_what_is_paid(name: str, scenario: str, forms: set[str]) -> None:
    """[Meiktila 5.2; Singapore 5.8, 5.9]"""
    rng, seen = random.Random(5), set[str]()  # noqa: S311 - no secret
    for play in asked(name, scenario, seed=5, steps=far(60, of=400)):
        game = play.game
        assert play.asked is not None
        position = play.seen_by(play.asked.side)
        for order in islice(game.legal(position), ORDERS_MOST):
            price = game.price(position, order)
            form = game.write_order(order)["do"]
            if form not in forms or (form in seen and rng.random() < 0.9):
                continue
            after = play.copy()
            reported = []
            for outcome in game.adjudicate(after.position, order, after.cups):
                game.apply(after.position, outcome)
                reported.append(outcome)
            assert taken(game, position, after.position, reported) == (price.cost if price else 0)
            if price is not None:
                assert price.left >= 0
                seen.add(form)
    assert seen == forms, seen
