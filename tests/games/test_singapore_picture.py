"""Singapore as a picture: a battle on the map stands on a combat board of its own below it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from pbem.cases.steps import Playing, Step
from pbem.kit.picture import AreaPicture, Inset
from pbem.selfplay.unsigned import bind, rules_of
from pbem.view.drawing import svg
from pbem.view.terminal import draw

GROUND: dict[str, Any] = {
    "clear": True,
    "units": {
        "ji1": "Axis-A", "ji2": "Axis-A", "ji3": "Axis-A", "jg1": "Axis-A", "jf1": "Sarimbun",
        "ai1": "Sarimbun", "bi2": "Sarimbun", "bf1": "Sarimbun", "ag1": "Ama-Keng",
        "bi1": "Bedok",
    },
    "air": {"jf1": "mission", "bf1": "mission"},
}  # fmt: skip
ATTACK = (
    ("jp", "move ji1 ji2 ji3 Sarimbun"), ("jp", "end movement"), ("jp", "fire jg1 Sarimbun"),
    ("au", "support ag1 Sarimbun"), ("au", "line ai1 bi2"), ("br", "leave bf1"), ("au", "pass"),
    ("jp", "attack concentrate 6 strike jg1"), ("au", "pass"),
)  # fmt: skip
SVG = "{http://www.w3.org/2000/svg}"


def after(*steps: tuple[str, Any]) -> AreaPicture:
    """Return the picture after orders and dice, from a small attack at Sarimbun on."""
    playing = Playing(bind(rules_of("singapore"), "brigade", {}), GROUND, written=True)
    for who, what in steps:
        playing.step(Step(who, what))
    play = playing.play
    drawn = play.game.picture(play.game.view(play.position, None))
    assert isinstance(drawn, AreaPicture)
    return drawn


@pytest.fixture(scope="module")
def battle() -> AreaPicture:
    return after(*ATTACK)


def only(picture: AreaPicture) -> Inset:
    (board,) = picture.insets
    return board


def standing(board: Inset) -> dict[str, list[str]]:
    found = defaultdict(list)
    for counter in board.counters:
        found[counter.area].append(counter.label)
    return dict(found)


def test_there_is_a_board_while_a_battle_is_fought_and_no_longer() -> None:
    assert after(*ATTACK[:3]).insets == ()
    assert after(*ATTACK[:4]).insets
    left = ("au", "retreat"), ("br", "retreat"), ("jp", "pass"), ("au", "withdraw Murai")
    assert after(*ATTACK[:6], *left).insets
    assert after(*ATTACK[:6], *left, ("br", "withdraw Murai")).insets == ()


def test_who_fights_stands_where_the_rules_put_him(battle: AreaPicture) -> None:
    """[1.9, 2.6.2, 3.8, 4.10] The pair before its line, guns and planes beside it."""
    board = only(battle)
    assert board.title == "Battle of Sarimbun, round 1"
    assert standing(board) == {
        "Attack-point": ["ji1"], "Support": ["ji2"], "Attack-line": ["ji3"],
        "Attack-guns": ["jg1"], "Attack-sky": ["jf1"],
        "Defence-line": ["ai1", "bi2"], "Defence-guns": ["ag1"],
    }  # fmt: skip
    assert [(box.title, box.holds) for box in board.boxes] == [
        ("Out of the fight", ("bf1 left",)),
    ]


def test_the_board_has_the_colours_of_the_armies(battle: AreaPicture) -> None:
    """An ally stands in the line of the player who orders it, as itself."""
    board = only(battle)
    assert {area.id.partition("-")[0]: area.holder for area in board.areas} == {
        "Attack": "jp", "Support": "jp", "Defence": "au",
    }  # fmt: skip
    whose = {counter.label: counter.side for counter in board.counters}
    assert whose == {
        "ji1": "jp", "ji2": "jp", "ji3": "jp", "jg1": "jp", "jf1": "jp",
        "ai1": "au", "ag1": "au", "bi2": "br",
    }  # fmt: skip
    assert set(whose.values()) <= set(battle.sides)
    texts = {counter.label: counter.text for counter in board.counters}
    assert texts["ai1"] == "infantry, the point"
    assert texts["bi2"] == "infantry"


def test_who_has_struck_or_fallen_stands_beside_the_board() -> None:
    """[3.8.3, 2.3] A gun strikes once; dice and attacks are described as on the practice boards."""
    board = only(after(*ATTACK, ("dice", [12])))
    boxes = {box.title: box.holds for box in board.boxes}
    assert boxes["Have struck"] == ("jg1",)
    assert "ai1 eliminated" in boxes["Out of the fight"]
    assert standing(board)["Defence-line"] == ["bi2"]


def test_the_map_is_as_it_was(battle: AreaPicture) -> None:
    """A unit that fights stands in its sector still, once, and no area of the board is a place."""
    here = [counter.area for counter in battle.counters if counter.label == "ji1"]
    assert here == ["Sarimbun"]
    assert not {area.id for area in battle.areas} & {area.id for area in only(battle).areas}


def test_the_terminal_draws_it_below_the_map(battle: AreaPicture) -> None:
    drawn = draw(battle, width=150, colour=False)
    _, _, below = drawn.partition("\nBattle of Sarimbun, round 1\n")
    board, _, rest = below.partition("\nA box shows")
    for words in ("|Attack-line", "|ji3 ", "|ji1 ", "|ji2 ", "#ai1 ", "#bi2 ", "|jg1 ", "|jf1 "):
        assert words in board
    assert "Out of the fight: bf1 left" in board
    assert " Japanese  5 on the map" in rest


def test_too_narrow_for_the_map_the_board_is_still_drawn(battle: AreaPicture) -> None:
    """The map is of nine boxes beside each other, the board of five."""
    narrow = draw(battle, width=80, colour=False)
    assert "|Axis-A" not in narrow
    assert "|ji3 " in narrow
    assert "|ji3 " not in draw(battle, width=40, colour=False)
    assert "Attacker's line: ji1 infantry" not in narrow
    assert "ji3 infantry" in draw(battle, width=40, colour=False)


def test_the_drawing_has_it_and_nothing_of_it_can_be_taken_for_the_map(battle: AreaPicture) -> None:
    root = ET.fromstring(svg(battle))  # noqa: S314 - our own text
    boards = [one for one in root.iter(f"{SVG}g") if one.get("class") == "inset"]
    assert len(boards) == len(only(battle).areas)
    reported = {text.text for one in boards for text in one.iter(f"{SVG}text")}
    assert {"ji1", "ji2", "ji3", "ai1", "bi2", "Attack line"} <= reported
    places = {one.get("data-place") for one in root.iter(f"{SVG}g")} - {None}
    assert places - {""} == {area.id for area in battle.areas}
    pieces = [one.get("data-unit") for one in root.iter(f"{SVG}g") if one.get("data-unit")]
    assert pieces.count("ji1") == 1


def test_a_picture_with_a_board_is_plain_data(battle: AreaPicture) -> None:
    assert msgspec.json.decode(msgspec.json.encode(battle), type=AreaPicture) == battle


# --- what leads from sector to sector --------------------------------------------------------


def test_roads_waters_and_fortified_lines_are_drawn_in_shapes() -> None:
    """A road from middle to middle, water along its border, teeth along a fortified line."""
    drawn = after()
    assert drawn.shapes is not None
    root = ET.fromstring(svg(drawn))  # noqa: S314
    lines = [(one.get("class", "").split(), one.get("d", "")) for one in root.iter(f"{SVG}path")]

    def many(kind: str) -> int:
        return sum(d.count("M") for names, d in lines if kind in names)

    borders = drawn.shapes.between
    waters = {frozenset(pair) for pair in drawn.waters}
    lines_of_water = [one for one in drawn.shapes.borders if frozenset(one.between) in waters]
    assert many("l-road") == len(drawn.roads) + 1  # one of each is in the legend
    assert many("l-river") == len(lines_of_water) + 1
    assert many("teeth") > 4 * len(drawn.fortified)
    apart = {
        frozenset((area.id, other))
        for area in drawn.areas
        for other in (*area.next_to, *area.across)
    }
    assert many("l-apart") == len(apart - borders.keys())


def test_roads_waters_and_fortified_lines_of_the_map_are_drawn() -> None:
    """The figures are those of the mapboard as it was reconstructed: 43, 34, and 5 lines."""
    drawn = msgspec.structs.replace(after(), shapes=None)
    assert [len(drawn.roads), len(drawn.waters), len(drawn.fortified)] == [43, 34, 5]
    assert ("Tengah", "Choa-Chu-Kang") in drawn.fortified  # the spikes point at Tengah
    root = ET.fromstring(svg(drawn))  # noqa: S314
    lines = [(one.get("class", "").split(), one.get("d", "")) for one in root.iter(f"{SVG}path")]
    # One of each is in the legend. For boxes that do not meet on the grid, the feet show it.
    many = {
        kind: sum(d.count("M") for names, d in lines if kind in names) - 1
        for kind in ("l-gate", "l-strait", "l-spikes")
    }
    at = {area.id: (area.column, area.row) for area in drawn.areas}

    def meet(pairs: Sequence[tuple[str, str]]) -> int:
        """Count the pairs whose boxes have a border in common, two half boxes wide as all are."""
        apart = [(abs(at[a][0] - at[b][0]), abs(at[a][1] - at[b][1])) for a, b in pairs]
        return sum(one in ((2, 0), (0, 1), (1, 1)) for one in apart)

    assert many == {
        "l-gate": meet(drawn.roads),
        "l-strait": meet(drawn.waters),
        "l-spikes": meet(drawn.fortified),
    }
    assert all(many.values())
    texts = ["".join(one.itertext()) for one in root.iter(f"{SVG}text")]
    for reported in ("road (=)", "water that one may cross (~)", "fortified line (^)"):
        assert reported in texts
    boxes = {
        one.get("data-place"): " ".join("".join(text.itertext()) for text in one.iter(f"{SVG}text"))
        for one in root.iter(f"{SVG}g")
        if one.get("class") == "place"
    }
    for area in drawn.areas:
        beyond = [other for other in area.next_to if not meet([(area.id, other)])]
        _, _, foot = boxes[area.id].partition(" also to ")
        assert [word.lstrip("^=~") for word in foot.split()] == beyond, area.id
    assert "^Bukit-Batok" in boxes["Tengah"].split()
    assert "Tengah" in boxes["Bukit-Batok"].split()  # from its other side nothing is met


def test_the_terminal_marks_what_leads_to_each_neighbour() -> None:
    said = " ".join(draw(after(), width=200, colour=False).split())
    assert "^ against a fortified line, = by a road, ~ across water." in said
    feet = re.split(r"[ |#]+", said)
    for mark in ("^=Choa-Chu-Kang", "=Tengah", "~Axis-A", "=~Kallang"):
        assert mark in feet, mark
