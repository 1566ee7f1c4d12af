"""The unknowns of levels 1 and 2 after dice, or after an opening that may be illegal (section 10).

An illegal opening puts its author out, which only the rules show. From their opening on, a
reader without rules accepts events with them or without them, until they write what only a player
in the game may write. It must not refuse a log that the rules accept, nor blame a player who did
as the rules say.
"""

from __future__ import annotations

from msgspec import UNSET

from pbem.log.event import Event
from pbem.table.dicing import Dicing, Keeper
from pbem.table.events.kinds import DiceData, OfferKeys, read_data
from pbem.table.handlers import groups, stocks
from pbem.table.state import PerhapsKey
from pbem.table.tabletop import Tabletop

IN_THE_GAME = ("orders", "dice", "seal", "offer", "answer", "resign", "shuffle", "unmask")
"""The kinds that who is out never writes."""


def opened(table: Tabletop, handle: str) -> None:
    """Remember that a player in the game opened what they had sealed."""
    player = table.roster.find(handle)
    if table.dicing is not None and not table.over:
        return  # who keeps these dice was decided before
    if table.blind and player is not None and player.out is None:
        table.perhaps_out.add(handle)


def wrote(table: Tabletop, event: Event) -> None:
    """Remember that an author is in the game: they wrote what others cannot."""
    if event.kind in IN_THE_GAME:
        table.perhaps_out.discard(event.by)


def perhaps_over(table: Tabletop) -> bool:
    """Say whether the game may be over, though by the log alone it continues."""
    if not table.blind or table.last_trigger is None:
        return False
    diced = table.dicing is None and table.last_trigger.rolled
    joins = diced and table.roster.joining() is not None
    left = table.maybe_over and stocks.next_to_open(table) is not None
    return bool(table.perhaps_out) or joins or left


def perhaps_agreed(table: Tabletop) -> None:
    """An offer that only players who may be out have still to answer has perhaps its effect."""
    if table.offer is None or not nobody_sure(table) or not table.in_the_game(table.offer.by):
        return
    data = read_data("offer", table.offer.offer)
    if isinstance(data, OfferKeys) and isinstance(data.sign, str):
        table.perhaps_keys[table.offer.by] = PerhapsKey(data.sign, table.agreed)


def nobody_sure(table: Tabletop) -> bool:
    """Say whether an open offer is perhaps none: all who have to answer may be out."""
    return table.offer is not None and table.perhaps_out.issuperset(table.offer.waiting)


def pass_over(table: Tabletop, event: Event) -> None:
    """Let the next answer come from after a player who may be out, or the offer be over."""
    if not table.perhaps_out:
        return
    _pass_over_boxes(table, event)
    if table.offer is None:
        return
    waiting = table.offer.waiting
    if event.kind in ("answer", "resign") and event.by in waiting:
        place = waiting.index(event.by)
        if all(handle in table.perhaps_out for handle in waiting[:place]):
            del waiting[:place]
    elif nobody_sure(table):
        table.offer = None


def _pass_over_boxes(table: Tabletop, event: Event) -> None:
    """Let nobody wait for the word of a player who may be out that their box opens.

    An opening while boxes are answered is valid only where the game is over: then they are dropped.
    """
    if event.kind in ("reveal", "lay-open"):
        return
    made, waiting = groups.boxed(table), groups.answering(table)
    answered = event.kind in ("answer", "resign") and event.by in waiting
    before = waiting[: waiting.index(event.by)] if answered else waiting
    if made is not None and all(handle in table.perhaps_out for handle in before):
        for handle in before:
            del made.boxes[handle]


def pass_over_keepers(table: Tabletop, owed: Dicing, event: Event, data: DiceData) -> None:
    """Remove keepers who may be out, if a later keeper wrote the event.

    Not so many are removed that the game would be over without them: then it owed no dice.

    Args:
        table: The table, below level 3.
        owed: The dice that are due, which is changed.
        event: The event with dice.
        data: Its data.
    """
    due = (at for at, keeper in enumerate(owed.keepers) if keeper.handle == event.by)
    place = next(due, None)
    if place is None:
        return
    before, following = owed.keepers[:place], owed.keepers[place + 1 :]
    if _lacks(table, owed, before):
        del owed.keepers[:place]
        owed.passed += map(_player, before)
        if data.rolls is not UNSET and _lacks(table, owed, following):
            del owed.keepers[1:]
            owed.passed += map(_player, following)


def perhaps_due(table: Tabletop, owed: Dicing) -> list[str]:
    """Return the keepers of whom each may be due, if those before are out.

    ``owed``: the dice that they owe.
    """
    keepers = owed.keepers
    found = (at for at in range(len(keepers)) if not at or _lacks(table, owed, keepers[:at]))
    return [keepers[at].handle for at in found]


def _player(keeper: Keeper) -> str:
    """Return who kept the dice at the trigger."""
    return keeper.stands_for or keeper.handle


def _lacks(table: Tabletop, owed: Dicing, keepers: list[Keeper]) -> bool:
    """Say whether all of these keepers may be out, beside those passed over, with dice owed.

    A ruling that has put somebody out shows that they were in the game; one on a fork does not.
    """
    out = {*owed.passed, *map(_player, keepers)}
    seated = table.seated()
    here = {table.party(handle) for handle in seated}
    left = {table.party(handle) for handle in seated if handle not in out}
    fewest = min(2, len(here)) if out & {*seated} else 0
    return len(left) >= fewest and all(
        keeper.perhaps if keeper.stands_for else keeper.handle in table.perhaps_out
        for keeper in keepers
    )
