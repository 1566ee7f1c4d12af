"""The orders in a list of legal ones beyond those that the rules yield."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.contract import Order
from pbem.kit.hexgame.rules.combat import other_attacks
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.questions import open_question
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.supply import out_of_supply

UNLISTED = {
    "movement": "`move`: the list has the cheapest way to each hex; any other way is legal too.",
    "combat": "`attack`: the same units in another order are the same attack.",
    "lose": "`lose`: another order of the units is the same answer; very many answers are cut.",
    "advance": "`advance`: another order is the same answer; of many units no more than two.",
}


def candidates(setting: HexSetting, position: HexPosition, _about: str) -> Iterator[Order]:
    """Yield the attacks by many units that `legal` leaves out."""
    if open_question(position) == "combat":
        yield from other_attacks(setting, position)


def unlisted(setting: HexSetting, position: HexPosition) -> list[str]:
    """Say which legal answers are in no list, and who can do less because it is out of supply."""
    word = open_question(position)
    said = [UNLISTED[word]] if word in UNLISTED else []
    cut_off = out_of_supply(setting, position, position.side)
    if word in {"movement", "combat"} and cut_off:
        said.append(f"Out of supply: {', '.join(cut_off)}.")
    return said
