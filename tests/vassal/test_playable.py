"""Whatever a module says, the table file that is made of it can be played, or none is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import fords
from pbem.client.storage import tables as storage
from pbem.client.storage.packs import show_pack
from pbem.errors import PackError
from pbem.games.table.data import pack, pieces
from pbem.vassal import reading, tables
from vassal.test_hostile import MOST, counted

Change = Callable[[bytes], bytes]


def module(to: Path, build: Change = bytes, saved: Change = bytes) -> Path:
    """Write the module, with its build file and saved game changed."""
    lines = saved("\n".join(fords.saved()).encode()).decode().split("\n")
    return fords.packed(
        to,
        {
            "buildFile.xml": build(fords.files()["buildFile.xml"]),
            "long.vsav": fords.archive({"savedGame": fords.scrambled(lines)}),
        },
    )


def instead(old: str, new: str, count: int = -1) -> Change:
    def change(data: bytes) -> bytes:
        assert old.encode() in data, old
        return data.replace(old.encode(), new.encode(), count)

    return change


def faces(number: bytes) -> Change:
    """Turn the piece that faces way 4."""
    return lambda data: re.sub(rb"\t4(\\*\t)", rb"\t" + number + rb"\1", data)


def fine(data: bytes) -> bytes:
    """A board of 6,000 pixels with squares of 2, which is nine million places."""
    root = ET.fromstring(data)  # noqa: S314 - our own
    for board in root.iter(f"{fords.BUILD}module.map.boardPicker.Board"):
        if board.get("name") == "Lost":
            board.attrib.pop("image")
            board.attrib |= {"width": "6000", "height": "6000"}
    for grid in root.iter(f"{fords.GRID}SquareGrid"):
        grid.attrib |= {"dx": "2.0", "dy": "2.0"}
    return ET.tostring(root)


def several(data: bytes) -> bytes:
    sides = "".join(f"<entry>Side {number}</entry>" for number in range(10))
    return data.replace(b"<entry>Red</entry>", b"<entry>Red</entry>" + sides.encode())


MODULES: dict[str, tuple[Change, Change]] = {
    "as it is": (bytes, bytes),
    "a side too many": (several, bytes),
    "a slot with signs": (instead('gpid="1"', 'gpid="s;1 #"'), bytes),
    "a deck called by a number": (
        instead('name="Marshals"', 'name="1"'), instead("Marshals", "1"),
    ),
    "dice called like dice": (instead('name="Fire"', 'name="2d6"'), bytes),
    "a facing below none": (bytes, faces(b"-3")),
    "a facing beyond all": (bytes, faces(b"400")),
    "a piece on no map": (bytes, instead("Field;110;370", "Fields;110;370")),
    "a piece far away": (bytes, instead("Field;110;370", "Field;110000;370")),
    "a grid too fine": (fine, bytes),
    "a picture with signs": (instead("one.png", "one\u202e.png"), bytes),
}  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("setup", ["Long game", tables.START])
def test_what_is_written_can_be_played(name: str, setup: str, tmp_path: Path) -> None:
    file = module(tmp_path / "a.vmod", *MODULES[name])
    made = storage.import_module(file, setup, tmp_path)
    assert show_pack("table", Path(made.file).read_bytes()).rules == "table"


def test_what_a_table_cannot_have_is_listed(tmp_path: Path) -> None:
    found = {
        name: storage.import_module(
            module(tmp_path / "a.vmod", *MODULES[name]), "Long game", tmp_path / f"{n}.yaml"
        )
        for n, name in enumerate(("as it is", "a side too many", "a piece on no map"))
    }
    said = {name: " ".join(one.left_out) for name, one in found.items()}
    assert "sides, of which a table has 8: Side 6, Side 7" in said["a side too many"]
    assert "pieces that stand on no map of the module: 1" in said["a piece on no map"]
    assert found["as it is"].found["pieces on the maps"] == 5


def test_a_piece_on_a_place_too_many_stands_at_its_pixel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "PLACES_MOST", 2)
    made = storage.import_module(module(tmp_path / "a.vmod"), "Long game", tmp_path)
    assert any(one.startswith("places of Field, of which a map has 2: ") for one in made.left_out)
    assert show_pack("table", Path(made.file).read_bytes()).rules == "table"


def test_a_fine_grid_costs_little_work(tmp_path: Path) -> None:
    file = module(tmp_path / "a.vmod", fine)
    assert counted(lambda: reading.table_here(str(file), "Long game")) < MOST


def test_the_table_is_made_where_nothing_can_cost_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in the process of the command: `table_of` runs in the child with limits."""
    monkeypatch.setattr(tables, "table_of", None)
    monkeypatch.setattr(reading, "LIMITS", reading.LIMITS._replace(reply=100))
    with pytest.raises(reading.ModuleRefused, match="more than 100 bytes"):
        storage.import_module(module(tmp_path / "a.vmod"), "Long game", tmp_path)


def test_nothing_is_written_that_cannot_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SIDES_MOST", 20)
    monkeypatch.setattr(reading.confined, "read", lambda work, given, _, __: work(*given))
    file = module(tmp_path / "a.vmod", several)
    with pytest.raises(PackError, match=r"cannot make a table file .* 12 sides; there can be 8"):
        storage.import_module(file, "Long game", tmp_path / "a.yaml")
    assert not (tmp_path / "a.yaml").exists()


def test_the_limits_are_those_of_table_files() -> None:
    assert (tables.CARDS_MOST, tables.SIDES_MOST) == (pack.CARDS_MOST, pack.SIDES_MOST)
    assert (tables.PLACES_MOST, tables.PIXELS) == (pieces.PLACES_MOST, pieces.PIXELS)
