"""Every way the dice can fall, of a game small enough to be counted by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar

import msgspec
import pytest

from pbem.kit.chances import chance
from pbem.kit.chances.chance import TooManyWaysError, falls, supposed, ways
from pbem.kit.chances.odds import reckon
from pbem.kit.contract import Need, Order, Outcome, Question, Reading, Roll, Term
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, SeededDice
from pbem.kit.typed import orders as typed
from pbem.selfplay.simulate import Setup, bind

NEXT = Question("red", "next", "What next?", "1", ("shoot",), phase=True)
SHIELD = Question("blue", "shield", "Do you raise your shield?", "2", ("raise", "pass"))
FLEE = Question("blue", "flee", "Where do you flee?", "4", ("flee",))


class Shoot(Order, frozen=True, tag="shoot"):
    """Turn up a hider, and hit them on a 5 or 6; on a 4 they flee.

    A shield makes a 5 a 4.
    """


class Raise(Order, frozen=True, tag="raise"):
    pass


class Pass(Order, frozen=True, tag="pass"):
    pass


class Aimed(Outcome, frozen=True, kw_only=True, tag="aimed"):
    pass


class Shielded(Outcome, frozen=True, kw_only=True, tag="shielded"):
    up: bool


class Seen(Outcome, frozen=True, kw_only=True, tag="seen"):
    who: str


class Shot(Outcome, frozen=True, kw_only=True, tag="shot"):
    die: int
    result: str


class Fallen(Outcome, frozen=True, kw_only=True, tag="fallen"):
    who: str


class Place(msgspec.Struct):
    stage: str = "next"
    who: str = "?0"
    up: bool = False


class Hunt:
    """One shot at somebody who hides: two wolves or a hare, and only wolves have shields."""

    side_names: ClassVar[dict[str, str]] = {}

    def __init__(self, merged: bool) -> None:
        self.merged = merged

    def need(self, position: Place) -> Need:
        asked = {"next": NEXT, "shield": SHIELD, "flee": FLEE}
        return asked.get(position.stage) or Roll("the shot", "3")

    def adjudicate(self, _position: Place, order: Order, _cups: Cups) -> Iterator[Outcome]:
        if isinstance(order, Shoot):
            yield Aimed(paragraph="1")
        else:
            yield Shielded(paragraph="2", up=isinstance(order, Raise))

    def roll(self, position: Place, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        if position.stage == "seen":
            yield Seen(paragraph="3", who=cups.turn_up(position.who, dice, "who it is", "3"))
            return
        die = dice.uniform(6, "the shot", "3") + 1
        hit = die > 5 if position.up else die > 4
        result = "hit" if hit else "flees" if die > 3 else "missed"
        yield Shot(paragraph="3", die=die, result=result)
        if hit:
            yield Fallen(paragraph="4", who=position.who)

    def apply(self, position: Place, outcome: Outcome) -> None:
        match outcome:
            case Aimed():
                position.stage = "seen"
            case Seen(who=who):
                position.who, position.stage = who, "die" if who == "hare" else "shield"
            case Shielded(up=up):
                position.up, position.stage = up, "die"
            case Shot(result=result):
                position.stage = "flee" if result == "flees" else "next"

    def falls(self, position: Place, _cups: Cups) -> Any:
        if not self.merged or position.stage == "seen":
            return None
        return [(Fraction(1, 2), (0,)), *((Fraction(1, 6), (n,)) for n in (3, 4, 5))]

    def reading(self, outcome: Outcome) -> Reading | None:
        return Reading(outcome.result, "range", outcome.die) if isinstance(outcome, Shot) else None

    def terms(self, position: Place) -> tuple[Term, ...]:
        return (Term(position.who, "0", "3"), *([Term("shield", "-1", "2")] if position.up else []))

    def lost(self, outcome: Outcome) -> tuple[str, ...]:
        return (outcome.who,) if isinstance(outcome, Fallen) else ()

    def out(self, _outcome: Outcome) -> tuple[str, ...]:
        return ()

    def legal(self, _position: Place) -> Iterator[Order]:
        yield from (Raise(), Pass())

    def read_order(self, raw: dict[str, Any]) -> Order:
        assert raw == {"do": "pass"}, "nothing else is read here"
        return Pass()

    def sensible(self, _position: Place, _seed: int) -> list[Order]:
        return [Raise()]

    def text(self, order: Order) -> str:
        return str(order.__struct_config__.tag)

    def order_words(self, _position: Place, order: Order) -> str:
        return self.text(order).capitalize()

    def report(self, outcome: Outcome) -> str:
        return f"{outcome.who} falls." if isinstance(outcome, Fallen) else "Something."


def hidden() -> Cups:
    cups = Cups()
    cups.members["0"] = ["wolf", "hare", "wolf"]
    return cups


def never(*_: Any) -> None:
    return None


def raised(question: Question, *_: Any) -> Order | None:
    return Raise() if question.name == "shield" else None


def test_a_way_ends_at_a_question_that_is_not_answered() -> None:
    found = list(ways(Hunt(False), Place(), hidden(), Shoot(), never))
    assert [(w.chance, w.need) for w in found if w.need is SHIELD] == [(Fraction(1, 3), SHIELD)] * 2
    assert sum(w.chance for w in found) == 1
    assert [w.chance for w in found if w.need is not SHIELD] == [Fraction(1, 18)] * 6


def test_seeded_dice_are_those_of_the_generator() -> None:
    """Games of computer players, and trials, stay what they were for a seed."""
    dice, rng = SeededDice(random.Random(3)), random.Random(3)  # noqa: S311 - no secret
    for n in [1, 2, 3, 6, 7, 36, 1000, 65536] * 20:
        assert dice.uniform(n, "", "") == rng.randrange(n)
    with pytest.raises(ValueError, match="no die has 0 faces"):
        dice.uniform(0, "", "")


def test_who_passes_is_asked_for_no_other_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bind(Setup("tokyo", "two"))
    question = Question("1ag", "advance", "?", "6.9", ("advance", "pass"))
    monkeypatch.setattr(game, "legal", lambda *_: pytest.fail("all answers were looked at"))
    assert supposed(game, None, question, passing=True) == typed.Pass()


def test_answers_are_supposed_and_said() -> None:
    found = list(ways(Hunt(False), Place(), hidden(), Shoot(), raised))
    assert len(found) == 18
    assert {w.chance for w in found} == {Fraction(1, 18)}
    assert {w.answers for w in found} == {((SHIELD, Raise()),), ()}
    assert {w.begun for w in found} == {1}


def test_position_and_cups_stay_as_they_are() -> None:
    position, cups = Place(), hidden()
    list(ways(Hunt(False), position, cups, Shoot(), raised))
    assert (position, cups) == (Place(), hidden())


def test_more_ways_than_are_looked_at_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "WAYS_MAX", 17)
    with pytest.raises(TooManyWaysError, match="more than 17 ways"):
        list(ways(Hunt(False), Place(), hidden(), Shoot(), raised))


@pytest.mark.parametrize("merged", [False, True])
def test_odds_are_reported_with_a_shield_and_without(merged: bool) -> None:
    plain, wary = reckon(Hunt(merged), Place(), hidden(), "red", Shoot())
    assert plain.supposed == ("blue: pass",)
    assert {c.result: c.chance for c in plain.cases} == {
        "missed": Fraction(1, 2),
        "hit": Fraction(1, 3),
        "flees": Fraction(1, 6),
    }
    assert plain.losses == {"wolf": Fraction(2, 9), "hare": Fraction(1, 9)}
    assert wary.supposed == ("blue: raise",)
    # Two wolves in three have a shield: hit on a 6 alone, and on a 5 they flee.
    assert {c.result: c.chance for c in wary.cases} == {
        "missed": Fraction(1, 2),
        "hit": Fraction(2, 3) * Fraction(1, 6) + Fraction(1, 3) * Fraction(1, 3),
        "flees": Fraction(2, 3) * Fraction(1, 3) + Fraction(1, 3) * Fraction(1, 6),
    }
    assert wary.losses == {"wolf": Fraction(1, 9), "hare": Fraction(1, 9)}
    assert [(f.chance, len(f.terms)) for f in wary.footings] == [
        (Fraction(2, 3), 2),
        (Fraction(1, 3), 1),
    ]


def test_a_case_reports_what_always_follows_what_may_and_who_is_asked() -> None:
    plain = reckon(Hunt(False), Place(), hidden(), "red", Shoot())[0]
    hit = next(case for case in plain.cases if case.result == "hit")
    assert hit.faces == (5, 6)
    assert hit.told == ()
    assert set(hit.may) == {(Fraction(2, 3), "wolf falls."), (Fraction(1, 3), "hare falls.")}
    flees = next(case for case in plain.cases if case.result == "flees")
    assert flees.asked == ("Where do you flee?",)
    [wolf, _] = plain.footings
    assert next(case for case in wolf.cases if case.result == "hit").told == ("wolf falls.",)


def test_no_second_reckoning_where_nobody_else_is_asked() -> None:
    cups = Cups()
    cups.members["0"] = ["hare"]
    [alone] = reckon(Hunt(False), Place(), cups, "red", Shoot())
    assert alone.supposed == ()
    assert alone.losses == {"hare": Fraction(1, 3)}


class Plain:
    """A game that does not say which falls of its dice are alike."""

    def falls(self, _position: Any, _cups: Cups) -> None:
        return None


def let_fall(rolled: Any, most: int | None) -> list[Fraction]:
    return [share for share, _ in falls(Plain(), None, Cups(), rolled, most)]  # type: ignore[arg-type]


@pytest.mark.parametrize("most", [None, 36, 1000])
def test_two_dice_fall_in_36_ways(most: int | None) -> None:
    found = let_fall(lambda dice: (dice.uniform(6, "", ""), dice.uniform(6, "", "")), most)
    assert found == [Fraction(1, 36)] * 36


@pytest.mark.parametrize(("most", "looked_at"), [(35, 31), (10, 1)])
def test_that_there_are_more_ways_is_known_before_the_last(most: int, looked_at: int) -> None:
    """After 1-1 come 10 ways at the least; after 6-1 come 5, and 30 were before it."""
    done: list[int] = []

    def rolled(dice: Dice) -> None:
        done.append(10 * dice.uniform(6, "", "") + dice.uniform(6, "", ""))

    with pytest.raises(TooManyWaysError, match=f"more than {most} ways"):
        let_fall(rolled, most)
    assert len(done) == looked_at


@pytest.mark.parametrize("most", [None, 250])
@pytest.mark.parametrize("bonus", [0, 1])
def test_dice_that_are_rolled_again_after_a_tie_are_given_up_soon(
    most: int | None, bonus: int
) -> None:
    """There is no end of ties: no way is followed for ever, and few are looked at."""
    done: list[int] = []

    def until_it_is_decided(dice: Dice) -> None:
        done.append(0)
        while dice.uniform(6, "red", "") + bonus == dice.uniform(6, "blue", ""):
            done[-1] += 1

    with pytest.raises(TooManyWaysError):
        let_fall(until_it_is_decided, most)
    assert len(done) < 150
    assert max(done) <= 50


@pytest.mark.parametrize(("dice", "given_up"), [(4, False), (9, True), (25, True)])
def test_a_roll_of_many_dice_is_given_up_at_its_first_way(dice: int, given_up: bool) -> None:
    """Nine dice fall in 10,077,696 ways, each less likely than one of ten million."""
    done: list[int] = []

    def rolled(faces: Dice) -> None:
        done.append(sum(faces.uniform(6, "", "") for _ in range(dice)))

    if given_up:
        with pytest.raises(TooManyWaysError, match="once in "):
            let_fall(rolled, None)
        assert done == [0]
    else:
        assert len(let_fall(rolled, None)) == 6**dice
