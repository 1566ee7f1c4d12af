"""Lists that wait while players fall silent, rulings in a row, openings that lack something."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from fuzz import several, waiting
from fuzz.coverage import KINDS, STATES, Pairs, reported
from fuzz.invariants import Rolled
from fuzz.run import Fuzz, Tally, run
from fuzz.world import World
from long import times
from pbem.table.dicing import Dicing, Trigger

GAMES = times(8, of=20)


def test_a_trigger_is_rolled_once_anyone_falls_silent() -> None:
    pairs = Pairs()
    for number in range(GAMES):
        waiting.run(number, pairs)
    for kind in ("orders", "dice", "ruling", "lay-open"):
        assert pairs[kind, "list waiting"], kind
    assert pairs["lay-open", "ruling pending"]


def test_the_fuzz_goes_on_while_somebody_is_in_doubt() -> None:
    """These numbers write each of the kinds; any number may."""
    tally = Tally()
    for number in (47, 300):
        run(number, tally, "toy")
    for kind in ("join", "dice", "answer", "orders", "reveal"):
        assert tally.pairs[kind, "in doubt"], kind


def test_dice_that_are_owed_a_second_time_are_found() -> None:
    rolled = Rolled()
    table = SimpleNamespace(dicing=Dicing("ab" * 32, 5, "ann", "cd" * 32, []))
    given = SimpleNamespace(kind="dice", data={"rolls": []})
    rolled.check(table)  # type: ignore[arg-type]
    rolled.check(table)  # type: ignore[arg-type]
    rolled.wrote(given)  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="second time"):
        rolled.check(table)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "found"), [(17, "level 1 refuses what 3 takes"), (67, "rolled a second time")]
)
def test_the_games_find_a_trigger_that_may_be_rolled_again(number: int, found: str) -> None:
    """As it was: after an opening of stocks the last trigger was rolled, whatever it was."""
    with (
        patch.object(Trigger, "spent", property(lambda _: False)),
        pytest.raises(AssertionError, match=found),
    ):
        waiting.run(number)


def test_rulings_in_a_row_that_call_each_other_are_found() -> None:
    def deep(*args: Any, **kwargs: Any) -> Any:
        return deep(*args, **kwargs)

    with (
        patch.object(several, "which_counts", deep),
        pytest.raises(AssertionError, match="rulings in a row"),
    ):
        several.chains(4)


@pytest.mark.long
def test_no_rulings_in_a_row_end_a_reader() -> None:
    for number in range(times(20, of=40)):
        several.chains(number)


def test_the_fuzz_goes_on_after_an_opening_that_lacks_something() -> None:
    tally = Tally()
    for number in range(300):
        world = World("toy", random.Random(number))  # noqa: S311 - no secret
        fuzz = Fuzz(world, tally)
        made = fuzz.bare()
        assert made is not None
        fuzz.one(made)
    assert tally.aside > 100


def test_every_pair_has_a_cell() -> None:
    lines = reported(Pairs()).splitlines()
    assert len(lines) == 2 + len(KINDS)
    assert all(line.count("|") == len(STATES) + 2 for line in lines)
