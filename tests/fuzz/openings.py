"""Games to be fuzzed: any scenario, any players with and without a seat, any policy of dice."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from fitting import fitting
from pbem.games import registry
from pbem.identity.identity import Identity
from pbem.kit.contract import Game, Rules
from pbem.kit.hidden import cards_of
from pbem.kit.stocks import stocks_of
from pbem.table.handlers.entering import groups_in, wanted_groups
from pbem.table.library import Library, data_digest
from toy import group
from toy.cards import CardRules
from toy.depots import DepotRules
from toy.tables import fords_table

HANDLES = ("ann", "bob", "cat", "dan")
UMPIRE = "uma"
STRANGER = "eve"
FORDS = "fords"
"""The open table with the table file of our own module, which hides units of both sides."""
GAMES = ("toy", "fate", "depots", FORDS, *registry.names())
VEILED: dict[str, tuple[str, dict[str, Any]]] = {"singapore": ("division", {"logistics": "hidden"})}
"""Games that hide stocks by an option alone: chance would hardly ever choose it."""
VEILED_OFTEN = 0.25

OPTIONS = 8
"""Sets of options of a scenario: to make its game takes a while, and it is made once."""


@cache
def identity(handle: str) -> Identity:
    """Keys that are the same in every run."""
    return group.identity(handle)


@cache
def vrf_secret(handle: str, game: str) -> bytes:
    return identity(handle).vrf_secret(game)


def signer(handle: str) -> dict[str, str]:
    return {"handle": handle, "sign": identity(handle).sign_public.hex()}


def find_rules(name: str, version: int) -> Rules | None:
    toys: Any = {**group.RULES, ("fate", 1): CardRules(), ("depots", 1): DepotRules()}
    found: Rules | None = toys.get((name, version)) or registry.find(_rules(name), version)
    return found


def _rules(name: str) -> str:
    """Return what the rules of a game are called: those of a table file are the table's."""
    return "table" if name == FORDS else name


def rules_id(name: str, version: int = 1) -> dict[str, Any]:
    rules = find_rules(name, version)
    assert rules is not None
    return {"name": _rules(name), "version": version, "data": digest_of(name, version)}


@cache
def digest_of(name: str, version: int) -> str:
    rules = find_rules(name, version)
    assert rules is not None
    return data_digest(rules.data(*_pack(name)))


def _pack(name: str) -> tuple[bytes, ...]:
    return (fords_table(),) if name == FORDS else ()


@cache
def library(name: str) -> Library:
    """One for all tables of a game: it keeps what takes long to load."""
    assert name in GAMES
    return Library(find_rules, lambda _: next(iter(_pack(name)), None))


def opening(name: str, rng: random.Random) -> dict[str, Any]:
    """Return the data of an opening: the players with a seat first or not, witnesses, an umpire."""
    rules = find_rules(name, 1)
    assert rules is not None
    scenario = rng.choice(sorted(rules.scenarios))
    few = random.Random(rng.randrange(OPTIONS))  # noqa: S311 - no secret
    options = {
        option: few.choice((reported.default, few.choice(reported.choices)))
        for option, reported in rules.options.items()
    }
    options = {name: reported.default for name, reported in rules.options.items()} | fitting(
        rules, scenario, options
    )
    if name in VEILED and rng.random() < VEILED_OFTEN:
        scenario, few_more = VEILED[name]
        options = {reported: what.default for reported, what in rules.options.items()} | few_more
    _, game = library(name).game(group.kinds.read_data("open", _data(name, scenario, options)))
    sides = list(game.sides)
    players = list(HANDLES[: rng.choice((1, 1, 2, 2, 2, 3, 3, 4))])
    holders = rng.sample(players, rng.randint(1, len(players)))
    held = {side: holders[number % len(holders)] for number, side in enumerate(sides)}
    groups = {}
    if hides(game):
        players, held = _hands(rng, sides)
        options |= {"cards": 8} if name == "fate" else {}
        found = wanted_groups(groups_in(game, held, players))
        groups = {"groups": [list(group) for group in found]} if found else {}
    umpire = rng.random() < 0.75
    policies = ["umpire"] * umpire + ["opponents" if len(players) > 1 else "self"]
    policies += ["witnesses"] * (len(players) > len(set(held.values())))
    return {
        **_data(name, scenario, options),
        "players": [signer(handle) for handle in players],
        "seats": held,
        "umpire": signer(UMPIRE) if umpire else None,
        "dice": rng.choice(policies),
        "clock": rng.choice((None, {"days": 7, "bank": 30, "grace": 2, "turn": None})),
        **groups,
    }


def hides(game: Game[Any, Any]) -> bool:
    """Whether there are hands of cards in it, or hidden stocks: by its scenario and options."""
    return cards_of(game) is not None or stocks_of(game) is not None


def _hands(rng: random.Random, sides: list[str]) -> tuple[list[str], dict[str, str]]:
    """Return the players and who holds what, so that there are two hands."""
    players = list(HANDLES[: rng.choice((2, 3, 3, 4))])
    holders = rng.sample(players, 2 if rng.random() < 0.2 else min(len(players), len(sides)))
    last = len(holders) - 1
    return players, {side: holders[min(at, last)] for at, side in enumerate(sides)}


def _data(name: str, scenario: str, options: dict[str, Any]) -> dict[str, Any]:
    return {
        "rules": rules_id(name),
        "scenario": scenario,
        "options": options,
        "players": [signer("ann")],
        "seats": {},
        "umpire": None,
        "dice": "self",
        "clock": None,
    }
