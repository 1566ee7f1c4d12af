"""Recipes: names that players give to several orders (paragraph 4.4)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.test_table_mails import two_homes
from pbem.board.game import BoardGame
from pbem.client.play import acting
from pbem.client.session import prepared
from pbem.errors import FormError, IllegalOrder, PackError
from pbem.kit.dice import ForcedDice
from pbem.play.lists import read_text, write_text
from pbem.play.play import Play
from pbem.selfplay.unsigned import begin
from toy.tables import RULES, WAR, game


def reads(play: Play, text: str) -> list[str]:
    """Return the orders that lines are, as they are written."""
    return write_text(play, read_text(play, play.position.turn, text).orders)


def does(play: Play, text: str) -> None:
    play.order(play.position.turn, read_text(play, play.position.turn, text).orders)


def test_a_recipe_of_the_file_is_its_orders_with_piece_and_place() -> None:
    play = begin(game())
    assert reads(play, "lost f1 at Ostrel") == ["set f1 1 2", "move f1 to road/Ostrel"]
    assert reads(play, "LOST f1 to Ostrel") == ["set f1 1 2", "move f1 to road/Ostrel"]


def test_several_pieces_are_done_one_after_the_other() -> None:
    assert reads(begin(game()), "lost f1, f2 at Ostrel") == [
        "set f1 1 2", "move f1 to road/Ostrel", "set f2 1 2", "move f2 to road/Ostrel"
    ]  # fmt: skip


def test_a_recipe_can_be_written_at_the_table_and_used_in_the_same_list() -> None:
    play = begin(game())
    lines = (
        "recipe Charge: move PIECE to PLACE then turn PIECE 3\ncharge h1 at Vell\nover to league"
    )
    assert reads(play, lines) == [
        "recipe charge: move PIECE to PLACE then turn PIECE 3",
        "move h1 to road/Vell",
        "turn h1 3",
        "over to league",
    ]
    does(play, lines)
    assert play.position.recipes["charge"] == ("move PIECE to PLACE", "turn PIECE 3")
    assert reads(play, "charge h1 at Ostrel") == ["move h1 to road/Ostrel", "turn h1 3"]
    does(play, "recipe charge")
    assert "charge" not in play.position.recipes
    with pytest.raises(FormError, match="'charge' is not an order"):
        reads(play, "charge h1 at Vell")


def test_a_condition_before_a_recipe_is_over_all_its_orders() -> None:
    play = begin(game())
    text = "recipe hit: step PIECE -1 then if die 1 >= 6: box PIECE"
    assert reads(play, f"{text}\nroll 1d6 for fire\nif die 1 >= 5: hit f1; value vp 7") == [
        text,
        "roll 1d6 for fire",
        "if die 1 >= 5: set f1 1 2",
        "if die 1 >= 5: if die 1 >= 6: move f1 to box",
        "if die 1 >= 5: value vp 7",
    ]
    does(play, f"{text}\nroll 1d6 for fire\nif die 1 >= 5: hit f1")
    play.roll(ForcedDice([5 - 1 + 1]))
    assert (play.position.pieces["f1"].up, play.position.pieces["f1"].at) == ((2,), "road/Vell")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lost f1", "write `lost PIECE at PLACE`"),
        ("lost", "write `lost PIECE at PLACE`"),
        ("lost to Vell", "write `lost PIECE at PLACE`"),
        ("recipe move: box PIECE", "move is an order already"),
        ("recipe if: box PIECE", "if is an order already"),
        ("recipe", "write `recipe NAME: ORDER then ORDER`"),
        ("recipe a b: box PIECE", "write `recipe NAME: ORDER then ORDER`"),
        ("recipe x:" + " then ".join(["end"] * 21), "20"),
        ("recipe x: " + "y" * 121, "not an order of this game"),
        ("recipe wins: result\ncrown", "not an order"),
        ("recipe again: lost PIECE at Vell\nagain f1", "'lost' is not an order"),
    ],
)
def test_a_slip_is_answered_with_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(FormError, match=said):
        reads(begin(game()), text)


def test_a_recipe_says_something_new_and_there_are_a_hundred() -> None:
    play = begin(game())
    with pytest.raises(IllegalOrder, match="lost says that already"):
        does(play.copy(), "recipe lost: step PIECE -1 then move PIECE to PLACE")
    with pytest.raises(IllegalOrder, match="nothing is no recipe"):
        does(play.copy(), "recipe nothing")
    for number in range(99):
        does(play, f"recipe r{number}: end turn")
    with pytest.raises(IllegalOrder, match="there are 100 recipes"):
        does(play.copy(), "recipe one-more: end turn")
    does(play, "recipe r7: over to league")


@pytest.mark.parametrize(
    "line",
    [
        b"recipes: {lost: []}", b"recipes: {lost: ['a; b']}", b"recipes: {lost: ['a # b']}",
        b"recipes: {'Lost It': [end]}", b'recipes: {lost: ["a\\nb"]}',
    ],
)  # fmt: skip
def test_a_bad_recipe_in_a_file_is_named(line: bytes) -> None:
    with pytest.raises(PackError, match="recipes"):
        game(WAR + line + b"\n")


def test_a_recipe_with_the_name_of_an_order_takes_nothing_from_it() -> None:
    own = RULES.export().replace(b"recipes:\n", b"recipes:\n  move: [end turn]\n")
    assert reads(begin(game(own)), "move f1 to Kessel") == ["move f1 to road/Kessel"]


def test_a_recipe_makes_no_more_orders_than_an_event_holds() -> None:
    """Twenty orders for each piece that a line of a megabyte names would fill the memory."""
    play = begin(game())
    does(play, "recipe all: " + " then ".join(["turn PIECE 1", "turn PIECE 2"] * 10))
    with pytest.raises(FormError, match="this makes 2,000,000 orders"):
        reads(play, "all " + " ".join(["h1"] * 100_000))
    lines = ("all " + "h1 " * 100 + "\n") * 3
    with pytest.raises(FormError, match="one event holds at most 4,096 orders"):
        reads(play, lines)
    found = read_text(play, play.position.turn, lines, all_of_it=True)
    assert (len(found.orders), len(found.unread)) == (4_096, 1)


def test_games_without_recipes_read_each_line_as_it_is() -> None:
    assert reads(begin(game(WAR)), "roll fire for AP fire") == ["roll fire for AP fire"]


def test_the_page_shows_a_recipe_that_works() -> None:
    """`docs/any-game.md` writes one as an order, and in a table file."""
    page = (Path(__file__).parents[2] / "docs" / "any-game.md").read_text()
    [typed] = re.findall(r"```\n(recipe .*?)```", page, re.DOTALL)
    [filed] = re.findall(r"```yaml\n(recipes: .*?)```", page, re.DOTALL)
    own = RULES.export().replace(b"recipes:\n", f"{filed}old:\n".encode())
    own = own[: own.index(b"old:")] + own[own.index(b"maps:") :]
    here = typed.replace("p17", "f1").replace("Reserve", "Ostrel")
    defined, *done = reads(begin(game()), here)
    assert done == ["set f1 1 2", "move f1 to road/Ostrel"]
    play = begin(game(own))
    assert reads(play, here.splitlines()[1]) == done
    assert defined == "recipe eliminate: " + " then ".join(play.position.recipes["eliminate"])


TWO = b"""\
table: box
title: Two at a table
sides: [cp, ap]
values: {vp: 10}
recipes: {score: [value vp 9], quick: ["if value vp > 20: value vp 1", over to cp]}
"""


def test_prepared_orders_are_what_a_recipe_was_then(tmp_path: Path) -> None:
    """Bob's agent signs them later, and ann gave the name to other orders in between."""
    ann, bob = two_homes(tmp_path, TWO)
    assert bob.reads(ann.mails()).good
    bob.does(acting.join)
    assert ann.reads(bob.mails()).good
    text = b"# mine\nif value vp = 10: score\nquick; standing reaction pass\n"
    kept = prepared.prepare(bob.sits(), text)
    assert kept.lines == [
        "if value vp = 10: value vp 9",
        "if value vp > 20: value vp 1",
        "over to cp",
        "standing reaction pass",
    ]
    ann.orders("recipe score: result cp wins", "recipe quick: result cp wins", "over to ap")
    assert bob.reads(ann.mails()).good
    ready = prepared.ready(bob.sits())
    assert ready is not None
    assert ready.draft.lines == [
        "if value vp = 10: value vp 9", "if value vp > 20: value vp 1", "over to cp"
    ]  # fmt: skip


def test_a_board_says_what_a_recipe_is_before_its_name_is_signed(tmp_path: Path) -> None:
    """It stands in a list that was written before the opponent gave the name to other orders."""
    ann, bob = two_homes(tmp_path, TWO)
    assert bob.reads(ann.mails()).good
    bob.does(acting.join)
    assert ann.reads(bob.mails()).good
    ann.orders("recipe score: value vp 1 then value vp 2", "over to ap")
    assert bob.reads(ann.mails()).good
    board = BoardGame(bob.client, bob.log)
    assert board.doubts("value vp 9; Score") == [
        "A player wrote the recipe score. It stands for: value vp 1; value vp 2."
    ]
    assert board.doubts("quick") == [], "the table file has it"
    board.forget()


def test_prepared_orders_without_a_recipe_stay_as_they_were_written(tmp_path: Path) -> None:
    ann, bob = two_homes(tmp_path, TWO)
    assert bob.reads(ann.mails()).good
    bob.does(acting.join)
    written = b"# mine\nif value vp = 10: value vp 9; over to cp\n"
    prepared.prepare(bob.sits(), written)
    assert prepared.place(bob.sits()).read_bytes() == written


def test_each_order_of_a_line_keeps_its_guards(tmp_path: Path) -> None:
    play = begin(game(TWO))
    text = "if value vp = 10: score; if value vp < 5: quick; value vp 3"
    parsed = read_text(play, "cp", text)
    assert parsed.spelled == [
        "if value vp = 10: value vp 9",
        "if value vp = 10: if value vp < 5: if value vp > 20: value vp 1",
        "if value vp = 10: if value vp < 5: over to cp",
        "if value vp = 10: if value vp < 5: value vp 3",
    ]
    again = read_text(play, "cp", "\n".join(parsed.spelled))
    assert again.orders == parsed.orders
