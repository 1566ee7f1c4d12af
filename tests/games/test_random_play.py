"""Random legal play to the end: no dead ends, no endless games, nothing but plain data.

``PBEM_RANDOM_GAMES=200 pytest tests/games/test_random_play.py`` plays more games than the few of
the ordinary suite. A failure names its seed: ``play(seed)`` repeats the game.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from pbem.errors import FormError, IllegalOrder
from pbem.games.saipan.game import SaipanGame
from pbem.games.saipan.module import SaipanRules
from pbem.games.saipan.rules.orders import Beaches, Deploy, End, Land, Move
from pbem.games.saipan.rules.position import Position
from pbem.kit.contract import Order, Question, Result, Roll
from pbem.kit.cups import Cups

GAMES = int(os.environ.get("PBEM_RANDOM_GAMES", "6"))
RULES = SaipanRules()
DATA = RULES.data()
LIST = 400
"""How many legal orders of one question are looked at."""


class Shaker:
    """Dice from a seeded generator: each number within its bounds."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        assert purpose
        assert paragraph
        return self.rng.randrange(n)


def new_game(rng: random.Random) -> SaipanGame:
    options = {name: rng.choice(option.choices) for name, option in RULES.options.items()}
    options["us_gsp"] = rng.choice([0, 1, 10])
    options["jp_gsp"] = rng.choice([0, 0, 3])
    return RULES.game(rng.choice(["historical", "free"]), options, DATA)


def choose(game: SaipanGame, position: Position, rng: random.Random) -> Order:
    """One of the legal orders; moving and deploying are cut short, or games take minutes."""
    if position.phase == "deploy":
        return next(islice(game.legal(position), rng.randrange(200), None), None) or next(
            game.legal(position)
        )
    if position.phase == "movement" and len(position.moved) >= 5:
        landing = [o for o in islice(game.legal(position), 3000) if not isinstance(o, Move)]
        return rng.choice(landing)
    legal = list(islice(game.legal(position), LIST))
    assert legal, f"nobody can answer: {position}"
    return rng.choice(legal)


def crowd(game: SaipanGame, rng: random.Random) -> Position:
    """Both armies packed into one corner: long chains, several defenders, many obligations."""
    tables = game.setting.tables
    middle = rng.choice(["0806", "1204", "2509", "3319", "0504"])
    near = [h for h in tables.cost if tables.distance(h, middle) <= 4]
    rng.shuffle(near)
    units: dict[str, dict[str, str]] = {"us": {}, "jp": {}}
    for side, most in (("us", rng.randint(3, 22)), ("jp", 21)):
        for unit in rng.sample(list(tables.units[side]), most):
            units[side][unit] = near.pop() if len(near) > 5 else "dead"
    phase = rng.choice(["us movement", "us combat", "jp movement", "jp combat"])
    given = {"clear": True, "turn": rng.randint(13, 15), "phase": phase, "units": units}
    return game.arrange(given, Cups())


def play(seed: int, *, crowded: bool = False) -> Iterator[tuple[SaipanGame, Position, Any]]:
    """Play a game; yield every position with the order about to be carried out (None: dice)."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    game = new_game(rng)
    cups, dice = Cups(), Shaker(rng)
    position = crowd(game, rng) if crowded else game.set_up(cups)
    sealed = Beaches(tuple(sorted(rng.sample(game.setting.tables.beaches, 6))))
    while (need := game.need(position)) is not None:
        order = None
        if isinstance(need, Roll):
            yield game, position, None
            outcomes = game.roll(position, dice, cups)
        elif need.secret is not None and not need.opens:
            game.check_secret(position, need.secret, sealed)
            outcomes = game.sealed(position, need.secret)
        else:
            order = sealed if need.secret else choose(game, position, rng)
            yield game, position, order
            outcomes = game.adjudicate(position, order, cups)
        for outcome in outcomes:
            assert outcome.paragraph
            assert game.report(outcome)
            game.apply(position, outcome)
        position = round_trip(position)
    yield game, position, None


def round_trip(position: Position) -> Position:
    """Return what a store keeps and gives back, its keys in another order: the same position."""
    text = msgspec.json.encode(position)
    shuffled = msgspec.json.encode(msgspec.json.decode(text), order="deterministic")
    back = msgspec.json.decode(shuffled, type=Position)
    assert back == position
    return back


def assert_sound(game: SaipanGame, position: Position) -> None:
    """Every unit is in one place, and every place is one that it may be in."""
    tables = game.setting.tables
    for side in game.sides:
        places = [*position.on[side].values(), *position.dead[side]]
        places += position.sea if side == "us" else []
        assert len(set(places)) == len(places)
        assert set(places) <= set(tables.units[side])
        assert set(position.on[side]) <= set(tables.cost)
    assert not set(position.on["us"]) & set(position.on["jp"])
    assert not set(position.beachheads) & set(position.on["jp"])
    assert 1 <= position.turn <= tables.turns
    assert position.sea == {} or (position.turn == 1 and position.side == "us")
    assert all(0 <= position.gsp[side] <= game.setting.gsp[side] for side in game.sides)


@pytest.mark.few(4)
@pytest.mark.parametrize("crowded", [False, True], ids=["", "crowded"])
@pytest.mark.parametrize("seed", range(GAMES))
def test_random_game(seed: int, crowded: bool) -> None:
    rng = random.Random(-seed)  # noqa: S311 - no secret
    result: Result | None = None
    known = 0
    for game, position, order in play(seed, crowded=crowded):
        assert_sound(game, position)
        in_play = [*position.on["us"], *position.sea, *position.dead["us"]]
        in_play += [*position.on["jp"], *position.dead["jp"]]
        assert len(in_play) >= known, "a unit was lost"
        known = len(in_play)
        if position.battle is not None and game.result(position) is None:
            vacated = [h for h in position.battle.vacated if position.unit_at(h) is not None]
            assert not vacated
        if order is not None:
            before = msgspec.json.encode(position)
            game.check(position, order)
            assert game.read_order(game.write_order(order)) == order
            if rng.random() < 0.1:
                assert_legal_is_legal(game, position, rng)
                assert_others_are_refused(game, position, order, rng)
            assert msgspec.json.encode(position) == before
        result = game.result(position)
    assert result is not None
    assert result.paragraph == "13.0"


def assert_legal_is_legal(game: SaipanGame, position: Position, rng: random.Random) -> None:
    """Assert that what `legal` yields passes `check`, and is never the same order twice."""
    legal = list(islice(game.legal(position), LIST))
    assert len(set(legal)) == len(legal)
    for order in rng.sample(legal, min(len(legal), 25)):
        game.check(position, order)


def assert_others_are_refused(
    game: SaipanGame, position: Position, order: Order, rng: random.Random
) -> None:
    """A changed order is legal and can be carried out, or refused with a paragraph and a reason."""
    for _ in range(12):
        raw = mutated(game, game.write_order(order), rng)
        try:
            other = game.read_order(raw)
        except FormError:
            continue
        if (refusal := refused(game, position, other)) is not None:
            assert refusal.paragraph, other
            assert refusal.why, other
            continue
        copy = round_trip(position)
        for outcome in game.adjudicate(copy, other, Cups()):
            game.apply(copy, outcome)
        assert_sound(game, copy)
        assert listed(game, position, other), (other, position)


def refused(game: SaipanGame, position: Position, order: Order) -> IllegalOrder | None:
    try:
        game.check(position, order)
    except IllegalOrder as error:
        return error
    return None


def listed(game: SaipanGame, position: Position, order: Order) -> bool:
    """Whether `legal` yields an order, or one that does the same."""
    if isinstance(order, Move):
        ends = {o.path[-1] for o in game.legal(position) if isinstance(o, Move)}
        return order.path[-1] in ends or position.hex_of(position.side, order.unit) in order.path
    if isinstance(order, Deploy) and order.unit in position.on["jp"].values():
        return True
    if isinstance(order, (Land, End, Deploy)) or order.__struct_config__.tag in {
        "retreat",
        "advance",
        "pass",
    }:
        return order in set(game.legal(position))
    return True


def mutated(game: SaipanGame, raw: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Change one field: another unit, another hex, something more, something less."""
    tables = game.setting.tables
    raw = dict(raw)
    field = rng.choice([*raw, "do"])
    units = [*tables.units["us"], *tables.units["jp"]]
    value = raw[field]
    if field == "do":
        raw["do"] = rng.choice(["move", "land", "end", "attack", "fpf", "retreat", "lose", "pass"])
    elif isinstance(value, list):
        pool = units if field in {"with", "barrage", "on", "units"} else list(tables.terrain)
        if field in {"path", "to"} and value and rng.random() < 0.8:
            pool = list(tables.grid.neighbours[rng.choice(value)])
        place = rng.randrange(len(value) + 1)
        raw[field] = [*value[:place], rng.choice(pool), *value[place + rng.randrange(2) :]]
    elif isinstance(value, str):
        raw[field] = rng.choice(list(tables.terrain) if value in tables.terrain else units)
    elif isinstance(value, int):
        raw[field] = rng.randrange(0, 40)
    return raw


def test_every_need_of_a_game_is_a_question_or_a_roll_with_a_prompt() -> None:
    for game, position, _ in play(99):
        need = game.need(position)
        if isinstance(need, Question):
            assert need.side in game.sides
            assert need.prompt
            assert need.paragraph
            assert need.forms


def test_the_same_seed_plays_the_same_game() -> None:
    ends = [list(play(5))[-1][1] for _ in range(2)]
    assert ends[0] == ends[1]
