"""The umpire's rulings (protocol section 8): they move no piece and change no roll."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from pbem.crypto import signing
from pbem.log.consent import Replacement, consent_bytes
from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.table.events.kinds import Close, Consent, OnFork, PutOut, Ruling, Signer
from pbem.table.handlers import doubt, forks, groups
from pbem.table.handlers.active import active
from pbem.table.handlers.forks import Replayed
from pbem.table.state import Player
from pbem.table.tabletop import Tabletop


def rule(table: Tabletop, event: Event, data: Ruling, at: Replayed | None) -> None:
    """Carry out a ruling.

    Args:
        table: The table.
        event: The ruling.
        data: Its data.
        at: Replays the log up to an earlier event; None if the ruling was judged before.

    Raises:
        BadLog: With ``ruling.wrong``.

    Source: docs/protocol.md, section 8.
    """
    umpire = table.roster.umpire
    if umpire is None or event.by != umpire.handle:
        raise wrong(event, f"{event.by} is not the umpire of this game")
    if umpire.vrf is None:
        raise wrong(event, "the umpire has not joined")
    if table.closed:
        raise wrong(event, "the umpire has already closed the game")
    unsure = table.blind and not _goes_on(table)
    match data:
        case PutOut():
            _put_out(table, event, data)
            table.maybe_over = unsure and data.as_ == "forfeit"
        case Close():
            _close(table, event, data)
        case OnFork():
            author = forks.proven(table, event, data, at)
            if author is not None:
                _forfeit(table, author, perhaps=author.handle in table.perhaps_out)
                table.maybe_over = unsure
        case _:  # a ruling taken back stands on another log: here it does nothing
            pass
    table.ruled_on.append(event.prev)


def _close(table: Tabletop, event: Event, data: Close) -> None:
    # Below level 3 nobody knows of most games whether they are over. An author who may write by the
    # log alone, while it is not over, shows that it goes on.
    if table.blind:
        if _goes_on(table):
            raise wrong(event, f"the game is not over. {active(table).why}")
        table.may_owe = None
    else:
        if table.result is None:
            raise wrong(event, "the game is not over, so its result cannot be confirmed")
        if data.result != table.result:
            raise wrong(event, "the log has another result than the one it confirms")
    table.closed = True


def _goes_on(table: Tabletop) -> bool:
    """Say whether the log alone shows that the game is not over."""
    return not table.over and active(table).handle is not None and not doubt.perhaps_over(table)


def _put_out(table: Tabletop, event: Event, data: PutOut) -> None:
    new = _replacement(event, data)
    if (table.result is not None or table.laid) and new is not None:
        raise wrong(event, "the game is over, so nobody can be replaced")
    player = table.roster.find(data.out)
    if player is None or player.out is not None or player is table.roster.umpire:
        raise wrong(event, f"{data.out} is not a player who is still in the game")
    now = active(table)
    # While the game goes on, only the rules know who is asked; after its end the log knows.
    unknown = doubt.perhaps_over(table) or (
        table.blind and (now.handle, table.result) == (None, None)
    )
    if now.handle != data.out and not unknown:
        raise wrong(event, f"only the active player can be put out. {now.why}")
    _check_consent(table, event, data, new)
    if new is None:
        _forfeit(table, player)
        return
    if why := why_not_replaced(table, data.out):
        raise wrong(event, why)
    table.snapshots.clear()
    table.offer = None
    table.roster.replace(event, player, new)
    stand_in(table, player)
    table.ruled_out()
    _pass_seats(table, data.out, new.handle)


def why_not_replaced(table: Tabletop, handle: str) -> str:
    """Say what of a player nobody else can play on with, as things stand; empty if nothing."""
    if table.policy == "witnesses" and handle not in table.seats.values():
        return f"all agreed on {handle} as a dice keeper, so {handle} can only forfeit"
    # While anybody is in doubt, an undo that only they had to answer may have taken a seal back.
    if table.seals.owed(handle) is not None and not table.perhaps_out:
        return (
            f"only {handle} can reveal what they sealed, so nobody can replace them. "
            "They can only forfeit"
        )
    if any(groups.has_part(state, handle) for state in table.decks):
        return (
            f"{handle} has a deck key that nobody can take over, so they can only "
            "forfeit. An ally with the same key plays on"
        )
    if any(groups.knows(state, handle) for state in table.stocks):
        return f"{handle} knows a hidden supply, so they can only forfeit"
    return ""


def _replacement(event: Event, data: PutOut) -> Signer | None:
    """Return who plays on, None for a forfeit."""
    if data.as_ == "replace" and isinstance(data.handle, str) and isinstance(data.sign, str):
        return Signer(data.handle, data.sign)
    if data.as_ == "replace" or data.handle is not UNSET or data.sign is not UNSET:
        raise wrong(
            event,
            "a replacement needs the handle and the key of the new player, and a forfeit "
            "has neither",
        )
    return None


def _forfeit(table: Tabletop, player: Player, *, perhaps: bool = False) -> None:
    """Remove a player; ``perhaps``: a fork is ruled on, and they may have been out before."""
    table.snapshots.clear()
    if table.result is not None:
        table.forfeit(player.handle)
        return
    # The table must know who owes dice before the player is out.
    stand_in(table, player, perhaps=perhaps)
    table.ruled_out()
    table.put_out(player.handle, "forfeit")


# --- consent ---------------------------------------------------------------------------------


def _check_consent(table: Tabletop, event: Event, data: PutOut, new: Signer | None) -> None:
    """Raise BadLog unless all agreed where a seat would be kept and a roll changed (section 8)."""
    given = () if data.consent is UNSET else data.consent
    wanted = _consent_wanted(table, data)
    if new is None or wanted is False:
        if data.consent is not UNSET:
            raise wrong(event, "only the replacement of a seated player who owes dice has consents")
        return
    if wanted is None and data.consent is UNSET:
        return
    if data.consent is UNSET:
        raise wrong(
            event,
            f"{data.out} owes dice. To replace them, all others with a seat must agree. "
            "Otherwise they can only forfeit",
        )
    others = [handle for handle in table.seated() if handle != data.out]
    agreed = [one.by for one in given]
    doubtful = [handle for handle in others if handle in table.perhaps_out]
    if agreed not in (others, [one for one in others if one in agreed or one not in doubtful]):
        raise wrong(event, f"all others with a seat must agree: {', '.join(others) or 'nobody'}")
    if not agreed:
        raise wrong(event, f"nobody else has a seat and could agree to replace {data.out}")
    text = consent_bytes(
        Replacement(
            game=table.game_id, prev=event.prev, out=data.out, handle=new.handle, sign=new.sign
        )
    )
    for one in given:
        _check_agreed(table, event, one, text)


def _consent_wanted(table: Tabletop, data: PutOut) -> bool | None:
    """Say whether the player owes dice and has a seat; None where only the rules know."""
    if data.out not in table.seats.values():
        return False
    for owed in (table.dicing, table.may_owe):
        if owed is not None and any(keeper.handle == data.out for keeper in owed.keepers):
            return True if owed is table.dicing else None
    return False


def _check_agreed(table: Tabletop, event: Event, one: Consent, text: bytes) -> None:
    player = table.roster.find(one.by)
    assert player is not None  # noqa: S101 - they have a seat
    perhaps = table.perhaps_keys.get(one.by)
    keys = [player.sign] if perhaps is None else [player.sign, perhaps.sign]
    sig = bytes.fromhex(one.sig)
    if not any(signing.verify(bytes.fromhex(key), text, sig) for key in keys):
        raise wrong(event, f"{one.by}'s consent does not carry their signature for this ruling")


# --- who steps in ----------------------------------------------------------------------------


def stand_in(table: Tabletop, player: Player, *, perhaps: bool = False) -> None:
    """The umpire keeps in the place of a player put out who owes dice.

    Args:
        table: The table.
        player: Whom a ruling has put out.
        perhaps: Whether they may have been out before: a ruling on a fork does not show it.
    """
    umpire = table.roster.umpire
    if umpire is None:
        return
    for owed in (table.dicing, table.may_owe):
        for keeper in () if owed is None else owed.keepers:
            if keeper.handle == player.handle:
                keeper.handle = umpire.handle
                keeper.key = umpire.vrf or ""
                keeper.stands_for = player.handle
                keeper.perhaps = perhaps


def _pass_seats(table: Tabletop, old: str, new: str) -> None:
    for side, holder in table.seats.items():
        if holder == old:
            table.seats[side] = new
    table.groups = [[new if one == old else one for one in group] for group in table.groups]
    if table.play is not None:
        table.play.hand_over(old, new)
    # A join before the start may have brought standing orders; they go the same way.
    table.early_standing = [
        msgspec.structs.replace(early, by=new) if early.by == old else early
        for early in table.early_standing
    ]


def wrong(event: Event, what: str) -> BadLog:
    """Return the finding ``ruling.wrong`` about a ruling; ``what``: the mistake, a sentence."""
    message = f"Event {event.seq} (ruling): {what.rstrip('.')}."
    return BadLog(finding("ruling.wrong", event, message=message, blame=(event.by,)))
