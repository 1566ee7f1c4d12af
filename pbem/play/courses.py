"""The fate of each order of a list, past all of its dice: in every course, or in a sample.

The table itself carries the list out, die by die, on copies of the game. Two courses that come to
the same position are one from there on. If there are too many, some courses are played with dice
from a seed, and that is said: `Courses.runs`. They go on from what was looked at before.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import accumulate, chain, islice
from math import lcm
from typing import Any, NamedTuple

import msgspec

from pbem.errors import PbemError
from pbem.kit.chances.battles import unseen
from pbem.kit.chances.chance import TooManyWaysError, falls, supposed
from pbem.kit.contract import Fall, Order, Outcome, Question, RawOrder
from pbem.kit.dice import Dice, Fixed, ForcedDice, SeededDice
from pbem.kit.keeping import keeping
from pbem.play.begun import Begun
from pbem.play.listed import OrderList
from pbem.play.outcomes import Lapsed, LeftOut, Rolled, Settled, StandingLapsed
from pbem.play.play import Play
from pbem.play.unswept import unswept

ROLLS_MOST = 250
"""Dice that are let fall before it is given up to look at every course."""

RUNS = 100
"""So many courses are a sample, unless somebody wants more."""


SILENT = frozenset((Rolled, Settled, StandingLapsed))
NOT_DONE = (Lapsed, LeftOut)
"""Reports of the table that say nothing of an order, and those that say why it is not done."""

SHARED = 20
"""If so many courses of a sample roll at once, the game is asked which rolls differ."""


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
    not answer, they answer sensibly and go on with it. Raises TooManyCoursesError where more than
    ``rolls`` dice are let fall.
    """
    return _Ways(begun).every(rolls)


def some_courses(begun: Begun, dice: SeededDice, *, runs: int = RUNS) -> Courses:
    """Return what becomes of a list in some courses, each played with its own dice.

    All else is as in `every_course`.

    Args:
        begun: The list as it was handed in.
        dice: The dice.
        runs: How many courses to play.
    """
    return _Ways(begun).some(dice, runs)


def all_or_some(
    begun: Begun, dice: SeededDice, *, rolls: int = ROLLS_MOST, runs: int = RUNS
) -> Courses:
    """Return what `every_course` says, or `some_courses` if that needs too many dice.

    ``rolls``: the most dice of all courses together. ``runs``: how many are played otherwise.
    """
    ways = _Ways(begun)
    try:
        return ways.every(rolls)
    except TooManyCoursesError:
        return ways.some(dice, runs)


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
            order = unseen(play.game, play.position, _asked(play), passing=passing)
            _answer(play, play.spell(order))
        else:
            return


def _asked(play: Play) -> Question:
    assert play.asked is not None  # noqa: S101 - anyone who tries a list is asked
    return play.asked


def _interrupts(play: Play) -> bool:
    """Say whether somebody is asked on the way what they may be supposed to answer."""
    return play.asked is not None and not play.asked.phase and play.asked.secret is None


def _answer(play: Play, raw: RawOrder, rest: Sequence[RawOrder] = ()) -> None:
    play.order(play.seats[_asked(play).side], [raw, *rest], strict=False)


_Note = tuple[Any, ...]
"""A name of what `_Totals` adds up, and what it is about."""


class _Point:
    """A point to which courses come: dice have just fallen there, or the list has just begun.

    - ``begun``: So many orders were taken from the list.
    - ``last``: The place of the last one that was carried out, whose dice are rolled, unless they
      are of ``other``.
    - ``doing``: The deed of the play when that was noted.
    - ``read``: The last result of it.
    - ``lost``: The units lost so far.

    The rest is found out once, by `_Ways`:

    - ``settled``: Notes up to the next dice or to the end; None before anybody looked.
    - ``shares``: The ways that differ in which the next dice fall, if the game names them.
    - ``ahead``: Numbers that dice show -> where that leads.
    - ``asked``: The first numbers -> the faces of the die that falls after them.
    - ``ways``: All ways, each with its chance; None before all were looked at.
    """

    def __init__(self, play: Play, begun: int, last: int) -> None:
        self.play = play
        self.begun = begun
        self.last = last
        self.other: Besides | None = None
        self.doing = play.doing
        self.read = ""
        self.lost: frozenset[str] = frozenset()
        self.settled: list[_Note] | None = None
        self.shares: list[Fall] | None = None
        self.ahead: dict[tuple[int, ...], _Way] = {}
        self.asked: dict[tuple[int, ...], int] = {}
        self.ways: list[tuple[Fraction, _Way]] | None = None

    def twin(self) -> _Point:
        """Return an independent point where everything stands as here, once it is settled."""
        twin = _Point(self.play.copy(), self.begun, self.last)
        twin.other, twin.doing, twin.read = self.other, self.doing, self.read
        twin.lost = self.lost
        return twin

    def mark(self) -> bytes:
        """Return what two points have in common from which it goes on alike."""
        play, lost = self.play, sorted(self.lost)
        return msgspec.msgpack.encode(
            (play.position, play.cups, play.lists, play.standing, self.last, self.other, self.read,
             lost)
        )  # fmt: skip


class _Way(NamedTuple):
    """The point to which dice lead, and what is noted on the way."""

    notes: list[_Note]
    to: _Point


class _Totals:
    """How often each note was made: sums of whole numbers, of which there are ``parts`` in all."""

    def __init__(self, parts: int = 1) -> None:
        self._parts = parts
        self._weights: dict[_Note, int] = {}

    def add(self, notes: Sequence[_Note], weight: int) -> None:
        """Add a weight to notes."""
        weights = self._weights
        for note in notes:
            weights[note] = weights.get(note, 0) + weight

    def divide(self, by: int) -> None:
        """Make so many parts of each, of all that was added up."""
        if by > 1:
            self._parts *= by
            self._weights = {note: weight * by for note, weight in self._weights.items()}

    def courses(self, orders: int, runs: int) -> Courses:
        """Return what the notes say of a list of so many orders."""
        found = Courses([Fate() for _ in range(orders)], runs)
        shares = {note: Fraction(weight, self._parts) for note, weight in self._weights.items()}
        for (what, *about), share in shares.items():
            match what, about:
                case "done", (place,):
                    found.fates[place].done = share
                case "left out", (place,):
                    found.fates[place].left_out = share
                case "lapse", (place, why):
                    found.fates[place].lapses[why] = share
                case "result", (of, result):
                    stands = share - shares.get(("not so", of, result), 0)
                    of_it = (
                        found.besides.setdefault(of, {})
                        if isinstance(of, Besides)
                        else found.fates[of].results
                    )
                    if stands:
                        of_it[result] = stands
                case "not so", _:
                    pass
                case _, (key,):
                    getattr(found, what)[key] = share
        return found


class _Ways:
    """Carries a list out, point by point, and notes what becomes of its orders.

    No way is carried out twice: every course and some go on from the same points.
    """

    def __init__(self, begun: Begun) -> None:
        self._side = begun.side
        self._me = begun.play.seats[begun.side]
        self._orders = len(begun.orders)
        self._places: dict[int, tuple[RawOrder, int]] = {}
        for place, order in enumerate(begun.orders):
            raw = order
            self._places[id(raw)] = raw, place
            while raw["do"] == "if":  # after guards an order has theirs
                raw = raw["then"]
                self._places[id(raw)] = raw, place
        self._known: dict[bytes, _Point] = {}
        self._said: dict[Order, tuple[RawOrder, str]] = {}
        self._telling: Collection[type[Outcome]] | None = getattr(begun.play.game, "telling", None)
        self._first = _Point(begun.again(), 0, -1)
        self._first.doing = None

    @unswept
    def every(self, rolls: int) -> Courses:
        """Return what becomes of the list in every course."""
        totals, open_, left = _Totals(), {self._first: 1}, rolls
        while open_:
            try:
                left -= self._open([point for point in open_ if self._goes_on(point)], left)
            except TooManyWaysError:
                why = f"its courses need more than {rolls} dice in all"
                raise TooManyCoursesError(why) from None
            ways = {point: point.ways or () for point in open_}
            common = lcm(*(chance.denominator for each in ways.values() for chance, _ in each))
            totals.divide(common)
            after: dict[_Point, int] = {}
            for point, weight in open_.items():
                totals.add(point.settled or (), weight * common)
                for chance, way in ways[point]:
                    share = weight * common // chance.denominator * chance.numerator
                    totals.add(way.notes, share)
                    after[way.to] = after.get(way.to, 0) + share
            open_ = after
        return totals.courses(self._orders, 0)

    @unswept
    def some(self, dice: SeededDice, runs: int) -> Courses:
        """Return what becomes of the list in so many courses."""
        totals, open_ = _Totals(runs), {self._first: runs}
        while open_:
            after: dict[_Point, int] = {}
            for point, many in open_.items():
                goes_on = self._goes_on(point)
                totals.add(point.settled or (), many)
                if not goes_on:
                    continue
                for way, times in self._drawn(point, dice, many, totals):
                    totals.add(way.notes, times)
                    after[way.to] = after.get(way.to, 0) + times
            open_ = after
        return totals.courses(self._orders, runs)

    # --- the ways from a point ---------------------------------------------------------------

    def _goes_on(self, point: _Point) -> bool:
        """Settle a point; say whether dice are due then."""
        if point.settled is None:
            first = self._tally(point) if point is self._first else []
            point.settled = [*first, *self._settle(point)]
        return point.play.due is not None

    def _open(self, points: Sequence[_Point], most: int) -> int:
        """Look at all ways from points; return how many these are.

        Raises TooManyWaysError as soon as it is certain that these are more than ``most``.
        """
        begun, least = list[Iterable[tuple[Fraction, _Way]]](), 0
        for point in points:
            each, ways = self._begin(point, most - least)
            least += each
            if least > most:
                raise TooManyWaysError
            begun.append(ways)
        many = 0
        for point, ways in zip(points, begun, strict=True):
            point.ways = list(islice(ways, most - many + 1))
            many += len(point.ways)
            if many > most:
                raise TooManyWaysError
        return many

    def _begin(self, point: _Point, most: int) -> tuple[int, Iterable[tuple[Fraction, _Way]]]:
        """Return how many ways there are from a point at the least, and what yields them."""
        if point.ways is not None:
            return len(point.ways), point.ways
        shares = self._shares(point, most)
        if shares:
            return len(shares), ((share, self._way(point, shown)) for share, shown in shares)
        game, position, cups = point.play.game, point.play.position, point.play.cups
        ways = falls(game, position, cups, lambda dice: self._rolled(point, dice), most)
        first = next(ways)
        return 1 + sum(faces - 1 for faces in point.asked.values()), chain((first,), ways)

    def _shares(self, point: _Point, most: int) -> Sequence[Fall]:
        """Return the ways that differ in which dice fall; none if the game does not name them.

        Raises TooManyWaysError where these are more than ``most``.
        """
        if point.shares is None:
            named = point.play.game.falls(point.play.position, point.play.cups)
            shares = [] if named is None else list(islice(named, most + 1))
            point.shares = shares if len(shares) <= most else []
            if len(shares) > most:
                raise TooManyWaysError
        return point.shares

    def _way(self, point: _Point, shown: tuple[int, ...]) -> _Way:
        """Return where dice lead that show these numbers."""
        if shown not in point.ahead:
            point.ahead[shown] = self._rolled(point, Fixed(shown))
        return point.ahead[shown]

    def _rolled(self, point: _Point, dice: Dice, first: Sequence[int] = ()) -> _Way:
        """Return where dice lead that begin with some numbers, and keep that with the point."""
        after, shown = point.twin(), _Shown(dice, first)
        after.play.roll_once(shown, reported=False)
        got: tuple[int, ...] = ()
        for faces, number in shown.numbers:
            point.asked[got] = faces
            got = *got, number
        notes = self._tally(after)
        way = _Way(notes, self._known.setdefault(after.mark(), after))
        point.ahead[got] = way
        return way

    def _drawn(
        self, point: _Point, dice: SeededDice, many: int, totals: _Totals
    ) -> Iterator[tuple[_Way, int]]:
        """Yield where so many rolls lead, and how many of them lead there.

        A single roll to where nobody was is not kept: its course is followed to its end, and noted.
        """
        ways: Sequence[tuple[Fraction, Any]] = point.ways or ()
        if not ways and many >= SHARED:
            with suppress(TooManyWaysError):
                ways = self._shares(point, ROLLS_MOST)
        if ways:
            parts = lcm(*(chance.denominator for chance, _ in ways))
            sums = [
                *accumulate(chance.numerator * parts // chance.denominator for chance, _ in ways)
            ]
            picks = Counter(bisect(sums, dice.uniform(parts, "", "")) for _ in range(many))
            for at, times in picks.items():
                found = ways[at][1]
                yield (found if point.ways else self._way(point, found)), times
            return
        for _ in range(many):
            got: tuple[int, ...] = ()
            while faces := point.asked.get(got):
                got = *got, dice.uniform(faces, "", "")
            if (way := point.ahead.get(got)) is not None:
                yield way, 1
            elif many > 1:
                yield self._rolled(point, dice, got), 1
            else:
                self._follow(point.twin(), got, dice, totals)

    def _follow(self, point: _Point, got: Sequence[int], dice: SeededDice, totals: _Totals) -> None:
        """Note one course from a point to its end; the point is changed.

        Its first dice begin with the numbers that they got already.
        """
        first: Dice = _Shown(dice, got) if got else dice
        while point.play.due is not None:
            point.play.roll_once(first, reported=False)
            first = dice
            totals.add(self._tally(point), 1)
            totals.add(self._settle(point), 1)

    # --- what happens between dice -----------------------------------------------------------

    def _settle(self, point: _Point) -> list[_Note]:
        """Answer what is asked on the way, until dice are due or the list goes no further."""
        play, notes = point.play, list[_Note]()
        with keeping(play.game, play.position):
            while _interrupts(play):
                asked, mine = _asked(play), self._mine(play)
                place = point.begun if mine else None
                if asked.side != self._side:
                    what, answer = "asked", self._suppose(play, passing=True)
                elif mine is not None:
                    play.lists.remove(mine)
                    what, answer = "waits", self._suppose(play, mine.orders, passing=False)
                else:
                    break  # the list was carried out
                notes.append((what, Asked(place, asked.side, asked.prompt, answer)))
                notes += self._tally(point)
        return notes if play.due is not None else [*notes, *self._end(point)]

    def _suppose(self, play: Play, rest: Sequence[RawOrder] = (), *, passing: bool) -> str:
        """Let the asked player answer as supposed, and carry out the ``rest`` of their list."""
        order = supposed(play.game, play.position, _asked(play), passing=passing)
        if order not in self._said:
            self._said[order] = play.spell(order), play.game.text(order)
        raw, text = self._said[order]
        play.read = {**play.read, id(raw): (raw, order)}
        _answer(play, raw, rest)
        return text

    def _end(self, point: _Point) -> list[_Note]:
        """Return where a course ends."""
        play, mine = point.play, self._mine(point.play)
        if play.asked is not None:
            end = End(point.begun if mine else None, play.asked.side, play.asked.prompt)
        else:
            end = End(None, "", "" if play.result is None else play.result.why)
        return [("ends", end), ("together", tuple(sorted(point.lost)))]

    def _tally(self, point: _Point) -> list[_Note]:
        """Return what has become of orders since this was last asked."""
        play, notes, gone = point.play, list[_Note](), set[int]()
        result = self._heard(point, notes, gone)
        if result and (point.other is not None or point.last >= 0):
            of = point.last if point.other is None else point.other
            if point.read:  # one such as a draw that is fought on stands no more
                notes.append(("not so", of, point.read))
            notes.append(("result", of, result))
            point.read = result
        mine = self._mine(play)
        begun = self._orders - (len(mine.orders) if mine else 0)
        for place in range(point.begun, begun):
            if place not in gone:
                notes.append(("done", place))
                point.last, point.other, point.read = place, None, ""
        point.begun = begun
        self._note_other(point)
        return notes

    def _heard(self, point: _Point, notes: list[_Note], gone: set[int]) -> str:
        """Note what outcomes say, and which places of the list are ``gone``; return the result."""
        game, result, telling = point.play.game, "", self._telling
        reading_of, lost, out = game.reading, game.lost, game.out
        for outcome in point.play.forget():
            if isinstance(outcome, NOT_DONE):
                found = self._places.get(id(outcome.order))
                if found is not None:
                    gone.add(found[1])
                    notes.append(_left(outcome, found[1]))
                continue
            kind = type(outcome)
            if kind in SILENT if telling is None else kind not in telling:
                continue
            reading = reading_of(outcome)
            if reading is not None and reading.final:
                result = reading.result
            for unit in lost(outcome):
                point.lost |= {unit}
                notes.append(("lost", unit))
            notes += (("out", unit) for unit in out(outcome))
        return result

    def _note_other(self, point: _Point) -> None:
        """Note whose dice are due, where that is no order of this list."""
        play = point.play
        if play.doing is None or play.doing is point.doing:
            return
        point.doing, point.read = play.doing, ""
        side, raw = play.doing
        if self._places.get(id(raw), (None,))[0] is not raw:
            point.other = Besides(side, play.game.text(play.game.read_order(raw)))

    def _mine(self, play: Play) -> OrderList | None:
        """Return what is left of the list, None where nothing is."""
        for one in play.lists:
            if one.by == self._me and one.side == self._side:
                return one
        return None


def _left(outcome: Lapsed | LeftOut, place: int) -> _Note:
    """Return the note of an order that is not carried out."""
    if isinstance(outcome, LeftOut):
        return "left out", place
    return "lapse", place, Why(outcome.why, outcome.paragraph)


class _Shown:
    """Dice that keep which numbers they showed, each with its faces.

    They show the ``first`` numbers, and then go on as others do.
    """

    def __init__(self, dice: Dice, first: Sequence[int] = ()) -> None:
        self._dice = dice
        self._first = list(first)
        self.numbers: list[tuple[int, int]] = []

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        """Return the next number; of one it is 0, and neither taken nor kept."""
        if n == 1:
            return self._dice.uniform(n, purpose, paragraph)
        got = self._first.pop(0) if self._first else self._dice.uniform(n, purpose, paragraph)
        self.numbers.append((n, got))
        return got
