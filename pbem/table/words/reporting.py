"""Outcomes in words, the table's own and the game's: one sentence each, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from pbem.kit.contract import Outcome, RawOrder
from pbem.kit.sides import Sided, side_name
from pbem.kit.wording import listed, possessive, with_stop
from pbem.play.lists import condition_text, write_text
from pbem.play.outcomes import (
    Ended,
    Lapsed,
    LeftOut,
    Rolled,
    Settled,
    StandingLapsed,
    TookBack,
    is_replaced,
)
from pbem.play.play import Play
from pbem.table.events.kinds import (
    Close,
    GameResult,
    Late,
    LateTurn,
    OnFork,
    PutOut,
    Ruling,
    TakeBack,
)
from pbem.table.tabletop import Snapshot

COMMON_FACES = 6
"""How many faces a die has of which no more need be reported."""

DICE_REPORTED = 6
"""So many dice of one purpose are reported in short; where there are more they are counted."""

ENDINGS = {
    "resigned": "an opponent resigned",
    "forfeit": "an opponent forfeited",
    "tie": "the players agreed on a tie",
    "victory": "by the rules",
}
"""How a game ended -> the same in words."""
NOBODY = {"resigned": "it was given up", "forfeit": "it was forfeited"}
"""The same where nobody is left who could win."""
_HOW = {
    "standing": "By standing order for {question}, {side} gave '{line}'.",
    "only": "{side} had one legal answer: '{line}'.",
    "out": "The rules order '{line}' for {side}, whose player is out of the game.",
}
_NOTHING_LEFT = "Nothing else is legal, so {whose} {question} ends."


def report(play: Play, outcome: Outcome) -> str:
    """Return ``outcome`` as one sentence without its paragraph."""
    match outcome:
        case Rolled(n=n, got=got, purpose=purpose):
            said = f"Die for {purpose}: {got + 1} (1 to {n})."
        case Lapsed() if is_replaced(outcome):
            said = _replaced(play, [outcome])
        case Lapsed(by=by, order=order, why=why):
            said = f"{_whose(play, by)} order '{_line(play, order)}' is skipped: {why}."
        case LeftOut(by=by, when=when, order=order):
            reported = condition_text(when)
            line = _line(play, order)
            said = f"{_whose(play, by)} order '{line}' is left out: '{reported}' is not true."
        case Settled(side=side, question=question, order=order, how=how):
            ends = how == "only" and order["do"] == "end"
            name = side_name(play.game, side)
            said = (_NOTHING_LEFT if ends else _HOW[how]).format(
                side=name, whose=possessive(name), question=question, line=_line(play, order)
            )
        case StandingLapsed(side=side, question=question, why=why):
            name = side_name(play.game, side)
            said = f"The standing order of {name} for {question} is skipped: {why}."
        case TookBack(seq=seq):
            said = f"By agreement, the game goes back to before event {seq}."
        case Ended(winner=winner, why=why):
            said = f"The game is over, {_ended(play.game, winner, why)}."
        case _:
            said = play.game.report(outcome)
    return said


class Reporting(NamedTuple):
    """One or several outcomes in a sentence; ``paragraph``: the rulebook's, or "protocol ...".

    ``outcome`` is the first of them; ``dice`` are those of a sentence about dice, in order.
    """

    text: str
    paragraph: str
    outcome: Outcome
    dice: tuple[Rolled, ...] = ()


def report_all(
    play: Play, outcomes: Iterable[Outcome], *, short: bool = False
) -> Iterator[Reporting]:
    """Describe outcomes in order; `reported_together` says which share a sentence.

    Args:
        play: The play after them.
        outcomes: The outcomes.
        short: For many dice of one kind, as for a counter turned up, say only the number.
    """
    for _, group in groupby(enumerate(outcomes), key=reported_together):
        first, *more = [outcome for _, outcome in group]
        dice = [one for one in (first, *more) if isinstance(one, Rolled)]
        skipped = [one for one in (first, *more) if isinstance(one, Lapsed)]
        if len(dice) > 1:
            text = _dice(dice, short=short)
        else:
            text = _replaced(play, skipped) if len(skipped) > 1 else report(play, first)
        yield Reporting(text, paragraph_words(first), first, tuple(dice))


def paragraph_words(outcome: Outcome) -> str:
    """Return the paragraph that caused an outcome; the protocol's own are not the rulebook's."""
    if isinstance(outcome, Ended | TookBack):
        return f"protocol {outcome.paragraph}"
    return outcome.paragraph


def reported_together(numbered: tuple[int, Outcome]) -> tuple[str, ...] | int:
    """Return what outcomes in a row have in common that are one sentence, else their number.

    ``numbered``: an outcome after its number. They are dice that were rolled for one thing, and
    orders in the place of which somebody wrote others.
    """
    number, outcome = numbered
    if isinstance(outcome, Rolled):
        return (outcome.purpose, outcome.paragraph)
    if isinstance(outcome, Lapsed) and is_replaced(outcome):
        return (outcome.by,)
    return number


def _replaced(play: Play, skipped: Sequence[Lapsed]) -> str:
    """Describe orders that wait no more since their author wrote others."""
    lines = listed([f"'{_line(play, one.order)}'" for one in skipped])
    return f"{_whose(play, skipped[0].by)} new orders replace {lines}, which waited."


def _whose(play: Play, by: str) -> str:
    """Return whose orders they are; in a practice a side writes them itself."""
    return possessive(side_name(play.game, by) if play.seats.get(by) == by else by)


def _dice(dice: Sequence[Rolled], *, short: bool) -> str:
    if short and len(dice) > DICE_REPORTED:
        return f"{len(dice)} dice were rolled for {dice[0].purpose}; the log lists them."
    if all(die.n == COMMON_FACES for die in dice):
        got = " ".join(str(die.got + 1) for die in dice)
    else:
        got = ", ".join(f"{die.got + 1} of {die.n}" for die in dice)
    return f"Dice for {dice[0].purpose}: {got}."


def _ended(game: Sided, winner: str | None, why: str) -> str:
    if winner is None and why in NOBODY:
        return f"no player wins: {NOBODY[why]}"
    who = f"{side_name(game, winner)} wins" if winner else "it is drawn"
    return f"{who}: {ENDINGS.get(why, why)}"


def result_words(result: GameResult, seats: Mapping[str, str], game: Sided | None = None) -> str:
    """Return how a game ended, as part of a sentence.

    A side without a seat is played by the rules. Without a winner, a game is drawn only if the
    rules or two players say so. A player alone who gives up, or calls a tie, has not drawn.

    Args:
        result: The result, with the winning side's id.
        seats: Side -> handle at the end of the game.
        game: The game, which names its sides; without it they have their ids.
    """
    alone = len(set(seats.values())) < 2
    if result.winner is None:
        nobody = result.why in NOBODY or (result.why == "tie" and alone)
        who = "no player wins" if nobody else "drawn"
    elif result.winner in seats:
        who = f"{side_name(game, result.winner)} ({seats[result.winner]}) wins"
    else:
        who = f"{side_name(game, result.winner)}, played by the rules, wins"
    return f"{who} ({result.why})"


def undo_words(to: str, snapshots: Iterable[Snapshot]) -> str:
    """Return what an offer to undo says.

    Args:
        to: The id of the event before which the game would go back.
        snapshots: Those before the offer was agreed on.
    """
    kept = next((snapshot for snapshot in snapshots if snapshot.event == to), None)
    event = f"{to[:16]}..." if kept is None else f"{kept.seq} (by {kept.by})"
    return f"offers to go back to before event {event}."


def ruling_words(data: Ruling, seats: Mapping[str, str], game: Sided | None = None) -> str:
    """Return what a ruling says, without its subject.

    Args:
        data: The ruling.
        seats: Side -> handle after the ruling.
        game: The game, which names its sides; without it they have their ids.
    """
    match data:
        case PutOut(out=out, handle=str(handle)):
            sides = [side_name(game, side) for side, who in seats.items() if who == handle]
            late = _late(data)
            plays = f"{',' if late else ''} and now plays {listed(sides)}" if sides else ""
            said = with_stop(f"rules that {handle} takes the place of {out}{late}{plays}")
            said += _not_late(data)
        case PutOut(out=out):
            said = f"rules that {out} has forfeited{_late(data)}.{_not_late(data)}"
        case Close(result=result):
            said = f"confirms the result: {result_words(result, seats, game)}."
        case OnFork(fork=fork, then=then):
            body = fork[0]["body"]
            what = f"{body['by']} signed two different events {body['seq']}"
            does = "has forfeited" if then == "forfeit" else "the log up to here counts"
            said = f"rules on a fork, in which {what}: {does}."
        case TakeBack(back=back):
            said = (
                f"withdraws the ruling {back[:16]}..., if that is in another log. Nothing "
                "in this log changes."
            )
        case _:  # every kind of ruling is reported above
            raise AssertionError(data)
    return said


def _late(data: PutOut) -> str:
    late = data.late
    if late is None:
        return ""
    return f", who was late on {late.on} by the umpire's count ({late.used} days since {late.day})"


def _not_late(data: PutOut) -> str:
    return "" if data.late else f" The ruling does not say that {data.out} was late."


def late_words(late: Late) -> str:
    """Return all that a ruling says of the days, in sentences; `ruling_words` has the rest."""
    reported = (
        f"Due since event {late.event[:16]}..., which reached the umpire on {late.day}: "
        f"{late.owed}. Up to {late.on}, {_counted(late)}. {late.bank} of bank and "
        f"{late.grace} of grace were left when this move began."
    )
    return reported if late.turn is None else f"{reported} In the whole turn {_counted(late.turn)}."


def _counted(days: Late | LateTurn) -> str:
    granted = f" ({days.granted} of them granted)" if days.granted else ""
    away = f", and {days.absent} of absence did not" if days.absent else ""
    return f"{days.used} days counted{away}; {days.allowed} were allowed{granted}"


def _line(play: Play, order: RawOrder) -> str:
    return write_text(play, [order])[0]
