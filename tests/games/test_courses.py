"""The fates of a list, against the table itself, which is given every stream of dice."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from long import times
from pbem.kit.chances.chance import supposed
from pbem.kit.contract import RawOrder
from pbem.kit.dice import Dice, Fixed, SeededDice
from pbem.play import play as play_module
from pbem.play.begun import Begun, hand_in
from pbem.play.courses import (
    ROLLS_MOST,
    RUNS,
    Besides,
    TooManyCoursesError,
    all_or_some,
    every_course,
    some_courses,
)
from pbem.play.lists import read_text
from pbem.play.outcomes import Lapsed
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, answer_sensible, begin, bind

GAMES = {
    "lantern": Setup("lantern", "lantern"),
    "tokyo without volunteers": Setup("tokyo", "two"),
    "saipan": Setup("saipan", "historical", {"banzai": True}),
    "manila": Setup("manila", "campaign", {"air": True}),
    "tokyo": Setup("tokyo", "two", {"volunteers": True}),
    "meiktila": Setup("meiktila", "meiktila", {"kimura": True}),
    "singapore": Setup("singapore", "bukit_timah", {"rout": True}),
}
MANY_STREAMS = {"singapore"}
"""The games in which a single round falls in thousands of ways, and the next may follow at once."""
LISTS = times(1, of=1)
"""Lists with dice in them that are looked at in a game."""
STREAMS_MOST = 150
"""A list whose dice can fall in more ways is not tried stream by stream."""


def lists(name: str) -> Iterator[tuple[Play, list[RawOrder]]]:
    """Play games by the program; yield each list that it writes, of three orders at most."""
    for play, orders in lists_at_length(name):
        yield play, orders[:3]


def lists_at_length(name: str) -> Iterator[tuple[Play, list[RawOrder]]]:
    """Play games by the program; yield each list that it writes."""
    for seed in range(100):
        play, rng = begin(bind(GAMES[name])), random.Random(seed)  # noqa: S311 - no secret
        while play.result is None:
            asked = play.asked
            if play.due is not None:
                play.roll(SeededDice(rng))
                continue
            assert asked is not None
            orders = answer_sensible(play, rng)
            if asked.secret is not None:
                play.open(orders[0]) if asked.opens else play.seal(asked.secret)
                continue
            if asked.phase:
                yield play, orders
            play.order(play.seats[asked.side], orders)


def streams(
    play: Play, author: str, side: str
) -> Iterator[tuple[Fraction, Play, int, frozenset[str]]]:
    """Let every stream of dice fall that a log could have, question by question.

    If the author is asked on the way, they answer sensibly, and go on with what they wrote. Yields
    its chance, the play as it ends, how many of the author's orders were skipped, and the units
    that are lost.
    """
    open_ = [(Fraction(1), play, 0, frozenset[str]())]
    ended = 0
    while open_:
        chance, one, skips, lost = open_.pop()
        happened = one.forget()
        skips += sum(isinstance(o, Lapsed) and o.by == author for o in happened)
        lost |= {unit for o in happened for unit in one.game.lost(o)}
        asked = one.asked
        if one.due is not None:
            numbers: tuple[int, ...] | None = ()
            while numbers is not None:
                after, dice = one.copy(), Fixed(numbers)
                after.roll(dice)
                open_.append((chance / math.prod(dice.asked), after, skips, lost))
                if not numbers and ended + len(open_) + math.prod(dice.asked) > STREAMS_MOST:
                    raise TooManyCoursesError  # as the first of them says
                shown = [*numbers, *(0 for _ in range(len(dice.asked) - len(numbers)))]
                numbers = following(shown, dice.asked)
                if ended + len(open_) > STREAMS_MOST:
                    raise TooManyCoursesError
        elif asked is not None and not asked.phase and asked.secret is None:
            own = asked.side == side
            mine = [listed for listed in one.lists if own and listed.by == author]
            if own and not mine:
                ended += 1
                yield chance, one, skips, lost
                continue
            order = supposed(one.game, one.position, asked, passing=not own)
            one.lists = [listed for listed in one.lists if listed not in mine]
            rest = [raw for listed in mine for raw in listed.orders]
            one.order(one.seats[asked.side], [one.game.write_order(order), *rest], strict=False)
            open_.append((chance, one, skips, lost))
        else:
            ended += 1
            yield chance, one, skips, lost


def following(shown: list[int], asked: list[int]) -> tuple[int, ...] | None:
    """Return the numbers that come after these, None after the last."""
    for at in reversed(range(len(asked))):
        if shown[at] + 1 < asked[at]:
            return (*shown[:at], shown[at] + 1)
    return None


@pytest.mark.few(2)
@pytest.mark.parametrize("name", [name for name in GAMES if name not in MANY_STREAMS])
def test_every_course_has_the_chance_that_streams_of_dice_give_it(name):
    looked = 0
    for play, orders in lists(name):
        side = play.asked.side
        author = play.seats[side]
        begun = play.copy()
        begun.order(author, orders)
        if begun.due is None:
            continue
        try:
            ends = list(streams(begun, author, side))
            courses = every_course(hand_in(play.copy(), orders))
        except TooManyCoursesError:
            continue
        looked += 1
        assert sum(chance for chance, *_ in ends) == 1
        skipped = sum((fate.lapsed for fate in courses.fates), Fraction(0))
        assert skipped == sum((chance * many for chance, _, many, _ in ends), Fraction(0))
        together: dict[tuple[str, ...], Fraction] = {}
        for chance, _, _, lost in ends:
            key_lost = tuple(sorted(lost))
            together[key_lost] = together.get(key_lost, Fraction(0)) + chance
        assert courses.together == together
        by_end: dict[tuple[str, str], Fraction] = {}
        for chance, one, *_ in ends:
            asked = one.asked
            key = ("", "") if asked is None else (asked.side, asked.prompt)
            by_end[key] = by_end.get(key, Fraction(0)) + chance
        reported: dict[tuple[str, str], Fraction] = {}
        for end, chance in courses.ends.items():
            key = (end.side, end.prompt) if end.side else ("", "")
            reported[key] = reported.get(key, Fraction(0)) + chance
        assert reported == by_end
        if looked == LISTS:
            return
    pytest.fail("too few lists with dice were written")


@pytest.mark.few(2)
@pytest.mark.parametrize("name", GAMES)
def test_what_becomes_of_an_order_adds_up(name):
    looked = 0
    for play, orders in lists(name):
        try:
            courses = every_course(hand_in(play.copy(), orders), rolls=300)
        except TooManyCoursesError:
            continue
        looked += 1
        assert sum(courses.ends.values()) == sum(courses.together.values()) == 1
        for unit, chance in courses.lost.items():
            assert chance == sum(c for units, c in courses.together.items() if unit in units)
        for fate in courses.fates:
            assert fate.done + fate.left_out + fate.lapsed <= 1
            assert all(0 < chance <= 1 for chance in fate.results.values())
            assert sum(fate.results.values()) <= fate.done, "of one order one result stands"
        if looked == LISTS * 4:
            return


@pytest.mark.few(1, 2)
@pytest.mark.parametrize("name", GAMES)
def test_a_sample_comes_close_to_all_courses(name):
    runs, looked = 100, 0
    for play, orders in lists(name):
        try:
            exact = every_course(hand_in(play.copy(), orders))
        except TooManyCoursesError:
            continue
        if len(exact.ends) < 2:
            continue
        dice = SeededDice(random.Random(looked))  # noqa: S311 - no secret
        sample = some_courses(hand_in(play.copy(), orders), dice, runs=runs)
        assert sample.runs == runs
        for end, chance in exact.ends.items():
            spread = math.sqrt(chance * (1 - chance) / runs)
            assert abs(chance - sample.ends.get(end, 0)) <= 5 * spread
        assert set(sample.ends) <= set(exact.ends)
        looked += 1
        if looked == times(1, of=1):
            return


def dice_of(what: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how often dice are let fall meanwhile."""
    often, roll = [0], Play.roll_once

    def counted(play: Play, dice: Dice, **how: bool) -> None:
        often[0] += 1
        roll(play, dice, **how)

    with monkeypatch.context() as patch:
        patch.setattr(Play, "roll_once", counted)
        what()
    return often[0]


def too_long(name: str) -> Begun:
    """Return the first list that needs more dice than `every_course` looks at."""
    for play, orders in lists_at_length(name):
        try:
            every_course(hand_in(play.copy(), orders))
        except TooManyCoursesError:
            return hand_in(play.copy(), orders)
    raise AssertionError("all lists are short")


@pytest.mark.parametrize("name", ["saipan", "manila"])
def test_a_sample_goes_on_from_the_courses_that_were_looked_at(name, monkeypatch):
    begun = too_long(name)

    def dice() -> SeededDice:
        return SeededDice(random.Random(1))  # noqa: S311 - no secret

    def every() -> None:
        with pytest.raises(TooManyCoursesError):
            every_course(begun)

    apart = dice_of(every, monkeypatch), dice_of(lambda: some_courses(begun, dice()), monkeypatch)
    together = dice_of(lambda: all_or_some(begun, dice()), monkeypatch)
    assert together < sum(apart)
    assert all_or_some(begun, dice()).runs == RUNS


def test_equal_courses_of_a_sample_are_played_once(monkeypatch):
    """A die of Saipan has six faces, so that of its first die at most six results are played."""
    begun = too_long("saipan")
    dice = SeededDice(random.Random(1))  # noqa: S311 - no secret
    one_by_one = sum(
        dice_of(lambda: some_courses(begun, dice, runs=1), monkeypatch) for _ in range(100)
    )
    assert dice_of(lambda: some_courses(begun, dice), monkeypatch) < one_by_one * 3 / 4


@pytest.mark.parametrize("name", ["manila", "tokyo without volunteers"])
def test_no_die_of_a_trial_is_reported_and_no_order_is_read_twice(name, monkeypatch):
    """Nobody reads the dice of hundreds of courses, and the orders of a list stay as they are."""
    begun, reported, read = too_long(name), list[object](), Counter[int]()
    read_order = begun.play.game.read_order
    monkeypatch.setattr(play_module, "Rolled", lambda **of: reported.append(of))
    monkeypatch.setattr(
        begun.play.game, "read_order", lambda raw: read.update([id(raw)]) or read_order(raw)
    )
    assert all_or_some(begun, SeededDice(random.Random(1))).runs == RUNS  # noqa: S311
    assert reported == []
    assert not {id(raw) for raw in begun.orders} & read.keys()


def test_too_many_courses_are_foreseen(monkeypatch):
    """The rolls of 16 places or more are counted, and do not fall."""
    begun = too_long("manila")

    def every() -> None:
        with pytest.raises(TooManyCoursesError, match="more than 250 dice in all"):
            every_course(begun)

    assert 0 < dice_of(every, monkeypatch) < ROLLS_MOST / 2


def test_equal_orders_of_a_list_have_a_fate_each():
    """They may be one object, where a program wrote them."""
    play = us_combat(us={"1/2": "1204"}, jp={"317": "1305", "316": "2406"})
    attack = {"do": "attack", "on": ["317"], "with": ["1/2"]}
    first, second = every_course(hand_in(play.copy(), [attack, attack])).fates
    assert (first.done, first.lapsed) == (1, 0)
    assert second.done < 1


def test_a_trial_changes_nothing():
    play, orders = next(iter(lists("saipan")))
    before = play.game.describe(play.position), play.asked
    every_course(hand_in(play.copy(), orders))
    assert (play.game.describe(play.position), play.asked) == before


def us_combat(us: dict[str, str], jp: dict[str, str], phase: str = "us combat") -> Play:
    """Return a combat phase of the US in Saipan, or another, in which these units stand."""
    play = begin(bind(Setup("saipan", "historical", {"us_gsp": 0})))
    given = {"turn": 3, "phase": phase, "clear": True, "units": {"us": us, "jp": jp}}
    play.position = play.game.arrange(given, play.cups)
    play.await_need()
    return play


def test_losses_of_two_attacks_are_reported_together():
    """Two attacks that know nothing of each other: the chances multiply."""
    play = us_combat(
        us={"1/2": "1204", "2/2": "0905"}, jp={"317": "1305", "318": "0805", "316": "2406"}
    )
    one, two = ({"do": "attack", "on": [on], "with": [by]} for on, by in
                (("317", "1/2"), ("318", "2/2")))  # fmt: skip
    # Ex by one face of either die; all others drive back.
    assert every_course(hand_in(play.copy(), [one, two])).together == {
        (): Fraction(25, 36),
        ("1/2", "317"): Fraction(5, 36),
        ("2/2", "318"): Fraction(5, 36),
        ("1/2", "2/2", "317", "318"): Fraction(1, 36),
    }


def test_a_guard_that_never_holds_leaves_its_order_out_in_every_course():
    play = us_combat(
        us={"1/2": "1204", "2/2": "0905"}, jp={"317": "1305", "318": "0805", "316": "2406"}
    )
    text = "attack 317 with 1/2; attack 318 with 2/2; if turn = 9: end combat"
    courses = every_course(hand_in(play.copy(), read_text(play, "us", text).orders))
    guarded = courses.fates[-1]
    assert (guarded.left_out, guarded.done, guarded.lapsed) == (1, 0, 0)


def test_a_list_that_only_skips_does_nothing():
    play = begin(bind(Setup("saipan", "historical")))
    courses = every_course(hand_in(play.copy(), [{"do": "attack", "on": ["318"], "with": ["1/2"]}]))
    assert [fate.lapsed for fate in courses.fates] == [1]
    assert (courses.besides, courses.together) == ({}, {(): 1})


def test_what_the_table_orders_by_itself_is_no_result_of_the_order_before():
    """After the first attack 2/2 must attack 318 and nobody else can (7.1): that has own dice."""
    jp = {"317": "1305", "318": "0805", "316": "2406"}
    play = us_combat(us={"1/2": "1204", "2/2": "0905"}, jp=jp)
    courses = every_course(hand_in(play.copy(), [{"do": "attack", "on": ["317"], "with": ["1/2"]}]))
    (fate,) = courses.fates
    assert sum(fate.results.values()) == 1
    ((key, results),) = courses.besides.items()
    assert key == Besides("us", "attack 318 with 2/2")
    # If the US is asked about an advance after the first, the list is over.
    over = sum(chance for end, chance in courses.ends.items() if "1305" in end.prompt)
    assert 0 < sum(results.values()) == 1 - over < 1


def test_nor_are_its_dice_those_of_an_order_that_ends_the_phase_before():
    """As 2/2 must attack 318, and nothing else is to be done, the list comes to dice by itself."""
    jp = {"318": "0805", "316": "2406"}
    play = us_combat(us={"2/2": "0905"}, jp=jp, phase="us movement")
    courses = every_course(hand_in(play.copy(), [{"do": "end", "phase": "movement"}]))
    (fate,) = courses.fates
    assert (fate.done, fate.results) == (1, {})
    ((key, results),) = courses.besides.items()
    assert key == Besides("us", "attack 318 with 2/2")
    assert sum(results.values()) == 1
