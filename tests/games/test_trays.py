"""A unit off the map lies in a tray: in every game, and never on the map as well."""

from __future__ import annotations

import random

import msgspec
import pytest

from pbem.crypto import canonical
from pbem.kit.dice import SeededDice
from pbem.kit.picture import HexPicture
from pbem.selfplay import unsigned
from pbem.selfplay.simulate import answer_sensible
from pbem.view.drawing import svg

STEPS = 60
"""Decisions and rolls."""

BEGINNINGS = {
    "saipan": ("historical", {"2nd Marine Division, afloat": "1/2"}),
    "tokyo": (
        "two",
        {"First Army Group: Still to come": "7", "First Army Group: From turn 4": "A1"},
    ),
    "meiktila": ("meiktila", {"Allied, still to come": "WY1", "Japanese, still to come": "1/55"}),
    "manila": ("campaign", {"Turn 2": "1/187", "Turn 6": "754/A"}),
    "singapore": ("corps", {"Japanese: Airfield off the map": "jf1"}),
}
"""Game -> a scenario, and who lies in which tray as it begins."""


def begun(name):
    scenario, _ = BEGINNINGS[name]
    return unsigned.begin(unsigned.bind(unsigned.rules_of(name), scenario, {}))


def seen(play):
    return play.game.picture(play.game.view(play.position, None))


def on_map(picture):
    if isinstance(picture, HexPicture):
        return {(one.side, one.name or one.label) for one in picture.pieces if not one.marker}
    return {(one.side, one.label) for one in picture.counters}


def off_map(picture):
    return {(tray.side, one.label) for tray in picture.trays for one in tray.holds}


@pytest.mark.parametrize("name", BEGINNINGS)
def test_who_is_off_the_map_is_drawn_as_a_counter(name):
    picture = seen(begun(name))
    trays = {tray.title: [one.label for one in tray.holds] for tray in picture.trays}
    for title, unit in BEGINNINGS[name][1].items():
        assert unit in trays[title]
    drawn = svg(picture)
    for title, units in trays.items():
        assert (f"<title>{title}</title>" in drawn) == bool(units), "one without any is left out"
    for _, unit in off_map(picture):
        assert f'data-unit="{unit}"' in drawn
    assert 'class="tray"' not in svg(picture, beside=False)


COMES = {"saipan", "tokyo", "meiktila", "manila"}
"""In whose first turns somebody comes."""


@pytest.mark.parametrize("name", BEGINNINGS)
def test_nobody_is_on_the_map_and_off_it(name):
    """Turns of sensible players: a unit that leaves a tray stands on the map, or is lost."""
    play, seen_off = begun(name), set()
    rng, secrets = random.Random(1), unsigned.Secrets()  # noqa: S311 - no secret
    dice = SeededDice(rng)
    for _ in range(STEPS):
        picture = seen(play)
        assert not on_map(picture) & off_map(picture)
        seen_off.add(frozenset(off_map(picture)))
        if play.result is not None:
            break
        if play.due is not None:
            play.roll(dice)
        else:
            orders = [] if play.asked.opens else answer_sensible(play, rng)
            secrets.answer(play, play.asked, orders)
    assert name not in COMES or len(seen_off) > 1, "nobody came"


def test_a_map_is_the_same_of_a_position_that_was_kept():
    """Kept as canonical JSON, whose keys are sorted: the drawing does not show it."""
    for name in BEGINNINGS:
        play = begun(name)
        kept = canonical.encode(msgspec.to_builtins(play.position))
        again = msgspec.convert(msgspec.json.decode(kept), play.game.position_type)
        assert svg(play.game.picture(again)) == svg(play.game.picture(play.position)), name
