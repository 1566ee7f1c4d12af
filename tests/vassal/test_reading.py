"""The features that are read of a module: *Two Fords*, our own, has every one once."""

from __future__ import annotations

import json
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import fords
from pbem import confined
from pbem.vassal import described, reading
from pbem.vassal.contents import unpack
from pbem.vassal.described import Module


@cache
def read() -> Module:
    return reading.describe(unpack(BytesIO(fords.archive(fords.files()))))


@cache
def plain() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(described.encode(read()))
    return found


def test_what_a_module_is() -> None:
    found = plain()
    about = [found[key] for key in ("name", "version", "vassal", "about", "format")]
    assert about == ["Two Fords", "1.2", "3.7.5", "A small game", "open-table/1"]
    assert found["sides"] == ["Blue", "Red", "Solitaire"]
    assert set(found["counters"]) == set(fords.COUNTERS)
    assert set(found["cards"]) == set(fords.CARDS)


def test_maps_of_three_kinds() -> None:
    maps = plain()["maps"]
    assert {name: one["kind"] for name, one in maps.items()} == {
        "Field": "map", "Blue hand": "hand", "Record": "sheet"
    }  # fmt: skip
    assert maps["Field"]["edge"] == [10, 20]
    assert maps["Field"]["boards"]["Meadow"]["size"] == [600, 400]
    assert maps["Blue hand"]["for"] == ["Blue", "Solitaire"]
    assert maps["Blue hand"]["boards"]["Hand"] == {"size": [300, 100]}
    assert maps["Record"]["boards"]["Lost"]["guessed"] == 1


def test_set_up_stacks_have_places() -> None:
    start = plain()["maps"]["Field"]["start"]
    assert start == [
        {"at": [82, 60], "of": ["1", "2"], "place": "0201"},
        {"at": [100, 350], "of": ["4"], "place": "North Ford"},
        {"at": [300, 350], "of": ["1"], "place": "South Ford"},
    ]


def test_a_prototype_in_a_prototype() -> None:
    guard = plain()["counters"]["2"]
    assert guard["facings"] == 6
    assert guard["hides"] == 1
    assert guard["marks"] == {"Side": "Blue"}, "a text of 41 characters is left out"
    assert guard["layers"] == [
        {"always": 1, "images": ["blue.png", "blue-back.png"], "level": 1, "loop": 1,
         "name": "Steps", "names": ["Blue", "+ (reduced)"]}
    ]  # fmt: skip
    assert guard["size"] == [40, 40]
    assert len(fords.LONG) == described.SHORT + 1


def test_layers_that_follow_values() -> None:
    weather = plain()["counters"]["3"]
    script, world = weather["layers"]  # the lowest first
    assert (script["level"], script["by_script"]) == (3, 1)
    assert (world["level"], world["everywhere"], world["follows"]) == (2, 1, "Phase")
    assert weather["base"] == "weather.svg"
    assert weather["size"] == [33, 22], "of a drawing that has a document type"
    horse = plain()["counters"]["4"]
    assert horse["layers"][0]["level"] == 2
    assert horse["values"] == {"Strength": {"now": "2", "min": 1, "max": 3, "number": 1}}
    assert horse["sends"] == [["place", "North Ford"]]
    assert horse["name"] == "Red Horse I"


def test_a_kind_of_piece_says_in_which_lists_it_lies() -> None:
    assert ["Pieces", "Markers"] in [one.get("in") for one in plain()["counters"].values()]


def test_a_label_a_layer_that_is_off_and_machinery() -> None:
    counters = plain()["counters"]
    assert counters["6"]["name"] == "Box (Reserve)"
    assert counters["6"]["labels"] == ["Reserve"]
    assert counters["6"]["layers"][0]["level"] == -1
    assert counters["5"]["machinery"] == 1
    assert counters["5"]["fixed"] == 1
    assert "fixed" not in counters["1"], "it moves, and only does not stack"
    assert "base" not in counters["5"]


def test_cards_and_decks() -> None:
    card = plain()["cards"]["21"]
    assert card["name"] == "Fog; and rain #2"
    assert card["mask"] == {
        "image": "back.png", "name": "A Blue card", "shown": "G", "who": "sides",
        "sides": ["Blue", "Solitaire"],
    }  # fmt: skip
    assert card["sends"] == [["deck", "Blue discards"]]
    decks = plain()["decks"]
    assert decks["Blue events"]["of"] == ["20", "21"]
    assert decks["Blue events"]["for"] == ["Blue", "Solitaire"]
    assert decks["Blue later"]["into"] == "Blue events"
    assert [decks[name]["cup"] for name in ("Blue events", "Marshals")] == [0, 1]


def test_dice_turns_and_charts() -> None:
    found = plain()
    assert found["dice"]["Fire"] == {
        "add": 0, "asks": 0, "dice": 2, "faces": 6, "plus": 1, "total": 1
    }  # fmt: skip
    assert found["dice"]["Siege"]["special"] == [
        {"name": "Wall", "faces": [[0, "holds"], [0, "holds"], [0, "falls"]]}
    ]
    day = found["turns"]["Turns"][0]
    assert (day["start"], day["end"], day["step"], day["loop"]) == (1, 5, 1, 1)
    assert day["in"] == [{"kind": "list", "items": ["Move", "Fight"], "in": []}]
    assert found["charts"] == {"Fire table": "fire.png"}


def test_a_saved_game() -> None:
    setup = plain()["setups"]["Long game"]
    assert setup["boards"] == {"Field": ["Meadow"], "Record": ["Lost"]}
    assert setup["decks"] == {"Blue events": 2, "Marshals": 1}
    pieces = list(setup["pieces"].values())
    assert pieces[:2] == [
        {"t": "1", "m": "Field", "at": [92, 80], "place": "0201", "layers": [2]},
        {"t": "2", "m": "Field", "at": [92, 80], "place": "0201", "layers": [1], "z": 1,
         "facing": 4},
    ]  # fmt: skip
    assert pieces[2] == {
        "t": "4", "m": "Field", "at": [110, 370], "place": "North Ford", "layers": [3],
        "values": {"Strength": "3"},
    }  # fmt: skip
    assert [one["t"] for one in pieces if one.get("deck") == "Blue events"] == ["20", "21"]
    assert plain()["setups"]["Short game"] == {"file": "short.vsav", "missing": 1}


def test_kinds_that_no_palette_has() -> None:
    made = plain()["made"]
    assert [one["name"] for one in made.values()] == ["Trench", "Drawn by hand"]
    pieces = plain()["setups"]["Long game"]["pieces"].values()
    kinds = {one["t"]: one.get("place") for one in pieces}
    assert {name: kinds[name] for name in made} == {"m1": "South Ford", "m2": "B-2"}


def test_what_was_left_out() -> None:
    assert plain()["left_out"] == {
        "classes of its own": {"fords.Chatter": 1},
        "images that are not there": ["lost.png"],
        "prototypes that are not there": ["Nobody"],
        "traits": {"footprint": 2, "globalkey": 1, "macro": 4},
        "unknown traits": {"sparkle": 1},
        "texts": 2,
    }


def test_pictures_that_are_drawn_by_the_module_are_not_missing() -> None:
    root = fords.build()
    fords.Grow(root)("module.gamepieceimage.GamePieceImage", name="lost.png")
    files = fords.files() | {"buildFile.xml": ET.tostring(root)}
    found = reading.describe(unpack(BytesIO(fords.archive(files))))
    assert found.left_out.images == []


def test_an_extension_is_called_by_its_module() -> None:
    root = fords.build()
    del root.attrib["name"]
    root.set("module", "Two Fords")
    files = fords.files() | {"buildFile.xml": ET.tostring(root)}
    assert reading.describe(unpack(BytesIO(fords.archive(files)))).name == "Two Fords"


def test_a_folder_and_a_zip_file_give_the_same_bytes(tmp_path: Path) -> None:
    module = fords.packed(tmp_path / "fords.vmod")
    folder = fords.unpacked(tmp_path / "fords")
    (folder / ".git").mkdir()
    assert described.encode(reading.read(module)) == described.encode(reading.read(folder))


@pytest.mark.parametrize("how", [confined.copied, confined.again, confined.here])
def test_every_confinement_reads_it(how: confined.Confinement, tmp_path: Path) -> None:
    module = fords.packed(tmp_path / "fords.vmod")
    with confined.by(how):
        assert described.encode(reading.read(module)) == described.encode(read())


def test_a_module_of_vassal_2_has_another_build_file(tmp_path: Path) -> None:
    files = fords.files()
    files["buildFile"] = files.pop("buildFile.xml")
    found = reading.describe(unpack(BytesIO(fords.archive(files))))
    assert described.encode(found) == described.encode(read())


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (fords.png(7, 9), (7, 9)),
        (b"GIF89a\x07\x00\x09\x00more", (7, 9)),
        (bytes.fromhex("ffd8 ffe0 0004 4a46 ffc0 0011 08 0009 0007 03"), (7, 9)),
        (b'<svg width="7px" height="9">', (7, 9)),
        (b'<svg viewBox="0 0 7 9">', (7, 9)),
        (b'<svg width="100%" height="100%">', None),
        (bytes.fromhex("ffd8 ffe0 0000"), None),
        (b"\x89PNG\r\n\x1a\n", None),
        (b"no picture", None),
    ],
)
def test_sizes_of_pictures(data: bytes, size: tuple[int, int] | None) -> None:
    from pbem.vassal.pictures import size_of

    assert size_of(data) == size
