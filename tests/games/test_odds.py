"""The odds of orders that roll, in games played by the program, against the dice themselves."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pytest

from long import far, times
from pbem.kit.chances.chance import TooManyWaysError, ways
from pbem.kit.chances.odds import Odds, reckon
from pbem.kit.chances.results import results as results_alone
from pbem.kit.chances.results import results_of
from pbem.kit.contract import Order, Question
from pbem.kit.cups import Cups
from pbem.kit.dice import SeededDice
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, answer_sensible, begin, bind

GAMES = {
    "lantern": Setup("lantern", "lantern"),
    "saipan": Setup("saipan", "historical", {"banzai": True}),
    "manila": Setup("manila", "campaign", {"air": True}),
    "tokyo": Setup("tokyo", "two", {"volunteers": True}),
    "meiktila": Setup("meiktila", "meiktila", {"kimura": True}),
    "singapore": Setup("singapore", "bukit_timah", {"breakthrough": True, "rout": True}),
}
ROLLS = times(100, of=2_500)
"""Forced rolls a game."""
ORDERS = times(2, of=3)
"""Orders looked at in a game."""


def rolling(setup: Setup, seed: int) -> Iterator[tuple[Play, str, Order]]:
    """Play a game, and yield every fifth order that rolls, before it is given."""
    play, rng = begin(bind(setup)), random.Random(seed)  # noqa: S311 - no secret
    seen = 0
    while play.result is None:
        asked = play.asked
        if play.due is not None:
            play.roll(SeededDice(rng))
        elif asked is not None and asked.secret is not None:
            [raw] = answer_sensible(play, rng)[:1]
            play.open(raw) if asked.opens else play.seal(asked.secret)
        else:
            assert asked is not None
            raw = answer_sensible(play, rng)[0]
            order = play.game.read_order(raw)
            if raw["do"] in {"attack", "roll"} or raw.get("far"):
                seen += 1
                if seen % 5 == 1:
                    yield play, asked.side, order
            play.order(play.seats[asked.side], [raw])


class Looked(NamedTuple):
    """An order that rolls, the game before it, its odds, and whether to reckon them left that."""

    play: Play
    side: str
    order: Order
    odds: list[Odds]
    untouched: bool


@cache
def orders(name: str) -> list[Looked]:
    """Orders of games that are played once for all tests; nobody changes them."""
    found: list[Looked] = []
    for play, side, order in islice(every_rolling(name), ORDERS):
        before = msgspec.msgpack.encode(play.position), play.cups.copy()
        odds = reckon(play.game, play.position, play.cups, side, order)
        untouched = (msgspec.msgpack.encode(play.position), play.cups) == before
        found.append(Looked(play.copy(), side, order, odds, untouched))
    return found


def every_rolling(name: str) -> Iterator[tuple[Play, str, Order]]:
    return (one for seed in range(100) for one in rolling(GAMES[name], seed))


class Unmerged:
    """A game in which no two ways are alike."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def falls(self, _position: Any, _cups: Cups) -> None:
        return None


def reported(odds: Odds) -> Any:
    """Return what is the same if ways are merged or not: faces and sentences may be another's."""
    footings = {(f.terms, f.column): (f.chance, results(f)) for f in odds.footings}
    return results(odds), odds.losses, footings


def results(odds: Any) -> dict[str, Fraction]:
    found: Counter[str] = Counter()
    for case in odds.cases:
        found[case.result] += case.chance
    return dict(found)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", GAMES)
def test_chances_are_whole_and_nothing_is_touched(name: str) -> None:
    for looked in orders(name):
        assert looked.untouched
        for odds in looked.odds:
            assert sum(case.chance for case in odds.cases) == 1
            assert not odds.footings or sum(part.chance for part in odds.footings) == 1
            for part in odds.footings:
                assert sum(case.chance for case in part.cases) == 1
            assert all(0 < chance <= 1 for chance in odds.losses.values())


@pytest.mark.few(2)
@pytest.mark.parametrize("name", GAMES)
def test_ways_that_are_counted_as_one_are_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = orders(name)
    monkeypatch.setattr("pbem.kit.chances.chance.WAYS_MAX", far(1_300, of=2_500))
    compared = 0
    for play, side, order, merged, _ in looked:
        try:
            every = reckon(Unmerged(play.game), play.position, play.cups, side, order)  # type: ignore[arg-type]
        except TooManyWaysError:
            continue
        assert [reported(odds) for odds in merged] == [reported(odds) for odds in every]
        compared += 1
    # An order of Singapore is a fight of many rounds, whose ways are too many one by one: there the
    # odds are held by the dice (below) and by numbered cases reckoned by hand.
    assert compared >= (0 if name == "singapore" else ORDERS // 6)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", GAMES)
def test_results_alone_have_the_same_chances(name: str) -> None:
    for play, side, order, odds, _ in orders(name):
        if odds[0].whole:
            continue  # of a battle nobody sees more in short than its next round
        found = results_alone(play.game, play.position, play.cups, side, order, most=20_000)
        reported = [results_of(one) for one in odds]
        assert [(one.supposed, one.shares) for one in found] == [
            (one.supposed, one.shares) for one in reported
        ]
        assert all({*one.columns} <= {*found[at].columns} for at, one in enumerate(reported))


@pytest.mark.parametrize("name", GAMES)
def test_dice_fall_as_is_reported(name: str) -> None:
    """Forced rolls agree with the chances, within five standard deviations."""
    each = ROLLS // ORDERS
    rng = random.Random(name)  # noqa: S311 - no secret
    for play, side, order, (odds, *_), _ in orders(name):
        counted: Counter[str] = Counter()
        lost: Counter[str] = Counter()
        for _ in range(each):
            result, gone = rolled(play, side, order, rng)
            counted[result] += 1
            lost.update(gone)
        expected = results(odds)
        assert set(counted) <= set(expected)
        for result, chance in expected.items():
            assert near(counted[result], each, chance), (odds.order, result)
        for unit, chance in odds.losses.items():
            assert near(lost[unit], each, chance), (odds.order, unit)


def near(found: int, tries: int, chance: Fraction) -> bool:
    spread = math.sqrt(tries * chance * (1 - chance))
    return abs(found - tries * chance) <= 5 * spread + 1


def rolled(play: Play, side: str, order: Order, rng: random.Random) -> tuple[str, set[str]]:
    """Carry an order out once, by dice; others pass, the side answers sensibly before a result.

    After the result only those answers are given that are the only legal ones.
    """
    game = play.game
    cups = play.cups.copy()
    position: Any = msgspec.msgpack.decode(
        msgspec.msgpack.encode(play.position), type=type(play.position)
    )
    result, gone, final = "", set(), False
    todo = game.adjudicate(position, order, cups)
    while True:
        for outcome in todo:
            reading = game.reading(outcome)
            if reading is not None:
                result, final = reading.result, final or reading.final
            gone |= set(game.lost(outcome))
            game.apply(position, outcome)
        need = game.need(position)
        if isinstance(need, Question):
            if need.phase:
                return result, gone
            if final:
                answer, *others = islice(game.legal(position), 2)
                if others:
                    return result, gone
            elif need.side != side and "pass" in need.forms:
                legal = game.legal(position)
                answer = next(o for o in legal if o.__struct_config__.tag == "pass")
            else:
                answer = game.sensible(position, 0)[0]
            todo = game.adjudicate(position, answer, cups)
        elif need is None:
            return result, gone
        else:
            todo = game.roll(position, SeededDice(rng), cups)


def test_more_ways_than_can_be_looked_at_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight dice at once, of which each face differs."""
    most = far(2_000, of=8_000)
    monkeypatch.setattr("pbem.kit.chances.chance.WAYS_MAX", most)
    play = begin(bind(GAMES["manila"]))
    with pytest.raises(TooManyWaysError, match=f"more than {most} ways"):
        list(ways(Eight(play.game), play.position, play.cups, Order(), lambda *_: None))


class Eight(Unmerged):
    """A game in which eight dice fall at once."""

    def adjudicate(self, *_: Any) -> Iterator[Any]:
        yield from ()

    def roll(self, _position: Any, dice: Any, _cups: Any) -> Iterator[Any]:
        for _ in range(8):
            dice.uniform(6, "", "")
        yield from ()


def test_terms_of_saipan_add_up_to_the_differential() -> None:
    for part in footings("saipan"):
        assert sum(int(term.amount) for term in part.terms) == int(part.column)


def test_terms_of_manila_add_up_to_both_values() -> None:
    for part in footings("manila"):
        if not part.terms:  # broken off
            continue
        _, av, _, _, dv = part.column.split()
        for value, reported in (("AV", av), ("DV", dv)):
            amounts = [int(term.amount) for term in part.terms if term.what.startswith(value)]
            # Air Support, whose die is no term, takes away up to 6 from the DV.
            assert sum(amounts) == int(reported) or (
                value == "DV" and 0 <= sum(amounts) - int(reported) <= 6
            )


def test_terms_of_tokyo_make_the_column() -> None:
    for part in footings("tokyo"):
        if not part.terms:  # somebody deserted
            continue
        dry = wet = shift = 0
        defense = 0
        for term in part.terms:
            if term.paragraph == "6.81":
                wet += int(term.amount)
            elif term.what.endswith(" attacks"):
                dry += int(term.amount)
            elif term.what.endswith(" defends"):
                defense -= int(term.amount)
            else:
                columns, _, _, _, way = term.amount.split()
                shift += int(columns) if way == "right" else -int(columns)
        attack = dry + wet // 2
        if attack == 0:
            column = -3
        elif attack >= defense:
            column = attack // defense - 1 + shift
        else:
            column = 1 - -(-defense // attack) + shift
        column = min(6, max(-3, column))
        reported = f"{column + 1}:1" if column >= 0 else f"1:{1 - column}"
        assert part.column == reported, part.terms


def footings(name: str) -> Iterator[Any]:
    for looked in orders(name):
        for odds in looked.odds:
            yield from odds.footings
