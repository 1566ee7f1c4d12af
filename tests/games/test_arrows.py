"""Orders on the map, in games of any legal orders: it is where units then stand."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from pbem.errors import IllegalOrder
from pbem.kit.contract import Roll
from pbem.kit.dice import SeededDice
from pbem.kit.picture import AreaPicture
from pbem.selfplay.simulate import Setup, begin, bind
from pbem.selfplay.unsigned import Secrets, any_of

GAMES = {
    "lantern": Setup("lantern", "lantern"),
    "saipan": Setup("saipan", "historical", {"banzai": True}),
    "manila": Setup("manila", "campaign", {"air": True}),
    "tokyo": Setup("tokyo", "two", {"volunteers": True}),
    "meiktila": Setup("meiktila", "meiktila", {"kimura": True}),
}
DECISIONS = {"meiktila": 600}
"""The games in which fighting begins late; else 250."""


@pytest.mark.parametrize("name", GAMES)
def test_an_order_leads_where_its_arrow_ends(name):
    rng = random.Random(1)  # noqa: S311 - no secret
    play, secrets = begin(bind(GAMES[name])), Secrets()
    game, moved, fought = play.game, 0, 0
    picture = game.picture(play.position)
    drawn = picture.areas if isinstance(picture, AreaPicture) else picture.spaces
    places = {place.id for place in drawn}
    [kind] = game.facts["at"].args
    named = {name.rpartition(":")[2]: name for name in game.names[kind].words}
    for _ in range(DECISIONS.get(name, 250)):
        if play.result is not None:
            play = begin(bind(GAMES[name]))
        if play.due is not None:
            play.roll(SeededDice(rng))
            continue
        assert play.asked is not None
        order = any_of(list(game.legal(play.position)), rng)
        arrow = game.arrow(play.position, order)
        if arrow is not None:
            assert {*arrow.path, *arrow.against} <= places
            assert arrow.path or arrow.against or arrow.units
            assert arrow.cost is None or arrow.cost >= 0
            fought += bool(arrow.against)
            if arrow.path and arrow.units and len(set(arrow.path)) > 1:
                after = play.copy()
                for outcome in game.adjudicate(after.position, order, after.cups):
                    game.apply(after.position, outcome)
                # Whether it moves at all may be for dice to say.
                if not isinstance(game.need(after.position), Roll):
                    units = [named.get(one, one) for one in arrow.units]
                    where = {str(game.fact(after.position, "at", [one])) for one in units}
                    assert where <= {arrow.path[-1], ""}, game.text(order)
                    moved += 1
        try:
            secrets.answer(play, play.asked, [game.write_order(order)])
        except IllegalOrder:
            pytest.fail(f"{game.text(order)} was listed as legal")
    assert moved > 10
    assert fought > 0


@pytest.mark.parametrize("name", ["saipan", "manila", "tokyo"])
def test_what_an_order_leaves_of_a_stock_is_there_for_the_next(name):
    """It holds for one side, as long as the same phase goes on."""
    rng = random.Random(2)  # noqa: S311 - no secret
    play = begin(bind(GAMES[name]))
    game, compared = play.game, 0
    left: dict[tuple[str, ...], int] = {}
    for _ in range(900):
        if play.result is not None or compared > 10:
            break
        if play.due is not None:
            play.roll(SeededDice(rng))
            continue
        asked = play.asked
        assert asked is not None
        legal = list(islice(game.legal(play.position), 400))
        priced = [one for one in legal if game.price(play.position, one) is not None]
        order = rng.choice(priced) if priced and rng.random() < 0.7 else any_of(legal, rng)
        phase = (asked.side, asked.name, game.describe(play.position)[0])
        price = game.price(play.position, order)
        if price is not None and phase in left:
            assert price.cost + price.left == left[phase]
            compared += 1
        try:
            play.order(play.seats[asked.side], [game.write_order(order)])
        except IllegalOrder:
            continue
        if price is not None:
            assert price.left >= 0
            left[phase] = price.left
    assert compared >= 2
