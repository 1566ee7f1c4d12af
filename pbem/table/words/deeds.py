"""The deed of the author of an event, in a sentence without its subject.

An event is described as soon as a table has folded it in. Only then is it known whose dice were
due, what a box holds, and which event an undo goes back to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from pbem.kit.contract import Outcome
from pbem.kit.sides import side_name
from pbem.kit.wording import counted, with_stop
from pbem.log.event import Event
from pbem.play import lists
from pbem.play.play import Play
from pbem.table.events import kinds
from pbem.table.handlers import groups
from pbem.table.table import Table
from pbem.table.tabletop import Snapshot
from pbem.table.words.reporting import ruling_words, undo_words


class Folded(NamedTuple):
    """An event that a table has just accepted, and what can be said of it only then.

    - ``turn``: The turn in which it was written (0 if the game is not known).
    - ``owed``: Number of the event whose dice were due; None if none were.
    - ``outcomes``: Its outcomes, oldest first.
    - ``boxed``: Somebody had to say whether a box opens, with what.
    - ``offered``: An offer was open.
    """

    event: Event
    turn: int
    owed: int | None
    outcomes: Sequence[Outcome]
    boxed: str = ""
    offered: bool = True


def fold(events: Iterable[Event], table: Table) -> Iterator[Folded]:
    """Fold events into a table one by one, each yielded before the next is accepted.

    Raises BadLog at the first that is not valid.
    """
    for event in events:
        turn = _turn(table.play)
        owed = table.dicing.seq if table.dicing is not None else None
        boxed, offered = _in_box(table), table.offer is not None
        table.take(event)
        yield Folded(event, turn, owed, table.reported(), boxed, offered)


def did(table: Table, data: Any, folded: Folded) -> str:  # noqa: C901, PLR0912 - a case a kind
    """Say what the author of an event did, in a sentence without its subject.

    Args:
        table: The table after the event.
        data: The data of the event.
        folded: The event, and what can be said of it only then.
    """
    match data:
        case kinds.Open():
            said = _opened(table, data)
        case kinds.Join():
            said = f"joins with a dice key for this game{_standing(data.standing)}."
        case kinds.Orders():
            count = len(data.orders)
            many = "an order" if count == 1 else f"{count} orders"
            whose = side_name(table.game, data.side)
            said = with_stop(f"gives {many} for {whose}{_standing(data.standing)}")
        case kinds.DiceData():
            last = "" if isinstance(data.rolls, tuple) else "; another dice keeper follows"
            what = "dice" if folded.owed is None else f"the dice for event {folded.owed}"
            said = f"gives {what}{last}."
        case kinds.Seal(label=label):
            said = f"seals the secret choice '{label}'."
        case kinds.Reveal(value=value):
            opened = "" if table.play is None else f": {_line(table.play, value)}"
            said = f"reveals what was sealed{opened}."
        case kinds.Answer(yes=yes) if folded.boxed:
            said = f"says that the box with {folded.boxed} {'opens' if yes else 'does not open'}."
        case kinds.Answer() if not folded.offered:
            said = "lets the game continue."
        case kinds.Answer(yes=yes):
            said = "agrees to the offer." if yes else "declines the offer."
        case kinds.Resign():
            said = "resigns."
        case kinds.Ruling():
            said = ruling_words(data, table.seats, table.game)
        case kinds.Shuffle(deck=deck):
            said = f"encrypts and shuffles {deck}."
        case kinds.Unmask(deck=deck, draws=draws):
            said = f"decrypts what is drawn from {deck}: {counted(len(draws), 'card')}."
        case kinds.LayOpen():
            masks = [] if data.masks is UNSET else ["all keys of the decks"]
            hidden = [] if data.stocks is UNSET else ["hidden supplies"]
            said = f"reveals {' and '.join([*masks, *hidden])}."
        case _:
            said = _offered(data, table.snapshots)
    return said


def _in_box(table: Table) -> str:
    if not groups.answering(table):
        return ""
    return "the key" if groups.being_moved(table) is None else "a part of a hidden supply"


def _opened(table: Table, data: kinds.Open) -> str:
    named = [(who, side_name(table.game, side)) for side, who in data.seats.items()]
    seats = ", ".join(f"{who} plays {side}" for who, side in named)
    options = ", ".join(f"{name} {_shown(value)}" for name, value in data.options.items())
    umpire = "" if data.umpire is None else f" Umpire: {data.umpire.handle}."
    return (
        f"opens {data.rules.name} version {data.rules.version}, scenario {data.scenario}: "
        f"{with_stop(seats)} Dice kept by: {data.dice}.{umpire}"
        + (f" Options: {options}." if options else "")
    )


def _shown(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _standing(standing: Any) -> str:
    if not isinstance(standing, dict):
        return ""
    return ", with standing orders" if standing else ", and withdraws all standing orders"


def _turn(play: Play | None) -> int:
    if play is None or "turn" not in play.game.facts:
        return 0
    return int(play.game.fact(play.position, "turn", ()))


def _offered(data: kinds.Offer, snapshots: Sequence[Snapshot]) -> str:
    match data:
        case kinds.OfferUndo(to=to):
            return undo_words(to, snapshots)
        case kinds.OfferTie():
            return "offers a draw."
        case kinds.OfferKeys():
            return "offers new keys of their own."
        case kinds.OfferRules(rules=rules):
            return f"offers to continue with {rules.name} version {rules.version}."


def _line(play: Play, raw: dict[str, Any]) -> str:
    return lists.write_text(play, [raw])[0]
