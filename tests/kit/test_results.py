"""The results of an order alone: the chances of its odds, of fewer and shorter ways."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from kit.test_chance import Fallen, Hunt, Place, Shoot, Shot, hidden
from pbem.kit.chances.chance import TooManyWaysError, ways
from pbem.kit.chances.odds import reckon
from pbem.kit.chances.results import Results, results, results_of
from pbem.kit.chances.supposing import Supposed
from pbem.kit.contract import Outcome, Reading
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice


class Followed(Hunt):
    """The hunt, which notes what is rolled, and what becomes of whom; its die is read last."""

    def __init__(self, merged: bool, *, by_result: bool = False) -> None:
        super().__init__(merged)
        self.by_result = by_result
        self.rolled = 0
        self.fell: list[str] = []

    def roll(self, position: Place, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        self.rolled += 1
        yield from super().roll(position, dice, cups)

    def apply(self, position: Place, outcome: Outcome) -> None:
        self.fell += [outcome.who] if isinstance(outcome, Fallen) else []
        super().apply(position, outcome)

    def reading(self, outcome: Outcome) -> Reading | None:
        read = super().reading(outcome)
        return read._replace(last=isinstance(outcome, Shot)) if read else None

    def falls_by_result(self, position: Place, cups: Cups, most: int) -> Any:
        """Wolves are alike, and of their number nothing is read."""
        if not self.by_result or position.stage != "seen" or most < 2:
            return None
        return [
            (chance, numbers)
            for chance, numbers in ((Fraction(2, 3), (0,)), (Fraction(1, 3), (1,)))
            if cups.members["0"] == ["wolf", "hare", "wolf"]
        ]


def of(game: Hunt) -> list[Results]:
    return results(game, Place(), hidden(), "red", Shoot(), most=100)  # type: ignore[arg-type]


@pytest.mark.parametrize("by_result", [False, True])
@pytest.mark.parametrize("merged", [False, True])
def test_they_are_those_of_the_odds(merged: bool, by_result: bool) -> None:
    """Two wolves in three, and a shield makes a 5 a 4: as counted by hand in test_chance.py."""
    plain, wary = of(Followed(merged, by_result=by_result))
    assert (plain.supposed, wary.supposed) == (("blue: pass",), ("blue: raise",))
    assert plain.shares == {
        "missed": Fraction(1, 2), "hit": Fraction(1, 3), "flees": Fraction(1, 6),
    }  # fmt: skip
    assert wary.shares == {
        "missed": Fraction(1, 2), "flees": Fraction(5, 18), "hit": Fraction(2, 9),
    }  # fmt: skip
    assert [next(iter(one.shares)) for one in (plain, wary)] == ["missed", "missed"]
    assert plain.columns == ("range",)
    known = reckon(Hunt(merged), Place(), hidden(), "red", Shoot())  # type: ignore[arg-type]
    assert [(one.shares, one.supposed) for one in map(results_of, known)] == [
        (plain.shares, plain.supposed), (wary.shares, wary.supposed),
    ]  # fmt: skip


def test_after_the_last_reading_nothing_is_followed() -> None:
    game = Followed(merged=False)
    of(game)
    assert game.fell == []
    reckon(game, Place(), hidden(), "red", Shoot())  # type: ignore[arg-type]
    assert game.fell


def test_what_is_read_alike_is_rolled_once() -> None:
    """A wolf, a hare, and each die in each of its ways: with a shield and without."""
    each, alike = Followed(merged=True), Followed(merged=True, by_result=True)
    of(each)
    of(alike)
    assert each.rolled == 2 * (3 + 3 * 4)
    assert alike.rolled == 2 * (2 + 2 * 4)


def test_of_dice_with_too_many_ways_none_is_followed() -> None:
    """Each of three counters that turn up has four ways of the die after it."""
    game = Followed(merged=True)
    supposed = Supposed(game, "red", passing=True)  # type: ignore[arg-type]
    at = game, Place(), hidden(), Shoot(), supposed
    with pytest.raises(TooManyWaysError, match="more than 5 ways"):
        list(ways(*at, most=5))  # type: ignore[arg-type]
    # The first counter's die has four ways, and two more counters wait: they are six already.
    assert game.rolled == 3
