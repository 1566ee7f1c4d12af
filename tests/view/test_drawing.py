"""The map in a file: everything on it in words, the same every time, nothing dangerous."""

from __future__ import annotations

import re
from collections import Counter as Tally
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import msgspec
import pytest

from pbem.crypto.text import escape
from pbem.errors import FormError, PbemError
from pbem.kit.picture import (
    Area,
    AreaPicture,
    Box,
    Counter,
    Edges,
    HexPicture,
    Inset,
    Picture,
    Piece,
    Side,
    Slot,
    Space,
    Track,
)
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import begin
from pbem.view.drawing import areas, boxes, card, draw, hexground, stylesheet, svg
from pbem.view.drawing.canvas import Point
from pbem.view.drawing.page import Page

SVG = "{http://www.w3.org/2000/svg}"

HEXES = HexPicture(
    title="Two islets",
    spaces=(
        Space("0101", 0, 0, "clear"),
        Space("0102", 0, 1, "woods", "3", "Northville", "red"),
        Space("0201", 1, 0, "sea"),
        Space("0202", 1, 1, "unheard_of", "K"),
    ),
    pieces=(
        Piece("0101", "red", "1/2", "Red 1/2, a regiment"),
        *(Piece("0102", "blue", f"b{n}", f"Blue {n}") for n in range(5)),
    ),
    symbols={"clear": ".", "woods": "w", "sea": "~", "unheard_of": "?"},
    low_columns="even",
    notes=("A note of some words.",),
    edges=(
        Edges("river", ":", "~", (("0101", "0102"),)),
        Edges("fence", "|", "-", (("0102", "0202"),)),
    ),
    roads=(("0101", "0201"),),
    holders={"red": "r"},
    sides=("blue", "red"),
    key=("K is a beach.",),
    tracks=(Track("Supply Level", (Slot("l0"), Slot("l1", True, ("a convoy",)))),),
)

AREAS = AreaPicture(
    title="Three places",
    areas=tuple(
        Area(
            id=number, column=column, row=row, name=f"The Place Called {number}", short=number,
            terrain="Urban", modifier="+3", holder=holder, contested=number == "2",
            flag=number == "2", next_to=next_to, across=across,
        )
        for number, column, row, holder, next_to, across in (
            ("1", 1, 0, "us", ("2",), ()),
            ("2", 0, 1, "jp", ("1",), ("3",)),
            ("3", 2, 1, "us", (), ("2",)),
        )
    ),
    counters=(
        *(Counter(area="1", side="us", label=f"{n}/12", text="4-6", kind="infantry", spent=n > 2)
          for n in range(5)),
        Counter(area="2", side="jp", label="??", text="Unrevealed", kind=""),
    ),
    sides={"us": Side("American", "US"), "jp": Side("Japanese", "JP")},
    kinds={"infantry": "inf"},
    flag="worth something",
    tracks=(Track("Turn", (Slot("t1", True), Slot("t2", holds=("late", "later")))),),
    boxes=(Box("Out of it", ("9/9",)), Box("Empty", ())),
    notes=("Another note.",),
)  # fmt: skip


class Drawn(NamedTuple):
    """A box, or a text with some words, by its upper left and lower right corner."""

    words: str
    left: float
    top: float
    right: float
    low: float

    def meets(self, other: Drawn) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.low and other.top < self.low

    def lies_under(self, other: Drawn) -> bool:
        """Whether this is a box that holds the whole width of a text, and its middle."""
        across = self.left <= other.left and other.right <= self.right
        return not self.words and across and self.top <= (other.top + other.low) / 2 <= self.low


def texts(picture: Picture, folder: Path) -> list[str]:
    """Return every text of a drawing, as drawn."""
    draw(folder / "map.svg", picture)
    root = ET.parse(folder / "map.svg").getroot()  # noqa: S314 - our own file
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


def in_lines(words: str, found: list[str]) -> bool:
    """Whether words stand in the drawing, over several lines perhaps."""
    return "".join(words.split()) in "".join("".join(found).split())


def wanted(picture: Picture) -> list[str]:
    """Return what a picture says and a drawing must."""
    if isinstance(picture, HexPicture):
        reported = [s.name for s in picture.spaces] + [p.text for p in picture.pieces]
        reported += [kind.name for kind in picture.edges] + [*picture.key]
        reported += [track.title for track in picture.tracks]
        reported += [
            held for track in picture.tracks for slot in track.slots for held in slot.holds
        ]
        return [picture.title, *reported, *picture.notes]
    reported = [f"{c.label} {c.text}".strip() for c in picture.counters]
    here = {counter.area for counter in picture.counters}
    reported += [
        area.id if area.reads_as_its_name else f"{area.id} {area.name}"
        for area in picture.areas
        if area.id in here
    ]
    reported += [held for track in picture.tracks for slot in track.slots for held in slot.holds]
    reported += [held for box in picture.boxes for held in box.holds]
    reported += [box.title for box in picture.boxes] + [track.title for track in picture.tracks]
    return [picture.title, *reported, picture.flag, *picture.notes]


def game_map(name: str, scenario: str) -> Picture:
    play = begin(bind(Setup(name, scenario)))
    return play.game.picture(play.game.view(play.position, None))


GAMES = (
    ("saipan", "historical"), ("manila", "campaign"), ("meiktila", "meiktila"),
    ("tokyo", "two"), ("tokyo", "three"), ("singapore", "corps"), ("singapore", "sarimbun_beach"),
)  # fmt: skip


@pytest.mark.long
def test_marks_are_explained_where_they_stand(tmp_path: Path) -> None:
    disc = "The disc at the upper right of a hex shows its mark."
    assert in_lines(disc, texts(HEXES, tmp_path))
    assert not in_lines(disc, texts(game_map("saipan", "historical"), tmp_path))
    found = texts(game_map("tokyo", "two"), tmp_path)
    assert in_lines(disc, found)
    assert not in_lines("behind the ground", found)
    assert not in_lines("Behind the ground", found)


@pytest.mark.few(1, 3)
@pytest.mark.parametrize("which", ["hexes", "areas", *GAMES], ids=str)
def test_everything_of_the_picture_stands_in_the_file(
    tmp_path: Path, which: str | tuple[str, str]
) -> None:
    small = {"hexes": HEXES, "areas": AREAS}
    picture = small[which] if isinstance(which, str) else game_map(*which)
    found = texts(picture, tmp_path)
    for words in wanted(picture):
        assert in_lines(words, found), words
    count = Tally(found)
    if isinstance(picture, HexPicture):
        assert all(count[space.id] == 1 for space in picture.spaces)
        assert all(count[space.mark] for space in picture.spaces if space.mark)
        assert all(count[s.label] for track in picture.tracks for s in track.slots)
        terrains = {space.terrain.replace("_", " ") for space in picture.spaces}
        assert terrains <= count.keys()
    else:
        assert all(in_lines(area.name, found) for area in picture.areas)
        labels = Tally((one.look and one.look.name) or one.label for one in picture.counters)
        assert all(count[label] >= many for label, many in labels.items())
        assert all(count[s.label] for track in picture.tracks for s in track.slots)
    assert (tmp_path / "map.svg").stat().st_size < 600_000


def test_a_pile_shows_three_and_how_many_there_are(tmp_path: Path) -> None:
    """The first lies on top: it is drawn last."""
    found = texts(HEXES, tmp_path)
    assert {"b0", "b1", "b2", "5"} <= set(found)
    assert "b3" not in found
    assert found.index("b0") > found.index("b1") > found.index("b2")


def drawn(picture: Picture, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Drawn]:
    """Return every box and text of a drawing in the order in which they were drawn."""
    found: list[Drawn] = []
    box, text = Page.box, Page.text

    def boxed(page: Page, corner: Point, size: Point, *args: Any, **more: Any) -> None:
        (x, y), (wide, high) = corner, size
        found.append(Drawn("", x, y, x + wide, y + high))
        box(page, corner, size, *args, **more)

    def written(page: Page, at: Point, words: str, size: float, *args: Any, **more: Any) -> None:
        (x, y), half = at, 0.3 * size * len(words)
        found.append(Drawn(words, x - half, y - size / 2, x + half, y + size / 2))
        text(page, at, words, size, *args, **more)

    monkeypatch.setattr(Page, "box", boxed)
    monkeypatch.setattr(Page, "text", written)
    draw(folder / "map.svg", picture)
    return found


@pytest.mark.parametrize("stack", [1, 2, 3, 5])
def test_no_stack_covers_the_name_of_its_place_or_is_covered_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stack: int
) -> None:
    """The counters stand above the name, which has a rim in the colour of the paper."""
    pieces = [Piece("0102", "blue", f"b{n}", f"Blue {n}") for n in range(stack)]
    beside = Piece("0202", "red", "r1", "Red 1")
    picture = msgspec.structs.replace(HEXES, pieces=(*pieces, beside))
    found = drawn(picture, tmp_path, monkeypatch)
    [at] = [n for n, one in enumerate(found) if one.words == "Northville"]
    name = found[at]
    labels = [one for one in found if one.words[:1] == "b"]
    counters = [box for box in found[:at] if any(box.lies_under(one) for one in labels)]
    assert len(counters) >= min(stack, 3)
    assert not any(name.meets(box) for box in counters)
    assert not any(name.meets(one) for one in found[at + 1 :])
    assert re.search(
        r'class="name bold middle"[^>]*>Northville<', (tmp_path / "map.svg").read_text()
    )
    assert "paint-order:stroke;stroke:var(--paper)" in stylesheet()


def test_a_name_too_long_for_its_counter_ends_in_a_stop_and_stands_whole_below(
    tmp_path: Path,
) -> None:
    pieces = (
        Piece("0101", "red", "HQ-XXIV", "HQ-XXIV, a corps"),
        Piece("0102", "red", "1-Kwantung/13567", "1-Kwantung/13567, a battalion"),
    )
    found = texts(msgspec.structs.replace(HEXES, pieces=pieces), tmp_path)
    assert "HQ-XXIV" in found
    assert "1-Kwantung/13567" not in found
    assert any(text.endswith(".") and "1-Kwantung/13567".startswith(text[:-1]) for text in found)
    assert in_lines("1-Kwantung/13567, a battalion", found)
    assert in_lines("A name that ends in . is cut. The full name is below.", found)
    whole = texts(HEXES, tmp_path)
    assert not in_lines("A name that ends in . is cut", whole)


def test_hexes_stand_as_their_numbers_say(tmp_path: Path) -> None:
    draw(tmp_path / "map.svg", HEXES)
    root = ET.parse(tmp_path / "map.svg").getroot()  # noqa: S314 - our own file
    at = {
        element.text: (float(element.get("x", "nan")), float(element.get("y", "nan")))
        for element in root.iter(f"{SVG}text")
    }
    (x1, y1), (_, y2), (x3, y3) = at["0101"], at["0102"], at["0201"]
    assert y3 - y1 == pytest.approx((y2 - y1) / 2, abs=0.2)  # even columns half a hex lower
    assert x3 - x1 == pytest.approx(1.5 * (y2 - y1) / 3**0.5, abs=0.2)
    odd = msgspec.structs.replace(HEXES, low_columns="odd", pieces=(), notes=())
    draw(tmp_path / "odd.svg", odd)
    root = ET.parse(tmp_path / "odd.svg").getroot()  # noqa: S314 - our own file
    down = {element.text: float(element.get("y", "nan")) for element in root.iter(f"{SVG}text")}
    assert down["0201"] < down["0101"]


@pytest.mark.parametrize("picture", [HEXES, AREAS], ids=["hexes", "areas"])
def test_the_same_picture_gives_the_same_file(
    tmp_path: Path, picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    draw(one, picture)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    draw(two, picture)
    assert one.read_bytes() == two.read_bytes()


HOSTILE = "<script>$x^2$</script>\x1b[2J\u202e-->&amp;\u65e5\\"


def hostile_place() -> Area:
    return msgspec.structs.replace(AREAS.areas[0], id=HOSTILE, name=HOSTILE, terrain=HOSTILE)


def test_hostile_texts_are_text(tmp_path: Path) -> None:
    named = Space("0101", 0, 0, HOSTILE, "$$", HOSTILE)
    piece = Piece("0101", HOSTILE, HOSTILE[:5], HOSTILE)
    hexes = HexPicture(HOSTILE, (named,), (piece,), {}, "even", (HOSTILE,), key=(HOSTILE,))
    areas = msgspec.structs.replace(
        AREAS, title=HOSTILE, notes=(HOSTILE,), flag=HOSTILE, boxes=(Box(HOSTILE, (HOSTILE,)),),
        insets=(Inset(HOSTILE, (hostile_place(),), (), (Box(HOSTILE, (HOSTILE,)),)),),
    )  # fmt: skip
    for picture in (hexes, areas):
        found = texts(picture, tmp_path)
        raw = (tmp_path / "map.svg").read_text()
        assert in_lines(escape(HOSTILE), found)
        assert "<script" not in raw
        assert not {"\x1b", "\u202e"} & set(raw)


def grouped(picture: Picture, cls: str) -> list[ET.Element]:
    root = ET.fromstring(svg(picture))  # noqa: S314 - our own text
    return [one for one in root.iter(f"{SVG}g") if one.get("class") == cls]


def drawn_texts(picture: Picture) -> list[ET.Element]:
    """Return every text of a drawing without the words below it."""
    root = ET.fromstring(svg(picture, words=False))  # noqa: S314 - our own text
    return list(root.iter(f"{SVG}text"))


def title_of(group: ET.Element) -> str:
    return group.findtext(f"{SVG}title", "")


@pytest.mark.few(3)
@pytest.mark.parametrize("which", ["hexes", "areas", *GAMES], ids=str)
def test_each_place_and_each_counter_is_a_group_that_says_what_it_is(
    which: str | tuple[str, str],
) -> None:
    small = {"hexes": HEXES, "areas": AREAS}
    picture = small[which] if isinstance(which, str) else game_map(*which)
    places = grouped(picture, "place")
    if isinstance(picture, HexPicture):
        ids = [space.id for space in picture.spaces]
        reported = {(piece.side, piece.text) for piece in picture.pieces}
        names = {piece.name or piece.label for piece in picture.pieces if not piece.marker}
    else:
        ids = [area.id for area in picture.areas]
        reported = {(c.side, " ".join(filter(None, (c.label, c.text, "(spent)" * c.spent))))
                for c in picture.counters}  # fmt: skip
        names = {counter.label for counter in picture.counters}
    off = [(tray.side, one) for tray in picture.trays for one in tray.holds]
    reported |= {(side, one.text) for side, one in off}
    names |= {one.label for _, one in off}
    # Each once; a plate beside the map is drawn after the lines that lead to it.
    assert sorted(str(one.get("data-place")) for one in places) == sorted(ids)
    # A name of several words is an id with hyphens.
    said = [title_of(one).replace(" ", "-") for one in places]
    assert all(map(str.startswith, said, (str(one.get("data-place")) for one in places)))
    pieces = grouped(picture, "piece")
    assert pieces or not reported
    assert {(one.get("data-side"), title_of(one)) for one in pieces} <= reported
    assert {unit for one in pieces if (unit := one.get("data-unit"))} <= names
    assert {one.get("data-place") for one in grouped(picture, "stack")} <= set(ids)


@pytest.mark.parametrize("picture", [HEXES, AREAS], ids=["hexes", "areas"])
def test_every_colour_stands_in_the_style(picture: Picture) -> None:
    """And no class is drawn that it does not know, but those of groups."""
    drawn = svg(picture, styled=False)
    assert "#" not in drawn.replace("&#", "")
    root = ET.fromstring(drawn)  # noqa: S314 - our own text
    classes = {
        name
        for one in root.iter()
        if one.tag != f"{SVG}g"
        for name in (one.get("class") or "map").split()
    }
    known = set(re.findall(r"\.([a-z0-9_-]+)", stylesheet()))
    assert classes - known == set()


def test_what_a_page_leaves_out() -> None:
    """The style, which it has itself, and the words, which it prints beside the map."""
    whole, bare = svg(HEXES), svg(HEXES, styled=False, words=False)
    assert stylesheet() in whole
    assert "<style" not in bare
    assert "A note of some words." in whole
    assert "A note of some words." not in bare
    assert "Northville" in bare
    # A mark that only this map has is explained nowhere but in its legend.
    assert whole.count("K is a beach.") == bare.count("K is a beach.") == 1


def test_an_inset_stands_below_and_is_no_part_of_the_map() -> None:
    """Its boxes and counters say what they are, and cannot be taken for those of the map."""
    board = Inset("A fight", AREAS.areas, AREAS.counters, (Box("Out of it", ("5/5",)),))
    whole = msgspec.structs.replace(AREAS, insets=(board,))
    for cls in ("place", "stack", "piece"):
        assert len(grouped(whole, cls)) == len(grouped(AREAS, cls))
    inset = grouped(whole, "inset")
    assert [title_of(one).split(",")[0] for one in inset] == [area.name for area in AREAS.areas]
    tokens = [title_of(one) for one in grouped(whole, "token")]
    assert tokens == [title_of(one) for one in grouped(AREAS, "piece")]
    at = {one.text: float(one.get("y", 0)) for one in drawn_texts(whole)}
    assert at["A fight"] > max(float(one.get("y", 0)) for one in drawn_texts(AREAS))
    assert "5/5" in svg(whole)
    assert "A fight" not in svg(AREAS)


def test_empty_pictures_are_drawn(tmp_path: Path) -> None:
    draw(tmp_path / "hexes.svg", HexPicture("Nothing", (), (), {}, "even"))
    bare = AreaPicture(title="Nothing", areas=(), counters=(), sides={}, kinds={})
    draw(tmp_path / "areas.svg", bare)
    assert "Nothing" in (tmp_path / "hexes.svg").read_text()
    assert "Nothing" in (tmp_path / "areas.svg").read_text()


def test_what_is_not_drawn(tmp_path: Path) -> None:
    for name in ("map.gif", "map", "svg"):
        with pytest.raises(FormError, match=r"a file that ends with \.svg"):
            draw(tmp_path / name, HEXES)
    (tmp_path / "map.svg").mkdir()
    with pytest.raises(PbemError, match="Is a directory"):
        draw(tmp_path / "map.svg", HEXES)
    assert [path.name for path in tmp_path.iterdir()] == ["map.svg"]


@pytest.mark.parametrize("name", ["saipan", "manila", "meiktila", "singapore", "tokyo"])
def test_the_maps_in_the_docs_are_what_is_drawn(name: str) -> None:
    path = Path(__file__).parents[2] / "docs" / "games" / f"{name}-map.svg"
    assert path.stat().st_size < 600_000
    root = ET.parse(path).getroot()  # noqa: S314 - our own file
    found = ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]
    scenario = next(scenario for game, scenario in GAMES if game == name)
    picture = game_map(name, scenario)
    if isinstance(picture, HexPicture):
        assert {space.id for space in picture.spaces} <= set(found)
        assert all(in_lines(space.name, found) for space in picture.spaces)
        assert in_lines("not the publisher's", found)
    else:
        assert all(in_lines(area.name, found) for area in picture.areas)


@pytest.mark.parametrize("name", ["saipan", "tokyo"])
def test_a_path_of_signs_or_roads_lies_in_one_patch_of_the_map(name: str) -> None:
    """A browser goes through a whole path for each tile of 256 pixels that the path touches."""
    scenario = next(scenario for game, scenario in GAMES if game == name)
    picture = game_map(name, scenario)
    root = ET.fromstring(svg(picture))  # noqa: S314 - made here
    signs = re.compile(r"(line )?(s-\w+|l-road|l-bed)")
    paths = [one for one in root.iter(f"{SVG}path") if signs.fullmatch(one.get("class", ""))]
    assert len(paths) > 20
    for one in paths:
        found = [float(number) for number in re.findall(r"-?[\d.]+", one.get("d", ""))]
        for along in (found[::2], found[1::2]):
            assert max(along) - min(along) < 120 + 4 * hexground.RADIUS, one.get("class")


def stood(picture: AreaPicture, before: AreaPicture | None = None) -> dict[str, tuple[str, ...]]:
    """Return where each counter and the box of each area is drawn."""
    tree = ET.fromstring(svg(picture, before=before))  # noqa: S314 - made here
    found: dict[str, tuple[str, ...]] = {}
    for group in tree.iter(f"{SVG}g"):
        name = group.get("data-unit") or group.get("data-place") or ""
        rect = group.find(f"{SVG}rect")
        if rect is not None:
            found[name] = tuple(rect.get(key, "") for key in ("x", "y", "width", "height"))
    return found


def areas_with(*here: tuple[str, str, str]) -> AreaPicture:
    """Return the small map with other counters: of each its area, its side, its name."""
    counters = tuple(
        Counter(area=area, side=side, label=label, text="", kind="unit")
        for area, side, label in here
    )
    return msgspec.structs.replace(AREAS, counters=counters)


def test_after_orders_who_stays_keeps_the_slot_and_no_box_grows() -> None:
    """A counter that leaves makes a gap; a new one takes free slots, then gaps, then others."""
    one, other = (area.id for area in AREAS.areas[:2])
    side = next(iter(AREAS.sides))
    before = areas_with(*((one, side, f"a{n}") for n in range(4)), (other, side, "b0"))
    lay = stood(before)
    left = areas_with(
        *((one, side, f"a{n}") for n in (1, 2, 3)), (other, side, "b0"), (other, side, "a0")
    )
    now = stood(left, before)
    assert now | {"a0": lay["a0"]} == lay
    assert now["a0"] != lay["a0"]
    many = areas_with(
        *((other, side, f"a{n}") for n in range(4)),
        *((other, side, f"c{n}") for n in range(9)),
        (other, side, "b0"),
    )
    crowd = stood(many, before)
    assert {name: crowd[name] for name in (one, other, "b0")} == {
        name: lay[name] for name in (one, other, "b0")
    }
    assert len({crowd[name] for name in crowd}) == len(crowd)


def test_from_map_to_map_only_the_boxes_that_changed_are_drawn_again() -> None:
    """A replay of a long game has thousands of maps, each with nearly all boxes of the one before.

    Boxes count that were drawn, and those that were asked whether they meet: of a map all, once.
    """
    one, two = (area.id for area in AREAS.areas[:2])
    side = next(iter(AREAS.sides))
    maps = [areas_with((one, side, "a0"), (two, side, f"counter {number}")) for number in range(30)]
    boxes.drawn.cache_clear()
    areas._touching.cache_clear()
    reported = [svg(picture) for picture in maps]
    assert boxes.drawn.cache_info().misses == len(AREAS.areas) + len(maps) - 1
    assert areas._touching.cache_info().misses == 1
    assert all(f"counter {number}<" in drawing for number, drawing in enumerate(reported))


def test_anyone_holds_its_places_the_ground_of_a_map_is_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The holder of a place is drawn upon the ground; the worth of a place stands in it."""
    made, real = list[object](), hexground._Ground
    monkeypatch.setattr(hexground, "_Ground", lambda lie: made.append(lie) or real(lie))
    hexground.ground.cache_clear()
    held = [with_town(holder=side) for side in ("red", "blue", "")]
    drawn_maps = [svg(one) for one in held]
    assert len(made) == 1
    assert len(set(drawn_maps)) == 3
    svg(with_town(mark="4"))
    assert len(made) == 2


def with_town(**what: str) -> HexPicture:
    """Return the map with another holder or worth of Northville."""
    spaces = [
        msgspec.structs.replace(one, **what) if one.name == "Northville" else one
        for one in HEXES.spaces
    ]
    return msgspec.structs.replace(HEXES, spaces=tuple(spaces), holders={"red": "R", "blue": "B"})


# --- a card ---------------------------------------------------------------------------------------


def box_of(svg_text: str) -> tuple[float, float, float, float]:
    """The part of a sheet that a drawing shows: left, top, width, height."""
    found = re.search(r'viewBox="([^"]*)"', svg_text)
    assert found is not None
    left, top, wide, high = map(float, found[1].split())
    return left, top, wide, high


def counters_in(svg_text: str) -> tuple[int, int]:
    """How many counters lie whole in the part that a drawing shows, and how many it has."""
    left, top, wide, high = box_of(svg_text)
    inside, every = 0, 0
    for one in ET.fromstring(svg_text).iter(f"{SVG}rect"):  # noqa: S314 - it is our own
        if "counter" in (one.get("class") or "").split():
            x, y, w, h = (float(one.get(name) or 0) for name in ("x", "y", "width", "height"))
            every += 1
            inside += left <= x and x + w <= left + wide and top <= y and y + h <= top + high
    return inside, every


def scattered(*at: tuple[int, int]) -> HexPicture:
    """A map of 60 by 60 hexes with a counter at each place."""
    spaces = tuple(
        Space(f"{column:02}{row:02}", column, row, "clear")
        for column in range(60)
        for row in range(60)
    )
    pieces = tuple(Piece(f"{x:02}{y:02}", "red", f"r{x}", f"Red {x} {y}") for x, y in at)
    return msgspec.structs.replace(HEXES, spaces=spaces, pieces=pieces, edges=(), roads=())


def test_a_card_shows_all_counters_that_lie_near_each_other() -> None:
    made = card(scattered((50, 50), (55, 52), (52, 57)))
    inside, every = counters_in(made)
    assert inside == every == 3
    assert box_of(made)[2] < box_of(svg(scattered()))[2] / 2  # and not the whole map


def test_a_card_shows_the_most_counters_where_they_lie_far_apart() -> None:
    crowd = [(40 + x, 40 + y) for x in range(0, 8, 2) for y in range(4)]
    inside, every = counters_in(card(scattered((1, 1), (58, 3), *crowd)))
    assert inside == every == len(crowd)  # what is not seen is not there


def strip(*at: tuple[int, int], columns: int, rows: int) -> Picture:
    """Such a part of the map, from its upper left corner."""
    picture = scattered(*at)
    spaces = [one for one in picture.spaces if one.column < columns and one.row < rows]
    return msgspec.structs.replace(picture, spaces=tuple(spaces))


def test_a_card_of_a_high_map_cuts_off_no_counter_above_or_below() -> None:
    made = card(strip((2, 0), (3, 6), (1, 11), columns=6, rows=12))
    inside, every = counters_in(made)
    assert inside == every == 3
    *_, wide, high = box_of(made)
    assert wide == pytest.approx(high, rel=0.01)  # a flat card would have half of it empty


def test_a_card_of_a_flat_map_is_no_wider_than_its_map() -> None:
    flat = strip((1, 1), (50, 3), columns=60, rows=6)
    left, _, wide, _ = box_of(card(flat))
    assert left >= 0
    assert left + wide <= box_of(svg(flat))[2]


@pytest.mark.parametrize(
    ("picture", "shape"),
    [(HEXES, 1), (AREAS, 1.6), (scattered(), 1), (strip(columns=60, rows=6), 1.6)],
    ids=["hexes", "areas", "empty", "flat"],
)
def test_a_card_has_a_shape_of_its_map_and_neither_legend_nor_words(
    picture: Picture, shape: float
) -> None:
    made = card(picture)
    *_, wide, high = box_of(made)
    assert wide / high == pytest.approx(shape, rel=0.01)
    said = [one.text for one in ET.fromstring(made).iter(f"{SVG}text")]  # noqa: S314 - our own
    assert not [one for one in said if one and ("units of" in one or one == picture.title)]


@pytest.mark.parametrize(("name", "scenario"), [("singapore", "corps"), ("tokyo", "two")])
def test_a_card_of_a_games_map_has_a_third_of_its_counters(name: str, scenario: str) -> None:
    picture = game_map(name, scenario)
    inside, _ = counters_in(card(picture))
    _, every = counters_in(svg(picture, words=False, beside=False))
    assert inside * 3 >= every > 0
    assert len(card(picture)) < len(svg(picture, words=False))
