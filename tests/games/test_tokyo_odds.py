"""[6.1] What is read of an attack of Race to Tokyo, without following what comes of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from pbem.games.tokyo.rules import ch06_combat as combat
from pbem.games.tokyo.rules.outcomes import DieRolled
from pbem.kit.chances.chance import State, TooManyWaysError, falls, following, ways
from pbem.kit.chances.odds import reckon
from pbem.kit.chances.results import results, results_of
from pbem.kit.chances.supposing import Supposed
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice
from pbem.selfplay.simulate import Setup, bind

COLUMNS, RESULTS = 10, 5
"""The size of the combat results table."""
ATTACKS: dict[str, dict[str, Any]] = {
    "attack 2404 with U1": {"phase": "je combat", "units": {"7": "2404", "U1": "2304"}},
    "attack 0603 with 2Tk U1": {
        "phase": "je combat", "units": {"7": "0603", "2Tk": "0703", "U1": "0604"},
    },
    "attack 2404 with 20A 24": {
        "phase": "8ag combat", "units": {"24": "2504", "20A": "2505", "U1": "2404"},
    },
    "attack 2315 with 24": {
        "phase": "8ag combat", "units": {"24": "2415", "SR9": "2315", "B2": "1618"},
    },
}  # fmt: skip
THREE_HIDDEN = {
    "phase": "je combat",
    "units": {"7": "2404", "U1": "2304", "U2": "2305", "U3": "2405"},
}


def given(line: str, what: dict[str, Any], **options: Any) -> tuple[Any, Any, Cups, str, Any]:
    """Return the game, the position, the cups, the side that attacks, and its order."""
    game, cups = bind(Setup("tokyo", "two", options)), Cups()
    position: Any = game.arrange({"turn": 4, "clear": True, **what}, cups)
    side = game.need(position).side  # type: ignore[union-attr]
    order = game.parse(position, side, line)
    game.check(position, order)
    return game, position, cups, side, order


@pytest.mark.parametrize("volunteers", [False, True])
@pytest.mark.parametrize("line", ATTACKS)
def test_it_has_the_chances_of_the_odds(line: str, volunteers: bool) -> None:
    """Figures that turn up, deserters, what armor rolls, rivers, guns, a Volunteer Corps."""
    at = given(line, ATTACKS[line], volunteers=volunteers)
    found, known = results(*at, most=1_000), [results_of(odds) for odds in reckon(*at)]
    assert [(one.supposed, one.shares) for one in found] == [
        (one.supposed, one.shares) for one in known
    ]
    assert [{*one.columns} for one in found] == [{*one.columns} for one in known]


def fallen(at: tuple[Any, Any, Cups, str, Any]) -> list[tuple[Fraction, tuple[Outcome, ...], Any]]:
    """Return every way in which the dice of an attack fall: chance, report and position.

    No counter of the position is looked at: figures alone matter.
    """
    game, position, cups, _, order = at
    _, after_it = following(game, position, cups, order)
    begun = State.copy(after_it, cups)

    def rolled(dice: Dice) -> tuple[tuple[Outcome, ...], Any]:
        state = State.copy(*begun)
        reported = state.take(game, game.roll(state.position, dice, state.cups))
        return reported, replace(state.position, tokens={})

    return [(chance, *done) for chance, done in falls(game, *begun, rolled)]


@pytest.mark.parametrize("volunteers", [False, True])
@pytest.mark.parametrize("line", ATTACKS)
def test_faces_with_the_same_result_are_one(
    line: str, volunteers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[6.1] The table has fewer results than a die faces; the game goes on as with every face."""
    at = given(line, ATTACKS[line], volunteers=volunteers)
    few = fallen(at)
    reported_alike = {
        msgpack.encode(
            [replace(one, die=0) if isinstance(one, DieRolled) else one for one in reported]
        )
        for _, reported, _ in few
    }
    assert len(reported_alike) == len(few)
    monkeypatch.setattr(at[0], "falls", lambda *_: None)
    every = fallen(at)
    assert len(every) > 2 * len(few)
    assert summed(every) == summed(few)


def summed(ways_: list[tuple[Fraction, tuple[Outcome, ...], Any]]) -> dict[bytes, Fraction]:
    """Return the chance of each position, with the battle that goes on in it."""
    found: dict[bytes, Fraction] = {}
    for chance, _, position in ways_:
        key = msgpack.encode(position)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def followed(at: tuple[Any, Any, Cups, str, Any], *, alone: bool, most: int) -> int:
    """Count the ways that are followed, of what is read ``alone`` or with all that follows."""
    game, position, cups, side, order = at
    supposed = Supposed(game, side, passing=True)
    return sum(1 for _ in ways(game, position, cups, order, supposed, most=most, results=alone))


def test_counters_that_are_read_alike_are_one() -> None:
    """Each column of the table has five results at most; all may desert besides."""
    at = given("attack 2404 with U1 U2 U3", THREE_HIDDEN)
    assert followed(at, alone=True, most=3_000) <= COLUMNS * RESULTS + 1
    with pytest.raises(TooManyWaysError):
        followed(at, alone=False, most=3_000)


def test_what_may_turn_up_is_looked_at_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three counters out of one bag are more than a hundred things: none of them is looked at."""
    at = given("attack 2404 with U1 U2 U3", THREE_HIDDEN)
    looked, turned = list[object](), list[object]()
    ratio_of, turn_up = combat.ratio_of, Cups.turn_up
    monkeypatch.setattr(combat, "ratio_of", lambda *of: looked.append(of) or ratio_of(*of))
    monkeypatch.setattr(Cups, "turn_up", lambda *of: turned.append(of) or turn_up(*of))
    with pytest.raises(TooManyWaysError, match="more than 100 ways"):
        followed(at, alone=True, most=100)
    assert not looked
    assert not turned
    followed(at, alone=True, most=3_000)
    assert len(looked) > 100


def test_no_counter_is_looked_at_after_the_one_that_makes_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of the three can be more than ten things: two of them are a hundred already."""
    at = given("attack 2404 with U1 U2 U3", THREE_HIDDEN)
    looked, chances = list[object](), Cups.chances
    monkeypatch.setattr(Cups, "chances", lambda *of: looked.append(of) or chances(*of))
    with pytest.raises(TooManyWaysError):
        followed(at, alone=True, most=100)
    assert len(looked) == 2
