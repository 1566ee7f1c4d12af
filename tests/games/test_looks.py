"""How counters look, in every game: symbol, size, printed figures, and what state they are in."""

from __future__ import annotations

import random
import re

import pytest

from pbem.kit.dice import SeededDice
from pbem.kit.picture import AreaPicture, Look, size_in
from pbem.selfplay import unsigned
from pbem.view.drawing.symbols import SIGNS

SCENARIOS = {
    "lantern": "lantern",
    "saipan": "historical",
    "manila": "campaign",
    "meiktila": "meiktila",
    "singapore": "corps",
    "tokyo": "two",
}


def begun(name):
    game = unsigned.bind(unsigned.rules_of(name), SCENARIOS[name], {})
    return unsigned.begin(game, 1)


def played(name, decisions):
    """Yield positions of a game between sensible players."""
    play, rng = begun(name), random.Random(1)  # noqa: S311 - no secret
    yield play
    for number in range(decisions):
        if play.result is not None:
            return
        if play.due is not None:
            play.roll(SeededDice(rng))
        else:
            orders = play.game.sensible(unsigned.known(play), number)
            raws = [play.game.write_order(order) for order in orders]
            play.order(play.seats[play.asked.side], raws, strict=False)
        yield play


def counters(play, side=None):
    picture = play.game.picture(play.game.view(play.position, side))
    if isinstance(picture, AreaPicture):
        return {one.label: one for one in picture.counters}
    return {one.name or one.label: one for one in picture.pieces if not one.marker}


@pytest.mark.few(2)
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_counter_says_how_it_looks(name):
    seen = set()
    for play in played(name, 40):
        for one in counters(play).values():
            look = one.look
            assert look is not None, one
            assert look.symbol in {"", *SIGNS}
            assert re.fullmatch("I{0,3}|X{0,4}", look.size)
            assert len(look.factors) <= 12
            if look.hidden:  # nobody knows what it is
                assert look == Look(hidden=True)
            seen.add(bool(look.symbol) or look.hidden)
    assert True in seen


def test_figures_are_those_of_the_counter_sheet():
    looks = {name: one.look for name, one in counters(begun("saipan")).items()}
    assert looks["1/135"] == Look("infantry", "II", "3-4-8")
    assert looks["3/10"] == Look("artillery", "II", "4-2-10/1-4")


def test_a_reduced_unit_shows_the_figures_of_its_other_face():
    *_, play = played("meiktila", 14)
    full = counters(play)["WY1"].look
    assert (full.factors, full.lost, full.spent) == ("3-4-3", 0, False)
    play.position.reduced.append("WY1")
    play.position.fired.append("WY1")
    reduced = counters(play)["WY1"].look
    assert (reduced.factors, reduced.lost, reduced.spent) == ("2-3-3", 1, True)


@pytest.mark.parametrize("name", ["manila", "tokyo"])
def test_what_lies_face_down_is_shown_so_until_it_is_turned_up(name):
    assert sum(one.look.hidden for one in counters(begun(name)).values()) > 0
    for play in played(name, 30):
        for one in counters(play).values():
            face_down = "face down" in one.text or one.text == "Unrevealed"
            assert one.look.hidden == face_down


def test_sizes_are_read_from_names():
    assert size_in("1st Battalion, 2nd Marines") == "II"
    assert size_in("D Company, 766th Tank Battalion") == "I"
    assert size_in("A Corps, division 1") == "XX"
    assert size_in("III Amphibious Corps") == "XXX"
    assert size_in("Yokosuka 1st Force") == ""
