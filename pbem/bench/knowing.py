"""The cost of knowing before one signs: odds, what a unit can do, a whole list tried."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from statistics import quantiles
from time import process_time

from pbem.bench.measure import Row, at_most
from pbem.client.views.legal import legal_in
from pbem.kit.chances.odds import reckon
from pbem.kit.contract import RawOrder
from pbem.kit.dice import SeededDice
from pbem.play.begun import hand_in
from pbem.play.courses import all_or_some
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, answer_sensible, bind
from pbem.selfplay.unsigned import begin

GOAL = 60.0
"""Milliseconds of processor time, of nearly all questions."""


def knowing_rows(name: str, scenario: str, moments: int) -> list[Row]:
    """Measure answers in a running program at so many moments of games of computer players.

    Each row has the 95th percentile of processor time.
    """
    spent: dict[str, list[float]] = {what: [] for what in ("odds", "legal", "legal odds", "try")}
    for play, orders in _moments(name, scenario, moments):
        game, position, asked = play.game, play.position, play.asked
        assert asked is not None  # noqa: S101 - a moment is one where somebody is asked
        read = [game.read_order(raw) for raw in orders]
        arrows = [game.arrow(position, order) for order in read]
        units = [unit for arrow in arrows if arrow for unit in arrow.units]
        if arrows[0] is not None and arrows[0].against:
            spent["odds"].append(_timed(_odds, play, asked.side, read[0]))
        if units:
            spent["legal"].append(_timed(_legal, play, units[0], False))
            spent["legal odds"].append(_timed(_legal, play, units[0], True))
        spent["try"].append(_timed(_try, play, orders))
    reported = {
        "odds": "odds of an attack",
        "legal": "what a unit can do",
        "legal odds": "the same with odds beside attacks",
        "try": "a list tried past its dice",
    }
    return [
        at_most(f"{name}: {reported[what]}, 95 of 100", quantiles(taken, n=20)[-1], GOAL, "ms")
        for what, taken in spent.items()
        if len(taken) > 1
    ]


def _moments(name: str, scenario: str, many: int) -> Iterator[tuple[Play, Sequence[RawOrder]]]:
    """Yield moments in which a phase asks for a list, with what a computer player writes."""
    seed = 0
    while True:
        play, rng = begin(bind(Setup(name, scenario, {}))), random.Random(seed)  # noqa: S311
        while play.result is None:
            asked = play.asked
            if asked is None:
                play.roll(SeededDice(rng))
                continue
            orders = answer_sensible(play, rng)
            if asked.secret is not None:
                play.open(orders[0]) if asked.opens else play.seal(asked.secret)
                continue
            if asked.phase:
                yield play.copy(), orders
                many -= 1
                if not many:
                    return
            play.order(play.seats[asked.side], orders)
        seed += 1


def _timed(what: Callable[..., object], *args: object) -> float:
    """Return the milliseconds of processor time that something takes."""
    begun = process_time()
    what(*args)
    return 1000 * (process_time() - begun)


def _odds(play: Play, side: str, order: object) -> object:
    return reckon(play.game, play.position, play.cups, side, order)  # type: ignore[arg-type]


def _legal(play: Play, unit: str, odds: bool) -> object:
    assert play.asked is not None  # noqa: S101 - see `_moments`
    return legal_in(play, play.asked, unit, viewer=play.asked.side, odds=odds)


def _try(play: Play, orders: Sequence[RawOrder]) -> object:
    return all_or_some(hand_in(play.copy(), orders), SeededDice(random.Random(0)))  # noqa: S311
