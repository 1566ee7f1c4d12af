"""The odds of an order before it is signed, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.client.session.next_step import what_next
from pbem.crypto.text import escape
from pbem.errors import FormError, IllegalOrder, NotYourPen
from pbem.kit.chances.battles import FEW, Battles
from pbem.kit.chances.chance import TooManyWaysError
from pbem.kit.chances.odds import Case, Footing, Odds, by_answer, of_battle, reckon
from pbem.kit.chances.results import Results, results, results_of
from pbem.kit.contract import Term
from pbem.kit.sides import side_name
from pbem.kit.typed.words import NEXT
from pbem.kit.wording import counted, share
from pbem.play.lists import read_text
from pbem.play.play import Play

if TYPE_CHECKING:
    from pbem.client.session.session import Session

SHORT_WAYS_MOST = 2_000
"""Odds that stand beside an order are not reckoned where its dice can fall in more ways."""
FOOTINGS_MOST = 8
"""So many possible strengths are reported, the likeliest."""


def odds(session: Session, line: str) -> tuple[list[Odds], list[str]]:
    """Return the chances of an order, written as for `pbem order`, of the side that is asked.

    ``line``: as for `odds_in`. Beside them what another side's answers can make of it, in lines.
    Nothing is signed and nothing is drawn. Raises NotYourPen where no orders are asked for,
    FormError and IllegalOrder where it is none that could be given, TooManyWaysError.
    """
    table, play = session.table, session.table.play
    asked = None if play is None else play.asked
    if play is None or asked is None or "orders" not in table.active().kinds:
        raise NotYourPen(f"{table.active().why} No orders are asked for.")
    return odds_in(play, asked.side, line), range_lines(play, asked.side, line)


def odds_in(play: Play, side: str, line: str) -> list[Odds]:
    """Return the same for ``side``, which is asked for orders in a play.

    ``line``: the order. Others that come before it may stand before it, separated by ``;``, if no
    dice and nobody else come between. Raises FormError and IllegalOrder if it is none that could be
    given.
    """
    play, order = _meant(play, side, line)
    return reckon(play.game, play.position, play.cups, side, order)


def range_lines(play: Play, side: str, line: str) -> list[str]:
    """Describe the least and the most that another side's answers can make of each result.

    Nothing if nobody else is asked at once, has too many answers, or they change nothing. Raises
    FormError and IllegalOrder as `odds_in`.
    """
    play, order = _meant(play, side, line)
    other, answers = by_answer(play.game, play.position, play.cups, side, order)
    results = dict.fromkeys(case.result for odds in answers.values() for case in odds.cases)
    reported, least = [], []
    for result in filter(None, results):
        chances = {text: _chance_of(odds, result) for text, odds in answers.items()}
        low, high = min(chances.values()), max(chances.values())
        if low != high:
            first = next(text for text, chance in chances.items() if chance == low)
            least.append(f"  least {result}: `{first}`")
        span = "" if low == high else f" to {share(high, exact=False)}"
        reported.append(f"{result} {share(low, exact=False)}{span}")
    if not least:
        return []
    ways = counted(len(answers), "way")
    who = side_name(play.game, other)
    return [
        escape(one)
        for one in (f"Over all answers of {who} ({ways}): {', '.join(reported)}.", *least)
    ]


def _chance_of(odds: Odds, result: str) -> Fraction:
    return sum((case.chance for case in odds.cases if case.result == result), Fraction(0))


def _meant(play: Play, side: str, line: str) -> tuple[Play, Any]:
    """Return the order that is written last, and the play after those before it."""
    before, _, wanted = line.rpartition(NEXT)
    if before.strip():
        play = _following(play, side, before)
    order = play.game.parse(play.position, side, wanted)
    try:
        play.game.check(play.position, order)
    except IllegalOrder as error:
        raise _ahead_of_time(play, order, wanted.strip(), error) from None
    return play, order


def _following(play: Play, side: str, before: str) -> Play:
    """Return the play as it is after some orders, where the same side is asked at once."""
    after, handle = play.trial(), play.seats[side]
    after.order(handle, read_text(play, side, before).orders)
    if after.asked is None or after.asked.side != side:
        then = what_next(after).removeprefix("Then ").rstrip(".")
        raise FormError(
            "Odds are for one order; 'pbem order --try' shows what a whole list can lead to. "
            f"After '{escape(before.strip())}', {then}"
        )
    return after


def _ahead_of_time(play: Play, order: Any, wanted: str, error: IllegalOrder) -> IllegalOrder:
    """Say how to ask for what belongs to a later phase."""
    asked = play.asked
    if asked is None or not asked.phase or play.game.write_order(order)["do"] in asked.forms:
        return error
    hint = f"Earlier orders may come first: pbem odds '...; end {asked.name}; {wanted}'"
    return IllegalOrder(
        error.paragraph, error.why, f"{error.instead} {hint}".strip(), also=error.also
    )


def odds_lines(found: Sequence[Odds]) -> list[str]:
    """Describe the chances of an order, and again as another side may answer to it."""
    lines = [escape(found[0].order)]
    for odds in found:
        lines += [""] if odds is not found[0] else []
        if odds.supposed:
            lines.append(f"Assumed on the way: {escape('; '.join(odds.supposed))}.")
        if odds.whole:
            lines.append("The whole battle, if everybody plays like the computer player:")
        lines += [*_footing_lines(odds.footings), *_case_lines(odds.cases, exact=not odds.whole)]
        if odds.open:
            lines.append(
                f"  {share(odds.open, exact=False)} not followed to the end: too many possibilities"
            )
        # Those of a whole battle have fractions of forty digits: these stand in JSON alone.
        when = "in it" if odds.whole else "before anybody chooses"
        for what, chances in (("Lost", odds.losses), ("Out of the fight, not lost,", odds.out)):
            gone = [
                f"{unit} {share(chance, exact=not odds.whole)}" for unit, chance in _surest(chances)
            ]
            if gone:
                lines.append(f"{what} {when}: {escape(', '.join(gone))}.")
    return lines


class Chance(msgspec.Struct, frozen=True):
    """A ``result`` in the table's word, its chance in words and in whole per cent.

    ``favour``: how good it is for the attacker, from 2 to -2.
    """

    result: str
    chance: str
    percent: int
    favour: int = 0


class Answer(msgspec.Struct, frozen=True):
    """An answer on the way to a result: the name of the side, and what it does, in words."""

    who: str
    what: str


class Promise(msgspec.Struct, frozen=True):
    """The chances of an order, likeliest first, and the ``column`` in which they are read, if one.

    ``answers``: how another side answers in it; ``supposed``: all that is supposed, in words. Both
    are empty in the first promise of an order.
    """

    column: str
    chances: tuple[Chance, ...]
    supposed: str = ""
    answers: tuple[Answer, ...] = ()


class Promised(msgspec.Struct, frozen=True):
    """The odds of an order, in a few words and as ``promises``.

    If there are too many possibilities, the words say so and there are no promises.
    """

    odds: str
    promises: tuple[Promise, ...] = ()


def promised_by(found: Sequence[Results]) -> Promised:
    """Return the chances of an order in short, empty where no result is read for it.

    They are given again as another side may answer to it, where that changes them.
    """
    made: list[Promise] = []
    for at, one in enumerate(found):
        empty = not one.open and not any(one.shares)
        if empty or one.shares in [before.shares for before in found[:at]]:
            continue
        said = [f"{who}: {what}" for who, what in one.said] or one.supposed
        promise = Promise(
            escape(one.columns[0]) if len(one.columns) == 1 else "",
            tuple(_chances(one)),
            escape("; ".join(said)) if made else "",
            tuple(Answer(escape(who), escape(what)) for who, what in one.said) if made else (),
        )
        made.append(promise)
    return Promised("; ".join(map(_promise_words, made)), tuple(made))


def _chances(one: Results) -> Iterator[Chance]:
    shares = [(result or "no result", chance) for result, chance in one.shares.items()]
    for result, chance in [*shares, *([("not followed", one.open)] if one.open else [])]:
        favour = one.favours.get(result, 0)
        yield Chance(escape(result), share(chance, exact=False), round(100 * chance), favour)


def _promise_words(one: Promise) -> str:
    """Describe chances in a few words: ``+13: De 50%, Dr 50%``."""
    answered = f"if {one.supposed}: " if one.supposed else ""
    column = f"{one.column}: " if one.column else ""
    return answered + column + ", ".join(f"{each.result} {each.chance}" for each in one.chances)


def promised_of(play: Play, side: str, order: Any, most: int = SHORT_WAYS_MOST) -> Promised | None:
    """Return the same of a legal order in a play; None where dice have more than ``most`` ways."""
    try:
        at = play.game, play.position, play.cups
        return promised_by(results(*at, side, order, most=most))
    except TooManyWaysError:
        return None


def short_odds_of(play: Play, side: str, order: Any) -> str | None:
    """Return the same in words alone."""
    found = promised_of(play, side, order)
    return None if found is None else found.odds


def odds_of_one(play: Play, side: str, line: str, followed: Battles | None = None) -> Promised:
    """Return the same of an order as it is written, whose odds alone are asked for.

    If the order begins a battle, or leads to one, these are the odds of the battle. It is followed
    as far as that is quick, unless it was ``followed`` already. Raises FormError and IllegalOrder
    as `odds_in`.
    """
    play, order = _meant(play, side, line)
    at = play.game, play.position, play.cups
    try:
        # The assumptions before a battle are the same in both, and too long for a few words.
        battle = [
            results_of(one._replace(supposed=one.supposed[-1:]))
            for one in of_battle(*at, side, order, limits=FEW, followed=followed)
        ]
        return promised_by(battle or results(*at, side, order, most=SHORT_WAYS_MOST))
    except TooManyWaysError as error:
        return Promised(f"too many possibilities: {error}")


def reckoned_of_one(play: Play, side: str, line: str) -> Reckoned:
    """Return what an order as it is written is reckoned from; raises FormError, IllegalOrder."""
    play, order = _meant(play, side, line)
    try:
        found = results(play.game, play.position, play.cups, side, order, most=SHORT_WAYS_MOST)[0]
    except TooManyWaysError:
        return Reckoned()
    return Reckoned(tuple(Strength(*term) for term in found.terms), found.faces)


class PlainTerm(msgspec.Struct, frozen=True):
    """A strength or a modifier: ``what`` it is in words, by how much, and its paragraph."""

    what: str
    amount: str
    paragraph: str


class Strength(PlainTerm, frozen=True):
    """The same with the ``unit`` that brings it alone, and what that ``does``, in words."""

    unit: str = ""
    does: str = ""


class Reckoned(msgspec.Struct, frozen=True):
    """The strengths and modifiers of an order; ``faces``: face of its one die -> the result.

    Either is empty where dice make it differ.
    """

    terms: tuple[Strength, ...] = ()
    faces: dict[int, str] = {}


class PlainCase(msgspec.Struct, frozen=True):
    """One result, its ``chance`` (``1/3``), and the ``faces`` of the die that give it.

    ``told``: what then happens, in sentences; ``may``: what happens in some of its courses,
    each with the chance within the result; ``asked``: who then chooses what.
    """

    result: str
    chance: str
    faces: tuple[int, ...]
    told: tuple[str, ...]
    may: tuple[tuple[str, str], ...]
    asked: tuple[str, ...]


class PlainFooting(msgspec.Struct, frozen=True):
    """Strengths that there may be, their ``chance``, the table's ``column``, and their cases."""

    chance: str
    terms: tuple[PlainTerm, ...]
    column: str
    cases: tuple[PlainCase, ...]


class PlainOdds(msgspec.Struct, frozen=True):
    """The chances of one order; chances are texts like ``1/3``.

    - ``supposed``: How questions on the way are answered.
    - ``cases``: All results together, likeliest first.
    - ``footings``: The strengths that there may be.
    - ``losses``: Unit -> the chance that it is lost by what nobody chooses.
    - ``out``: Unit -> the chance that it is out of the battle by that and not lost.
    - ``whole``: The results are those of a whole battle.
    - ``open``: The chance of its courses that were not followed to their end.
    """

    order: str
    supposed: tuple[str, ...]
    cases: tuple[PlainCase, ...]
    footings: tuple[PlainFooting, ...]
    losses: dict[str, str]
    out: dict[str, str]
    whole: bool
    open: str


def plain_odds(found: Sequence[Odds]) -> list[PlainOdds]:
    """Return the chances for another program."""
    return [msgspec.convert(_plain(odds), PlainOdds) for odds in found]


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if hasattr(value, "_asdict"):
        return {name: _plain(one) for name, one in value._asdict().items()}
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return value


def _surest(losses: dict[str, Fraction]) -> list[tuple[str, Fraction]]:
    return sorted(losses.items(), key=lambda loss: -loss[1])


def _footing_lines(footings: Sequence[Footing]) -> Iterator[str]:
    """Describe the strengths: what is certain once, then what turns up with its chance."""
    if not footings:
        return
    fought = [footing.terms for footing in footings if footing.terms]
    common = [term for term in fought[0] if all(term in terms for terms in fought)]
    column = f"; {footings[0].column}." if len(footings) == 1 else ", and:"
    yield f"Strengths: {_terms(common) or 'depend on what is revealed'}{column}"
    if len(footings) == 1:
        return
    for footing in footings[:FOOTINGS_MOST]:
        own = [term for term in footing.terms if term not in common]
        parts = [part for part in (_terms(own), footing.column) if part]
        reported = "; ".join(parts) if footing.terms else "nobody fights"
        yield f"  {share(footing.chance)}: {reported}."
    left = len(footings) - FOOTINGS_MOST
    if left > 0:
        yield f"  and {counted(left, 'less likely case')}."


def _terms(terms: Sequence[Term]) -> str:
    return escape(", ".join(f"{term.what} {term.amount} [{term.paragraph}]" for term in terms))


def _case_lines(cases: Sequence[Case], *, exact: bool) -> Iterator[str]:
    for case in cases:
        faces = f" on {_faces(case.faces)}" if case.faces else ""
        result = f" {case.result}{faces}:" if case.result else ":"
        reported = " ".join(case.told)
        yield escape(
            f"  {share(case.chance, exact=exact)}{result} {reported}".rstrip().removesuffix(":")
        )
        for chance, sentence in case.may:
            yield escape(f"      in {share(chance, exact=exact)} of these: {sentence}")
        for prompt in case.asked:
            yield escape(f"      then: {prompt}")


def _faces(faces: Sequence[int]) -> str:
    """Return faces of a die in short: ``1 to 3``, ``1 and 6``."""
    if len(faces) > 2 and faces[-1] - faces[0] == len(faces) - 1:
        return f"{faces[0]} to {faces[-1]}"
    return " or ".join(str(face) for face in faces)
