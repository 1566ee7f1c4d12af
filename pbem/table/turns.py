"""Taking turns: the pen, order lists, dice events, resigning (protocol sections 4 to 6)."""

from __future__ import annotations

from typing import Any

from pbem.errors import FormError, IllegalOrder, RulesFault
from pbem.kit.contract import Game
from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.table import dicing
from pbem.table.dicing import Dicing
from pbem.table.kinds import DiceData, GameResult, Orders, Resign, Standing
from pbem.table.pen import Pen
from pbem.table.tabletop import Tabletop

ASIDE = ("offer", "resign")
"""What whoever is asked may always do instead of answering."""

PASS_FOR_ANOTHER = [{"do": "pass"}]
"""The only order that may be given for a seat whose player is out."""


# --- the pen ---------------------------------------------------------------------------------


def pen(table: Tabletop) -> Pen:
    """Say who may write now: a function of the log before, shown as one sentence."""
    if table.opening is None:
        return Pen(None, ("open",), "Nobody has opened the game yet.")
    if table.dicing is not None:
        return _dice_pen(table.dicing)
    joining = table.roster.joining()
    if joining is not None and table.result is None:
        return Pen(joining.handle, ("join",), f"{joining.handle} has to join the game.")
    if table.offer is not None:
        who = table.offer.waiting[0]
        what = f"{who} has to answer the offer of {table.offer.by} ({table.offer.offer['what']})."
        return Pen(who, ("answer", "resign"), what)
    if table.result is not None:
        return _pen_after_the_end(table)
    return _pen_asked(table)


def _dice_pen(owed: Dicing) -> Pen:
    if not owed.keepers:
        return Pen(None, (), f"Nobody is left to keep the dice for event {owed.seq}.")
    keeper = owed.keepers[0]
    instead = f" (in place of {keeper.stands_for})" if keeper.stands_for else ""
    return Pen(
        keeper.handle, ("dice",), f"{keeper.handle} owes the dice for event {owed.seq}{instead}."
    )


def _pen_after_the_end(table: Tabletop) -> Pen:
    owed = [sealed for sealed in table.seals if not sealed.opened]
    # Who is out comes last: he may have gone for good, and the others are not to wait for him.
    order = [p.handle for p in sorted(table.roster.players, key=lambda p: p.out is not None)]
    for handle in order:
        for sealed in owed:
            if sealed.by == handle:
                why = f"The game is over, and {handle} still owes the opening of {sealed.label}."
                return Pen(handle, ("reveal",), why)
    return Pen(None, (), "The game is over.")


def _pen_asked(table: Tabletop) -> Pen:
    if table.play is None or table.play.asked is None:
        return Pen(None, (), "Only the rules can say who has the pen.")
    asked = table.play.asked
    handle = table.seats[asked.side]
    who = handle if handle == asked.side else f"{handle} ({asked.side})"
    aside = ASIDE[1:] if table.offered else ASIDE
    if handle in table.play.gone:
        deputy = next(
            player.handle
            for player in table.roster.playing()
            if player.handle in table.seats.values()
        )
        return Pen(deputy, ("orders", *aside), f"{deputy} has to pass for {asked.side}.")
    if asked.secret is not None and asked.opens:
        return Pen(handle, ("reveal", *aside), f"{who} has to open the sealed {asked.secret}.")
    if asked.secret is not None:
        return Pen(handle, ("seal", *aside), f"{who} has to seal: {asked.prompt}")
    return Pen(handle, ("orders", *aside), f"{who} has the pen: {asked.prompt}")


def check_pen(table: Tabletop, event: Event) -> None:
    """Raise BadLog unless the author of ``event`` may write this kind of event now.

    ``end.over``, ``join.order``, ``pen.wrong`` or ``kind.wrong``. What only the rules know is not
    asked where there are none.
    """
    if event.kind == "open":
        return
    if table.closed and event.kind != "reveal":
        raise BadLog(_over(event))
    now = pen(table)
    unknown = now.handle is None and table.play is None and table.result is None
    if unknown and event.kind in ("orders", "seal", "reveal", "offer", "resign"):
        return
    if now.handle == event.by and event.kind in now.kinds:
        return
    raise BadLog(_not_now(table, event, now))


def _over(event: Event) -> Any:
    message = f"Event {event.seq} comes after the end of the game. The log ends before it."
    return finding("end.over", event, message=message, blame=(event.by,))


def _not_now(table: Tabletop, event: Event, now: Pen) -> Any:
    if table.result is not None and now.handle is None:
        return _over(event)
    if event.kind == "join" or now.kinds == ("join",):
        code = "join.order"
    elif event.kind == "answer" and table.offer is None:
        code = "answer.wrong"
    elif event.kind in ("offer", "resign") and now.handle == event.by:
        code = f"{event.kind}.wrong"
    elif now.handle == event.by:
        code = "kind.wrong"
    else:
        code = "pen.wrong"
    a = "an" if event.kind[0] in "ao" else "a"
    message = f"Event {event.seq} is {a} {event.kind} event by {event.by}, out of turn. {now.why}"
    return finding(code, event, message=message, blame=(event.by,))


# --- orders ----------------------------------------------------------------------------------


def orders(table: Tabletop, event: Event, data: Orders) -> None:
    """Carry out an order list (section 4)."""
    if table.play is None:
        table.remember(event)
        return
    asked = table.play.asked
    if asked is None:
        raise RulesFault("orders were admitted while nobody was asked")
    if data.side != asked.side:
        message = f"Event {event.seq} orders for {data.side}, but {asked.side} is asked."
        raise BadLog(finding("pen.wrong", event, message=message, blame=(event.by,)))
    if data.state != table.digest():
        message = (
            f"Event {event.seq} was written on another position than the replay of the log gives. "
            "Nobody is to blame before a third copy of this version has replayed it."
        )
        raise BadLog(finding("state.digest", event, message=message))
    table.remember(event)
    handle = table.seats[asked.side]
    try:
        if handle in table.play.gone:
            _pass_for(table, data)
            return
        if isinstance(data.standing, dict):
            set_standing(table, event, data.standing)
        table.play.order(event.by, data.orders)
    except IllegalOrder as error:
        message = f"Event {event.seq}, orders of {data.side}: {error}"
        raise BadLog(finding("orders.illegal", event, message=message, blame=(event.by,))) from None
    except FormError as error:
        message = f"Event {event.seq}, orders of {data.side}: {error}"
        raise BadLog(finding("orders.form", event, message=message, blame=(event.by,))) from None


def _pass_for(table: Tabletop, data: Orders) -> None:
    assert table.play is not None  # noqa: S101 - only called with the rules at hand
    if list(data.orders) != PASS_FOR_ANOTHER or isinstance(data.standing, dict):
        raise IllegalOrder("8", "for a seat whose player is out only 'pass' can be ordered")
    table.play.go_on()


def set_standing(table: Tabletop, event: Event, standing: Standing) -> None:
    """Replace all standing answers of the author (6 (d)); raises BadLog ``standing.form``."""
    assert table.play is not None  # noqa: S101 - only called with the rules at hand
    check_standing(table, table.play.game, event, standing)
    table.play.stand(event.by, standing)


def check_standing(table: Tabletop, game: Game[Any, Any], event: Event, standing: Standing) -> None:
    """Raise BadLog ``standing.form`` unless the author can give these standing answers."""
    try:
        for side, answers in standing.items():
            if table.seats.get(side) != event.by:
                raise FormError(f"{event.by} does not hold the side {side}")
            game.check_standing(side, answers)
    except FormError as error:
        message = f"Event {event.seq}, standing answers of {event.by}: {error}"
        raise BadLog(finding("standing.form", event, message=message, blame=(event.by,))) from None


# --- dice and resigning ----------------------------------------------------------------------


def draw(table: Tabletop, done: Dicing) -> list[list[int]]:
    """Let the game go on with the stream that the last keeper completed; return the rolls."""
    assert table.play is not None  # noqa: S101 - only called with the rules at hand
    stream = dicing.stream_of(table.game_id, done)
    table.play.roll(StreamDice(stream))
    if table.play.result is not None:
        table.result = GameResult(table.play.result.winner, "victory")
    table.position_changed()
    return stream.rolls


def roll(table: Tabletop, event: Event, data: DiceData, done: Dicing) -> None:
    """Check rolls and digest of the last keeper's event against the stream (section 6 (e))."""
    if table.play is None:
        dicing.check_rolls(event, data, _listed_rolls(table, event, data, done))
        return
    dicing.check_rolls(event, data, draw(table, done))
    if data.then != table.digest():
        message = (
            f"Event {event.seq}: the position after the dice is another than the replay gives. "
            "Nobody is to blame before a third copy of this version has replayed it."
        )
        raise BadLog(finding("then.digest", event, message=message))


def _listed_rolls(table: Tabletop, event: Event, data: DiceData, done: Dicing) -> list[list[int]]:
    """Draw the numbers that the event itself lists: what can be checked without the rules."""
    stream = dicing.stream_of(table.game_id, done)
    assert isinstance(data.rolls, tuple)  # noqa: S101 - the last keeper's event has them
    for n, _got in data.rolls:
        try:
            stream.uniform(n)
        except FormError as error:
            message = f"Event {event.seq}: {error}"
            raise BadLog(finding("dice.rolls", event, message=message, blame=(event.by,))) from None
    return stream.rolls


class StreamDice:
    """A dice stream as the rules see it: what a number is for does not change it."""

    def __init__(self, stream: Any) -> None:
        self._draw = stream.uniform

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:  # noqa: ARG002
        """Return one of 0 .. n-1."""
        got: int = self._draw(n)
        return got


def resign(table: Tabletop, event: Event, data: Resign) -> None:  # noqa: ARG001
    """The author gives the game up (section 4)."""
    table.snapshots.clear()
    table.put_out(event.by, "resigned")
    if table.play is not None and table.result is None:
        table.play.go_on()
