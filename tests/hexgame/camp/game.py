"""The Camp as the table sees it: the base, with the parts that differ."""

from __future__ import annotations

from dataclasses import replace

from hexgame.camp import own
from pbem.kit.defaults.made import for_game
from pbem.kit.hexgame.game import MODULES, HexGame
from pbem.kit.hexgame.rules import carrying


class CampGame(HexGame):
    """The Mill with rests."""

    modules = replace(
        MODULES,
        changes=own,
        orders=own,
        outcomes=own,
        questions=for_game(own.Questions),
        text=own,
    )
    carriers = {**carrying.CARRIERS, own.Rest: own.rest}  # noqa: RUF012 - nobody changes it
