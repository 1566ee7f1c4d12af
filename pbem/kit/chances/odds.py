"""The odds of an order before it is signed: the exact chances of everything its dice decide.

`reckon` lets the rules carry out the order in every way (`chance`), and sums up. Each game
says in its module ``odds`` what a result is called, what strengths and modifiers made it, and who
was lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from pbem.kit.asking import is_legal
from pbem.kit.chances.battles import MANY, Battles, Limits, Whole, battles_of, is_fought, whole
from pbem.kit.chances.chance import AnyGame, State, Way, following, ways
from pbem.kit.chances.leading import Led, led
from pbem.kit.chances.supposing import Answered, Supposed
from pbem.kit.contract import Order, Outcome, Question, Reading, Term
from pbem.kit.cups import Cups


class Case(NamedTuple):
    """One result: its ``chance``, the ``faces`` of the die that give it, what follows from it.

    ``told``: sentences of what happens in every way that has this result; ``may``: of what
    happens in some, with the chance within the result. ``asked``: who then chooses what, in words.
    """

    result: str
    chance: Fraction
    faces: tuple[int, ...]
    told: tuple[str, ...]
    may: tuple[tuple[Fraction, str], ...]
    asked: tuple[str, ...]


class Footing(NamedTuple):
    """Strengths that there may be, known when the dice fall: their ``chance``, and their cases."""

    chance: Fraction
    terms: tuple[Term, ...]
    column: str
    cases: tuple[Case, ...]


Part = TypeVar("Part", Case, Footing)


class Odds(NamedTuple):
    """The chances of one order's dice, as fractions.

    - ``supposed``: the answers that are assumed on the way;
    - ``cases``: all results, likeliest first. Each has ``result``, ``chance``, the ``faces`` of the
      die, ``told`` (what follows for certain), ``may`` (what follows perhaps, with its chance),
      and ``asked`` (who then chooses);
    - ``footings``: the strengths that there may be: ``chance``, ``terms``, ``column``, ``cases``;
    - ``losses``: unit -> chance that it is lost before anybody chooses; ``out``: that it leaves the
      battle without being lost;
    - ``whole``: they cover a whole battle, in which all sides answer as computer players;
    - ``open``: the share of courses that were not followed to their end.
    """

    order: str
    supposed: tuple[str, ...]
    cases: tuple[Case, ...]
    footings: tuple[Footing, ...]
    losses: dict[str, Fraction]
    out: dict[str, Fraction]
    whole: bool = False
    open: Fraction = Fraction(0)


def reckon(game: AnyGame, position: Any, cups: Cups, side: str, order: Order) -> list[Odds]:
    """Return the chances of a legal order, and again as others may answer it.

    Before the result is known, the side answers as the computer player would. Another side passes
    if it may. If it was asked, a second calculation has the computer player's answers, unless it
    gives the same. An order that begins a whole battle, or leads to one (`leading`), has the battle
    to its end (`battles`), and again as if nobody leaves it by choice.

    Args:
        game: The game.
        position: The position before the order.
        cups: The cups.
        side: The side that orders.
        order: The order.

    Raises:
        TooManyWaysError: There are too many ways.
    """
    if battle := of_battle(game, position, cups, side, order):
        return battle
    found: list[Odds] = []
    for passing in (True, False):
        supposed = Supposed(game, side, passing=passing)
        watched = Watched(game)
        all_ways = list(ways(watched, position, cups, order, supposed))
        odds = _summed(watched, all_ways, game.text(order), supposed)
        if not found or odds.supposed != found[0].supposed:
            found.append(odds)
        if not supposed.asked:
            break
    return found


def of_battle(
    game: AnyGame,
    position: Any,
    cups: Cups,
    side: str,
    order: Order,
    *,
    limits: Limits = MANY,
    followed: Battles | None = None,
) -> list[Odds]:
    """Return the odds of the battle that an order begins or leads to; empty for none.

    They are also given as if nobody leaves the battle by choice.

    Args:
        game: The game.
        position: The position before the order.
        cups: The cups.
        side: The side that orders.
        order: The order.
        limits: How far courses are followed.
        followed: Battles that need not be followed again.

    Raises:
        TooManyWaysError: There are too many ways.
    """
    way = led(game, position, cups, side, order) or Led(State(position, cups), order, ())
    return of_led(game, way, game.text(order), limits=limits, followed=followed)


def of_led(
    game: AnyGame,
    way: Led,
    text: str,
    *,
    limits: Limits = MANY,
    followed: Battles | None = None,
) -> list[Odds]:
    """Return the same of a battle at its beginning.

    Args:
        game: The game.
        way: The beginning of the battle.
        text: The name of the order.
        limits: How far courses are followed.
        followed: Battles that need not be followed again.

    Raises:
        TooManyWaysError: There are too many ways.
    """
    found = whole(game, *way.state, way.order, limits=limits, followed=followed)
    supposed = way.supposed, (*way.supposed, "nobody retreats")
    return [_of_whole(battle, text, given) for battle, given in zip(found, supposed, strict=False)]


def _of_whole(battle: Whole, text: str, supposed: tuple[str, ...]) -> Odds:
    """Return the results of a whole battle as those of the order that begins or leads to it."""
    cases = []
    for result, chance in battle.results.items():
        reported = battle.reported[result]
        surely = tuple(sentence for sentence, share in reported.items() if share == chance)
        may = [(share / chance, one) for one, share in reported.items() if share != chance]
        may.sort(key=lambda part: -part[0])
        cases.append(Case(result, chance, (), surely, tuple(may), ()))
    found = tuple(_likeliest(cases))
    gone = battle.losses, battle.out
    return Odds(text, supposed, found, (), *gone, whole=True, open=battle.open)


ANSWERS_MOST = 64
"""If another side has more answers, they are not calculated one by one."""


def by_answer(
    game: AnyGame, position: Any, cups: Cups, side: str, order: Order
) -> tuple[str, dict[str, Odds]]:
    """Return the side that is asked before any dice, and its answers with their odds.

    Nobody and nothing if no other side is asked, if it has too many answers, or for a whole battle.

    Args:
        game: The game.
        position: The position before the order.
        cups: The cups.
        side: The side that orders.
        order: The order.

    Raises:
        TooManyWaysError: There are too many ways.
    """
    if is_fought(battles_of(game), game.need(position), order):
        return "", {}
    if led(game, position, cups, side, order) is not None:
        return "", {}
    asked, at = following(game, position, cups, order)
    if not isinstance(asked, Question) or asked.side == side or asked.phase or asked.secret:
        return "", {}
    if game.unlisted(at):
        return "", {}
    answers = _answers(game, at)
    if len(answers) > ANSWERS_MOST:
        return "", {}
    found = {}
    for answer in answers:
        watched = Watched(game)
        answered = Answered(game, side, answer)
        all_ways = list(ways(watched, position, cups, order, answered))
        found[game.text(answer)] = _summed(watched, all_ways, game.text(order), answered)
    return asked.side, found


def _answers(game: AnyGame, position: Any) -> list[Order]:
    """Return the legal answers to what is asked, or more than are reckoned one by one."""
    listed = list(islice(game.legal(position), ANSWERS_MOST + 1))
    others = list(islice(game.candidates(position), ANSWERS_MOST + 1))
    answers = {game.text(order): order for order in listed}
    for order in others:
        text = game.text(order)
        if text not in answers and (len(others) > ANSWERS_MOST or is_legal(game, position, order)):
            answers[text] = order
    return list(answers.values())


class Watched:
    """A game that notes what made up the strengths whenever a result is read."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._noted: dict[int, tuple[Outcome, tuple[Term, ...]]] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, position: Any, outcome: Outcome) -> None:
        """Change the position as the game does."""
        reading = self._game.reading(outcome)
        if reading is not None and reading.column:
            self._noted[id(outcome)] = (outcome, tuple(self._game.terms(position)))
        self._game.apply(position, outcome)

    def terms(self, outcome: Outcome) -> tuple[Term, ...]:
        """Return what was noted just before ``outcome``."""
        return self._noted[id(outcome)][1] if id(outcome) in self._noted else ()


class _Read(NamedTuple):
    """A way with what its last result was read from."""

    way: Way
    reading: Reading | None
    terms: tuple[Term, ...]
    after: int
    """So many outcomes had come when the last result had been read, or before any dice."""


def _read(game: Watched, way: Way) -> _Read:
    """Find the last result of a way; the column and the face may have been reported before it."""
    found: Reading | None = None
    terms: tuple[Term, ...] = ()
    after = way.begun
    for at, outcome in enumerate(way.outcomes, 1):
        reading: Reading | None = game.reading(outcome)
        if reading is None:
            continue
        if found is not None and not reading.column:
            reading = reading._replace(column=found.column, face=reading.face or found.face)
        found, after = reading, at
        terms = terms or game.terms(outcome)
    return _Read(way, found, terms, after)


def _summed(game: Watched, all_ways: Iterable[Way], text: str, given: Supposed) -> Odds:
    """Sum up every way of an order."""
    read = [_read(game, way) for way in all_ways]
    footings: dict[tuple[tuple[Term, ...], str], list[_Read]] = {}
    losses, out = dict[str, Fraction](), dict[str, Fraction]()
    supposed: dict[str, None] = {}
    for one in read:
        column = one.reading.column if one.reading else ""
        footings.setdefault((one.terms, column), []).append(one)
        for found, gone in ((losses, game.lost), (out, game.out)):
            for unit in {unit: None for outcome in one.way.outcomes for unit in gone(outcome)}:
                found[unit] = found.get(unit, Fraction(0)) + one.way.chance
        supposed.update(dict.fromkeys(given.reported(game, one.way)))
    parts = [
        Footing(_chance(some), terms, column, _cases(game, some))
        for (terms, column), some in footings.items()
        if len(footings) > 1 or terms
    ]
    cases = _cases(game, read)
    return Odds(text, tuple(supposed), cases, tuple(_likeliest(parts)), losses, out)


def _cases(game: Watched, read: Sequence[_Read]) -> tuple[Case, ...]:
    """Return the results of some ways, each with its chance among them, likeliest first."""
    whole = _chance(read)
    groups: dict[tuple[str, ...], list[tuple[_Read, tuple[str, ...]]]] = {}
    for one in read:
        reported = tuple(game.report(outcome) for outcome in one.way.outcomes[one.after :])
        key = reported if one.reading is None else (one.reading.result,)
        groups.setdefault(key, []).append((one, reported))
    return tuple(_likeliest([_case(group, whole) for group in groups.values()]))


def _case(group: Sequence[tuple[_Read, tuple[str, ...]]], whole: Fraction) -> Case:
    ones = [one for one, _ in group]
    chance = _chance(ones)
    by_sentence: dict[str, Fraction] = {}
    for one, reported in group:
        for sentence in dict.fromkeys(reported):
            by_sentence[sentence] = by_sentence.get(sentence, Fraction(0)) + one.way.chance
    reading = ones[0].reading
    needs = [one.way.need for one in ones]
    asked = [need.prompt for need in needs if isinstance(need, Question) and not need.phase]
    return Case(
        "" if reading is None else reading.result,
        chance / whole,
        tuple(sorted({one.reading.face for one in ones if one.reading and one.reading.face})),
        tuple(sentence for sentence, sum_ in by_sentence.items() if sum_ == chance),
        tuple(
            (sum_ / chance, reported) for reported, sum_ in by_sentence.items() if sum_ != chance
        ),
        tuple(dict.fromkeys(asked)),
    )


def _chance(read: Iterable[_Read]) -> Fraction:
    return sum((one.way.chance for one in read), Fraction(0))


def _likeliest(parts: list[Part]) -> list[Part]:
    """Sort what has a chance: the likeliest first, others as they came."""
    return sorted(parts, key=lambda part: -part.chance)
