"""Colours of every game's map, distinct for everybody, in the light and in the dark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from board.test_lookup import GAMES, LOGS
from pbem.board.game import BoardGame
from pbem.client.client import Client
from pbem.kit.picture import HexPicture, Pair, Picture
from pbem.view.drawing import style, svg
from pbem.view.drawing.areas import _border
from pbem.view.drawing.ground import GROUND, kind_of
from pbem.view.drawing.hexground import edge_kind

BLIND = {
    "nobody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
"""How linear light is seen (Machado, Oliveira and Fernandes 2009, severity 1)."""
GLANCE, APART = 10, 20
"""Distances in CIE L*a*b*: what is distinct at a glance, and what two sides have to be apart."""


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]


def lab(light: list[float]) -> tuple[float, float, float]:
    red, green, blue = (min(1.0, max(0.0, one)) for one in light)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (
        one ** (1 / 3) if one > 216 / 24389 else (24389 / 27 * one + 16) / 116 for one in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: str, other: str, seen: tuple[tuple[float, ...], ...]) -> float:
    """Return the distance of two colours (CIE 1976) as somebody sees them."""
    first, second = (
        lab([sum(a * b for a, b in zip(row, linear(colour), strict=True)) for row in seen])
        for colour in (one, other)
    )
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5


def test_distance_is_that_of_the_books() -> None:
    assert apart("#000000", "#ffffff", BLIND["nobody"]) == pytest.approx(100, abs=0.1)
    assert apart("#ff0000", "#00ff00", BLIND["nobody"]) == pytest.approx(170.6, abs=0.5)
    assert (
        apart("#bb0000", "#557700", BLIND["deuteranopia"])
        < 45
        < apart("#bb0000", "#557700", BLIND["nobody"])
    )


# --- the maps -----------------------------------------------------------------------------------

MAPS = {**GAMES, "combat board": LOGS / "singapore" / "sarimbun.pbem"}
NO_GROUND = ("none", "other")
"""The kinds of ground without a terrain of the game's charts: their names say what they are."""


class Shown(NamedTuple):
    """The colours of a drawing: terrains, kinds of line, and numbers of sides.

    ``under``: kind of line that the rules use -> the grounds that it lies on.
    """

    grounds: list[str]
    lines: list[str]
    sides: list[int]
    under: dict[str, set[str]]


@pytest.fixture(scope="module", params=MAPS)
def shown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    client = Client(tmp_path_factory.mktemp("desk"), "sqlite://")
    picture = BoardGame(client, MAPS[request.param]).picture()
    client.close()
    assert picture is not None
    drawn = svg(picture)
    classes = sorted({one for all_ in re.findall('class="([^"]*)"', drawn) for one in all_.split()})

    def named(letter: str) -> list[str]:
        return [one.removeprefix(letter) for one in classes if one.startswith(letter)]

    sides = [int(one[1:]) for one in classes if re.fullmatch(r"c\d", one)]
    grounds = [one for one in named("g-") if one not in NO_GROUND]
    return Shown(grounds, named("l-"), sides, under(picture))


def under(picture: Picture) -> dict[str, set[str]]:
    """Return each kind of line between places with the grounds on both sides of it."""
    found: dict[str, set[str]] = {}
    places = picture.spaces if isinstance(picture, HexPicture) else picture.areas
    grounds = {place.id: kind_of(place.terrain) for place in places}
    for kind, pair in between(picture):
        found.setdefault(kind, set()).update(grounds[one] for one in pair if one in grounds)
    return found


def between(picture: Picture) -> Iterator[tuple[str, Pair]]:
    """Yield each line of a map: its kind, and the places that it joins or parts."""
    if isinstance(picture, HexPicture):
        yield from (("road", pair) for pair in picture.roads)
        for edges in picture.edges:
            yield from ((edge_kind(edges.name, picture.edges), pair) for pair in edges.pairs)
        return
    for kind, pairs in (
        ("gate", picture.roads),
        ("strait", picture.waters),
        ("spikes", picture.fortified),
    ):
        yield from ((kind, pair) for pair in pairs)
    for one, other in combinations(picture.areas, 2):
        if abs(one.row - other.row) <= 1 and abs(one.column - other.column) <= 2:
            yield _border(one, other), (one.id, other.id)


def colours(sheet: str, kind: str, what: str) -> dict[str, tuple[str, str]]:
    """Return class -> its colour in the light and in the dark, as the style sheet has them."""
    light, _, dark = sheet.partition("prefers-color-scheme:dark")
    rule = re.compile(rf"\.map \.{kind}-?(\w+)\{{{what}:(#[0-9a-f]{{6}})")
    found = {name: (colour, colour) for name, colour in rule.findall(light)}
    return found | {name: (found[name][0], colour) for name, colour in rule.findall(dark)}


def near(
    names: Iterable[Any], colour: Mapping[str, tuple[str, str]], least: float
) -> list[tuple[Any, ...]]:
    """Return each two that somebody sees as nearly the same, in the light or in the dark."""
    return [
        (one, other, who, page)
        for one, other in combinations(names, 2)
        for who, seen in BLIND.items()
        for number, page in enumerate(("light", "dark"))
        if apart(colour[str(one)][number], colour[str(other)][number], seen) < least
    ]


def test_sides_are_told_apart_by_everybody(shown: Shown) -> None:
    assert near(shown.sides, colours(style.stylesheet(), "c", "fill"), APART) == []


def test_grounds_are_told_apart_by_everybody(shown: Shown) -> None:
    """By the signs upon them, and those that have the same, or none, by their tints."""
    tints = colours(style.stylesheet(), "g", "fill")
    alike: dict[str, list[str]] = {}
    for ground in shown.grounds:
        alike.setdefault(GROUND[ground].sign, []).append(ground)
    for same in alike.values():
        kinds = {tints[one]: one for one in same}.values()  # two words for one terrain
        assert near(kinds, tints, GLANCE) == []


CASED = ("bed", "road")
"""A road has its light bed in its middle, which no other line has."""
HAIRS = ("grid", "wet", "shoal", "beyond", "spikes")
"""Lines that are as thin as hairs, stand across others, or are bands of ground along a coast."""


def test_lines_are_told_apart_by_everybody(shown: Shown) -> None:
    """By their dashes, and those that have the same by their colours."""
    alike: dict[str, list[str]] = {}
    for line in shown.lines:
        if line not in CASED + HAIRS:
            alike.setdefault(style.LINES[line][2], []).append(line)
    strokes = colours(style.stylesheet(), "l", "stroke")
    assert [pair for same in alike.values() for pair in near(same, strokes, GLANCE)] == []


def test_lines_are_seen_on_each_ground_that_they_lie_on(shown: Shown) -> None:
    """In the light and in the dark by 3 to 1 (WCAG 2.2, 1.4.11); of a road its rim or its bed."""
    sheet = style.stylesheet()
    tints, strokes = colours(sheet, "g", "fill"), colours(sheet, "l", "stroke")
    faint = [
        (line, ground, page)
        for line, grounds in shown.under.items()
        for ground in sorted(grounds)
        for number, page in enumerate(("light", "dark"))
        if max(
            contrast(strokes[ink][number], tints[ground][number])
            for ink in (CASED if line == "road" else (line,))
        )
        < 3
    ]
    assert faint == []


def test_what_is_marked_differs_in_more_than_its_colour() -> None:
    """Places in reach and targets, moves and attacks: one of each two is dashed."""
    for one, other in (
        (":is(rect, .hex).outline.target", "rect.outline.reach"),
        (".around.frame.target", ".around.frame {"),
        (".way.fire > .ink", ":is(.way, .arrow) > .ink"),
    ):
        dashed = ["stroke-dasharray" in rule(each) for each in (one, other)]
        assert dashed == [True, False], (one, other)


BOARD = (Path(__file__).parents[2] / "pbem" / "board" / "page" / "board.css").read_text()


def rule(selector: str) -> str:
    """Return what the board's style says first of what is selected so."""
    return BOARD.partition(f".map {selector}")[2].partition("}")[0]


def contrast(ink: str, paper: str) -> float:
    """Return the ratio of two colours' luminances (WCAG 2.2, 1.4.3)."""
    weights = (0.2126, 0.7152, 0.0722)
    lights = (
        sum(weight * part for weight, part in zip(weights, linear(one), strict=True))
        for one in (ink, paper)
    )
    low, high = sorted(lights)
    return (high + 0.05) / (low + 0.05)


def test_what_stands_on_a_counter_can_be_read() -> None:
    for paper, ink in style.COUNTERS:
        assert contrast(ink, paper) >= 4.5, paper


def test_letters_on_the_ground_can_be_read(shown: Shown) -> None:
    for tint in colours(style.stylesheet(), "g", "fill").items():
        if tint[0] in shown.grounds:
            assert contrast(style.INK, tint[1][0]) >= 4.5, tint
            assert contrast(style.DARK_INK, tint[1][1]) >= 4.5, tint
