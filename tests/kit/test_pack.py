"""Reading packs of any game: where a slip stands, what is wrong, what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
import pytest
import yaml
from msgspec import Meta, Struct

from pbem.client.storage import packs as storage
from pbem.errors import PackError
from pbem.games import registry
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.pack import _WANTED, UNIT_NAME, Fault, Packs, in_order, repeated
from pbem.table.library import data_digest

Name = Annotated[str, Meta(pattern=UNIT_NAME)]


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    terrain: Literal["hill", "dale"] | None
    beside: tuple[Annotated[int, Meta(ge=1, le=9)], ...] = ()


class Units(Struct, frozen=True, forbid_unknown_fields=True):
    names: dict[Name, Annotated[str, Meta(min_length=1)]]
    pair: tuple[int, int] | None = None
    seen: bool = False


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    places: dict[Literal["north", "south"], Place]
    units: tuple[Units, ...]


GOOD = """\
places:
  north: {terrain: hill, beside: [1, 2]}
  south: {terrain: null}
units:
  - names: {1/2: First, 2/2: Second}
"""


def faults(data: Data) -> Iterator[Fault]:
    for i, group in enumerate(data.units):
        for name, text in group.names.items():
            if text == "Ghost":
                yield ("units", i, "names", name), f"{name} is a ghost; lay it"
            if text == "Wraith":
                yield ("units", i, "names", name), f"{name} is a wraith; lay it"


def tables(data: Data) -> dict[str, str]:
    if "south" not in data.places:
        raise PackError("places: no south")
    if not data.units:
        raise PackError("nobody is there")
    return {name: text for group in data.units for name, text in group.names.items()}


def numbers_to_text(raw: dict[str, Any]) -> None:
    for group in raw.get("units") or ():
        for name, text in group["names"].items():
            if isinstance(text, int):
                group["names"][name] = str(text)


PACKS = Packs(Data, __package__ or "", "none.yaml", faults=faults, tables=tables)
EASY = Packs(Data, "", "", faults=faults, tables=tables, ease=numbers_to_text)


def refused(old: str, new: str) -> str:
    assert old in GOOD
    with pytest.raises(PackError) as caught:
        PACKS.check(GOOD.replace(old, new, 1).encode(), name="my.yaml")
    return str(caught.value)


def test_a_good_pack_is_read() -> None:
    data = PACKS.load(GOOD.encode())
    assert data.places["north"] == Place("hill", (1, 2))
    assert data == PACKS.check(GOOD.encode())


class Own(Packs[Any, Any]):
    def beside(self, file: str) -> bytes:
        return GOOD.encode()


def test_tables_of_the_modules_own_data_are_made_once_and_of_others_again() -> None:
    packs = Own(Data, "", "", faults=faults, tables=tables)
    own, other = packs.load(), packs.load(GOOD.replace("First", "Third").encode())
    assert packs.tables(own) is packs.tables(packs.load())
    assert packs.tables(own) == tables(own)
    assert packs.tables(other) == tables(other) != tables(own)
    assert packs.tables(other) is not packs.tables(other)


LINE_2 = "line 2, column"
LINE_5 = "line 5, column 18 (units.1.names"
LINE_6 = "line 6, column 11 (units.1"
SLIPS = [
    (
        "hill",
        "hil",
        f"{LINE_2} 20 (places.north.terrain)",
        "'hil' is not allowed; write one of hill",
    ),
    ("hill", "hil", "", "write one of hill, dale"),
    ("south", "east", "line 3, column 9 (places.east)", "write one of north, south"),
    ("2]", "10]", f"{LINE_2} 38 (places.north.beside.2)", "10 is out of range; it must be <= 9"),
    ("[1", "[0", f"{LINE_2} 35 (places.north.beside.1)", "0 is out of range; it must be >= 1"),
    ("[1, 2]", "{}", f"{LINE_2} 34 (places.north.beside)", "a mapping: expected a list"),
    ("[1, 2]", "null", f"{LINE_2} 34 (places.north.beside)", "null: expected a list"),
    ("[1, 2]", "true", f"{LINE_2} 34 (places.north.beside)", "true: expected a list"),
    ("[1, 2]", "5", f"{LINE_2} 34 (places.north.beside)", "5: expected a list"),
    ("beside", "besides", f"{LINE_2} 35 (places.north.besides)", "there is no field `besides`"),
    ("beside", "besides", "", "did you mean beside?"),
    ("beside", "weather", f"{LINE_2} 35 (places.north.weather)", "here; leave it out"),
    (
        "terrain: null",
        "beside: []",
        "line 3, column 10 (places.south)",
        "`terrain` is missing here",
    ),
    ("1/2", "1 2", f"{LINE_5}.1 2)", "'1 2': write a unit's name with letters, digits, / . and -"),
    ("First", '""', f"{LINE_5}.1/2)", "0 signs; there must be >= 1"),
    ("First", "[a]", f"{LINE_5}.1/2)", "a list: expected text"),
    ("Second}", "Second}\n    pair: [1]", f"{LINE_6}.pair)", "1 entries; there must be 2"),
    ("Second}", "Second}\n    pair: x", f"{LINE_6}.pair)", "'x': expected a list or null"),
    ("Second}", "Second}\n    seen: yes", f"{LINE_6}.seen)", "'yes': expected true or false"),
    ("First", "Ghost", f"{LINE_5}.1/2)", "1/2 is a ghost; lay it"),
]


@pytest.mark.parametrize(("old", "new", "place", "what"), SLIPS)
def test_a_slip_is_reported_with_line_field_and_cure(
    old: str, new: str, place: str, what: str
) -> None:
    message = refused(old, new)
    assert message.startswith(f"my.yaml, {place}")
    assert what in message


class Roads(Struct, frozen=True, forbid_unknown_fields=True):
    roads: dict[Name, dict[Name, tuple[Name, ...]]]


def test_one_fault_in_two_places_is_named_in_both() -> None:
    """Both mappings hold a list whose second entry is no name; the other lists are shorter."""
    pack = b"roads:\n  a: {b: [c], d: [e, f g]}\n  h: {i: [k], l: [m, n o]}\n"
    with pytest.raises(PackError) as caught:
        Packs(Roads, "", "", faults=lambda _: iter(()), tables=dict).check(pack)
    first, second = str(caught.value).split("\n")
    assert "line 2, column 22 (roads.a.d.2): 'f g'" in first
    assert "line 3, column 22 (roads.h.l.2): 'n o'" in second


def test_the_first_fault_is_the_one_reported() -> None:
    both = GOOD.replace("First", "Wraith").replace("Second", "Ghost")
    with pytest.raises(PackError, match="1/2 is a wraith"):
        PACKS.check(both.encode())


def test_the_right_one_of_many_keys_is_blamed() -> None:
    text = GOOD.replace("1/2: First", "a: One, b: Two, c: 3, d: Four")
    with pytest.raises(PackError, match=r"units\.1\.names\.c\): 3: expected text"):
        PACKS.check(text.encode())


def test_what_only_the_tables_find_is_reported_at_their_part_of_the_pack() -> None:
    assert refused("  south: {terrain: null}\n", "") == (
        "my.yaml, line 2, column 3 (places): places: no south"
    )
    assert refused("\n  - names: {1/2: First, 2/2: Second}", " []") == ("my.yaml: nobody is there")


@pytest.mark.parametrize("pack", [b"", b"[]", b"5"])
def test_a_pack_begins_with_its_first_field(pack: bytes) -> None:
    with pytest.raises(PackError, match="must begin with `places:`"):
        PACKS.load(pack)


def test_what_is_no_yaml_is_a_pack_error() -> None:
    with pytest.raises(PackError, match="line 2"):
        PACKS.load(b"places:\n\t- x")


def test_a_game_may_let_people_write_less() -> None:
    text = GOOD.replace("First", "12")
    assert EASY.check(text.encode()).units[0].names["1/2"] == "12"
    with pytest.raises(PackError):
        PACKS.check(text.encode())


class Army(Struct, frozen=True, forbid_unknown_fields=True):
    size: int


class Armies(Struct, frozen=True, forbid_unknown_fields=True, rename={"army36": "36a"}):
    army36: Army


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("36a: {size: many}", "(36a.size)", "expected a whole number"),
        ("37a: {size: 6}", "(37a)", "did you mean 36a"),
    ],
)
def test_a_field_is_named_as_it_stands_in_the_pack(text: str, place: str, words: str) -> None:
    packs = Packs(Armies, "", "", faults=lambda _: iter(()), tables=lambda data: data)
    assert packs.check(b"36a: {size: 6}").army36.size == 6
    with pytest.raises(PackError) as caught:
        packs.check(text.encode())
    assert place in str(caught.value)
    assert words in str(caught.value)


def test_what_stands_in_a_list_again_is_reported_each_time() -> None:
    assert list(repeated(("hexes",), ["0101", "0102", "0101", "0101"])) == [
        (("hexes", 2), "0101 is in the list twice; keep one"),
        (("hexes", 3), "0101 is in the list twice; keep one"),
    ]


def test_every_mistake_of_form_is_named_with_its_place() -> None:
    """Parts are judged each by itself, so an author mends them in one go."""
    pack = (
        b"places:\n  north: {terrain: hil, beside: [1, 12]}\n  south: {terran: null}\n"
        b"units:\n  - names: {a b: x, 1/2: ''}\n    seen: yes\nmore: 1\n"
    )
    with pytest.raises(PackError) as caught:
        PACKS.check(pack, name="my.yaml")
    slip = "there is no field `terran` here; did you mean terrain?"
    assert str(caught.value).replace("my.yaml, ", "").split("\n") == [
        "line 2, column 20 (places.north.terrain): 'hil' is not allowed; write one of hill, dale",
        "line 2, column 37 (places.north.beside.2): 12 is out of range; it must be <= 9",
        f"line 3, column 19 (places.south.terran): {slip}",
        f"line 5, column 18 (units.1.names.a b): 'a b': {_WANTED[UNIT_NAME]}",
        "line 5, column 26 (units.1.names.1/2): 0 signs; there must be >= 1",
        "line 6, column 11 (units.1.seen): 'yes': expected true or false",
        "line 7, column 7 (more): there is no field `more` here; leave it out",
    ]


def test_very_many_mistakes_are_counted() -> None:
    names = ", ".join(f"u{number}: []" for number in range(50))
    with pytest.raises(PackError) as caught:
        PACKS.check(f"places: {{}}\nunits: [names: {{{names}}}]\n".encode(), name="my.yaml")
    lines = str(caught.value).split("\n")
    assert len(lines) == 21
    assert lines[-1] == "my.yaml: there are 30 more mistakes"


def test_a_part_that_is_missing_has_no_line() -> None:
    with pytest.raises(PackError) as caught:
        PACKS.check(b"\n# remark\nplaces: {}\n", name="my.yaml")
    assert str(caught.value) == "my.yaml: `units` is missing; add it as in an exported pack"


def test_text_that_a_comma_cut_is_to_be_quoted() -> None:
    text = GOOD.replace("terrain: hill", "terrain: hill, and more of it")
    with pytest.raises(PackError, match="put text with a comma in quotes"):
        PACKS.check(text.encode())


def test_a_long_key_with_lines_is_shown_in_short_and_in_one_line() -> None:
    text = GOOD + f'"{"x" * 50}\\nmy.yaml, line 1": 1\n'
    with pytest.raises(PackError) as caught:
        PACKS.check(text.encode(), name="my.yaml")
    assert "\n" not in str(caught.value)
    assert f"({'x' * 37}...)" in str(caught.value)


def reversed_keys(value: Any) -> Any:
    """The same values, each mapping from its last key to its first."""
    if isinstance(value, dict):
        return {key: reversed_keys(value[key]) for key in reversed(value)}
    return [reversed_keys(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", registry.names())
def test_packs_of_one_digest_are_the_same_data_in_the_same_order(name: str) -> None:
    """A digest does not cover the order of keys, and some rules look at it."""
    rules = storage.newest(name)
    raw = strict_yaml.read(rules.export())
    other = yaml.safe_dump(reversed_keys(raw), sort_keys=False, allow_unicode=True).encode()
    there = yaml.safe_dump(raw, sort_keys=False, allow_unicode=True).encode()
    one, two = (rules.data(pack) for pack in (there, other))
    if data_digest(one) == data_digest(two) and name != "table":  # a table says its orders
        assert msgspec.json.encode(one) == msgspec.json.encode(two)


def test_keys_that_the_module_has_not_follow_by_their_letters() -> None:
    own = {"b": {"y": 1, "x": 2}, "a": [{"d": 1, "c": 2}]}
    raw = {"z": 1, "a": [{"c": 2, "e": 3, "d": 1}, {"q": 1, "p": 2}], "c": 0, "b": {"x": 2, "y": 1}}
    assert msgspec.json.encode(in_order(raw, own)) == (
        b'{"b":{"y":1,"x":2},"a":[{"d":1,"c":2,"e":3},{"p":2,"q":1}],"c":0,"z":1}'
    )
