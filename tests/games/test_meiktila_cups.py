"""[4.3, 6.1.1, A67] Markers in the cup: cups give exactly the odds of a cup and face-down markers.

On the table each side lays its markers face down, takes as many as it may without looking, and puts
them into a cup. The side with the initiative looks at its own first and names one. Every history of
that is enumerated, over turns with passes and returns, and compared with the module's own phases by
exact fractions: what is turned up, in which order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Any

import pytest

from pbem.games import registry
from pbem.games.meiktila.rules import ch04_turn as turn
from pbem.games.meiktila.rules.outcomes import MarkersDrawn, MarkerUp, Passed
from pbem.kit.chances.chance import falls
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, Fixed

SETS = {"al": ("A-ALL", "A-DR", "A-48"), "jp": ("J-ALL", "J-18", "J-49", "J-DR1")}
"""Fewer markers than the published sets, so that every history can be looked at."""

WHOLE = {
    "al": ["A-ALL", "A-DR", "A-48", "A-63", "A-99", "A-255"],
    "jp": ["J-ALL", "J-DR1", "J-DR2", "J-18", "J-49"],
    "cup": [],
}
"""The cups as a turn begins."""

History = tuple[str, ...]
Odds = dict[History, Fraction]


def game(opener: str) -> Any:
    rules = registry.find("meiktila", 1)
    assert rules is not None
    options = {name: option.default for name, option in rules.options.items()}
    return rules.game("meiktila", {**options, "opener": opener}, rules.data())


# --- the cup on the table ---------------------------------------------------------------------


def hands(side: str, number: int) -> Iterator[tuple[str, ...]]:
    """The markers that a side takes unseen, each order as likely."""
    return permutations(SETS[side], number)


def on_the_table(first: str, numbers: dict[str, int], passes: int) -> Odds:
    """The chances of what is turned up; ``passes``: after so many the side that is up passes."""
    found: Odds = {}
    second = "jp" if first == "al" else "al"
    for own in hands(first, numbers[first]):
        for other in hands(second, numbers[second]):
            for weight, history in orders(first, own, other, passes):
                found[history] = found.get(history, Fraction(0)) + weight
    total = sum(found.values())
    return {history: weight / total for history, weight in found.items()}


def orders(
    first: str, own: tuple[str, ...], other: tuple[str, ...], passes: int
) -> Iterator[tuple[Fraction, History]]:
    """Every order in which markers come up; the first in the data of those drawn opens."""
    named = min(own, key=SETS[first].index)
    left = [marker for marker in own if marker != named]
    yield from drawn((named,), [*left, *other], passes, Fraction(1))


def side_of(marker: str) -> str:
    return "al" if marker.startswith("A") else "jp"


def drawn(
    up: History, cup: list[str], passes: int, weight: Fraction
) -> Iterator[tuple[Fraction, History]]:
    if len(up) == passes:
        cup = [marker for marker in cup if side_of(marker) != side_of(up[-1])]
    if not cup:
        yield weight, up
        return
    for marker in cup:
        rest = [other for other in cup if other != marker]
        yield from drawn((*up, marker), rest, passes, weight / len(cup))


# --- the same on cups -------------------------------------------------------------------------


class OnCups:
    """The same by the module's own phases, every fall of every die."""

    def __init__(self, first: str, numbers: dict[str, int], passes: int, opener: str) -> None:
        self.game, self.first, self.passes = game(opener), first, passes
        self.found: Odds = {}
        self.returned: set[str] = set()
        cups = Cups()
        position = self.game.set_up(cups)
        for side, markers in SETS.items():
            cups.members[side] = list(markers)
        position.phase, position.initiative = "markers", first
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(turn, "count", lambda _, __, side: numbers[side])
            self.go(position, cups, Fraction(1), ())

    def go(self, position: Any, cups: Cups, weight: Fraction, up: History) -> None:
        if up and len(up) == self.passes and not position.passed:
            self.run(position, turn.pass_(position, side_of(up[-1]), cups))
        if up and not cups.members[turn.CUP]:
            self.next_turn(position, cups)
            self.found[up] = self.found.get(up, Fraction(0)) + weight
        elif position.phase == "opener":
            able = turn.openers(self.game.setting, position)
            named = min((m for m in able if m in SETS[self.first]), key=SETS[self.first].index)
            self.run(position, turn.open_(position, named, cups))
            position.phase = "cup"
            self.go(position, cups, weight, (*up, named))
        else:
            for chance, (after, other, new) in falls(
                self.game, position, cups, partial(self.rolled, position, cups)
            ):
                self.go(after, other, weight * chance, (*up, *new))

    def next_turn(self, position: Any, cups: Cups) -> None:
        """However a turn went, the next one begins with whole sets and an empty cup."""
        after, other = self.game.view(position, None), cups.copy()
        after.phase, after.activation = "end", None
        self.run(after, turn._STAGES["end"](self.game.setting, after, Fixed(()), other))
        self.returned.add(
            str((sorted(other.members.items()), after.known, after.hidden, after.up, after.passed))
        )

    def rolled(self, position: Any, cups: Cups, dice: Dice) -> tuple[Any, Cups, History]:
        after, other = self.game.view(position, None), cups.copy()
        reported = self.run(after, turn._STAGES[after.phase](self.game.setting, after, dice, other))
        new = tuple(one.marker for one in reported if isinstance(one, MarkerUp))
        if new:
            after.phase = "cup"
        return after, other, new

    def run(self, position: Any, outcomes: Iterator[Outcome]) -> list[Outcome]:
        reported = []
        for outcome in outcomes:
            self.game.apply(position, outcome)
            reported.append(outcome)
        return reported


CASES = [
    (first, {"al": allied, "jp": japanese}, passes)
    for first in ("al", "jp")
    for allied, japanese in ((1, 2), (2, 2), (2, 3))
    for passes in (0, 1, 2)
]


@pytest.mark.few(2)
@pytest.mark.parametrize(("first", "numbers", "passes"), CASES)
@pytest.mark.parametrize("opener", ["subset", "any"])
def test_cups_are_a_cup(first: str, numbers: dict[str, int], passes: int, opener: str) -> None:
    if opener == "any":
        expected = of_any(first, numbers, passes)
    else:
        expected = on_the_table(first, numbers, passes)
    cups = OnCups(first, numbers, passes, opener)
    assert cups.found == expected
    assert sum(cups.found.values()) == 1
    assert cups.returned == {str((sorted(WHOLE.items()), [], {"al": 0, "jp": 0}, [], []))}


def of_any(first: str, numbers: dict[str, int], passes: int) -> Odds:
    """One of the whole set is named, the others are taken unseen from the rest (A97)."""
    found: Odds = {}
    named = SETS[first][0]
    rest = SETS[first][1:]
    second = "jp" if first == "al" else "al"
    for own in permutations(rest, numbers[first] - 1):
        for other in permutations(SETS[second], numbers[second]):
            for weight, up in drawn((named,), [*own, *other], passes, Fraction(1)):
                found[up] = found.get(up, Fraction(0)) + weight
    total = sum(found.values())
    return {up: weight / total for up, weight in found.items()}


# --- that the comparison can fail --------------------------------------------------------------


def _passes_and_stays(position: Any, side: str, _: Cups) -> Iterator[Outcome]:
    """A pass that leaves the markers in the cup."""
    yield Passed(paragraph="4.3", side=side, void=turn.in_cup(position, side))


def _draws_the_first(
    setting: Any, position: Any, _: Dice, cups: Cups, cup: Any = turn._STAGES["cup"]
) -> Iterator[Outcome]:
    """A cup out of which comes what went in first."""
    yield from cup(setting, position, Fixed(()), cups)


def _opens_and_keeps(position: Any, marker: str, cups: Cups, open_: Any = turn.open_) -> Any:
    """An opener of the whole set that goes back to where it can be drawn again."""
    yield from open_(position, marker, cups)
    if marker not in cups.members[position.initiative]:
        cups.members[position.initiative].append(marker)


def _keeps_what_was_up(_: Any, cups: Cups) -> None:
    """A turn that puts nothing back."""
    cups.members[turn.CUP].clear()


def test_the_comparison_sees_a_cup_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = {"al": 2, "jp": 2}
    right, any_right = on_the_table("jp", numbers, 1), of_any("jp", numbers, 0)
    with monkeypatch.context() as wrong:
        wrong.setattr(turn, "pass_", _passes_and_stays)
        assert OnCups("jp", numbers, 1, "subset").found != right
    with monkeypatch.context() as wrong:
        wrong.setitem(turn._STAGES, "cup", _draws_the_first)
        assert OnCups("jp", numbers, 1, "subset").found != right
    with monkeypatch.context() as wrong:
        wrong.setattr(turn, "open_", _opens_and_keeps)
        assert OnCups("jp", numbers, 0, "any").found != any_right
    with monkeypatch.context() as wrong:
        wrong.setattr(turn, "refill", _keeps_what_was_up)
        assert len(OnCups("jp", numbers, 1, "subset").returned) > 1
    assert OnCups("jp", numbers, 1, "subset").found == right


def test_every_turn_starts_with_whole_sets() -> None:
    """A marker that was turned up, void or never seen goes back as what it is."""
    played = game("subset")
    cups = Cups()
    played.set_up(cups)
    cups.members["jp"].remove("J-18")
    cups.members[turn.CUP] = ["?jp", "J-49"]
    turn.refill(played.setting, cups)
    assert cups.members == {
        "cup": [],
        "al": ["A-ALL", "A-DR", "A-48", "A-63", "A-99", "A-255"],
        "jp": ["J-ALL", "J-DR1", "J-DR2", "J-18", "J-49"],
    }


def test_only_the_side_with_the_initiative_is_known() -> None:
    """[A67] The other side's markers are shown as a number."""
    played = game("subset")
    cups = Cups()
    position = played.set_up(cups)
    position.phase, position.initiative = "markers", "jp"

    class Last:
        def uniform(self, n: int, purpose: str, paragraph: str) -> int:
            return n - 1

    reported: list[Any] = []
    stage: Callable[..., Iterator[Outcome]] = turn._STAGES["markers"]
    for outcome in stage(played.setting, position, Last(), cups):
        played.apply(position, outcome)
        reported.append(outcome)
    drawn_ = [one for one in reported if isinstance(one, MarkersDrawn)]
    assert [(one.side, one.known, one.hidden) for one in drawn_] == [
        ("jp", ("J-49", "J-18", "J-DR2"), 0),
        ("al", (), 1),
    ]
    assert cups.members[turn.CUP] == ["J-49", "J-18", "J-DR2", "?al"]
    assert len(cups.members["al"]) == 6
