"""Work without a search for circles: it comes back afterwards, and lists make none."""

import gc
from random import Random

import pytest

from pbem.kit.dice import SeededDice
from pbem.play.begun import hand_in
from pbem.play.courses import all_or_some
from pbem.play.unswept import unswept
from pbem.selfplay.simulate import Setup, answer_sensible, bind
from pbem.selfplay.unsigned import begin


@unswept
def work(*, fails: bool = False) -> bool:
    if fails:
        raise ValueError("broken")
    return gc.isenabled()


@unswept
def twice() -> bool:
    return work() or gc.isenabled()


def test_the_search_comes_back_after_the_work() -> None:
    assert gc.isenabled()
    assert not work()
    assert not twice()
    with pytest.raises(ValueError, match="broken"):
        work(fails=True)
    assert gc.isenabled()


def test_who_has_no_search_gets_none() -> None:
    gc.disable()
    try:
        assert not work()
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize("game", ["manila", "tokyo"])
def test_a_list_that_is_tried_makes_no_circles(game: str) -> None:
    play, rng = begin(bind(Setup(game, {"manila": "campaign", "tokyo": "two"}[game]))), Random(0)  # noqa: S311
    while play.asked is None or not play.asked.phase:
        if play.asked is None:
            play.roll(SeededDice(rng))
        else:
            play.order(play.seats[play.asked.side], answer_sensible(play, rng))
    orders = answer_sensible(play, rng)
    all_or_some(hand_in(play.copy(), orders), SeededDice(rng), rolls=2, runs=5)  # what stays
    gc.collect()
    all_or_some(hand_in(play.copy(), orders), SeededDice(rng), rolls=2, runs=20)
    assert gc.collect() == 0
