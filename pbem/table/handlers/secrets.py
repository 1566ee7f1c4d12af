"""Secret choices: sealed now, opened later (protocol section 7.2)."""

from __future__ import annotations

from pbem.crypto import canonical, commitment
from pbem.errors import FormError, IllegalOrder
from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.table.events.kinds import Reveal, Seal
from pbem.table.handlers import doubt
from pbem.table.state import Sealed
from pbem.table.tabletop import Tabletop


def seal(table: Tabletop, event: Event, data: Seal) -> None:
    """Carry out a commitment: its label is that of the question, and new in the game.

    Raises:
        BadLog: With ``commit.label``.
    """
    asked = table.play.asked if table.play is not None else None
    wanted = asked.secret if asked is not None else None
    # Whether a seal was taken back is not known where it is not known who had to agree.
    used = not table.perhaps_out and table.seals.used(data.label)
    if used or (table.play is not None and data.label != wanted):
        message = f"Event {event.seq} seals '{data.label}', " + (
            "which was already sealed." if used else f"but the game asks for '{wanted}'."
        )
        raise BadLog(finding("commit.label", event, message=message, blame=(event.by,)))
    table.remember(event)
    table.seals.add(Sealed(data.label, event.by, event.id, data.commit))
    table.seal_prev[event.id] = event.prev
    if table.play is not None:
        table.play.seal(data.label)


def reveal(table: Tabletop, event: Event, data: Reveal) -> None:
    """Open a sealed choice, which must be the sealed value and legal.

    A value that the rules do not allow forfeits the game: a milder consequence would be a second
    plan.

    Raises:
        BadLog: With ``commit.open`` for another value than the sealed one, or no such seal; with
            ``commit.label`` for another choice than is asked.

    Source: docs/protocol.md, section 7.2.
    """
    sealed = table.seals.of(data.of)
    if sealed is None or sealed.opened or sealed.by != event.by:
        message = f"Event {event.seq} names no sealed choice that {event.by} can still reveal."
        raise BadLog(finding("commit.open", event, message=message, blame=(event.by,)))
    asked = table.play.asked if table.play is not None and table.result is None else None
    if asked is not None and asked.secret != sealed.label:
        # Anyone who has sealed two plans must not choose between them now.
        message = (
            f"Event {event.seq} reveals '{sealed.label}', but the game asks for '{asked.secret}'."
        )
        raise BadLog(finding("commit.label", event, message=message, blame=(event.by,)))
    if table.level >= 2 and not commitment.opens(
        sealed.commit,
        game=table.game_id,
        handle=event.by,
        prev=table.seal_prev[sealed.event],
        label=sealed.label,
        salt=data.salt,
        value_jcs=canonical.encode_trusted(data.value),
    ):
        message = (
            f"Event {event.seq}: what {event.by} reveals as '{sealed.label}' is not what "
            "they sealed. A player who does not reveal what they sealed forfeits the "
            "game. Show the log to the umpire."
        )
        raise BadLog(finding("commit.open", event, message=message, blame=(event.by,)))
    table.seals.open(sealed)
    table.snapshots.clear()
    doubt.opened(table, event.by)
    if table.play is None:
        return
    try:
        if table.result is None:
            table.play.open(data.value)
        else:
            order = table.play.game.read_order(data.value)
            table.play.game.check_secret(table.play.position, sealed.label, order)
    except (FormError, IllegalOrder):
        table.forfeit(event.by)
