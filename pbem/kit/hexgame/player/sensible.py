"""A computer player of either side: mediocre, always legal, never slow.

It moves each unit to the hex that is worth most to it, and attacks where the table promises more
than it costs. The same position and seed always give the same orders.
"""

from __future__ import annotations

from typing import Any

from pbem.kit.contract import Game, Order
from pbem.kit.copying import copied
from pbem.kit.hexgame.player.attacks import plan_attacks
from pbem.kit.hexgame.player.moves import plan_moves
from pbem.kit.hexgame.rules import questions
from pbem.kit.hexgame.rules.arrivals import the_plan
from pbem.kit.hexgame.rules.orders import End, Plan
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.usual import Usual
from pbem.kit.hexgame.rules.victory import lead
from pbem.kit.hexgame.rules.worth import POINT, unit_worth


class Player:
    """The computer player of one game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._usual = Usual(game)

    def sensible(self, setting: HexSetting, position: HexPosition, seed: int) -> list[Order]:
        """Return what the player orders now; the first order answers the open question.

        For a phase all its orders, computed as if nothing unforeseen happened. Raises ValueError if
        nothing is asked.
        """
        match questions.open_question(position):
            case "plan" | "show" | "reckoning":
                choices = list(the_plan(setting).choices)
                return [Plan(choices[seed % len(choices)])]
            case "movement":
                own = copied(position)
                moves = plan_moves(setting, own, seed)
                return [*moves, End("movement"), *plan_attacks(setting, own), End("combat")]
            case "combat":
                return [*plan_attacks(setting, position), End("combat")]
            case "lose" | "retreat" | "advance":
                return [self._usual.best(setting, position)]
        raise ValueError("no question is open now")

    def merit(self, setting: HexSetting, position: HexPosition, side: str) -> int:
        """Return how well a side stands: its lead in points, and what is left of both."""
        score = POINT * lead(setting, position, side)
        for one, sign in ((side, 1), (setting.tables.enemy[side], -1)):
            units = (unit.name for unit in setting.data.units[one] if unit.name in position.steps)
            score += sign * sum(unit_worth(setting, position, unit) for unit in units)
        return score
