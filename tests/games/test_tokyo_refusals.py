"""Race to Tokyo's words to an order that it refuses: the fault, and what would be right."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.errors import IllegalOrder
from pbem.games.tokyo.data import pack
from pbem.games.tokyo.data.tables import Tables
from pbem.games.tokyo.rules import questions
from pbem.games.tokyo.rules.ch07_recon import due
from pbem.games.tokyo.rules.ch11_setup import set_up
from pbem.games.tokyo.rules.orders import Recon
from pbem.games.tokyo.rules.position import Battle, Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.games.tokyo.words.text import parse
from pbem.kit.contract import Question
from pbem.kit.cups import Cups

TWO = Setting("two", {}, Tables(pack.load()))


def at(army: str, phase: str, at: dict[str, str], **other: Any) -> Position:
    """A position of turn 3 in which 21 face-down units were given names at the set-up."""
    return Position(3, army, phase, at=at, made={"U": 21, "Z": 6, "S": 0}, **other)


def refused(line: str, position: Position) -> str:
    """Return the refusal to the owner of the acting army, who may not do this."""
    side = TWO.commander(position.army)
    with pytest.raises(IllegalOrder) as caught:
        questions.check(TWO, position, parse(TWO, position, side, line))
    return str(caught.value)


# --- bringing on -------------------------------------------------------------------------------


def test_a_unit_that_comes_on_where_one_stands_is_reported_which() -> None:
    beach = sorted(TWO.tables.beach["8ag"])
    position = at("8ag", "recon", {"37": beach[0], "24": "2416"})
    free = ", ".join(beach[1:])
    reported = refused(f"place HQ-X {beach[0]}", position)
    assert reported == f"37 is already in {beach[0]} [7.25]. Free hexes of its beach: {free}."
    reported = refused("place HQ-X 2416", position)
    assert reported == f"2416 is not a hex of its beach [7.25]. Free hexes of its beach: {free}."


def test_a_full_beach_and_one_with_an_enemy_are_reported() -> None:
    beach = sorted(TWO.tables.beach["8ag"])
    full = {f"U{rank}": number for rank, number in enumerate(beach, 1)}
    reported = refused(f"place HQ-X {beach[0]}", at("8ag", "recon", full))
    assert reported == f"a Japanese unit is on its beach: U1 in {beach[0]} [9.1]"
    mine = [name for name, unit in TWO.tables.americans.items() if unit.group == "8ag"]
    own = dict(zip([name for name in mine if name != "HQ-X"], beach, strict=False))
    reported = refused("place HQ-X 2416", at("8ag", "recon", own))
    assert reported == "2416 is not a hex of its beach [7.25]. Free hexes of its beach: none."


def test_the_airborne_division_is_reported_where_it_lands() -> None:
    name = next(n for n, unit in TWO.tables.americans.items() if unit.kind == "airborne")
    army = TWO.tables.americans[name].group
    position = at(army, "recon", {"24": "2416"})
    position.turn = 8
    reported = refused(f"place {name} 2412", position)
    assert reported == (
        "2412 is not a place to land by air [8.4]. It lands in an empty open or town "
        "hex west of the boundary, outside the 36th Army's zone."
    )


def test_the_airborne_division_is_reported_who_stands_where_it_would_land() -> None:
    name = next(n for n, unit in TWO.tables.americans.items() if unit.kind == "airborne")
    position = at(TWO.tables.americans[name].group, "recon", {"24": "2416"})
    position.turn = 8
    assert "24 is already in 2416" in refused(f"place {name} 2416", position)


def test_7_23_who_has_no_hex_of_the_ring_left_is_reported_none() -> None:
    ring = TWO.tables.ring
    mine = [name for name, unit in TWO.tables.americans.items() if unit.group != "E"]
    held = dict(zip(mine, ring, strict=False))
    assert len(held) == len(ring)
    one = {name: number for name, number in held.items() if number != ring[0]}
    for standing, reported in ((held, ""), (one, f"Now: {ring[0]}.")):
        position = at("je", "recon", standing, pool=3, quota=1)
        with pytest.raises(IllegalOrder) as caught:
            questions.check(TWO, position, Recon(ring[1]))
        assert caught.value.paragraph == "7.23"
        assert caught.value.instead == reported


def test_8_5_who_is_due_does_not_hang_on_the_order_of_the_data() -> None:
    """Not even where E Corps, which nobody has called, stands first in an owner's pack."""
    data = TWO.tables.data
    turned = msgspec.structs.replace(data, american=tuple(reversed(data.american)))
    other = Setting("two", {}, Tables(turned))
    for army, turn in (("1ag", 4), ("8ag", 8)):
        position = at(army, "recon", {})
        position.turn = turn
        assert due(other, position) == due(TWO, position)
        assert due(TWO, position)


def test_11_1_names_of_units_that_lie_face_down_are_given_out_once() -> None:
    """All that the set-up places have one; those of the Strategic Reserve come later."""
    position = set_up(TWO, Cups())
    for letter, number in {"U": 21, "Z": 6, "S": 0}.items():
        assert position.made[letter] == number
        assert not TWO.exists(position, f"{letter}{number + 1}")
    assert set(position.made) == set("UZS")


# --- units that there are not ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "phase"), [("move U99 2703", "movement"), ("attack 2703 with U99", "combat")]
)
def test_a_face_down_name_that_was_never_given_is_no_unit(line: str, phase: str) -> None:
    position = at("je", phase, {"U9": "2704", "U8": "2603", "24": "2703"})
    paragraph = "5.0" if phase == "movement" else "6.0"
    assert refused(line, position) == f"there is no unit U99 [{paragraph}]. Did you mean U9?"
    there_was = refused(line.replace("U99", "U7"), position)
    assert there_was == f"U7 is not on the map [{paragraph}]"


def test_units_of_the_data_exist_wherever_they_are() -> None:
    position = at("1ag", "movement", {"7": "2702"})
    assert refused("move 1M 2703", position) == "1M is not on the map [5.0]"
    assert refused("move SR9 2703", position) == "SR9 is not on the map [5.0]"
    assert refused("move S1 2703", position) == "there is no unit S1 [5.0]"
    assert TWO.exists(position, "U21")
    assert not any(TWO.exists(position, name) for name in ("U22", "U0", "U", "U021", "X1", ""))


# --- what is asked -----------------------------------------------------------------------------


def test_who_is_asked_about_one_retreat_is_asked_about_it() -> None:
    position = at("1ag", "combat", {"7": "2111", "27": "2110", "2Tk": "2112"})
    for units, prompt in (
        (["7"], "Where does 7 retreat to?"),
        (["7", "27"], "Which of these retreats next, and where to: 7, 27?"),
    ):
        position.battle = Battle("1ag", "2112", "2Tk", ["7", "27"], "retreat", result="Ar",
                                 retreating=units)  # fmt: skip
        asked = questions.need(TWO, position)
        assert isinstance(asked, Question)
        assert asked.prompt == prompt
