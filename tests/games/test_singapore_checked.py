"""Whole games of Singapore on the map, recomputed by a reader with the rulebook and no module.

Sensible players play some, and others are played at random by somebody who likes to attack: games
between random players without that seldom come to a battle.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from games.singapore_reader.checker import Checker
from games.singapore_reader.ground import apart
from long import sample
from pbem.games import singapore
from pbem.games.singapore.rules import ch5_supply as supply
from pbem.games.singapore.rules import theatre
from pbem.games.singapore.rules.cards import ch6_draw as draw
from pbem.games.singapore.rules.cards import ch6_effects as effects
from pbem.games.singapore.rules.cards import ch6_play as play_card
from pbem.games.singapore.rules.corps import ch4_barrages as barrages
from pbem.games.singapore.rules.corps import ch4_control as control
from pbem.games.singapore.rules.corps import ch4_movement as movement
from pbem.games.singapore.rules.corps import ch4_results as results
from pbem.games.singapore.rules.fights import ch1_combat as combat
from pbem.games.singapore.rules.fights import ch2_tactics as tactics
from pbem.games.singapore.rules.fights import ch3_strikes as strikes
from pbem.games.singapore.rules.variants import ch7_deployment as deployment
from pbem.games.singapore.rules.variants import ch7_hidden as hidden
from pbem.games.singapore.rules.variants import ch7_variants as variants
from pbem.games.singapore.rules.variants import ch7_victory as victory
from pbem.kit.contract import Order, Outcome
from pbem.kit.dice import SeededDice
from pbem.kit.hidden import Laid
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import Secrets, any_of, begin, known, rules_of

SCENARIOS = ("corps", "division", "brigade", "tiderace")
OPTIONS: dict[str, tuple[Any, ...]] = {
    "leave_contested": ("free", "friendly"),
    "axis_landing": ("all", "infantry"),
    "bridges_supply": ("no", "yes"),
    "defensive_fire": ("own", "side"),
    "flank_die": ("defender", "attacker"),
    "japan_start": (40, 30),
    "penetration": (False, True),
    "breakthrough": (False, True),
    "rout": (False, True),
    "defender_bonus": (0, -2),
    "japan_victory": ("capture", "period_end"),
    "victory": ("plain", "levels", "decisive", "total", "objectives"),
    "logistics": ("plain", "hidden", "public"),
    "situation_cards": (False, True),
    "card_points": ("few", "every_step"),
    "strikes": ("open", "sealed"),
    "deployment": ("historic", "shared", "free"),
}
HISTORIC = {"division", "corps"}
OF = {
    "bridges_supply": {*HISTORIC, "tiderace"},
    "japan_start": HISTORIC,
    "logistics": HISTORIC,
    "deployment": {*HISTORIC, "brigade"},
    "situation_cards": {"tiderace"},
    "card_points": {"corps", "tiderace"},
}
LISTED = 0.1
"""The share of decisions at which the lists of legal orders are looked at."""
COMPARED = 0.2
"""After so many the reader's table is compared with the position."""
KEEN = {"battle", "attack", "fire", "support", "strike", "fly", "drive", "play"}


class Heard:
    """A game that reports to a checker every outcome before it is applied."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.checker: Checker | None = None
        self.before: list[tuple[str, dict[str, Any]]] = []
        """The outcomes before the first question, when there is no checker yet."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, position: Any, outcome: Outcome) -> None:
        name, reported = type(outcome).__name__, msgspec.structs.asdict(outcome)
        if self.checker is not None:
            self.checker.outcome(name, reported)
        elif name in {"DeckMade", "CardsDrawn"}:
            self.before.append((name, reported))
        self._game.apply(position, outcome)


def options_of(scenario: str, seed: int) -> dict[str, Any]:
    """Options of a game: the first has the defaults, the second everything else."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    chosen = {
        name: values[seed] if seed < 2 else rng.choice(values) for name, values in OPTIONS.items()
    }
    return {name: value for name, value in chosen.items() if scenario in OF.get(name, SCENARIOS)}


def keen(play: Play, rng: random.Random) -> Order:
    """Draw an order, rather one that brings a fight; a move rather towards the enemy."""
    legal = list(play.game.legal(known(play)))
    kinds = {order.__struct_config__.tag for order in legal}
    fighting = [order for order in legal if order.__struct_config__.tag in KEEN]
    if fighting and rng.random() < 0.8:
        return any_of(fighting, rng)
    moves = [order for order in legal if order.__struct_config__.tag == "move"]
    if moves and rng.random() < 0.9:
        return min(rng.sample(moves, min(len(moves), 12)), key=lambda one: nearest(play, one))
    if "end" in kinds and rng.random() < 0.3:
        return next(order for order in legal if order.__struct_config__.tag == "end")
    return any_of(legal, rng)


def nearest(play: Play, order: Any) -> int:
    """How many sectors the end of a move is from an enemy."""
    army = order.units[0][0]
    enemies = {
        place for unit, place in play.position.war.at.items()
        if (unit[0] == "j") != (army == "j") and unit[1] in "ivgh"
    }  # fmt: skip
    return min((apart(order.path[-1], here) for here in enemies if here), default=0)


def stack(play: Play, cards: Sequence[str]) -> None:
    """Have the next draws bring these cards, as far as they are not drawn yet."""
    assert play.dealer is not None
    (deck,) = [name for name in play.dealer.everything() if name.startswith("situation")]
    lying, drawn = list(play.dealer.everything()[deck]), 2
    for place, card in enumerate(cards, drawn):
        names = [play.game.card("situation", one)[:2] for one in lying]
        if card in names[place:]:
            other = names.index(card, place)
            lying[place], lying[other] = lying[other], lying[place]
    play.dealer.lay({deck: Laid(lying, drawn, {})})


def played(
    scenario: str,
    options: dict[str, Any],
    seed: int,
    *,
    sensible: bool,
    cards: Sequence[str] = (),
) -> Checker:
    """Play a game to its end; return the checker that has heard it.

    ``cards``: what the Commonwealth draws before the first turn, two, and then all in turn.
    """
    rng = random.Random(seed)  # noqa: S311 - no secret
    game = Heard(bind(Setup("singapore", scenario, options)))
    play = begin(game, seed)  # type: ignore[arg-type]
    if cards:
        stack(play, cards)
    every = {name: one.default for name, one in rules_of("singapore").options.items()} | options
    checker = game.checker = Checker(scenario, every, play.position)
    secrets = Secrets()
    for name, reported in game.before:
        checker.outcome(name, reported)
    while play.result is None and not checker.found:
        if rng.random() < COMPARED:
            checker.compare(play.position)
        if play.due is not None:
            play.roll(SeededDice(rng))
            continue
        assert play.asked is not None
        if play.asked.opens:
            secrets.answer(play, play.asked, [])
            continue
        if rng.random() < LISTED:
            legal = [game.write_order(order) for order in game.legal(play.position)]
            checker.lists(play.asked.name, legal)
        if sensible:
            orders = list(game.sensible(known(play), rng.randrange(1 << 32)))[:1]
        else:
            orders = [keen(play, rng)]
        raws = [game.write_order(one) for one in orders]
        for raw in raws:
            checker.ordered(play.asked.side, raw)
        secrets.answer(play, play.asked, raws)
    checker.compare(play.position)
    look_after(play, checker)
    return checker


def look_after(play: Play, checker: Checker) -> None:
    """Show the reader all cards and stocks, now that a game is over."""
    if play.dealer is not None and play.result is not None:
        broke = checker.opened({
            deck: [play.game.setting.tables.labels[card] for card in cards]
            for deck, cards in play.dealer.everything().items()
        })  # fmt: skip
        checker.want("who has broken a duty", sorted(broke), sorted(play.broken_duties()))
    if play.keeper is not None and checker.following:
        amounts = play.keeper.amounts(play.position, ("au", "br"))
        mine = {f"{army}.tokens": following for army, following in checker.following.items()}
        checker.want("what is behind the screens", mine, amounts)


GAMES = [(scenario, seed) for seed in range(100) for scenario in SCENARIOS]


@pytest.mark.parametrize(("scenario", "seed"), sample(GAMES, 1, of=4))
def test_a_reader_agrees_with_games_of_who_likes_to_attack(scenario: str, seed: int) -> None:
    checker = played(scenario, options_of(scenario, seed), seed, sensible=False)
    assert checker.found == []
    assert checker.ended
    assert checker.heard["RoundFought"] > 5


@pytest.mark.parametrize(("scenario", "seed"), sample(GAMES[:80], 1, of=4))
def test_a_reader_agrees_with_games_of_sensible_players(scenario: str, seed: int) -> None:
    checker = played(scenario, options_of(scenario, seed), seed, sensible=True)
    assert checker.found == []
    assert checker.ended


# --- that the reader would see a mistake -------------------------------------------------------


def _more(original: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *at, **named: original(*at, **named) + 1


def _is(value: Any) -> Callable[[Any], Callable[..., Any]]:
    return lambda _: lambda *_, **__: value


def _everywhere(_: Any) -> Callable[..., Any]:
    def beside(setting: Any, position: Any, role: str) -> Any:
        places = setting.tables.beside[position.battle.sector]
        army = "jp" if role == "attacker" else "br"
        return theatre.refuges(setting, position.war, places, army)  # type: ignore[arg-type]

    return beside


WRONG: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "supply comes over water": (supply._carries, _is(value=True)),
    "everybody is in supply": (supply.supplies, _is(value=True)),
    "a supply point costs nothing": (supply.most, _is(value=0)),
    "seven of a side": (theatre._room, _more),
    "half a point more for every edge": (tactics.bonus, _more),
    "a round won by a point more": (combat.margin_of, _more),
    "strikes that roll one more": (
        effects.result_of, lambda original: lambda row, die: original(row, die + 1),
    ),
    "a sector more by every move": (movement.allowance, _more),
    "guns fire where they moved": (barrages.why_not, _is(value="")),
    "guns of any range": (barrages._in_range, lambda _: lambda *at: list(at[3])),
    "nobody takes a sector": (control._taker, _is(value=None)),
    "the beaten withdraw over water": (results.havens, _everywhere),
}  # fmt: skip
"""Name -> a function of the rules, and how it is made wrong."""


def _never(event: str) -> Callable[[Any], Callable[..., Any]]:
    return lambda original: lambda war, one: one != event and original(war, one)


def _half(original: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *at: original(*at) // 2


def _other(original: Callable[..., Any]) -> Callable[..., Any]:
    return lambda war: {"au": "br", "br": "au"}.get(original(war))


def _less(original: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *at: LEVELS[max(0, LEVELS.index(original(*at)) - 1)]


def _also_active(axis: str) -> Callable[[Any], Callable[..., Any]]:
    def changed(original: Callable[..., Any]) -> Callable[..., Any]:
        def end(*at: Any) -> Any:
            for reported in original(*at):
                axes = getattr(reported, "axes", None)
                yield (
                    reported
                    if axes is None
                    else msgspec.structs.replace(reported, axes=tuple({*axes, axis}))
                )

        return end

    return changed


LEVELS = ("", "victory", "decisive victory", "total victory")
HIDDEN = {"logistics": "hidden"}
BY_LEVELS = {"victory": "levels"}
WRONG_CARDS: dict[str, tuple[Any, Callable[[Any], Any], dict[str, Any], tuple[str, ...]]] = {
    "smoke that hides nobody": (effects.in_force, _never("E4"), {}, ("S1", "S1", "E4")),
    "a creek that burns no more": (effects.in_force, _never("E1"), {}, ("S1", "S1", "E1")),
    "a monsoon to fly in": (effects.in_force, _never("E2"), {}, ("S1", "S1", "E2")),
    "cut lines that carry orders": (effects.in_force, _never("E3"), {}, ("S1", "S1", "E3")),
    "shells at the usual price": (effects.barrage_cost, _is(value=1), {}, ("S1", "S1", "E9")),
    "an Event that lasts on": (
        draw.expire, lambda original: lambda position, number: original(position, number - 3),
        {}, ("S1", "S1", "E2"),
    ),
    "a push that goes no farther": (effects.longer, _more, {}, ()),
    "a disguise worth a point": (effects.disguise_bonus, _half, {}, ("S1", "S1", "C2")),
    "an ambush on nobody": (effects.without_lowest, lambda _: lambda dice: dice, {}, ("C6", "S1")),
    "bridges that nobody blows": (
        effects.runs, lambda _: lambda setting, _r, here, there: setting.tables.edges[
            here, there].road,
        {}, ("D6", "D5"),
    ),
    "hands of any size": (draw.too_many, _is(value=False), {}, ("C1", "C1", "C4", "C4", "C5")),
    "a card for the enemy to keep": (draw._keepers, _is(value=["jp", "au", "br"]), {}, ()),
    "stores at any hour": (
        play_card._names, lambda original: lambda position: (*original(position), "S1"),
        {}, ("S1", "S1"),
    ),
    "tokens left before a screen": (hidden.put_back, _is(value=()), HIDDEN, ()),
    "the ally asked for the die first": (hidden.asker, _other, HIDDEN, ()),
    "one eight breaks through": (
        variants.breaks_through,
        lambda original: lambda setting, point, dice: original(setting, point, (*dice, 8)),
        {"breakthrough": True}, (),
    ),
    "a single one routs": (
        variants.routs, lambda original: lambda setting, dice: original(setting, (min(dice),)),
        {"rout": True}, (),
    ),
    "a level too low": (victory._reached, _less, BY_LEVELS, ()),
    "the result always Japanese": (
        victory._named, lambda _: lambda *_, **__: "jp", BY_LEVELS, (),
    ),
    "allies counted together": (
        victory.own_objectives, _is(value=2), {"victory": "objectives"}, (),
    ),
    "an ally's sectors to deploy in, unasked": (
        deployment._lets_in, _is(value=True), {"deployment": "free"}, (),
    ),
    "batteries without an emplacement": (
        deployment._guns, _is(value=0), {"deployment": "free"}, (),
    ),
    "seven deployed in a sector": (theatre.room, _more, {"deployment": "shared"}, ()),
    "a land axis that nobody deployed on": (
        deployment.end, _also_active("Axis-E"), {"deployment": "free"}, (),
    ),
    "reinforcements on any axis": (
        deployment.axes_for, _is(value=["Axis-E"]), {"deployment": "free"}, (),
    ),
    "strikes that nobody seals": (strikes.sealing, _is(value=False), {"strikes": "sealed"}, ()),
    "strikes sealed where one side alone has any": (
        strikes.sealing,
        lambda _: lambda _s, battle: bool(battle.sealed) or not battle.declared,
        {"strikes": "sealed"}, (),
    ),
    "attackers who seal first": (
        strikes.seats, lambda original: lambda battle: original(battle)[::-1],
        {"strikes": "sealed"}, (),
    ),
}  # fmt: skip
"""The same for situation cards and the variants; with options, and what is drawn first."""


def _modules() -> list[Any]:
    """All rooms of the game: one that is loaded later would keep a wrong rule for good."""
    found = pkgutil.walk_packages(singapore.__path__, f"{singapore.__name__}.")
    return [importlib.import_module(one.name) for one in found]


def _forget() -> None:
    """Rules and player remember what they have looked up: not what a wrong rule said."""
    for module in _modules():
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear"):
                value.cache_clear()


@pytest.mark.few(2)
@pytest.mark.parametrize("what", WRONG)
def test_the_reader_sees_a_rule_that_is_wrong(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original, change = WRONG[what]
    with_rule(monkeypatch, original, change)
    try:
        games = (played("division", {}, seed, sensible=seed % 2 == 0) for seed in range(8))
        assert any(checker.found for checker in games)
    finally:
        _forget()


@pytest.mark.few(2)
@pytest.mark.parametrize("what", WRONG_CARDS)
def test_the_reader_sees_a_wrong_rule_of_cards_and_variants(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, change, options, cards = WRONG_CARDS[what]
    with_rule(monkeypatch, original, change)
    try:
        for seed in range(12):
            checker = played("corps", options, seed, sensible=seed % 2 == 0, cards=cards)
            if checker.found:
                return
        pytest.fail("the reader has seen nothing")
    finally:
        _forget()


def with_rule(monkeypatch: pytest.MonkeyPatch, original: Any, change: Callable[[Any], Any]) -> None:
    """Have a function of the rules changed wherever it is used."""
    changed = change(original)
    for module in _modules():
        for key, value in list(vars(module).items()):
            if value is original:
                monkeypatch.setattr(module, key, changed)
            elif isinstance(value, dict) and not key.startswith("__"):
                for name in [name for name, one in value.items() if one is original]:
                    monkeypatch.setitem(value, name, changed)
    _forget()
