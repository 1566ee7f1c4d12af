"""Some games of the fuzz of several logs; ``python -m fuzz.several`` tries as many as one likes."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from fuzz import several
from fuzz.grove import Grove
from fuzz.several import Seen, run
from long import times
from pbem.client.storage import sides

GAMES = range(3, 3 + times(2, of=2))
"""Numbers whose games have a branch point that nothing decides."""
SMALL = {"ROUNDS": 1, "EVENTS": 5}


def some(folder: Path, numbers: Iterable[int]) -> Seen:
    seen = Seen()
    for number in numbers:
        run(number, seen, folder / str(number))
    return seen


def forgets(*_args: Any) -> None:
    """A part of the program that does nothing."""


@pytest.mark.long
def test_of_logs_that_anybody_grew_every_client_goes_on_with_the_same(tmp_path: Path) -> None:
    seen = some(tmp_path, GAMES)
    assert seen.games == len(GAMES)
    assert seen.branch_points > 2 * seen.games
    assert seen.undecided > 0
    assert seen.signed > seen.games


@pytest.mark.long
def test_one_number_is_one_game(tmp_path: Path) -> None:
    with patch.multiple(several, **SMALL):
        first, second = (run(3, Seen(), tmp_path / folder) for folder in "ab")
    assert first == second


def test_the_fuzz_finds_a_client_that_keeps_no_side(tmp_path: Path) -> None:
    with (
        patch.multiple(several, **SMALL),
        patch.object(sides, "keep", forgets),
        pytest.raises(AssertionError, match="game"),
    ):
        some(tmp_path, GAMES)


@pytest.mark.long
def test_the_fuzz_finds_who_signs_where_nothing_decides(tmp_path: Path) -> None:
    with (
        patch.multiple(several, **SMALL),
        patch("pbem.client.play.acting.check_decided", forgets),
        patch("fuzz.clients.check_decided", forgets),
        pytest.raises(AssertionError, match="may sign"),
    ):
        some(tmp_path, range(4, 8))


@pytest.fixture
def grove() -> Grove:
    return Grove(random.Random(1))  # noqa: S311 - no secret


def test_two_events_of_two_players_on_one_predecessor_are_found(grove: Grove) -> None:
    [[first]] = grove.ends()
    for by in ("ann", "bob"):
        one = msgspec.structs.replace(first, id=by, by=by, seq=1, prev=first.id, kind="orders")
        grove.logs[by] = (first, one)
    with pytest.raises(AssertionError, match="ann orders and bob orders part"):
        grove.check_branch_points()
    grove.logs["bob"] = (first, msgspec.structs.replace(one, kind="ruling"))
    assert grove.check_branch_points() == 1


def test_two_events_of_somebody_honest_on_one_predecessor_are_found(grove: Grove) -> None:
    [[first]] = grove.ends()
    [honest, *_] = sorted(grove.honest)
    for number in "12":
        one = msgspec.structs.replace(first, id=number, by=honest, seq=1, prev=first.id)
        grove.check_honest()
        grove.logs[number] = (first, one)
    with pytest.raises(AssertionError, match="signed twice"):
        grove.check_honest()


def test_dice_of_somebody_honest_for_two_triggers_are_found(grove: Grove) -> None:
    [[first]] = grove.ends()
    [honest, *_] = sorted(grove.honest)
    changed = msgspec.structs.replace
    for number in "12":
        asked = changed(first, id="asked " + number, by="eve", seq=1, prev=first.id, kind="orders")
        ruling = changed(first, id="ruling", by="uma", seq=1, prev=first.id, kind="ruling")
        between = (ruling,) if number == "2" else ()
        dice = changed(first, id=number, by=honest, seq=2, prev=asked.id, kind="dice")
        grove.check_honest()
        grove.logs[number] = (first, *between, asked, dice)
    with pytest.raises(AssertionError, match="two triggers of eve"):
        grove.check_honest()
