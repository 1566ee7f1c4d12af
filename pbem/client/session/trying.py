"""Trying a list past its dice, to its end, before anything is signed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pbem.client.session.ahead import Ahead, battles_ahead
from pbem.client.session.drafts import Draft, Rehearsed
from pbem.client.session.next_step import what_next
from pbem.client.session.reported import Reported, report_all
from pbem.errors import ForcedDiceError, RulesFault
from pbem.kit.chances.battles import Battles
from pbem.kit.dice import ForcedDice, SeededDice
from pbem.kit.sides import side_name
from pbem.play.begun import Begun
from pbem.play.courses import (
    Asked,
    Courses,
    Fate,
    all_or_some,
    one_course,
    some_courses,
)
from pbem.play.listed import STOP

SEED = 0
"""The dice seed of a sample, unless somebody wants another."""


FEW_ROLLS = 200
FEW_RUNS = 30
"""Dice that are let fall before somebody signs, so that nobody waits for it; where they do not
suffice, so many courses are played."""


class Skip(msgspec.Struct, frozen=True):
    """Why an order would be skipped, and with what chance (``"1/3"``)."""

    chance: str
    why: str
    paragraph: str


class TriedOrder(msgspec.Struct, frozen=True, rename={"skips": "lapses"}):
    """The fate of an order; chances are texts like ``"1/3"``.

    - ``line``: The line on which it was written, 0 in YAML.
    - ``done``: The chance that it is carried out.
    - ``left_out``: The chance that its guard does not hold.
    - ``skips``: The chances that it has become impossible.
    - ``results``: The chance of each result that is read for it.

    The rest of 1 is the chance that its turn never comes.
    """

    line: int
    order: str
    done: str
    left_out: str
    skips: list[Skip]
    results: dict[str, str]


class TriedEnd(msgspec.Struct, frozen=True):
    """The end of the list: in front of the order of ``line`` (null: after the last).

    ``side`` is asked ``prompt`` then; without a side the game is over, and ``prompt`` says how.
    """

    chance: str
    line: int | None
    order: str
    side: str
    prompt: str


class TriedQuestion(msgspec.Struct, frozen=True):
    """A question to a side in front of the order of ``line``, and its assumed answer."""

    chance: str
    line: int | None
    order: str
    side: str
    prompt: str
    answer: str


class TriedBesides(msgspec.Struct, frozen=True):
    """The results of an order of ``side`` that is not of the list and goes on after it."""

    side: str
    order: str
    results: dict[str, str]


class TriedLosses(msgspec.Struct, frozen=True):
    """The chance that just these units are lost, by all orders of the list together."""

    chance: str
    units: list[str]


class TriedBattle(msgspec.Struct, frozen=True):
    """A battle that comes of a list, if nothing more is done after it, fought to its end.

    - ``order``: The order that begins it.
    - ``supposed``: The answers before it.
    - ``staying``: Nobody leaves it by their own will.
    - ``open``: The chance of its courses that were not followed to their end.
    - ``lost``, ``out``: Unit -> the chance that it is lost in it, or out of it and not lost.
    """

    order: str
    supposed: list[str]
    staying: bool
    results: dict[str, str]
    open: str
    lost: dict[str, str]
    out: dict[str, str]


class Trial(msgspec.Struct, frozen=True):
    """The possible results of a list.

    ``runs``: of a sample so many courses were played, with dice by ``seed``; 0: every course was
    looked at, and each chance is exact.

    - ``waits``: Questions to the author on the way that the list does not answer, so that it waits
      there.
    - ``asked``: Questions to others.
    - ``lost``: Unit -> the chance that it is lost.
    - ``together``: Units that are lost in one course.
    - ``out``: Unit -> the chance that it is out of a battle, and not lost by that.

    ``besides``: what else is rolled for: what only one order can answer, and lists of others that
    had waited. ``battles``: those that come of the list, each as if it were fought first.
    ``sides``: side -> what it is called.
    """

    runs: int
    seed: int
    orders: list[TriedOrder]
    ends: list[TriedEnd]
    waits: list[TriedQuestion]
    asked: list[TriedQuestion]
    lost: dict[str, str]
    together: list[TriedLosses]
    besides: list[TriedBesides]
    out: dict[str, str] = {}
    battles: list[TriedBattle] = []
    sides: dict[str, str] = {}


class Hopeless(msgspec.Struct, frozen=True):
    """Orders that are possible in no course; ``runs``: of a sample of so many, 0: of all."""

    orders: list[TriedOrder]
    runs: int = 0


class OneCourse(msgspec.Struct, frozen=True):
    """One course, with dice that somebody named: what happens in it, and what comes then."""

    outcomes: list[Reported]
    then: str


class Tried(Draft, frozen=True, kw_only=True):
    """A list that was tried, for another program: the draft, and what becomes of it.

    - ``at``: The place in the log, as ``12`` or ``12.3``; null for now.
    - ``otherwise``: A sentence on options of the game that differ from its opening; empty if none
      do.
    - ``trial``: The possible results of the list.
    - ``course``: Its result if the dice show certain faces.
    """

    at: str | None
    otherwise: str
    trial: Trial | None
    course: OneCourse | None


def tried(
    draft: Draft,
    *,
    at: str | None = None,
    otherwise: str = "",
    trial: Trial | None = None,
    course: OneCourse | None = None,
) -> Tried:
    """Return a list that was tried, for another program; the others: as in `Tried`."""
    fields = msgspec.structs.asdict(draft)
    return Tried(**fields, at=at, otherwise=otherwise, trial=trial, course=course)


def try_out(
    rehearsed: Rehearsed, *, runs: int = 0, seed: int = SEED, followed: Battles | None = None
) -> Trial:
    """Return what can become of a draft past its dice.

    If there are too many courses to follow, a sample is played.

    Args:
        rehearsed: The draft with the game at its end.
        runs: Play a sample of so many courses; 0: follow all of them.
        seed: The seed of the sample.
        followed: Battles that need not be followed again.
    """
    trial = _reported(rehearsed.draft, _courses(rehearsed.begun, runs, seed), seed)
    ahead = battles_ahead(rehearsed.begun, rehearsed.watched, followed)
    game = rehearsed.begun.play.game
    return msgspec.structs.replace(
        trial,
        battles=[one for way in ahead for one in _battles(way)],
        sides={side: side_name(game, side) for side in game.sides},
    )


def _courses(begun: Begun, runs: int, seed: int) -> Courses:
    """Look at every course, or play some."""
    if runs:
        return some_courses(begun, _dice(seed), runs=runs)
    return all_or_some(begun, _dice(seed))


def try_course(rehearsed: Rehearsed, faces: Sequence[int]) -> OneCourse:
    """Return what happens if the dice fall as ``faces``, as players read them, from 1.

    Raises ForcedDiceError where they are none that is rolled, or more than are.
    """
    dice, play = ForcedDice(faces), rehearsed.begun.again()
    one_course(rehearsed.begun._replace(play=play), dice)
    if dice.left:
        raise ForcedDiceError(f"You gave more dice than are rolled: {dice.left}. {what_next(play)}")
    return OneCourse(report_all(play, play.reported), what_next(play))


def never(rehearsed: Rehearsed) -> Hopeless:
    """Return the orders of a draft that come to their turn and are possible in no course.

    If there are too many courses to look at each before something is signed, an order counts if no
    course of a sample has it. None where the rules fail in one that may never come: that keeps
    nobody from signing.
    """
    try:
        courses = all_or_some(rehearsed.begun, _dice(SEED), rolls=FEW_ROLLS, runs=FEW_RUNS)
    except RulesFault:
        return Hopeless([])
    return never_of(_reported(rehearsed.draft, courses, SEED))


def never_of(trial: Trial) -> Hopeless:
    """Return the same of a list that was tried: in none of the courses that were looked at."""
    hopeless = [
        one
        for one in trial.orders
        # A list that had ended before its last `stop` loses nothing.
        if one.done == "0" and one.skips and one.left_out == "0" and one.order != STOP
    ]
    return Hopeless(hopeless, trial.runs)


def _dice(seed: int) -> SeededDice:
    return SeededDice(random.Random(seed))  # noqa: S311 - nobody has to trust a trial


def _reported(draft: Draft, courses: Courses, seed: int) -> Trial:
    """Put what was found into words, likeliest first."""
    numbers = draft.numbers or [0] * len(draft.orders)

    def where(place: int | None) -> tuple[int | None, str]:
        return (None, "") if place is None else (numbers[place], draft.lines[place])

    def questions(asked: Mapping[Asked, Fraction]) -> list[TriedQuestion]:
        return [
            TriedQuestion(str(chance), *where(place), *rest)
            for (place, *rest), chance in _likeliest(asked)
        ]

    return Trial(
        courses.runs,
        seed,
        [
            _order(number, line, fate)
            for number, line, fate in zip(numbers, draft.lines, courses.fates, strict=True)
        ],
        [
            TriedEnd(str(chance), *where(place), *rest)
            for (place, *rest), chance in _likeliest(courses.ends)
        ],
        questions(courses.waits),
        questions(courses.asked),
        {unit: str(chance) for unit, chance in _likeliest(courses.lost)},
        [TriedLosses(str(chance), list(units)) for units, chance in _likeliest(courses.together)],
        [TriedBesides(*key, _results(results)) for key, results in courses.besides.items()],
        {unit: str(chance) for unit, chance in _likeliest(courses.out)},
    )


def _order(number: int, line: str, fate: Fate) -> TriedOrder:
    skips = [Skip(str(chance), *why) for why, chance in _likeliest(fate.lapses)]
    return TriedOrder(
        number, line, str(fate.done), str(fate.left_out), skips, _results(fate.results)
    )


def _battles(way: Ahead) -> Iterator[TriedBattle]:
    for staying, odds in enumerate(way.odds):
        results = {case.result: case.chance for case in odds.cases}
        yield TriedBattle(
            way.order,
            list(way.supposed),
            bool(staying),
            _results(results),
            str(odds.open),
            _results(odds.losses),
            _results(odds.out),
        )


def _results(found: Mapping[str, Fraction]) -> dict[str, str]:
    return {result: str(chance) for result, chance in _likeliest(found)}


def _likeliest(shares: Mapping[Any, Fraction]) -> list[tuple[Any, Fraction]]:
    return sorted(shares.items(), key=lambda one: -one[1])
