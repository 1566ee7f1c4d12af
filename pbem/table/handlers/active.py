"""The active player: who may write now, and what (protocol section 5)."""

from __future__ import annotations

import msgspec

from pbem.kit.contract import MakeDeck
from pbem.kit.sides import Sided, side_name
from pbem.log.event import Event
from pbem.log.finding import BadLog, Finding, finding
from pbem.table.dicing import Dicing
from pbem.table.handlers import decks, groups, stocks, waking
from pbem.table.handlers.doubt import perhaps_due, perhaps_over
from pbem.table.tabletop import Tabletop

ASIDE = ("offer", "resign")
"""The events that the player who is asked may always write instead of an answer."""

OPENINGS = ("reveal", "lay-open")
"""The kinds of event that are written after the end. It shows what was hidden, which nobody can
take back."""


class ActivePlayer(msgspec.Struct, frozen=True):
    """``handle`` may write events of ``kinds`` now; None: nobody may (the umpire's ruling apart).

    ``why`` is the sentence shown to people. An ``answer`` answers an offer, but ``box``: it says
    whether a box opens; ``going_on``: it says yes unasked, so that dice can follow a ruling.
    ``owes``: what ``handle`` is to do, after "to"; empty for an answer to a question of the game.
    ``short``: the sentence without that question.
    """

    handle: str | None
    kinds: tuple[str, ...]
    why: str
    box: bool = False
    going_on: bool = False
    owes: str = ""
    short: str = ""

    @classmethod
    def owing(
        cls, handle: str, kinds: tuple[str, ...], owes: str, *, who: str = "", box: bool = False
    ) -> ActivePlayer:
        """Return a player who is waited for, ``who`` in words, to do what they owe."""
        return cls(handle, kinds, f"Waiting for {who or handle} to {owes}", box=box, owes=owes)


def active(table: Tabletop) -> ActivePlayer:
    """Say who may write now, what, and why: a function of the log before (section 5)."""
    if table.opening is None:
        return ActivePlayer(None, ("open",), "Nobody has opened the game yet.")
    before = _active_of_who_stays(table) or _active_of_keeper(table)
    if before is not None:
        return before
    over = table.over
    entering = None if over else _active_entering(table)
    if entering is not None:
        return entering
    if table.offer is not None and not over:
        who = table.offer.waiting[0]
        return ActivePlayer.owing(who, ("answer", "resign"), f"answer {_offer_words(table)}.")
    if over:
        return _active_after_the_end(table)
    return _active_of_dealer(table) or _active_after_a_ruling(table) or _active_asked(table)


def _offer_words(table: Tabletop) -> str:
    assert table.offer is not None  # noqa: S101 - just asked
    by = table.offer.by
    what = f"{by}'s offer ({table.offer.offer['what']})"
    return what if table.in_the_game(by) else f"{what}, which has no effect because {by} is out"


def _active_of_who_stays(table: Tabletop) -> ActivePlayer | None:
    handle = stocks.next_to_open(table)
    if handle is None:
        return None
    what = "reveal hidden supplies: an ally who knew them is out."
    return ActivePlayer.owing(handle, ("lay-open",), what)


def _active_of_keeper(table: Tabletop) -> ActivePlayer | None:
    return None if table.dicing is None else _dice_active(table.dicing)


def _dice_active(owed: Dicing) -> ActivePlayer:
    if not owed.keepers:
        return ActivePlayer(None, (), f"Nobody is left to roll the dice for event {owed.seq}.")
    keeper = owed.keepers[0]
    instead = f" in place of {keeper.stands_for}" if keeper.stands_for else ""
    what = f"roll{instead} (event {owed.seq})."
    return ActivePlayer.owing(keeper.handle, ("dice",), what, who=f"{keeper.handle}'s computer")


def _active_of_dealer(table: Tabletop) -> ActivePlayer | None:
    if answering := groups.answering(table):
        return _active_of_box(table, answering[0])
    dealer = decks.next_to_deal(table)
    if dealer is None:
        return None
    deal = None if table.play is None else table.play.deal
    if isinstance(deal, MakeDeck):
        # Nobody has seen a card of this deck, so nobody leaves for what they have seen.
        return ActivePlayer.owing(dealer, ("shuffle", "resign"), f"shuffle {deal.deck}.")
    what = "" if deal is None else deal.deck
    owes = f"decrypt what is drawn from {what}."
    return ActivePlayer.owing(dealer, ("unmask",), owes, who=f"{dealer}'s computer")


def _active_of_box(table: Tabletop, handle: str) -> ActivePlayer:
    made, moved, masked = groups.boxed(table), groups.being_moved(table), groups.being_made(table)
    by = "" if made is None else made.by
    if moved is not None:
        inside = f"part of the supplies {' and '.join(moved.names)}"
    else:
        inside = f"a key of {'a deck' if masked is None else masked.name}"
    what = f"say whether the box from {by} opens. It holds {inside}."
    return ActivePlayer.owing(handle, ("answer", "resign"), what, box=True)


def _active_entering(table: Tabletop) -> ActivePlayer | None:
    joining = table.roster.joining()
    if joining is None:
        return None
    # A resignation after the start would be a trigger, whose keepers may have to join too.
    alone = table.started or joining is table.roster.umpire
    kinds = ("join",) if alone else ("join", "resign")
    return ActivePlayer.owing(joining.handle, kinds, "join the game.")


def _active_after_a_ruling(table: Tabletop) -> ActivePlayer | None:
    first = waking.first(table)
    if first is None:
        return None
    return ActivePlayer(
        first.handle, first.kinds, first.why, going_on=first.unasked, owes=first.owes
    )


def _active_after_the_end(table: Tabletop) -> ActivePlayer:
    # Players who are out come last: they may have gone for good, and the others are not to wait for
    # them.
    order = [p.handle for p in sorted(table.roster.players, key=lambda p: p.out is not None)]
    for handle in order:
        sealed = table.seals.owed(handle)
        if sealed is not None:
            return _opens(handle, "reveal", f"reveal the sealed {sealed.label}.")
    for handle in order:
        masked = any(handle in groups.owing(state) for state in table.decks)
        if masked or stocks.is_opener(table, handle):
            hidden = "keys of the decks" if masked else "hidden supplies"
            return _opens(handle, "lay-open", f"reveal their {hidden}.")
    return ActivePlayer(None, (), OVER)


OVER = "The game is over."


def _opens(handle: str, kind: str, owes: str) -> ActivePlayer:
    waits = ActivePlayer.owing(handle, (kind,), owes)
    return msgspec.structs.replace(waits, why=f"{OVER} {waits.why}")


def who_plays(handle: str, side: str, game: Sided | None = None) -> str:
    """Return who plays a side, as "alice (Japan)"; in a practice, only the side.

    Args:
        handle: The player's handle; in a practice, the side's id.
        side: The side's id.
        game: The game, which names its sides; without it they have their ids.
    """
    name = side_name(game, side)
    return name if handle == side else f"{handle} ({name})"


def _active_asked(table: Tabletop) -> ActivePlayer:
    if table.play is None or table.play.asked is None:  # below level 3
        return ActivePlayer(None, (), "Only the rules can say whose move it is.")
    asked = table.play.asked
    handle = table.seats[asked.side]
    who = who_plays(handle, asked.side, table.play.game)
    aside = ASIDE[1:] if table.offered else ASIDE
    if asked.secret is not None and asked.opens:
        owes = f"reveal the sealed {asked.secret}."
        return ActivePlayer.owing(handle, ("reveal", *aside), owes, who=who)
    if asked.secret is not None:
        owes, short = f"seal a choice: {asked.prompt}", f"Waiting for {who} to seal a choice"
        waits = ActivePlayer.owing(handle, ("seal", *aside), owes, who=who)
        return msgspec.structs.replace(waits, short=short)
    short = f"Waiting for {who}"
    return ActivePlayer(handle, ("orders", *aside), f"{short}: {asked.prompt}", short=short)


def check_active(table: Tabletop, event: Event) -> None:
    """Raise BadLog unless the author of ``event`` may write this kind of event now.

    ``end.over``, ``join.order``, ``pen.wrong`` or ``kind.wrong``. Facts that only the rules know
    are not checked without rules.
    """
    if event.kind == "open":
        return
    if table.closed and event.kind not in OPENINGS:
        raise BadLog(_over(event))
    if event.kind in OPENINGS and _opens_perhaps(table, event):
        return  # and if somebody is out, others come first
    now = active(table)
    unknown = table.blind and now.handle is None and not table.over
    if unknown and event.kind in _perhaps_asked(table, event.by, event.kind):
        return
    if unknown and event.kind == "answer" and event.by in waking.perhaps(table):
        return
    if now.handle == event.by and event.kind in now.kinds:
        return
    raise BadLog(_not_now(table, event, now))


def _opens_perhaps(table: Tabletop, event: Event) -> bool:
    """Say whether an opening may be due, though the log alone names another player."""
    ended = not table.over or table.perhaps_out
    asked = bool(ended) and perhaps_over(table)
    return asked and event.kind in _perhaps_asked(table, event.by, event.kind)


def check_opened_first(table: Tabletop, event: Event) -> None:
    """Raise BadLog ``pen.wrong`` where dice come before supplies that an ally has to open."""
    now = _active_of_who_stays(table)
    if now is not None:
        raise BadLog(_out_of_turn(event, now, "pen.wrong"))


def _perhaps_asked(table: Tabletop, handle: str, kind: str) -> tuple[str, ...]:
    """Return what somebody may write where only the rules know the active player.

    ``kind``: what they write. Only an opening is held against all that was hidden.
    """
    author = table.roster.find(handle)
    if author is None or author is table.roster.umpire:
        return ()
    # A player who is out opens what they sealed when the game is over, which only the rules may
    # know.
    lays = kind == "lay-open" and (
        stocks.owes(table, handle) or any(handle in groups.owing(state) for state in table.decks)
    )
    openings = OPENINGS if lays else OPENINGS[:1]
    if author.out is not None:
        return openings
    return ("orders", "seal", "shuffle", "unmask", *openings, *ASIDE)


def _perhaps_due(table: Tabletop, now: ActivePlayer) -> list[str | None]:
    """Return who may be active: who is due may be out, and then the next one has it."""
    if table.dicing is not None and "dice" in now.kinds:
        return [now.handle, *perhaps_due(table, table.dicing)]
    if "answer" not in now.kinds or table.over:
        return [now.handle]
    waiting = table.offer.waiting if table.offer is not None else groups.answering(table)
    return [now.handle, *groups.up_to_sure(table, waiting)]


def _over(event: Event) -> Finding:
    message = (
        f"Event {event.seq} comes after the end of the game. It does not count: the log ends "
        "before it."
    )
    return finding("end.over", event, message=message, blame=(event.by,))


def _not_now(table: Tabletop, event: Event, now: ActivePlayer) -> Finding:
    over = table.over
    if over and now.handle is None:
        return _over(event)
    joining = not over and (not table.started or table.roster.joining() is not None)
    mine = event.by in _perhaps_due(table, now)
    if joining or event.kind == "join":
        code = "join.order"
    elif event.kind == "answer" and table.offer is None and not groups.answering(table):
        code = "answer.wrong"
    elif event.kind in ("offer", "resign") and mine:
        code = f"{event.kind}.wrong"
    elif mine:
        code = "kind.wrong"
    else:
        code = "pen.wrong"
    return _out_of_turn(event, now, code)


def _out_of_turn(event: Event, now: ActivePlayer, code: str) -> Finding:
    a = "an" if event.kind[0] in "aou" else "a"
    message = (
        f"Event {event.seq}: {event.by} could not write {a} {event.kind} event here. {now.why}"
    )
    return finding(code, event, message=message, blame=(event.by,))
