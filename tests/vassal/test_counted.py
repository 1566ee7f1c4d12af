"""Pieces, places, decks and set-ups, counted a second time by a script of its own (`counted.py`).

`python vassal/counted.py MODULE.vmod DESCRIPTION.json` compares any other module by hand.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import fords
from pbem.vassal import described, reading
from vassal.counted import Counted, differences

GRIDS = f"{fords.MAP}boardPicker.board."


def told(module: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(described.encode(reading.read(module)))
    return found


def test_the_importer_finds_what_a_second_count_finds(tmp_path: Path) -> None:
    module = fords.packed(tmp_path / "ford.vmod")
    assert differences(module, told(module)) == []
    own = Counted(module)
    assert (len(own.cards), len(own.counters), len(own.maps)) == (4, 8, 3)
    assert own.decks == {
        "Blue events": ["20", "21"], "Blue later": ["22", "23"], "Blue discards": [],
        "Marshals": ["7", "8"],
    }  # fmt: skip
    saved = own.setups["Long game"]
    assert saved is not None
    assert (len(saved["pieces"]), own.setups["Short game"]) == (9, None)


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("cards", lambda found: found["cards"].pop("20")),
        ("decks", lambda found: found["decks"]["Blue events"]["of"].reverse()),
        ("boards", lambda found: found["maps"]["Field"]["boards"].pop("Meadow")),
        ("stacks", lambda found: found["maps"]["Field"]["start"].pop()),
        ("Long game", lambda found: found["setups"]["Long game"]["pieces"].popitem()),
        ("Long game", lambda found: found["setups"]["Long game"]["decks"].clear()),
    ],
)
def test_the_count_sees_what_is_missing(tmp_path: Path, part: str, change: Any) -> None:
    module = fords.packed(tmp_path / "ford.vmod")
    wrong = told(module)
    change(wrong)
    assert any(line.startswith(part) for line in differences(module, wrong))


def places(module: Path, setup: str | None = None) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the places of a table file, by map and board."""
    maps = reading.read_table(module, setup).made.data["maps"].values()
    return {
        (one["name"], one["boards"][0]["name"]): {name: (x, y) for name, x, y in one["places"]}
        for one in maps
    }


def test_a_table_file_has_every_place_and_no_other(tmp_path: Path) -> None:
    module = fords.packed(tmp_path / "ford.vmod")
    own = Counted(module)
    found = places(module, "Long game")
    assert found.pop(("Record", "Lost")).keys() == {"B-2"}, (
        "its picture is missing; a piece lies so"
    )
    assert len(found["Field", "Meadow"]) == 63
    for key, names in found.items():
        assert names.keys() == own.places[key].all()


def board_of(tmp_path: Path, *zones: str, grid: str = "HexGrid", **numbers: str) -> Path:
    """Write our module with another grid on its large board: one of a kind, or zones by path.

    No piece lies there, because a place in which a piece lies is one, wherever its middle is.
    """
    root = fords.build()
    field = next(one for one in root.iter() if one.get("mapName") == "Field")
    for stack in [one for one in field if one.tag.endswith("SetupStack")]:
        field.remove(stack)
    board = next(one for one in root.iter() if one.get("name") == "Meadow")
    board.clear()
    board.attrib.update(name="Meadow", width="600", height="400")
    behind = ET.SubElement(board, f"{GRIDS}ZonedGrid") if zones else board
    for number, path in enumerate(zones):
        given = {"name": f"Zone {number}", "path": path, "useParentGrid": "false"}
        ET.SubElement(behind, f"{GRIDS}mapgrid.Zone", given | {"locationFormat": "$name$"})
    if numbers:
        given = {"dx": "52.0", "dy": "60.0", "x0": "-9", "y0": "14"}
        given["sideways"] = numbers.pop("sideways", "false")
        made = ET.SubElement(behind, f"{GRIDS}{grid}", given)
        ET.SubElement(made, f"{GRIDS}mapgrid.{grid}Numbering", numbers)
    return fords.packed(tmp_path / "other.vmod", {"buildFile.xml": ET.tostring(root)})


@pytest.mark.parametrize("grid", ["HexGrid", "SquareGrid"])
@pytest.mark.parametrize("first", ["H", "V"])
def test_cells_have_the_numbers_of_a_second_count(tmp_path: Path, grid: str, first: str) -> None:
    flags = ("sideways", "stagger", "hDescend", "vDescend")
    for chosen in itertools.product(("false", "true"), repeat=len(flags)):
        given = dict(zip(flags, chosen, strict=True))
        module = board_of(
            tmp_path, grid=grid, first=first, sep=".", hType="N", vType="A", hLeading="1",
            vLeading="0", hOff="3", vOff="0", locationFormat="$gridLocation$", **given,
        )  # fmt: skip
        own = Counted(module).places["Field", "Meadow"]
        found = places(module, "start")["Field", "Meadow"]
        assert len(found) > 60
        assert {at: own.name(at) for at in found.values()} == {
            at: name for name, at in found.items()
        }, given
        assert found.keys() == own.all(), given


def test_a_zone_that_shows_anywhere_is_a_place_and_a_covered_one_is_none(tmp_path: Path) -> None:
    """The middle of a zone below others may be covered, and its rim still be a place."""
    module = board_of(
        tmp_path, "100,100;500,100;500,300;100,300", "0,0;600,0;600,400;0,400",
        "200,150;300,150;300,200;200,200",
    )  # fmt: skip
    own = Counted(module).places["Field", "Meadow"]
    found = places(module, "start")["Field", "Meadow"]
    assert found.keys() == own.all() == {"Zone 0", "Zone 1"}
    assert own.name(found["Zone 1"]) == "Zone 1"


def test_a_stack_lies_at_its_region_also_where_another_zone_covers_the_region(
    tmp_path: Path,
) -> None:
    """As in VASSAL, which asks each zone for the region, and never whether it is covered."""
    root = fords.build()
    zones = next(one for one in root.iter() if one.tag.endswith("ZonedGrid"))
    over = {"name": "Mist", "path": "290,340;310,340;310,360;290,360", "useParentGrid": "false"}
    zones.insert(0, ET.Element(f"{GRIDS}mapgrid.Zone", over | {"locationFormat": "$name$"}))
    module = fords.packed(tmp_path / "mist.vmod", {"buildFile.xml": ET.tostring(root)})
    found = told(module)
    assert differences(module, found) == []
    south = found["maps"]["Field"]["start"][2]
    assert (south["at"], south["place"]) == ([300, 350], "South Ford")
