"""Games in play without signatures: found by name, begun, given dice, secrets kept in memory.

A game for practice, research or a test needs nobody's trust. The table's own `Play` carries every
order, so what is played here is what a log would replay.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.games import registry
from pbem.kit.bunches import bunched, form_of
from pbem.kit.contract import Game, Order, Question, RawOrder, Rules
from pbem.kit.dice import Dice, SeededDice
from pbem.kit.hidden import cards_of
from pbem.kit.keeping import keeping
from pbem.kit.sides import side_name
from pbem.kit.stocks import stocks_of
from pbem.kit.typed.suggest import did_you_mean
from pbem.play import fence
from pbem.play.dealer import Dealer
from pbem.play.keeper import Keeper
from pbem.play.play import Play


def rules_of(name: str) -> Rules:
    """Return the newest rules of a game.

    Raises:
        FormError: This release does not play it. The message lists the games that it plays.
    """
    version = registry.newest(name)
    rules = None if version is None else registry.find(name, version)
    if rules is None:
        names = registry.names()
        near = did_you_mean(name, names) or "."
        raise FormError(
            f"This version of pbem does not play '{escape(name)}'{near} It plays "
            f"{', '.join(names)}."
        )
    return rules


def bind(
    rules: Rules, scenario: str, options: Mapping[str, Any], pack: bytes | None = None
) -> Game[Any, Any]:
    """Return a game of a scenario.

    Args:
        rules: The rules.
        scenario: The scenario.
        options: The options that differ from the defaults.
        pack: An owner's data pack; None: the module's own data.

    Raises:
        FormError: The game has no such scenario, option or value.
        PackError: The pack cannot be used.
        RulesFault: The rules module broke its contract.
    """
    data = fence.asked(rules, "data", *([] if pack is None else [pack]))
    return bound(fence.asked(rules, "of", data), scenario, options, data)


def bound(rules: Rules, scenario: str, options: Mapping[str, Any], data: Any) -> Game[Any, Any]:
    """Return the same of data that were loaded, with which the ``rules`` go.

    Raises:
        FormError: The game has no such option.
    """
    defaults = {name: option.default for name, option in rules.options.items()}
    unknown = set(options) - set(defaults)
    if unknown:
        raise FormError(
            f"There is no option '{escape(min(unknown))}'. The options are {', '.join(defaults)}."
        )
    return fence.bound(rules, scenario, {**defaults, **options}, data)


def seated(game: Game[Any, Any], seats: Mapping[str, str]) -> dict[str, str]:
    """Return side -> player: the one in ``seats``, or else one with the side's own name.

    Raises:
        FormError: The game has no such side.
    """
    for side in seats:
        if side not in game.sides:
            there = ", ".join(game.sides)
            raise FormError(f"There is no side '{escape(side)}' here. The sides are {there}.")
    return {side: seats.get(side, side) for side in game.sides}


def begin(
    game: Game[Any, Any], seed: int = 0, seats: Mapping[str, str] = MappingProxyType({})
) -> Play:
    """Return a started play in which every side is held by a player of its name.

    ``seed`` shuffles its decks, if it has any. ``seats``: side -> player, as in `seated`.
    """
    play = Play(game, seated(game, seats))
    if cards_of(game) is not None:
        play.dealer = Dealer(shuffling(seed))
    if (stocks := stocks_of(game)) is not None:
        play.keeper = Keeper(stocks)
    play.start()
    return play


def shuffling(seed: int) -> Callable[[str], Dice]:
    """Return the dice that shuffle each deck, by a seed."""
    return lambda deck: SeededDice(random.Random(f"{seed} {deck}"))  # noqa: S311 - no secret


def known(play: Play) -> Any:
    """Return the position as the player who is asked knows it."""
    return play.position if play.asked is None else play.seen_by(play.asked.side)


# --- chance ----------------------------------------------------------------------------------


def random_order(play: Play, rng: random.Random) -> Order:
    """Choose among all legal orders, as `any_of` does."""
    position = known(play)
    with keeping(play.game, position):
        return _drawn(list(play.game.bunches(position)), rng)


def any_of(legal: Sequence[Order], rng: random.Random) -> Order:
    """Choose among orders: every second time each as likely, otherwise each form.

    Every order always as likely would end a phase once in a thousand decisions; every form, after
    two or three.
    """
    return _drawn(list(bunched(legal)), rng)


def _drawn(bunches: Sequence[Sequence[Order]], rng: random.Random) -> Order:
    """Choose as `any_of` does; only the order that is chosen need be made."""
    if rng.random() >= 0.5:
        forms = [*map(form_of, bunches)]
        words = {form: _word(form) for form in forms}
        word = rng.choice(sorted({*words.values()}))
        bunches = [bunch for bunch, form in zip(bunches, forms, strict=True) if words[form] == word]
    place = rng.choice(range(sum(map(len, bunches))))
    for bunch in bunches:
        if place < len(bunch):
            break
        place -= len(bunch)
    return bunch[place]


def _word(form: type[Order]) -> str:
    return str(form.__struct_config__.tag)


# --- who decides -----------------------------------------------------------------------------


class Secrets:
    """The sealed choices in a play without commitments, until each is opened.

    ``sealed``: label -> the order that was sealed.
    """

    def __init__(self, sealed: Mapping[str, RawOrder] | None = None) -> None:
        self._sealed = dict(sealed or {})
        self._by: dict[str, str] = {}

    def copy(self) -> Secrets:
        """Return an independent keeper of the same secrets."""
        twin = Secrets(self._sealed)
        twin._by = dict(self._by)
        return twin

    def of(self, side: str) -> Secrets:
        """Return a keeper of what one side has sealed here, which is what it knows."""
        return Secrets(
            {label: raw for label, raw in self._sealed.items() if self._by.get(label) == side}
        )

    @property
    def labels(self) -> list[str]:
        """The labels that were sealed here and are not opened yet."""
        return sorted(self._sealed)

    def knows(self, asked: Question) -> bool:
        """Say whether ``asked`` opens what was sealed here, so that nobody has a choice."""
        return asked.opens and asked.secret in self._sealed

    def answer(self, play: Play, asked: Question, orders: Sequence[RawOrder]) -> None:
        """Carry out orders for the question ``asked``: sealed, opened or given openly.

        If no choice was sealed here, the first order is opened.

        Raises:
            PbemError: As `Play.order`, `Play.seal` and `Play.open`.
        """
        if asked.secret is None:
            play.order(play.seats[asked.side], orders)
        elif asked.opens:
            play.open(self._sealed.pop(asked.secret) if self.knows(asked) else orders[0])
        else:
            order = play.game.read_order(orders[0])
            play.game.check_secret(play.position, asked.secret, order)
            self._sealed[asked.secret] = orders[0]
            self._by[asked.secret] = asked.side
            play.seal(asked.secret)


def waiting(play: Play) -> str:
    """Say in a sentence what the play waits for."""
    if play.due is not None:
        return f"Dice are due: {play.due.purpose}."
    if play.asked is not None:
        active = side_name(play.game, play.asked.side).rstrip(".")
        return f"Active side: {active}. {play.asked.prompt}"
    return "The game is over."
