"""[4.0] Sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.saipan.rules import ch13_victory as victory
from pbem.games.saipan.rules.ch12_reinforcements import place_beachheads
from pbem.games.saipan.rules.outcomes import Eliminated, PhaseBegun
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Outcome


def end_movement(position: Position) -> Iterator[Outcome]:
    """The Combat Phase of the same side follows."""
    yield PhaseBegun(paragraph="4.0", turn=position.turn, side=position.side, phase="combat")


def end_combat(setting: Setting, position: Position) -> Iterator[Outcome]:
    """The Player-Turn is over; after the Japanese one, the Game-Turn."""
    if position.side == "us":
        yield from _end_us_turn(setting, position)
        return
    end = victory.at_end_of_turn(setting, position)
    if end is not None:
        yield end
        return
    yield PhaseBegun(paragraph="4.0", turn=position.turn + 1, side="us", phase="movement")


def _end_us_turn(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[12.32] Units that are still at sea are lost; [12.34] markers are placed on Game-Turn 1."""
    for unit, boat in sorted(position.sea.items()):
        yield Eliminated(paragraph="12.32", side="us", unit=unit, hex=boat.sea)
    if position.turn == 1:
        yield from place_beachheads(setting, position)
    yield PhaseBegun(paragraph="4.0", turn=position.turn, side="jp", phase="movement")
