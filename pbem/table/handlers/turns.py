"""Taking turns: order lists and the dice that they trigger (protocol sections 4 and 6)."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from pbem.errors import FormError, IllegalOrder, RulesFault
from pbem.kit.contract import Game
from pbem.kit.sides import side_name
from pbem.kit.wording import with_stop
from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.play.play import Play
from pbem.table import dicing
from pbem.table.dicing import Dicing
from pbem.table.events.kinds import DiceData, GameResult, Orders, Standing
from pbem.table.handlers import decks, stocks
from pbem.table.tabletop import Tabletop

PASS_FOR_ANOTHER = [{"do": "pass"}]
"""The only order that may be given for a seat whose player is out."""


# --- orders ----------------------------------------------------------------------------------


def orders(table: Tabletop, event: Event, data: Orders) -> None:
    """Carry out an order list.

    Raises:
        BadLog: With ``pen.wrong``, ``state.digest``, ``orders.illegal``, ``orders.form``,
            ``orders.nothing``, ``standing.form``, or a code for decks or supplies.
        RulesFault: The game asks nobody.

    Source: docs/protocol.md, section 4.
    """
    for number, one in enumerate(() if data.proofs is UNSET else data.proofs, 1):
        if one.show is not UNSET:
            decks.check_proof(table, event, number, one.show)
        else:
            stocks.check_proof(table, event, data, number, one)
    if data.proofs is UNSET:
        table.remember(event)
    else:
        table.snapshots.clear()  # what was shown was seen
    if table.play is not None:
        _carry_out(table, table.play, event, data)
    stocks.moved(table, event, data)


def _carry_out(table: Tabletop, play: Play, event: Event, data: Orders) -> None:
    asked = play.asked
    if asked is None:
        raise RulesFault("pbem accepted orders although the game asks nobody")
    whose = side_name(play.game, data.side)
    if data.side != asked.side:
        other = side_name(play.game, asked.side)
        message = with_stop(f"Event {event.seq} has orders for {whose}, but the game asks {other}")
        raise BadLog(finding("pen.wrong", event, message=message, blame=(event.by,)))
    if data.state != table.digest():
        message = (
            f"Event {event.seq} was written in another position than this replay gives. "
            "The log blames nobody: have a third copy of this version replay it."
        )
        raise BadLog(finding("state.digest", event, message=message))
    before = table.game_bytes()
    handle = table.seats[asked.side]
    try:
        if handle in play.gone:
            _pass_for(table, data)
        else:
            if isinstance(data.standing, dict):
                set_standing(table, event, data.standing)
            decks.check_shown(table, event, data)
            changed = stocks.check_moved(table, event, data)
            play.order(event.by, data.orders, changed=changed)
    except IllegalOrder as error:
        message = f"Event {event.seq}, orders for {whose}: {error}"
        raise BadLog(finding("orders.illegal", event, message=message, blame=(event.by,))) from None
    except FormError as error:
        message = f"Event {event.seq}, orders for {whose}: {error}"
        raise BadLog(finding("orders.form", event, message=message, blame=(event.by,))) from None
    table.position_changed()
    if table.game_bytes() == before:
        message = (
            f"Event {event.seq}: the orders for {whose} change nothing, so they are "
            "not valid. Order something that is possible now, or 'pass' or 'end' if that "
            "is an answer here."
        )
        raise BadLog(finding("orders.nothing", event, message=message, blame=(event.by,)))


def _pass_for(table: Tabletop, data: Orders) -> None:
    assert table.play is not None  # noqa: S101 - only called with the rules at hand
    if list(data.orders) != PASS_FOR_ANOTHER or isinstance(data.standing, dict):
        raise IllegalOrder("8", "the player of this seat is out, so 'pass' is the only order")
    table.play.go_on()


def set_standing(table: Tabletop, event: Event, standing: Standing) -> None:
    """Replace all standing orders of the author (6 (d)).

    Raises:
        BadLog: With ``standing.form``.
    """
    assert table.play is not None  # noqa: S101 - only called with the rules at hand
    check_standing(table, table.play.game, event, standing)
    table.play.stand(event.by, standing)


def check_standing(table: Tabletop, game: Game[Any, Any], event: Event, standing: Standing) -> None:
    """Check that the author can give these standing orders.

    Raises:
        BadLog: With ``standing.form``.
    """
    try:
        for side, answers in standing.items():
            if table.seats.get(side) != event.by:
                raise FormError(f"{event.by} does not play the side {side_name(game, side)}")
            game.check_standing(side, answers)
    except FormError as error:
        message = f"Event {event.seq}, standing orders of {event.by}: {error}"
        raise BadLog(finding("standing.form", event, message=message, blame=(event.by,))) from None


# --- dice -----------------------------------------------------------------------------------


def draw(table: Tabletop, done: Dicing) -> list[list[int]]:
    """Let the game go on with the stream that the last keeper completed; return the rolls.

    ``done``: the dice with all outputs. A roll is ``[n, got]``.
    """
    assert table.play is not None  # noqa: S101 - only called with the rules at hand
    stream = dicing.stream_of(table.game_id, done)
    table.play.roll(StreamDice(stream))
    if table.play.result is not None:
        table.result = GameResult(table.play.result.winner, "victory")
    table.position_changed()
    return stream.rolls


def roll(table: Tabletop, event: Event, data: DiceData, done: Dicing) -> None:
    """Check the rolls and the digest of the last keeper's event against the stream.

    ``done``: the dice with all outputs.

    Raises:
        BadLog: With ``dice.rolls`` or ``then.digest``.

    Source: docs/protocol.md, section 6 (e).
    """
    if table.blind:
        dicing.check_rolls(event, data, _listed_rolls(table, event, data, done))
        return
    dicing.check_rolls(event, data, draw(table, done))
    if data.then != table.digest():
        message = (
            f"Event {event.seq}: the position after the dice is not what this replay "
            "gives. The log blames nobody: have a third copy of this version replay it."
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
        """Return one of 0 .. n-1; the other arguments change nothing."""
        got: int = self._draw(n)
        return got
