"""A table file out of a module: what stands in it, and what never does."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import fords
from pbem.client.storage import tables as storage
from pbem.errors import PackError
from pbem.kit.typed import strict_yaml
from pbem.vassal import reading, tables
from pbem.vassal.contents import unpack
from pbem.vassal.described import SHORT, Module, Placed
from pbem.vassal.refusal import ModuleRefused


@cache
def module() -> Module:
    return reading.describe(unpack(BytesIO(fords.archive(fords.files()))))


def table(setup: str | None = None) -> dict[str, Any]:
    return tables.table_of(module(), setup).data


def texts(data: Any) -> Iterator[str]:
    """Yield every text in plain data, keys too."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from texts(value)
    elif isinstance(data, list | tuple):
        for one in data:
            yield from texts(one)


def test_the_head_of_a_table_file() -> None:
    found = table()
    assert found["table"] == "open"
    assert found["title"] == "Two Fords"
    assert found["sides"] == {"blue": "Blue", "red": "Red"}, "nobody plays Solitaire"
    build = hashlib.sha256(fords.files()["buildFile.xml"]).hexdigest()
    assert found["module"] == {
        "name": "Two Fords", "version": "1.2", "build": build, "setup": "Long game"
    }  # fmt: skip


def test_dice_and_values() -> None:
    found = table()
    assert found["dice"] == {"fire": "2d6+1", "die-of-the-module": "1d4"}
    assert found["faces"] == {"siege": ["holds", "holds", "falls"]}
    turns = {"turns": 1, "turns-step": 1}
    assert found["values"] == {"phase": 1} | turns, "as the saved game has it"
    assert table(tables.START)["values"] == {"phase": 2} | turns


def test_turn_tracks_and_charts() -> None:
    """Each level of a track counts for itself; a chart is one if its file is a picture."""
    found = table()
    assert found["tracks"] == {
        "turns": {"title": "Turns", "first": 1, "last": 5},
        "turns-step": {"title": "Turns step", "first": 1, "last": 2, "names": ["Move", "Fight"]},
    }
    assert found["charts"] == {"Fire table": "fire.png"}


def test_decks_and_cups_of_a_saved_game() -> None:
    found = table()
    assert found["decks"] == {
        "blue-events": {
            "cards": ["Fog and rain 2", "Ambush"], "faces": ["21", "20"], "for": "blue",
        }
    }  # fmt: skip
    assert found["cups"] == {"marshals": ["Ney"]}


def test_decks_that_are_added_later() -> None:
    assert table(tables.START)["decks"]["blue-events"] == {
        "cards": ["Ambush", "Fog and rain 2", "Supplies", "Reserves"],
        "faces": ["20", "21", "22", "23"],
        "for": "blue",
        "start": 2,
        "later": {"blue-later": 2},
    }
    assert table(tables.START)["cups"] == {"marshals": ["Ney", "Davout"]}


@pytest.mark.parametrize(
    ("owners", "draws"), [(["Red"], "red"), ([], "blue"), (["Blue", "Red"], None)]
)
def test_a_deck_is_for_the_side_that_it_names_else_for_that_of_its_masks(
    owners: list[str], draws: str | None
) -> None:
    """The masks of its cards hide them from all but Blue."""
    made = module()
    deck = replace(made.decks["Blue events"], owners=owners)
    changed = replace(made, decks=made.decks | {"Blue events": deck})
    assert tables.table_of(changed, None).data["decks"]["blue-events"].get("for") == draws


def test_piles_that_lie_face_up_are_cards_of_their_deck_that_lie_open() -> None:
    """The saved game has a card among the discards, and one that has left the game."""
    made = module()
    discards = replace(made.decks["Blue discards"], down="Never")
    piles = {"Blue discards": discards, "Blue removed": replace(discards, into="")}
    long = made.setups["Long game"]
    cards = {"p90": "22", "p91": "23"}
    lying = [Placed(card, deck=pile) for card, pile in zip(cards.values(), piles, strict=True)]
    long = replace(long, pieces=long.pieces | dict(zip(cards, lying, strict=True)))
    changed = replace(made, decks=made.decks | piles, setups={"Long game": long})
    assert tables.table_of(changed, None).data["decks"] == {
        "blue-events": {
            "cards": ["Fog and rain 2", "Ambush"], "for": "blue",
            "discards": ["Supplies"], "removed": ["Reserves"],
            "faces": ["21", "20", "22", "23"],
        }
    }  # fmt: skip


def test_pieces_stand_at_pixels_of_boards() -> None:
    pieces = list(table()["setup"].values())
    assert pieces[0] == {
        "type": "1", "map": "field", "at": [82, 60], "place": "0201", "layers": [2]
    }  # fmt: skip
    assert pieces[1]["z"] == 1
    assert pieces[2]["values"] == {"Strength": "3"}
    assert len(pieces) == 5, "cards in decks stand in no set-up"
    start = list(table(tables.START)["setup"].values())
    assert [(one["type"], one["at"], one["place"]) for one in start] == [
        ("1", [82, 60], "0201"),
        ("2", [82, 60], "0201"),
        ("4", [100, 350], "North Ford"),
        ("1", [300, 350], "South Ford"),
    ]


def test_places_have_their_pixels() -> None:
    field = table()["maps"]["field"]
    places = {name: (x, y) for name, x, y in field["places"]}
    assert places["North Ford"] == (100, 350)
    assert places["0201"] == (82, 60)
    assert places["Camp 0701"] == (342, 30)
    assert table()["maps"]["blue-hand"]["for"] == ["blue"]


def test_kinds_without_a_face_are_left_out() -> None:
    assert "5" not in table()["types"]
    assert set(table()["types"]) == {*"1234678", *fords.CARDS, "m1", "m2"}
    said = tables.table_of(module(), None).left_out
    assert said == ["kinds of pieces without a face, which serve scripts: 1"]


def test_no_long_text_and_no_script_goes_in() -> None:
    found = table()
    allowed = {found["module"]["build"]}
    long = [one for one in texts(found) if len(one) > SHORT and one not in allowed]
    assert not long
    assert fords.LONG not in set(texts(found))
    assert "sends" not in set(texts(found)), "menus are the module's own"


def test_no_byte_of_a_picture_goes_in(tmp_path: Path) -> None:
    storage.import_module(fords.packed(tmp_path / "fords.vmod"), None, tmp_path)
    written = (tmp_path / "two-fords.yaml").read_bytes()
    pictures = [data for name, data in fords.files().items() if name.startswith("images/")]
    assert len(pictures) > 20
    assert not [data for data in pictures if data[8:40] in written]
    assert b"meadow.png" in written, "pictures are named"


def test_a_layer_has_a_picture_for_each_day_of_a_year(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long tracks are made so: a counter whose face is the day."""
    days = [f"{day}.png" for day in range(1, 367)]
    monkeypatch.setitem(fords.COUNTERS, "6", [fords.layer(",".join(days), level=360),
                                              fords.bare("6", "Box", "box.png")])  # fmt: skip
    made = storage.import_module(fords.packed(tmp_path / "fords.vmod"), None, tmp_path)
    read = strict_yaml.read(Path(made.file).read_bytes())
    [layer] = next(one["layers"] for one in read["types"].values() if one["name"] == "Box")
    assert len(layer["images"]) == 366


def test_the_strict_reader_reads_what_is_written() -> None:
    assert strict_yaml.read(storage.as_yaml(table())) == plain(table())


def test_a_file_that_would_be_too_large_has_only_what_its_set_up_uses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = fords.packed(tmp_path / "fords.vmod")
    whole = len(storage.as_yaml(table()))
    monkeypatch.setattr(storage, "LIMIT", whole - 1)
    made = storage.import_module(module, None, tmp_path)
    assert made.found["kinds of pieces"] == 5
    assert any(line.startswith("kinds of pieces that are not in this") for line in made.left_out)
    monkeypatch.setattr(storage, "LIMIT", 1000)
    with pytest.raises(PackError, match="1,000 are allowed"):
        storage.import_module(module, None, tmp_path / "other.yaml")
    assert not (tmp_path / "other.yaml").exists()


def plain(data: Any) -> Any:
    """Return data with lists for tuples."""
    if isinstance(data, dict):
        return {key: plain(value) for key, value in data.items()}
    return [plain(one) for one in data] if isinstance(data, list | tuple) else data


def test_a_set_up_has_to_be_there() -> None:
    with pytest.raises(ModuleRefused, match=r"no set-up Night.*Long game, start"):
        table("Night")
    with pytest.raises(ModuleRefused, match=r"no file short\.vsav"):
        table("Short game")


def test_one_of_several_set_ups_has_to_be_chosen(tmp_path: Path) -> None:
    save = fords.files()["long.vsav"]
    found = reading.read(fords.packed(tmp_path / "a.vmod", {"short.vsav": save}))
    with pytest.raises(ModuleRefused, match="--setup: Long game, Short game, start"):
        tables.table_of(found, None)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Central Powers", "central-powers"),
        ("K\u00f6nigsberg", "konigsberg"),
        ("\u6226\u4e89", "side"),
        ("A" * 50, "a" * 28),
        ("?!", "side"),
    ],
)
def test_codes(name: str, short: str) -> None:
    assert tables.code(name, (), "side") == short
    assert tables.code(name, [short, f"{short}-2"], "side") == f"{short}-3"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Fog; and rain #2", "Fog and rain 2"),
        (" two\nlines\t", "two lines"),
        ("x" * 41, "x" * 39 + "\u2026"),
        ("x" * 40, "x" * 40),
        ("a\u202eb\x00c", "a b c"),
    ],
)
def test_names(text: str, name: str) -> None:
    assert tables.clean(text) == name


def test_of_several_set_ups_only_the_one_that_is_wanted_is_read(tmp_path: Path) -> None:
    """A large module has several, and each takes as long as all its pieces."""
    damaged = fords.packed(tmp_path / "fords.vmod", {"short.vsav": b"!VCSK5anot hex"})
    found = reading.read_table(damaged, "Long game")
    assert len(found.module.setups["Long game"].pieces) == 9
    assert found.module.setups["Short game"].pieces == {}
    assert found.module.setups["Short game"].refused == "", "nobody has looked at it"
    assert reading.read(damaged).setups["Short game"].refused
    with pytest.raises(ModuleRefused, match="refused"):
        reading.read_table(damaged, "Short game")
    assert reading.read_table(damaged, None).setup == "Long game", "the only one that can be read"


@pytest.mark.parametrize("name", ["D6", "2d6", "12"])
def test_dice_are_not_called_like_other_dice(name: str) -> None:
    assert tables.code(name, (), "dice") == f"dice-{name.lower()}"
