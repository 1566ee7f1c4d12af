"""Data that can be played though their author hardly means them get a warning with the line."""

from __future__ import annotations

import pytest

from hexgame import games
from pbem.games import registry
from pbem.kit.hexgame.data.doubts import doubts
from pbem.kit.hexgame.module import HexRules, rules_of

MILL = games.FILES["mill"].read_text()
SALT = games.FILES["salt"].read_text()
SEALERS = (games.FOLDER / "sealers" / "sealers.yaml").read_text()
OPTION = """\
options:
  thirst:
    title: thirst
    paragraph: "5"
    default: off
    choices: {off: {}, on: {supply: {defence: -2}}}
"""
DOUBTED = [
    (SALT, "  defence: 1\n  move", "  defence: -1\n  move",
     "(supply.defence): `defence: -1` helps a defender who is out of supply; write `defence: 1`"),
    (SALT, "  attack: -1\n", "  attack: 1\n",
     "(supply.attack): `attack: 1` helps an attacker who is out of supply; write `attack: -1`"),
    (MILL, "margin: 3", "margin: 4",
     "(victory.draw): a lead of 2 is a draw, but with a lead of 3 Blue wins; write `draw: 3`"),
    (MILL, "margin: 3", "margin: 6", "with a lead of 3 to 5 Blue wins; write `draw: 5`"),
    (MILL, "kind: horse, faces: [3-2-5], at", "kind: foots, faces: [3-2-5], at",
     "(units.red.3.kind): R3 alone is of the kind foots; is it foot?"),
    (MILL, "    - [dr, dl, dl, de, de]\n", "",
     "(combat.rows): 5 rows make a die of 5 faces; is a row missing?"),
    (MILL, "held: {0403: blue, 0505: blue}", "held: {0403: blue}",
     "(victory.held): nobody holds 0505 at first; add it to `held`"),
    (SALT, "guards: [0703, 0702]", "guards: [0703, 0602]",
     "(exits.hexes.guards): units leave the map at 0602, which is not at its edge"),
    (SALT, "entry: [0103, 0104]", "entry: [0103, 0203]",
     "(units.guards.5.entry): units enter the map at 0203, which is not at its edge"),
    (SALT, "entry: [0701, 0706]", "entry: [0504]", "(cup.entry): units enter the map at 0504"),
    (MILL, "entry: [0601]", "entry: [0402]", "(plan.choices.north.entry): units enter the map at"),
    (SALT, "paragraphs:\n", f"{OPTION}paragraphs:\n",
     "(options.thirst.choices.on.supply.defence): `defence: -2` helps"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "why"), DOUBTED)
def test_what_is_hardly_meant_is_named(text: str, old: str, new: str, why: str) -> None:
    assert old in text
    text = text.replace(old, new, 1).replace("costs: {horse: 3}", "")
    [said] = rules_of(text.encode())().packs.doubts(text.encode(), name="mine.yaml")
    assert why in said
    assert said.startswith("mine.yaml, line ")


def test_a_hex_beside_closed_ground_is_at_the_edge() -> None:
    """0406 is rock, which is closed to all; 0405 is beside it."""
    text = SALT.replace("entry: [0701, 0706]", "entry: [0405]")
    assert list(doubts(rules_of(text.encode())().data())) == []


def test_nothing_is_doubted_in_the_games_that_are_here() -> None:
    lantern = registry.find("lantern", 1)
    assert isinstance(lantern, HexRules)
    for rules in (*map(games.rules, games.FILES), rules_of(SEALERS.encode())(), lantern):
        assert list(doubts(rules.data())) == []


def test_short_kinds_may_be_alike() -> None:
    """A fort is no slip of a foot."""
    text = MILL.replace("kind: horse, faces: [3-2-5], at", "kind: fort, faces: [3-2-5], at")
    data = rules_of(text.replace("costs: {horse: 3}", "").encode())().data()
    assert list(doubts(data)) == []
