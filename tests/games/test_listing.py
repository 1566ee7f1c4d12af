"""A list of legal orders is whole, or says which forms it leaves out (the contract of a game)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import msgspec
import pytest

from long import times
from pbem.errors import IllegalOrder
from pbem.games import registry
from pbem.games.saipan.rules.orders import Attack, FinalFire
from pbem.games.saipan.rules.position import Position, open_battle
from pbem.games.singapore.words import listing
from pbem.kit.contract import Order
from pbem.kit.cups import Cups
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, bind

GAMES = sorted(registry.RULES)
SCENARIO = {"lantern": "lantern", "manila": "campaign", "saipan": "historical", "tokyo": "two",
            "meiktila": "meiktila", "singapore": "regiment"}  # fmt: skip
DECISIONS = {
    "lantern": 120,
    "manila": 120,
    "saipan": 160,
    "tokyo": 120,
    "meiktila": 80,
    "singapore": 120,
}


class Shaker:
    """Dice from a seeded generator."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)  # noqa: S311 - no secret

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        del purpose, paragraph
        return self.rng.randrange(n)


def played(name: str, seed: int) -> Iterator[tuple[Play, list[Order]]]:
    """Stop at every question of a game between sensible players, with what they would order."""
    rules = registry.find(name, max(version for game, version in GAMES if game == name))
    assert rules is not None
    options = {word: option.default for word, option in rules.options.items()}
    game = rules.game(SCENARIO[name], options, rules.data())
    play = Play(game, dict.fromkeys(game.sides, "ann"))
    play.start()
    dice = Shaker(seed)
    for step in range(DECISIONS[name]):
        if play.due is not None:
            play.roll(dice)
        elif play.asked is None:
            return
        else:
            sensible = play.game.sensible(play.position, seed + step)
            yield play, sensible
            play.order("ann", [play.game.write_order(sensible[0])])


def listed(play: Play) -> Iterator[Order]:
    """All that a list of legal orders holds."""
    game, position = play.game, play.position
    return chain(game.legal(position), filter(legal(play), game.candidates(position)))


def legal(play: Play) -> Any:
    def may(order: Order) -> bool:
        try:
            play.game.check(play.position, order)
        except IllegalOrder:
            return False
        return True

    return may


@pytest.mark.few(2)
@pytest.mark.parametrize("name", sorted({name for name, _ in GAMES}))
def test_what_a_sensible_player_orders_is_listed_or_said_to_be_left_out(name):
    """The message names the form in backquotes."""
    seen = set()
    for play, orders in played(name, 7):
        reported = play.game.unlisted(play.position)
        assert all(one.startswith("`") and one.endswith(".") for one in reported), reported
        form = str(orders[0].__struct_config__.tag)
        seen.add(form)
        if not any(one.startswith(f"`{form}`") for one in reported):
            wanted = plain(orders[0])
            assert any(plain(one) == wanted for one in listed(play)), play.game.text(orders[0])
    assert len(seen) > 3


def subsets(units: list[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(units, size) for size in range(len(units) + 1))


def test_every_combination_of_final_protective_fire_is_listed():
    """These are all of Saipan's batteries and points that the rules allow."""
    asked = 0
    for play, _ in played("saipan", 3):
        if play.asked is None or play.asked.name != "fpf":
            continue
        position = play.position
        battle, side = open_battle(position), play.asked.side
        near = [u for u in sorted(position.on[side].values()) if "/" in u][:6]
        near += [u for one in play.game.legal(position) for u in getattr(one, "with_", ())]
        targets = [None] if len(battle.on) == 1 else list(battle.on)
        every = {
            FinalFire(team, gsp, target)
            for target in targets
            for team in subsets(sorted(set(near)))
            for gsp in range(position.gsp[side] + 1)
            if team or gsp  # fire of nothing has not the form of an order
        }
        right = set(filter(legal(play), every))
        mine = [plain(one) for one in listed(play)]
        assert all(plain(one) in mine for one in right)
        asked += len(right) > 1
    assert asked


def test_attacks_that_the_rules_let_pass_are_listed():
    """Any units of Saipan, any guns, any number of points: tried at random."""
    rng = random.Random(5)  # noqa: S311 - no secret
    found = 0
    for play, _ in played("saipan", 11):
        if play.asked is None or play.asked.name != "combat":
            continue
        right = {
            one
            for _ in range(times(100, of=200))
            if legal(play)(one := some_attack(play.position, rng))
        }
        for one in right:
            wanted = plain(one)
            assert any(plain(other) == wanted for other in listed(play)), play.game.text(one)
        found += len(right)
    assert found > times(6, of=12)


def some_attack(position: Position, rng: random.Random) -> Attack:
    side = position.side
    own = sorted({*position.on[side].values(), *position.sea} - set(position.fought))
    enemies = sorted(position.on["jp" if side == "us" else "us"].values())
    return Attack(
        tuple(sorted(rng.sample(enemies, min(len(enemies), rng.choice((1, 1, 2)))))),
        tuple(sorted(rng.sample(own, min(len(own), rng.choice((0, 0, 1, 1, 2)))))),
        tuple(sorted(rng.sample(own, min(len(own), rng.choice((0, 0, 0, 1)))))),
        rng.randrange(position.gsp[side] + 1),
    )


def plain(order: Order) -> dict[str, Any]:
    """An order in which units are named in one order only; a path keeps its own."""
    named = msgspec.to_builtins(order)
    mixed = ("with", "with_", "on", "barrage", "units")
    return {k: sorted(v) if k in mixed and isinstance(v, list | tuple) else v
            for k, v in named.items()}  # fmt: skip


def test_who_asks_for_one_unit_gets_all_that_it_can_do_and_little_else():
    """Saipan's attacks are many: these name the unit, or the one in the hex asked for.

    How many are looked at for nothing is counted.
    """
    asked = refused = every = 0
    for play, _ in played("saipan", 11):
        if play.asked is None or play.asked.name != "combat":
            continue
        game, position = play.game, play.position
        found = list(game.candidates(position))
        every += len(found)
        refused += sum(not legal(play)(one) for one in found)
        for side in ("us", "jp"):
            for number, unit in sorted(position.on[side].items())[::4]:
                wanted = [one for one in found if unit in (*one.on, *one.with_, *one.barrage)]
                for about in (unit, unit.upper(), f"{side}:{unit}", number):
                    assert list(game.candidates(position, about)) == wanted, about
                asked += bool(wanted) and len(wanted) < len(found) / 2
        assert list(game.candidates(position, "with")) == found, "no unit is called so"
    assert asked > 20
    assert refused < every / 2, (refused, every)


def test_who_asks_for_one_unit_of_meiktila_gets_the_attacks_that_it_has_part_in() -> None:
    asked = 0
    for play, _ in played("meiktila", 3):
        if play.asked is None or play.asked.name != "combat":
            continue
        game, position = play.game, play.position
        found = list(game.candidates(position))
        standing = {unit: place for unit, place in position.at.items() if found}
        for unit, place in sorted(standing.items())[::2]:
            named = [one for one in found if unit in (*one.with_, *one.guns)]
            wanted = named or [one for one in found if one.hex == place]
            for about in (unit, unit.lower(), f"{game.setting.side(unit)}:{unit}"):
                assert list(game.candidates(position, about)) == wanted, about
            asked += 0 < len(wanted) < len(found)
        assert list(game.candidates(position, "with")) == found, "no unit is called so"
    assert asked > 5


def test_in_singapore_who_is_alike_is_looked_for_once_a_unit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many orders the unit has that goes first."""
    game = bind(Setup("singapore", "brigade"))
    units = {**dict.fromkeys(("ji1", "ji2", "ji3", "jv1", "jv2"), "Sarimbun"), "bi1": "Bedok"}
    given = {"clear": True, "phase": "movement", "units": units, "control": {"Sarimbun": "jp"}}
    position, looked, like = game.arrange(given, Cups()), list[str](), listing._like
    monkeypatch.setattr(listing, "_like", lambda *of: looked.append(of[-1]) or like(*of))
    others = {unit for order in game.candidates(position) for unit in order.units}
    assert others == {"ji2", "ji3", "jv2"}
    assert sorted(looked) == ["ji1", "jv1"]
