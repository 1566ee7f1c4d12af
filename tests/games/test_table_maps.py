"""The maps of an open table as a picture: outlines of its places, and pieces in stacks."""

from __future__ import annotations

from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from games.test_table_pieces import does, pack
from pbem.client.storage.tables import as_yaml
from pbem.games.table.rules import pieces
from pbem.games.table.words import outlines
from pbem.games.table.words import picture as drawn_from
from pbem.kit.picture import AreaPicture, Counter
from pbem.kit.typed import strict_yaml
from pbem.play.play import Play
from pbem.selfplay.unsigned import begin
from pbem.view import raster
from pbem.view.drawing import svg
from pbem.view.terminal import draw
from toy.tables import game

KINDS, PLACES, PIECES = 30, 1_000, 3_000
"""A module of the size that the board has to bear."""


def played() -> Play:
    return begin(game(pack()))


def shown(play: Any) -> AreaPicture:
    found = play.game.picture(play.position)
    assert isinstance(found, AreaPicture)
    return found


def at(picture: AreaPicture, area: str) -> list[Counter]:
    return [one for one in picture.counters if one.area == area]


def changed(**said: Any) -> Play:
    """Return *Two Fords* with other data."""
    raw: Any = strict_yaml.read(pack())
    for name, value in said.items():
        raw[name] = value(raw[name])
    return begin(game(as_yaml(raw)))


def test_every_map_is_there_with_its_places() -> None:
    picture = shown(played())
    assert [one.title for one in picture.leaves] == ["Field", "Record"]
    field = picture.leaves[0]
    assert field.spots["field/North Ford"] == (100, 350)
    assert field.spots["field/0201"] == (82, 60)
    assert {one.id for one in picture.areas} == {at for one in picture.leaves for at in one.spots}
    assert {one.name for one in picture.areas} >= {"North Ford", "0201", "Camp 0701"}


def test_a_board_of_unknown_size_is_as_large_as_its_places() -> None:
    """A module may lack the picture of a board, which alone says how large it is."""
    play = played()
    [*_, record] = shown(play).leaves
    assert record.spots == {"record/B-2": (60, 75)}
    assert record.size == (120, 135)
    [*_, sheet] = play.game.at_hand(play.position, "blue").sheets
    assert sheet.size == record.size


def test_a_hex_has_its_outline_and_a_region_is_a_point() -> None:
    field = shown(played()).leaves[0]
    outline = field.outlines["field/0201"]
    assert outline == ((64, 30), (99, 30), (116, 60), (99, 90), (64, 90), (47, 60))
    assert "field/North Ford" not in field.outlines


def test_a_zone_without_a_grid_is_its_own_outline() -> None:
    path = [[0, 0], [80, 0], [80, 60], [0, 60]]

    def zoned(maps: Any) -> Any:
        grid = {"kind": "zones", "zones": [{"name": "Out", "format": "$name$", "path": path}]}
        board = {"name": "Lost", "size": [200, 100], "grid": grid}
        maps["record"] |= {"boards": [board], "places": [["B-2", 150, 90], ["Out", 40, 30]]}
        return maps

    record = shown(changed(maps=zoned)).leaves[1]
    assert record.outlines == {"record/Out": ((0, 0), (80, 0), (80, 60), (0, 60))}
    assert record.size == (200, 100)


def test_pieces_stand_in_the_order_of_their_stack() -> None:
    play = played()
    here = at(shown(play), "field/0201")
    assert [(one.label, one.kind, one.side) for one in here] == [
        ("p1", "1st Foot (reduced)", "blue"), ("p2", "Blue", "blue"),
    ]  # fmt: skip
    first, second = (one.label for one in here)
    does(play, f"move {first} to North Ford; move {first} to 0201")
    assert [one.label for one in at(shown(play), "field/0201")] == [second, first]


def test_a_face_and_a_facing_are_told() -> None:
    play = played()
    [top] = [one for one in at(shown(play), "field/0201") if "facing" in one.text]
    assert top.text.endswith(", facing 4")
    before = {one.label: one.kind for one in shown(play).counters}
    [horse] = [name for name, word in before.items() if word.startswith("Red Horse")]
    does(play, f"step {horse} -1")
    assert {one.label: one.kind for one in shown(play).counters}[horse] == "Red Horse II"


def test_a_pixel_is_a_place_as_long_as_something_stands_there() -> None:
    play = played()
    name = shown(play).counters[0].label
    does(play, f"move {name} to field@10,20")
    picture = shown(play)
    assert picture.leaves[0].spots["field@10,20"] == (10, 20)
    assert [one.label for one in at(picture, "field@10,20")] == [name]
    does(play, f"box {name}")
    assert "field@10,20" not in shown(play).leaves[0].spots
    [box] = [one for one in shown(play).boxes if one.title == "In the box"]
    assert [line.rpartition("(")[2] for line in box.holds] == [f"{name})"]


def test_the_drawing_has_a_group_for_each_place_and_piece() -> None:
    picture = shown(played())
    root = ET.fromstring(svg(picture, styled=False, words=False, titled=False))  # noqa: S314 - ours
    groups = [one for one in root.iter() if one.tag.endswith("}g")]
    places = {one.get("data-place") for one in groups if one.get("class") == "place"}
    assert places == {one.id for one in picture.areas}
    units = [one.get("data-unit") for one in groups if "piece" in one.get("class", "").split()]
    assert sorted(map(str, units)) == sorted(one.label for one in picture.counters)
    assert [one.get("class") for one in groups].count("leaf") == 2


def test_a_terminal_draws_no_grid_of_all_places() -> None:
    lines = draw(shown(played()), colour=False).splitlines()
    assert len(lines) < 40
    assert any(line.startswith("Turn") for line in lines)
    assert not any("North" in line for line in lines)


@pytest.mark.parametrize(
    "boards",
    [
        [{"size": [0, 0]}], [{"size": [100, 100], "grid": {"kind": 3}}],
        [{"size": [9, 9], "grid": {"kind": "hex", "dx": 0, "dy": -1}}],
        [{"size": [9, 9], "grid": {"kind": "zones", "zones": [{"path": [[1, 1]]}]}}],
        [{"size": [9, 9], "grid": {"kind": "zones", "zones": [{"path": "x"}]}}],
    ],
)  # fmt: skip
def test_boards_that_make_no_sense_are_drawn_as_points(boards: Any) -> None:
    """A table file may come from a stranger: how it looks never stops a game."""
    picture = shown(changed(maps=lambda maps: maps | {"field": maps["field"] | {"boards": boards}}))
    assert picture.leaves[0].spots["field/North Ford"] == (100, 350)
    assert "field/North Ford" in svg(picture)


def test_zones_without_end_are_drawn_as_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost of a stranger's file is limited: here for the zones of two places."""
    path = [[0, 0], [600, 0], [600, 400], [0, 400]]
    grid = {"kind": "zones", "zones": [{"name": "Out", "format": "$name$", "path": path}]}
    board = [{"size": [600, 400], "grid": grid}]
    monkeypatch.setattr(outlines, "WORK_MOST", 4)
    field = shown(changed(maps=lambda maps: maps | {"field": maps["field"] | {"boards": board}}))
    assert field.leaves[0].outlines == {}
    monkeypatch.setattr(outlines, "WORK_MOST", 5)
    field = shown(changed(maps=lambda maps: maps | {"field": maps["field"] | {"boards": board}}))
    assert len(field.leaves[0].outlines) == 1


@cache
def large() -> Any:
    """Return a table of many pieces and places."""
    grid = {"kind": "hex", "dx": 52_000, "dy": 60_000, "x0": 0, "y0": 0, "sideways": 0, "snap": 1}
    places = [[f"h{at:04}", 26 + at % 40 * 52, 30 + at // 40 * 60] for at in range(PLACES)]
    board = {"name": "Plain", "size": [2100, 1600], "grid": grid}
    said = {
        "table": "open",
        "title": "A large game",
        "sides": {"a": "A", "b": "B"},
        "maps": {"m": {"name": "Plain", "kind": "map", "boards": [board], "places": places}},
        "types": {
            f"k{at}": {"name": f"Kind {at}", "size": [50, 50],
                       "layers": [{"images": ["a.png", "b.png"], "level": 1, "always": 1}]}
            for at in range(KINDS)
        },
        "setup": {
            f"p{at}": {"type": f"k{at % KINDS}", "map": "m", "place": f"h{at % PLACES:04}",
                       "z": at // PLACES}
            for at in range(PIECES)
        },
    }  # fmt: skip
    return game(as_yaml(said))


def test_a_large_module_is_drawn_with_bounded_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The looks of pieces are worked out once for each kind, and outlines once for all pictures."""
    faces = list[str]()
    face = pieces.face

    def counted(maps: Any, piece: Any) -> str:
        faces.append(piece.type)
        return face(maps, piece)

    monkeypatch.setattr(pieces, "face", counted)
    play = begin(large())
    faces.clear()
    before = outlines.leaves_of.cache_info().misses
    picture = shown(play)
    assert len(picture.counters) == PIECES
    assert len(faces) == KINDS
    shown(play)
    assert outlines.leaves_of.cache_info().misses - before <= 1
    drawing = svg(picture, styled=False, words=False, titled=False)
    assert drawing.count('class="place"') == PLACES
    assert len(drawing.splitlines()) < 8 * PLACES + 12 * PIECES


def test_of_a_very_high_stack_the_upper_pieces_are_drawn() -> None:
    play = begin(large())
    names = [f"p{at}" for at in range(drawn_from.STACK_MOST + 5)]
    for name in names:
        play.position.pieces[name] = pieces.replace(play.position.pieces[name], at="m/h0000", z=9)
    picture = shown(play)
    assert len(at(picture, "m/h0000")) == drawn_from.STACK_MOST
    assert len(picture.notes) == 1
    assert "not drawn" in picture.notes[0]


def test_a_mail_has_a_small_map_and_of_a_large_one_the_boxes_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = list[str]()
    monkeypatch.setattr(raster, "_png", drawn.append)
    raster.png(shown(played()))
    raster.png(shown(begin(large())))
    small, big = drawn
    assert "North Ford" in small
    assert 'class="place"' not in big
    assert "Turn" in big
