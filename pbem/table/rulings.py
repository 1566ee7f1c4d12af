"""The umpire's rulings (protocol section 8): they move no piece and change no roll."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.table import turns
from pbem.table.kinds import Ruling, Signer
from pbem.table.state import Player
from pbem.table.tabletop import Tabletop

FORMS = (
    frozenset({"out", "as_", "late"}),
    frozenset({"out", "as_", "handle", "sign", "late"}),
    frozenset({"result"}),
    frozenset({"branch"}),
)


def rule(table: Tabletop, event: Event, data: Ruling) -> None:
    """Take in a ruling; raises BadLog ``ruling.wrong``."""
    umpire = table.roster.umpire
    if umpire is None or event.by != umpire.handle:
        raise _wrong(event, f"{event.by} is not the umpire of this game")
    if umpire.vrf is None:
        raise _wrong(event, "the umpire has not joined")
    if table.closed:
        raise _wrong(event, "the umpire has closed the game")
    given = {
        name
        for name in ("out", "as_", "handle", "sign", "late", "result", "branch")
        if getattr(data, name) is not UNSET
    }
    if given not in FORMS or ("handle" in given) != (data.as_ == "replace"):
        raise _wrong(event, "a ruling puts a player out, confirms a result or names a branch")
    if "branch" in given:
        _branch(table, event, data)
    elif "result" in given:
        _close(table, event, data)
    else:
        _put_out(table, event, data)
    table.ruled_on.append(event.prev)


def _branch(table: Tabletop, event: Event, data: Ruling) -> None:
    """After a fork: the log up to this ruling is the branch that counts."""
    if data.branch != event.prev:
        raise _wrong(event, "the branch that counts is named by the event it ends with")
    table.branch = event.seq


def _close(table: Tabletop, event: Event, data: Ruling) -> None:
    if table.result is None and table.play is None and table.level < 3:
        table.closed = True  # whether the game is over only the rules can say
        return
    if table.result is None:
        raise _wrong(event, "the game is not over, so its result cannot be confirmed")
    if data.result != table.result:
        raise _wrong(event, "it confirms another result than the log has")
    table.closed = True


def _put_out(table: Tabletop, event: Event, data: Ruling) -> None:
    assert isinstance(data.out, str)  # noqa: S101 - the form was checked
    if table.result is not None and data.as_ == "replace":
        raise _wrong(event, "the game is over, and nobody is to go on with it")
    player = table.roster.find(data.out)
    if player is None or player.out is not None or player is table.roster.umpire:
        raise _wrong(event, f"{data.out} is not a player who could be put out")
    now = turns.pen(table)
    # While the game goes on, only the rules know who is asked; after its end the log knows.
    unknown = now.handle is None and table.play is None and table.result is None
    if now.handle != data.out and not unknown:
        raise _wrong(event, f"only who has the pen can be put out. {now.why}")
    if data.as_ == "replace" and any(s.by == data.out and not s.opened for s in table.seals):
        raise _wrong(event, f"nobody but {data.out} could open what he sealed: he can only forfeit")
    if data.as_ == "forfeit" and _last_keeper(table, data.out):
        raise _wrong(event, f"nobody but {data.out} could keep the dice: replace him instead")
    table.snapshots.clear()
    table.offer = None
    if table.result is not None:
        table.forfeit(data.out)  # he would not open what he sealed
    elif data.as_ == "replace":
        assert isinstance(data.handle, str)  # noqa: S101 - the form was checked
        assert isinstance(data.sign, str)  # noqa: S101 - the form was checked
        table.roster.replace(event, player, Signer(data.handle, data.sign))
        _stand_in(table, player)
        _pass_seats(table, data.out, data.handle)
    else:
        # The table must know who owes dice before the player is out.
        _stand_in(table, player)
        table.put_out(data.out, "forfeit")


def _last_keeper(table: Tabletop, handle: str) -> bool:
    """Say whether without this witness a player alone would be left who needs a keeper."""
    left = [player for player in table.roster.playing() if player.handle != handle]
    return table.policy == "opponents" and len(left) < 2 and handle not in table.seats.values()


def _stand_in(table: Tabletop, player: Player) -> None:
    """The umpire keeps in the place of a player put out who owes dice."""
    umpire = table.roster.umpire
    if umpire is None:
        return
    for owed in (table.dicing, table.may_owe):
        for keeper in () if owed is None else owed.keepers:
            if keeper.handle == player.handle:
                keeper.handle = umpire.handle
                keeper.key = umpire.vrf or ""
                keeper.stands_for = player.handle


def _pass_seats(table: Tabletop, old: str, new: str) -> None:
    for side, holder in table.seats.items():
        if holder == old:
            table.seats[side] = new
    if table.play is not None:
        table.play.hand_over(old, new)
    # A join before the start may have brought standing answers; they go the same way.
    table.early_standing = [
        msgspec.structs.replace(early, by=new) if early.by == old else early
        for early in table.early_standing
    ]


def _wrong(event: Event, what: str) -> BadLog:
    message = f"Event {event.seq}, a ruling: {what}."
    return BadLog(finding("ruling.wrong", event, message=message, blame=(event.by,)))
