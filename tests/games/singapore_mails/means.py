"""The cost of windows for cards in mails, by the means with which their owner answers them.

Means (docs/games/singapore.md, "Mails"):

- ``asked``: every window is answered when it comes;
- ``battle``: who passes declares in the same event to pass at windows of this kind for the rest of
  this turn, in a battle for the rest of this battle;
- ``turn``: the same, in a battle for the rest of this turn too;
- ``standing``: a pass for good, given before the game;
- ``sealed``: a sealed standing order for each kind of window in each turn, opened when the first
  such window of the turn comes, and then public. Version 1 has none (decision 26): its mails are
  reckoned here as it would have them. An opening is a mail of its author's, and no trigger.

All other questions have the usual standing orders, or none, as ``others`` says.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from pbem.kit.contract import Game
from pbem.kit.dice import SeededDice
from pbem.kit.hidden import groups_of
from pbem.play.play import Play
from pbem.selfplay.simulate import Mails, answer_sensible
from pbem.selfplay.unsigned import begin

MEANS = ("asked", "battle", "turn", "sealed", "standing")
OTHERS = ("asked", "usual")
WINDOWS = ("deployment", "supply", "cards")
PASS = {"do": "pass"}


class Counted(NamedTuple):
    """A game: turns of an army, mails, windows that somebody had to answer, cards played in one."""

    turns: int
    mails: int
    windows: int
    cards: int


class Reckoned(Mails):
    """Mails of a game that has sealed standing orders too."""

    def opening(self, side: str) -> None:
        """Somebody opens an answer that was sealed: nothing that dice would be due for."""
        self._write(side)


def count(game: Game[Any, Any], seed: int, means: str, others: str) -> Counted:
    """Play a game of sensible players by a means, and count its mails."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    play, dice = begin(game, seed), SeededDice(rng)
    for side in game.sides:
        play.standing[side] = {side: _beforehand(game, side, means, others)}
    mails = Reckoned(game.sides, groups_of(game, play.seats, game.sides))
    mails.hands(play)
    windows = cards = 0
    while play.result is None:
        if play.asked is None:
            mails.dice()
            play.roll(dice)
        elif play.asked.name in WINDOWS:
            windows += 1
            cards += _window(play, mails, rng, means)
        else:
            mails.orders(play.asked.side)
            play.order(play.asked.side, answer_sensible(play, rng))
        mails.hands(play)
        play.forget()
    return Counted(int(game.fact(play.position, "turn", ())), mails.count, windows, cards)


def _window(play: Play, mails: Reckoned, rng: random.Random, means: str) -> bool:
    """Answer a window; return whether a card was played there."""
    asked = play.asked
    assert asked is not None
    if means == "sealed":
        mails.opening(asked.side)
        _pass_on(play, asked.side, asked.name, {"turn": _turn(play)})
        play.order(asked.side, [PASS])
        return False
    mails.orders(asked.side)
    orders = answer_sensible(play, rng)
    passes = orders == [PASS]
    if means in {"battle", "turn"} and passes:
        battle = play.position.battle if means == "battle" else None
        over = {} if battle is None else {"battle": battle.sector}
        _pass_on(play, asked.side, asked.name, {"turn": _turn(play), **over})
    play.order(asked.side, orders)
    return not passes


def _pass_on(play: Play, side: str, name: str, over: dict[str, Any]) -> None:
    """Have a side pass at windows of a kind; what it has declared for another turn is over."""
    play.standing[side] = {side: {**play.standing.get(side, {}).get(side, {}), name: over}}


def _turn(play: Play) -> int:
    """Return the turn of an army as a declared pass names it: from 0."""
    return int(play.game.fact(play.position, "turn", ())) - 1


def _beforehand(game: Game[Any, Any], side: str, means: str, others: str) -> dict[str, Any]:
    usual = game.sensible_standing(side) if others == "usual" else {}
    given = {name: answer for name, answer in usual.items() if name not in WINDOWS}
    return given | (dict.fromkeys(WINDOWS, "pass") if means == "standing" else {})
