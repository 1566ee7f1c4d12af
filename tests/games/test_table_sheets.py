"""The board of an open table: maps, places, pieces with pictures, and what they can do."""

from __future__ import annotations

from typing import Any

from games.test_table_hidden import laid
from games.test_table_pieces import does, pack, played
from pbem.client.storage.tables import as_yaml
from pbem.kit.screen import AtHand, Lying
from pbem.kit.typed import strict_yaml
from pbem.selfplay.unsigned import begin
from toy.tables import WAR, game


def at_hand(play: Any, side: str) -> AtHand:
    found: AtHand = play.game.at_hand(play.seen_by(side), side)
    return found


def by_name(found: AtHand) -> dict[str, Lying]:
    return {one.name: one for one in found.pieces}


def test_a_sheet_has_its_boards_and_places() -> None:
    found = at_hand(played(), "blue")
    field, record = found.sheets
    assert (field.code, field.title, field.size) == ("field", "Field", (600, 400))
    assert field.boards == (("meadow.png", 0, 0, 600, 400),)
    assert ("North Ford", 100, 350) in field.spots
    assert record.code == "record", "nothing lies on the map of a hand"


def test_a_map_without_boards_is_as_large_as_its_places() -> None:
    [road] = at_hand(begin(game()), "crown").sheets
    assert (road.boards, road.size) == ((), (440, 220))


def test_pieces_stand_at_their_places_and_pixels_with_pictures_of_the_faces_that_are_up() -> None:
    play = played()
    found = by_name(at_hand(play, "blue"))
    assert (found["p1"].x, found["p1"].y, found["p1"].sheet) == (82, 60, "field")
    assert found["p1"].images == (("blue-back.png", 0, 0),), "as the saved game has it"
    assert found["p3"].images == (("red.png", 0, 0), ("three.png", 0, 0))
    assert (found["p3"].size, found["p2"].turned) == ((44, 44), 240)
    does(play, "flip p1; move p3 to field@7,-8")
    found = by_name(at_hand(play, "blue"))
    assert found["p1"].images == (("blue.png", 0, 0),)
    assert (found["p3"].x, found["p3"].y, found["p3"].at) == (7, -8, "field@7,-8")


def test_pieces_of_a_place_come_from_the_lowest_to_the_highest() -> None:
    play = played()
    does(play, "stack p3 on p1; move p4 to 0201 under")
    here = [one.name for one in at_hand(play, "blue").pieces if one.at == "field/0201"]
    assert here == ["p4", "p1", "p2", "p3"]


def test_every_deed_of_a_piece_is_an_order_that_can_be_read() -> None:
    for setup in ("Long game", "start"):
        play = begin(game(pack(setup, decks=False)))
        found = at_hand(play, "blue")
        for one in found.pieces:
            for _, order in one.deeds:
                assert play.game.parse(play.position, "blue", order), order
        kinds = {words for one in found.pieces for words, _ in one.deeds}
        assert kinds == {"Flip", "Turn left", "Turn right", "To the box"}
        does(play, f"box {found.pieces[0].name}")
        away = by_name(at_hand(play, "blue"))[found.pieces[0].name]
        assert "To the box" not in dict(away.deeds)


def test_only_its_side_reads_and_turns_up_a_hidden_unit() -> None:
    play = laid()
    mine, theirs = (by_name(at_hand(play, side))["n1"] for side in ("red", "blue"))
    assert (mine.shows, theirs.shows) == (
        "red-units face down: Guard (n1)", "red-units face down (n1)"
    )  # fmt: skip
    assert dict(mine.deeds)["Turn it up"] == "reveal n1"
    assert "Turn it up" not in dict(theirs.deeds)


def test_recipes_say_what_they_need() -> None:
    play = begin(game())
    side = play.position.turn
    play.order(side, [{"do": "recipe", "name": "night", "steps": ["end turn"]}])
    lost, night = at_hand(play, side).recipes
    assert (lost.name, lost.piece, lost.place) == ("lost", True, True)
    assert (night.name, night.piece, night.place) == ("night", False, False)
    assert lost.steps == play.position.recipes["lost"]


def test_a_box_has_no_sheets() -> None:
    found = at_hand(begin(game(WAR)), "cp")
    assert (found.sheets, found.pieces, found.kinds) == ((), (), ())
    assert found.dice


def test_whose_a_piece_is_and_what_only_serves_its_place() -> None:
    def bare(raw: Any) -> Any:
        kind = raw["setup"]["p4"]["type"]
        raw["types"][kind] |= {"name": "", "fixed": 1}
        return raw

    play = begin(game(as_yaml(bare(strict_yaml.read(pack(decks=False))))))
    found = by_name(at_hand(play, "blue"))
    assert [found[name].rank for name in ("p1", "p3")] == [0, -1], "Red Horse has no mark of a side"
    assert [name for name, one in found.items() if one.nameless] == ["p4"]
