"""The fate of each order of a list, past all of its dice: in every course, or in a sample.

The table itself carries the list out, die by die, on copies of the game. Two courses that come to
the same position are one from there on. If there are too many, some courses are played with dice
from a seed, and that is said: `Courses.runs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from pbem.errors import PbemError
from pbem.kit.chances.battles import unseen
from pbem.kit.chances.chance import TooManyWaysError, falls, supposed
from pbem.kit.contract import Order, Outcome, Question, RawOrder
from pbem.kit.dice import Dice, ForcedDice
from pbem.play.begun import Begun
from pbem.play.listed import OrderList
from pbem.play.outcomes import Lapsed, LeftOut, Rolled
from pbem.play.play import Play

ROLLS_MOST = 250
"""Dice that are let fall before it is given up to look at every course."""

RUNS = 100
"""So many courses are a sample, unless somebody wants more."""


class Why(NamedTuple):
    """Why an order is skipped: the reason in words and its paragraph."""

    why: str
    paragraph: str


class End(NamedTuple):
    """The end of a course: in front of which order (None: after the last), and what comes then."""

    place: int | None
    side: str
    prompt: str


class Asked(NamedTuple):
    """A question to a side on the way, in front of which order, and its assumed answer.

    If the author themselves is asked, their list waits for them there.
    """

    place: int | None
    side: str
    prompt: str
    answer: str


class Besides(NamedTuple):
    """An order of no one's list, or of another list, that goes on by itself after this one."""

    side: str
    order: str


class Fate(msgspec.Struct):
    """The fates of one order, each with its chance.

    It is ``done``, ``left_out`` by its guard, or it ``lapses`` for one of some reasons;
    ``results``: what is read for it where dice decide, one result at most in each course.
    """

    done: Fraction = Fraction(0)
    left_out: Fraction = Fraction(0)
    lapses: dict[Why, Fraction] = {}
    results: dict[str, Fraction] = {}

    @property
    def lapsed(self) -> Fraction:
        """The chance that the order is skipped, for whatever reason."""
        return sum(self.lapses.values(), Fraction(0))


class Courses(msgspec.Struct):
    """The possible results of each order of a list, with all results of its dice.

    Chances are fractions, and each mapping leads to one.

    - ``fates``: of each order the chances ``done`` and ``left_out`` (by its condition), those of
      ``lapses`` by reason, and ``results``, at most one in each course;
    - ``ends``: where the list ends, and what comes then;
    - ``waits``: questions to the author that the list does not answer;
    - ``asked``: questions to the others;
    - ``lost``: unit -> chance that it is lost; ``together``: all units lost in one course, sorted;
    - ``out``: unit -> chance that it leaves a battle without being lost;
    - ``besides``: results of orders that are not of this list: the only legal order, or one of a
      list that had waited;
    - ``runs``: the size of the sample; 0 if all courses were followed.
    """

    fates: list[Fate]
    runs: int = 0
    ends: dict[End, Fraction] = {}
    waits: dict[Asked, Fraction] = {}
    asked: dict[Asked, Fraction] = {}
    lost: dict[str, Fraction] = {}
    out: dict[str, Fraction] = {}
    together: dict[tuple[str, ...], Fraction] = {}
    besides: dict[Besides, dict[str, Fraction]] = {}


class TooManyCoursesError(PbemError):
    """There are more courses than are looked at."""


def every_course(begun: Begun, *, rolls: int = ROLLS_MOST) -> Courses:
    """Return what becomes of a list of the player who is asked, in every course with its chance.

    An order that is not legal is skipped and keeps no other back. Anyone who else interrupts lets
    pass what may pass, else answers sensibly; where the author is interrupted and their list does
    not answer, they answer sensibly and goes on with it. Raises TooManyCoursesError where more than
    ``rolls`` dice are let fall.
    """
    watch = _Watch(begun)
    left = rolls
    open_ = [watch.begin(Fraction(1))]
    while open_:
        merged: dict[bytes, _Course] = {}
        for course in open_:
            watch.settle(course)
            if course.play.due is None:
                watch.end(course)
                continue
            try:
                for one in watch.branches(course, left):
                    left -= 1
                    if left < 0:
                        raise TooManyWaysError
                    known = merged.setdefault(one.mark(), one)
                    if known is not one:
                        known.chance += one.chance
            except TooManyWaysError:
                why = f"its courses need more than {rolls} dice in all"
                raise TooManyCoursesError(why) from None
        open_ = list(merged.values())
    return watch.found


def some_courses(begun: Begun, dice: Dice, *, runs: int = RUNS) -> Courses:
    """Return what becomes of a list in some courses, played one by one.

    All else is as in `every_course`.

    Args:
        begun: The list as it was handed in.
        dice: The dice.
        runs: How many courses to play.
    """
    watch = _Watch(begun)
    watch.found.runs = runs
    for _ in range(runs):
        course = watch.begin(Fraction(1, runs))
        watch.settle(course)
        while course.play.due is not None:
            course.play.roll_once(dice)
            watch.tally(course)
            watch.settle(course)
        watch.end(course)
    return watch.found


def one_course(begun: Begun, dice: ForcedDice, *, passing: bool = True) -> None:
    """Carry out a list with given dice, until its author is asked or the dice run out.

    The play of ``begun`` is changed.

    Args:
        begun: The list as it was handed in.
        dice: The dice that somebody named.
        passing: Others answer as in `every_course`, else as a computer player who shows no card.

    Raises:
        ForcedDiceError: A die cannot have the named face.
    """
    play, author = begun.play, begun.play.seats[begun.side]
    while True:
        if play.due is not None and dice.left:
            play.roll_once(dice)
        elif _interrupts(play) and play.seats[_asked(play).side] != author:
            _answer(play, unseen(play.game, play.position, _asked(play), passing=passing))
        else:
            return


def _asked(play: Play) -> Question:
    assert play.asked is not None  # noqa: S101 - anyone who tries a list is asked
    return play.asked


def _interrupts(play: Play) -> bool:
    """Say whether somebody is asked on the way what they may be supposed to answer."""
    return play.asked is not None and not play.asked.phase and play.asked.secret is None


def _suppose(play: Play, rest: Sequence[RawOrder] = (), *, passing: bool) -> str:
    """Let the asked player answer as supposed, and carry out the ``rest`` of their list."""
    order = supposed(play.game, play.position, _asked(play), passing=passing)
    _answer(play, order, rest)
    return play.game.text(order)


def _answer(play: Play, order: Order, rest: Sequence[RawOrder] = ()) -> None:
    raw = play.game.write_order(order)
    play.order(play.seats[_asked(play).side], [raw, *rest], strict=False)


class _Course:
    """One course: its chance, its game, and how far the list has come in it.

    - ``begun``: So many orders were taken from the list.
    - ``last``: The place of the last one that was carried out, whose dice are rolled, unless they
      are of ``other``.
    - ``doing``: The deed of the play when that was noted.
    - ``read``: The last result of it.
    - ``lost``: The units lost so far.
    - ``places``: The identity of what spells an order that is left -> that object, which is kept,
      and its place.
    """

    def __init__(self, chance: Fraction, play: Play, begun: int, last: int) -> None:
        self.chance = chance
        self.play = play
        self.begun = begun
        self.last = last
        self.other: Besides | None = None
        self.doing = play.doing
        self.read = ""
        self.lost: frozenset[str] = frozenset()
        self.places: dict[int, tuple[RawOrder, int]] = {}

    def twin(self) -> _Course:
        """Return an independent course at the same point, without the places of its orders."""
        twin = _Course(self.chance, self.play.copy(), self.begun, self.last)
        twin.other, twin.doing, twin.read = self.other, self.doing, self.read
        twin.lost = self.lost
        return twin

    def mark(self) -> bytes:
        """Return what two courses have in common that go on alike."""
        play, lost = self.play, sorted(self.lost)
        return msgspec.msgpack.encode(
            (play.position, play.cups, play.lists, play.standing, self.last, self.other, self.read,
             lost)
        )  # fmt: skip

    def number(self, orders: Sequence[RawOrder], many: int) -> None:
        """Note the places of the last ``orders`` of ``many``; after guards an order has theirs."""
        for place, order in enumerate(orders, many - len(orders)):
            raw = order
            self.places[id(raw)] = (raw, place)
            while raw["do"] == "if":
                raw = raw["then"]
                self.places[id(raw)] = (raw, place)


class _Watch:
    """Carries a list out, and notes what becomes of its orders."""

    def __init__(self, begun: Begun) -> None:
        self._begun = begun
        self._side = begun.side
        self._me = begun.play.seats[begun.side]
        self.found = Courses([Fate() for _ in begun.orders])

    def begin(self, chance: Fraction) -> _Course:
        """Return a course with this chance, up to the first dice or question."""
        course = _Course(chance, self._begun.again(), 0, -1)
        course.doing = None
        course.number(self._begun.orders, len(self._begun.orders))
        self._number(course)
        return course

    def _number(self, course: _Course) -> None:
        """Note the places of what is left of the list on a play that was copied."""
        mine = self._mine(course)
        course.number(mine.orders if mine else (), len(self._begun.orders))

    def branches(self, course: _Course, most: int) -> Iterable[_Course]:
        """Yield the courses in which one goes on as the dice that are due fall.

        Raises TooManyWaysError as soon as it is certain that these are more than ``most``.
        """
        play = course.play

        def rolled(dice: Dice) -> _Course:
            after = course.twin()
            self._number(after)
            after.play.roll_once(dice)
            return after

        for chance, after in falls(play.game, play.position, play.cups, rolled, most):
            after.chance *= chance
            self.tally(after)
            yield after

    def settle(self, course: _Course) -> None:
        """Answer what is asked on the way, until dice are due or the list goes no further."""
        self.tally(course)
        play = course.play
        while _interrupts(play):
            asked, mine = _asked(play), self._mine(course)
            own, place = asked.side == self._side, course.begun if mine else None
            if not own:
                found, answer = self.found.asked, _suppose(play, passing=True)
            elif mine is not None:
                play.lists.remove(mine)
                found, answer = self.found.waits, _suppose(play, mine.orders, passing=False)
            else:
                return  # the list was carried out
            _add(found, Asked(place, asked.side, asked.prompt, answer), course.chance)
            self.tally(course)

    def end(self, course: _Course) -> None:
        """Note where a course ends."""
        play, mine = course.play, self._mine(course)
        if play.asked is not None:
            place = course.begun if mine else None
            end = End(place, play.asked.side, play.asked.prompt)
        else:
            end = End(None, "", "" if play.result is None else play.result.why)
        _add(self.found.ends, end, course.chance)
        _add(self.found.together, tuple(sorted(course.lost)), course.chance)

    def tally(self, course: _Course) -> None:
        """Note what has become of orders since this was last asked."""
        play, chance, fates = course.play, course.chance, self.found.fates
        gone: set[int] = set()
        result = ""
        for outcome in _decided(play):
            reading = play.game.reading(outcome)
            if reading is not None and reading.final:
                result = reading.result
            self._count_out(course, outcome)
            if not isinstance(outcome, Lapsed | LeftOut) or id(outcome.order) not in course.places:
                continue
            place = course.places[id(outcome.order)][1]
            gone.add(place)
            if isinstance(outcome, Lapsed):
                _add(fates[place].lapses, Why(outcome.why, outcome.paragraph), chance)
            else:
                fates[place].left_out += chance
        if result and course.other is not None:
            _stand(course, self.found.besides.setdefault(course.other, {}), result)
        elif result and course.last >= 0:
            _stand(course, fates[course.last].results, result)
        mine = self._mine(course)
        left = len(mine.orders) if mine else 0
        for place in range(course.begun, len(fates) - left):
            if place not in gone:
                fates[place].done += chance
                course.last, course.other, course.read = place, None, ""
        course.begun = len(fates) - left
        self._note_other(course)

    def _count_out(self, course: _Course, outcome: Outcome) -> None:
        """Note whom an outcome takes away, for good or out of a battle."""
        for unit in course.play.game.lost(outcome):
            _add(self.found.lost, unit, course.chance)
            course.lost |= {unit}
        for unit in course.play.game.out(outcome):
            _add(self.found.out, unit, course.chance)

    def _note_other(self, course: _Course) -> None:
        """Note whose dice are due, where that is no order of this list."""
        play = course.play
        if play.doing is None or play.doing is course.doing:
            return
        course.doing, course.read = play.doing, ""
        side, raw = play.doing
        if course.places.get(id(raw), (None,))[0] is not raw:
            course.other = Besides(side, play.game.text(play.game.read_order(raw)))

    def _mine(self, course: _Course) -> OrderList | None:
        """Return what is left of the list, None where nothing is."""
        lists: list[OrderList] = course.play.lists
        return next((o for o in lists if o.by == self._me and o.side == self._side), None)


def _decided(play: Play) -> list[Outcome]:
    """Return what happened since this was last asked, but for the dice, which are the most."""
    return [outcome for outcome in play.forget() if not isinstance(outcome, Rolled)]


def _stand(course: _Course, results: dict[str, Fraction], result: str) -> None:
    """Let a result stand; one read before it, such as a draw that is fought on, stands no more."""
    if course.read:
        results[course.read] -= course.chance
        if not results[course.read]:
            del results[course.read]
    _add(results, result, course.chance)
    course.read = result


def _add(found: dict[Any, Fraction], key: Any, chance: Fraction) -> None:
    found[key] = found.get(key, Fraction(0)) + chance
