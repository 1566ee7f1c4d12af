"""A refusal names the rule that holds, and says what is so: words that once said something else."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import FormError, IllegalOrder
from pbem.games.meiktila.rules.ch06_movement import walk
from pbem.games.meiktila.rules.orders import Enter
from pbem.games.singapore.rules.orders import Fire
from pbem.kit.cups import Cups
from pbem.selfplay.unsigned import bind, rules_of


def refused(game: str, given: dict[str, Any], side: str, line: str) -> str:
    """Return the answer to a side that writes a line at a position of a numbered case."""
    scenario = given.get("scenario", next(iter(rules_of(game).scenarios)))
    options = given.get("options", {})
    made: Any = bind(rules_of(game), scenario, options)
    position = made.arrange(given, Cups())
    with pytest.raises((IllegalOrder, FormError)) as caught:
        made.check(position, made.parse(position, side, line))
    return str(caught.value)


BRIGADE = {"scenario": "brigade", "clear": True}
REGIMENT = {
    "scenario": "regiment",
    "line": {"attacker": ["ji1"], "defender": ["bi1"]},
    "guns": {"attacker": ["jg1"]},
    "used": ["jg2"],
}
ARMIES = {"army": {"attacker": "jp", "defender": "br"}}
ON_GUARD = BRIGADE | {
    "phase": "barrage",
    "control": {"Choa-Chu-Kang": "jp"},
    "units": {"jg1": "Choa-Chu-Kang", "ji1": "Kranji", "ai1": "Kranji"},
}
SINGAPORE: list[tuple[dict[str, Any], str, str, tuple[str, ...]]] = [
    # a stop across water, among one's own, and one among enemies
    (BRIGADE | {"units": {"ji1": "Axis-C", "bi1": "Bedok"}, "control": {"Kranji": "jp"}},
     "jp", "move ji1 Kranji Mandai", ("[4.4.3]", "over the water")),
    (BRIGADE | {"units": {"ji1": "Bukit-Panjang", "ai1": "Mandai"},
                "control": {"Bukit-Panjang": "jp"}},
     "jp", "move ji1 Mandai Nee-Soon", ("[4.4.4]", "enemies are in Mandai")),
    # in range, but nobody fights there whom the gun may help; and out of range
    (ON_GUARD, "jp", "fire jg1 Bukit-Panjang", ("[4.8]", "no unit that it can help")),
    (ON_GUARD, "jp", "fire jg1 Changi", ("[4.7]", "Changi is out of range")),
    # who never moves, and who flies
    (BRIGADE | {"turn": "br", "units": {"bh1": "Changi", "bi1": "Changi", "ji1": "Axis-A"}},
     "br", "move bh1 Bedok", ("[4.4]", "A battery cannot move")),
    (BRIGADE | {"turn": "br", "units": {"bf1": "Kallang", "bi1": "Changi", "ji1": "Axis-A"}},
     "br", "move bf1 Bedok", ("[4.4]", "bf1 is a plane", "`fly`")),
    # a gun that has struck
    (REGIMENT | ARMIES, "attacker", "attack standard strike jg2", ("has already struck", "[3.8]")),
    (REGIMENT, "attacker", "attack standard strike jg2", ("has already struck", "3.8")),
    # a card of a side that is not asked
    ({"scenario": "corps", "clear": True, "units": {"ji1": "Axis-A", "bi1": "Bedok"},
      "cards": {"hands": {"au": ["D8"]}}},
     "au", "play D8 Woodlands", ("au cannot play a card now",)),
]  # fmt: skip


@pytest.mark.parametrize(("given", "side", "line", "words"), SINGAPORE)
def test_singapore_says_why(
    given: dict[str, Any], side: str, line: str, words: tuple[str, ...]
) -> None:
    reported = refused("singapore", given, side, line)
    assert [word for word in words if word not in reported] == [], reported


def test_singapore_refuses_a_barrage_of_a_sector_that_is_not_there() -> None:
    """No line reads so, but an event of a changed program may hold it."""
    made: Any = bind(rules_of("singapore"), "brigade", {})
    position = made.arrange(ON_GUARD, Cups())
    with pytest.raises(IllegalOrder, match="there is no sector Changix"):
        made.check(position, Fire(("jg1",), "Changix"))


MEIKTILA = [
    ({"turn": 2, "phase": "movement al", "units": {"GR13": "D10", "1/55": "D16"}},
     "al", "move GR13 D11 D12 D13 D14 D15", ("[6.2.1]", "cannot enter an enemy zone")),
    ({"phase": "combat al", "air": 1, "units": {"WY1": "H5", "1/55": "H4"}},
     "al", "attack H4 with WY1 air 2", ("1 air unit can fly, but the order names 2",)),
    ({"phase": "combat al", "units": {"WY1": "H5", "1/55": "H4"}},
     "al", "attack H4 with WY1 air 1", ("no air unit can fly, but the order names 1",)),
    ({"phase": "allot", "air": 1, "units": {"WY1": "H5", "1/55": "H4"}},
     "al", "allot supply 1 north 1", ("there is 1 Allied air unit in this turn",)),
    ({"phase": "activation jp", "initiative": "jp", "up": ["J-ALL"],
      "units": {"WY1": "H5", "1/55": "H4"}},
     "jp", "activate move-attack commit 1/56", ("does not use the option `kimura`",)),
]  # fmt: skip


@pytest.mark.parametrize(("given", "side", "line", "words"), MEIKTILA)
def test_meiktila_says_why(
    given: dict[str, Any], side: str, line: str, words: tuple[str, ...]
) -> None:
    reported = refused("meiktila", given, side, line)
    assert [word for word in words if word not in reported] == [], reported


def test_an_entry_is_listed_by_its_cheapest_way() -> None:
    """[8.1.2] From whichever hex it begins, as `enter UNIT to HEX` reads it too."""
    game: Any = bind(rules_of("meiktila"), "meiktila", {})
    given = {
        "turn": 3,
        "phase": "movement jp",
        "up": ["J-ALL"],
        "entering": ["1/214", "1/106"],
        "units": {"WY1": "H5", "1/55": "H2"},
    }
    position = game.arrange(given, Cups())
    listed = [order for order in game.legal(position) if isinstance(order, Enter)]
    assert len(listed) > 50
    for order in listed:
        read = game.parse(position, "jp", f"enter {order.unit} to {order.path[-1]}")
        ways = [walk(game.setting, position, order.unit, one.path, entering=True).spent
                for one in (order, read)]  # fmt: skip
        assert ways[0] == ways[1], order
