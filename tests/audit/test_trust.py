"""The line on the dice, and the sentence on the result, for every way to keep dice."""

from __future__ import annotations

import pytest

from pbem.audit import report
from pbem.audit.verify import verify
from pbem.log.file import to_bytes
from pbem.table.events import kinds
from toy.group import END, PASS, Group, attack, signer, toy_library

ALONE = {"seats": {"red": "ann"}, "scenario": "alone"}
TWO = {"seats": {"red": "ann", "blue": "bob"}}
PRACTICE = {"players": ("ann",), "dice": "self", **ALONE}
WAYS = {
    "witness": (
        {"players": ("ann", "wil"), **ALONE},
        "the witness wil",
        "the player ann and the witness wil",
    ),
    "umpire": (
        {"players": ("ann",), "umpire": "uma", "dice": "umpire", **ALONE},
        "the umpire uma",
        "the player ann and the umpire uma",
    ),
    "umpire and witness": (
        {"players": ("ann", "wil"), "umpire": "uma", "dice": "umpire", **ALONE},
        "the umpire uma and the witness wil",
        "the player ann, the umpire uma and the witness wil",
    ),
    "two and a witness": (
        {"players": ("ann", "bob", "wil"), **TWO},
        "opponents and the witness wil",
        "ann, bob and wil",
    ),
    "two and witnesses": (
        {"players": ("ann", "bob", "wil"), "dice": "witnesses", **TWO},
        "the witness wil and the author of each event (last)",
        "that author (a player) and the witness wil",
    ),
    "two and an umpire": (
        {"players": ("ann", "bob"), "umpire": "uma", "dice": "umpire", **TWO},
        "the umpire uma and by opponents",
        "ann, bob and uma",
    ),
}


def dice_line(group: Group, level: int = 3) -> str:
    """The line on the dice, which comes right after the verdict."""
    path = group.folder / "game.pbem"
    path.write_bytes(to_bytes(group.events))
    said = report.lines(verify(path, toy_library(), level=level))
    assert said[0].startswith(f"{path}: valid, ")
    assert said[1].startswith(f"Checked at level {level} of 3")
    return said[2]


def test_a_witness_who_does_not_close_has_seen_no_roll(tmp_path):
    """So nothing was exchanged when the umpire rolled instead."""
    alone = {"seats": {"red": "ann", "blue": "ann"}, "umpire": "uma", "dice": "witnesses"}
    group = Group.joined(tmp_path, ("ann", "wil", "xan"), **alone)
    group.orders("ann", attack("blue"), END)
    group.orders("ann", PASS)
    group.take(group.forge("uma", "ruling", {"out": "wil", "as": "forfeit", "late": None}))
    group.roll()
    said = dice_line(group)
    assert "The umpire uma rolled the dice that wil owed when put out" in said
    assert "may have seen" not in said


def test_the_last_of_two_witnesses_who_does_not_close_may_have_heard_the_roll(tmp_path):
    """The author can mail them an own output, and that of the other witness is public."""
    group = Group.joined(
        tmp_path, ("ann", "bob", "wil", "xan"), TWO["seats"], umpire="uma", dice="witnesses"
    )
    group.orders("ann", attack("blue"))
    group.orders("bob", PASS)
    group.play("wil", "dice")
    group.take(group.forge("uma", "ruling", {"out": "xan", "as": "forfeit", "late": None}))
    group.roll()
    assert dice_line(group).endswith(
        "The umpire uma rolled the dice that xan owed when put out (event 10). xan and the author "
        "of that roll's event together could have exchanged an old roll for it."
    )
    assert "could have exchanged" in dice_line(group, 2)


def test_the_line_on_the_dice_after_the_last_witness_left(tmp_path):
    group = Group.joined(
        tmp_path, ("ann", "bob", "wil"), TWO["seats"], umpire="uma", dice="witnesses"
    )
    group.orders("ann", attack("blue"))
    group.orders("bob", PASS)
    left = "Without a witness in the game, opponents keep the dice, and all players together can"
    assert left not in dice_line(group)
    group.take(group.forge("uma", "ruling", {"out": "wil", "as": "forfeit", "late": None}))
    group.roll()
    assert left in dice_line(group)


@pytest.mark.parametrize("way", WAYS)
def test_the_line_on_the_dice_before_and_after_the_first_roll(tmp_path, way):
    wanted, keepers, together = WAYS[way]
    group = Group.joined(tmp_path, **wanted)
    before = (
        f"Dice: none were rolled yet. They are kept by {keepers}. Only {together} together can "
        "choose a roll."
    )
    assert dice_line(group) == before
    group.orders("ann", attack("blue"), END)
    if "bob" in wanted["players"]:
        group.orders("bob", PASS)
    assert dice_line(group) == before
    group.roll()
    for level in (2, 3):
        assert dice_line(group, level) == (
            f"Dice: kept by {keepers}. Only {together} together could have chosen a roll."
        )
    assert dice_line(group, 1) == "Dice: not checked at this level."


def test_practice_is_called_practice(tmp_path):
    group = Group.joined(tmp_path, **PRACTICE)
    assert dice_line(group) == (
        "Dice: none were rolled yet. Honest practice only. ann keeps the dice alone and can choose "
        "any roll."
    )
    group.orders("ann", attack("blue"), END)
    group.roll()
    assert dice_line(group) == (
        "Dice: honest practice only. ann kept the dice alone and could choose any roll."
    )


def test_who_gives_up_before_a_roll(tmp_path):
    group = Group.joined(tmp_path, **WAYS["witness"][0])
    group.play("ann", "resign")
    assert dice_line(group).startswith("Dice: none were rolled. They are kept by the witness")


def test_the_result_of_a_game_against_the_rules(tmp_path):
    group = Group.joined(tmp_path, **WAYS["umpire"][0])
    while group.table.result is None:
        group.rig_orders("ann", END, dice=(6,))
    dice_line(group)
    path = tmp_path / "game.pbem"
    found = verify(path, toy_library())
    assert found.counts == (
        "Result: blue, played by the rules, wins (victory). It counts only after the umpire's "
        "closing ruling."
    )
    assert "blue, played by the rules, wins (victory)" in report.one_line(found)
    group.play("uma", "ruling", kinds.Close(result=group.table.result))
    dice_line(group)
    assert (
        verify(path, toy_library()).counts == "Result: blue, played by the rules, wins (victory)."
    )


def test_a_player_alone_who_gives_up_has_not_drawn(tmp_path):
    group = Group.joined(tmp_path, **PRACTICE)
    group.play("ann", "resign")
    dice_line(group)
    found = verify(tmp_path / "game.pbem", toy_library())
    assert found.counts == "Result: no player wins (resigned)."
    assert "drawn" not in report.one_line(found)


def trio(tmp_path):
    three = {"red": "ann", "blue": "bob", "green": "cat"}
    players = ("ann", "bob", "cat")
    return Group.joined(tmp_path, players, seats=three, umpire="uma", scenario="trio")


def replace(group, old, new):
    to = {"out": old, "as": "replace", "late": None, "handle": new, "sign": signer(new).sign}
    owed = group.table.dicing
    if owed is not None and owed.keepers[0].handle == old:
        to["consent"] = group.consent(old, new)
    group.play("uma", "ruling", kinds.read_data("ruling", to))


def test_who_stood_in_with_dice_is_reported(tmp_path):
    group = trio(tmp_path)
    group.orders("ann", attack("green"), END)
    group.orders("cat", PASS)
    group.play("ann", "dice")
    replace(group, "bob", "dan")
    group.play("uma", "dice")
    group.play("dan", "join")
    assert dice_line(group) == (
        "Dice: kept by opponents. Only ann, bob (later dan) and cat together could have chosen a "
        "roll. The umpire uma rolled the dice that bob owed when put out (event 9)."
    )


def test_who_came_later_is_reported_and_that_nobody_did(tmp_path):
    group = trio(tmp_path)
    for old, new in (("ann", "dan"), ("dan", "eve")):
        replace(group, old, new)
        group.play(new, "join")
    assert "Only ann (later dan, later eve), bob and cat together can choose" in dice_line(group)
    group.orders("eve", END)
    group.play("uma", "ruling", kinds.PutOut(out="bob", as_="forfeit", late=None))
    reported = dice_line(group)
    assert (
        "Only ann (later dan, later eve), bob (while in the game) and cat together can" in reported
    )
    assert "rolled the dice" not in reported  # nobody owed any dice
