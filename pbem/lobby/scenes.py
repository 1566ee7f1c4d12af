"""Pictures of games in the lobby: the part of a map where the sides meet."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.files import MIB, read_plain
from pbem.kit.dice import SeededDice
from pbem.kit.picture import AreaPicture
from pbem.selfplay import unsigned
from pbem.view.drawing import Frame, card

if TYPE_CHECKING:
    from pbem.kit.contract import Rules
    from pbem.kit.picture import Picture

TILE = Frame(2.2, 10, 12.4)
"""The form of a small picture: so few counters that each can be read."""
STEPS = 30
"""After so many steps of computer players the sides of most games have met."""

_DICE = Path(__file__).parent / "page" / "dice.svg"
"""The picture for a game whose map the players have themselves, or that has none."""


def played(rules: Rules, scenario: str) -> Picture:
    """Return a map some moves after the beginning; raises FormError for no such scenario."""
    game = unsigned.bind(rules, scenario or next(iter(rules.scenarios)), {})
    play, secrets = unsigned.begin(game), unsigned.Secrets()
    rng = random.Random(0)  # noqa: S311 - nobody has to trust these dice
    dice = SeededDice(rng)
    for _ in range(STEPS):
        if play.due is not None:
            play.roll(dice)
        elif play.asked is not None:
            orders = [] if play.asked.opens else _orders(play, rng)
            secrets.answer(play, play.asked, orders)
        if play.result is not None:
            break
    return game.picture(play.position)


def _orders(play: Any, rng: random.Random) -> list[Any]:
    found = play.game.sensible(unsigned.known(play), rng.randrange(1 << 32))
    return [play.game.write_order(order) for order in found]


def scene(picture: Picture) -> bytes:
    """Return a map as a small picture shows it, or dice where the program draws no map."""
    if isinstance(picture, AreaPicture) and (picture.leaves or not picture.areas):
        return read_plain(_DICE, MIB)
    return card(picture, TILE).encode()
