"""The first line of a verdict, and the sentence on the result, for every way to keep dice."""

from __future__ import annotations

import pytest

from pbem.audit import verdict as tell
from pbem.audit.verify import verify
from pbem.log.file import to_bytes
from pbem.table import kinds
from toy.group import END, PASS, Group, attack, toy_library

ALONE = {"seats": {"red": "ann"}, "scenario": "alone"}
TWO = {"seats": {"red": "ann", "blue": "bob"}}
WAYS = {
    "self": (
        {"players": ("ann",), "dice": "self", **ALONE},
        "honest practice only. ann kept the dice alone and could choose any roll.",
        "honest practice only. ann keeps the dice alone and can choose any roll.",
    ),
    "witness": (
        {"players": ("ann", "wil"), **ALONE},
        "kept by the witness wil; nobody could choose a roll unless the player ann and the witness "
        "wil agreed on it.",
        "they are kept by the witness wil, and nobody can choose a roll unless the player ann and "
        "the witness wil agree on it.",
    ),
    "umpire": (
        {"players": ("ann",), "umpire": "uma", "dice": "umpire", **ALONE},
        "kept by the umpire uma; nobody could choose a roll unless the player ann and the umpire "
        "uma agreed on it.",
        "they are kept by the umpire uma, and nobody can choose a roll unless the player ann and "
        "the umpire uma agree on it.",
    ),
    "umpire and witness": (
        {"players": ("ann", "wil"), "umpire": "uma", "dice": "umpire", **ALONE},
        "kept by the umpire uma and the witness wil; nobody could choose a roll unless the player "
        "ann, the umpire uma and the witness wil agreed on it.",
        "they are kept by the umpire uma and the witness wil, and nobody can choose a roll unless "
        "the player ann, the umpire uma and the witness wil agree on it.",
    ),
    "two and a witness": (
        {"players": ("ann", "bob", "wil"), **TWO},
        "kept by opponents and the witness wil; nobody could choose a roll unless ann, bob and wil "
        "agreed on it.",
        "they are kept by opponents and the witness wil, and nobody can choose a roll unless ann, "
        "bob and wil agree on it.",
    ),
    "two and an umpire": (
        {"players": ("ann", "bob"), "umpire": "uma", "dice": "umpire", **TWO},
        "kept by the umpire uma and by opponents; nobody could choose a roll unless ann, bob and "
        "uma agreed on it.",
        "they are kept by the umpire uma and by opponents, and nobody can choose a roll unless "
        "ann, bob and uma agree on it.",
    ),
}


def first_line(group: Group, level: int = 3) -> str:
    path = group.folder / "game.pbem"
    path.write_bytes(to_bytes(group.events))
    return tell.lines(verify(path, toy_library(), level=level))[0]


@pytest.mark.parametrize("way", WAYS)
def test_the_first_line_before_and_after_the_first_roll(tmp_path, way):
    wanted, after, before = WAYS[way]
    group = Group.joined(tmp_path, **wanted)
    assert first_line(group) == f"Dice: nothing was rolled yet; {before}"
    group.orders("ann", attack("blue"), END)
    if "bob" in wanted["players"]:
        group.orders("bob", PASS)
    assert first_line(group).startswith("Dice: nothing was rolled yet; ")
    group.roll()
    for level in (2, 3):
        line = first_line(group, level)
        assert line == f"Dice: {after}"
        assert "\n" not in line
    assert first_line(group, 1) == "Dice: not looked at on this level."


def test_who_gives_up_before_a_roll(tmp_path):
    group = Group.joined(tmp_path, **WAYS["witness"][0])
    group.play("ann", "resign")
    assert first_line(group).startswith("Dice: nothing was rolled; they are kept by the witness")


def test_the_result_of_a_game_against_the_rules(tmp_path):
    group = Group.joined(tmp_path, **WAYS["umpire"][0])
    while group.table.result is None:
        group.rig_orders("ann", END, dice=(6,))
    first_line(group)
    path = tmp_path / "game.pbem"
    found = verify(path, toy_library())
    assert found.counts == (
        "Result: blue, played by the rules, wins (victory). It does not count before the umpire's "
        "closing ruling."
    )
    assert "blue, played by the rules, wins (victory)" in tell.one_line(found)
    group.play("uma", "ruling", kinds.Ruling(result=group.table.result))
    first_line(group)
    assert (
        verify(path, toy_library()).counts == "Result: blue, played by the rules, wins (victory)."
    )


def test_a_player_alone_who_gives_up_has_not_drawn(tmp_path):
    group = Group.joined(tmp_path, **WAYS["self"][0])
    group.play("ann", "resign")
    first_line(group)
    found = verify(tmp_path / "game.pbem", toy_library())
    assert found.counts == "Result: no player wins (resigned)."
    assert "drawn" not in tell.one_line(found)
