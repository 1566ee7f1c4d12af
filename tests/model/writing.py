"""The right to write: sections 4 to 8 of docs/protocol.md once more, without their bytes.

A log is a list of events; keys, proofs and salts are left out: an event is its author, its kind and
the little that decides who may write after it. The game itself is left out too. Whatever it could
ask next, its events carry: ``then`` of an event is what the game needs after it. A comparison with
a real game takes ``then`` from there; a search tries all of them.

Nothing here is shared with the program: where they differ, one of them has a bug, or the page.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from model.given_up import NOW, Rules


class Opening(NamedTuple):
    """``seats`` are (side, handle); a player without one is a witness."""

    players: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    umpire: str | None = None
    dice: str = "opponents"


class Ask(NamedTuple):
    """The game asks ``side`` for ``kind``: orders, seal or reveal."""

    side: str
    kind: str = "orders"


class Over(NamedTuple):
    """The game is over by its own rules."""

    winner: str | None


ROLL = "roll"
Then = Any  # Ask | Over | str | None, and of decks Make | Draw


class Event(NamedTuple):
    """``what`` is all else that matters of a kind:

    For join, resign, orders, seal, dice and start's answer it is nothing. For the
    others, it is:

    - reveal: whether it could be sealed legally; offer: its ``what``; answer: yes or no;
    - ruling: ("forfeit", handle), ("replace", handle, new, consent), ("result",), ("fork", handle,
      seq, "forfeit" or "branch"), ("back", id).
    """

    by: str
    kind: str
    what: Any = None
    then: Then = None
    salt: int = 0


class Keeper(NamedTuple):
    """A player who owes dice, and for whom they stand in."""

    handle: str
    stands_for: str | None = None


class Sealed(NamedTuple):
    side: str
    by: str
    opened: bool = False


class Offer(NamedTuple):
    by: str
    what: str
    waiting: tuple[str, ...]


class State(NamedTuple):
    """All of a log that decides who may write next."""

    opening: Opening
    rules: Rules
    players: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    joined: frozenset[str] = frozenset()
    out: tuple[tuple[str, str], ...] = ()
    started: bool = False
    asked: Ask | None = None
    rolling: bool = False
    author: str | None = None
    owed: tuple[Keeper, ...] = ()
    given: tuple[Keeper, ...] = ()
    offer: Offer | None = None
    offered: bool = False
    seals: tuple[Sealed, ...] = ()
    forks: frozenset[tuple[str, int, str]] = frozenset()
    result: tuple[str | None, str] | None = None
    closed: bool = False
    decks: Any = None
    """The decks of `model.decks`, in a game with decks."""
    stocks: Any = None
    """The hidden supplies of `model.stocks`, in a game with them."""
    renewed: frozenset[tuple[str, bool]] = frozenset()
    """The players who have new keys, and whether anybody else said yes to them."""

    def but(self, **changes: Any) -> State:
        return self._replace(**changes)

    # --- who is who ---

    def gone(self, handle: str) -> str | None:
        return next((why for who, why in self.out if who == handle), None)

    def playing(self) -> list[str]:
        return [handle for handle in self.players if not self.gone(handle)]

    def holder(self, side: str) -> str:
        return next(holder for other, holder in self.seats if other == side)

    def has_seat(self, handle: str) -> bool:
        return any(handle == holder for _, holder in self.seats)

    def seated(self) -> list[str]:
        """The players in the game who have a seat, in order."""
        return [handle for handle in self.playing() if self.has_seat(handle)]

    def one_left(self) -> bool:
        """Whether all who have a seat and are in the game have one hand, or are one or none."""
        grouped = self.decks or self.stocks
        return len({grouped.group(h) if grouped else h for h in self.seated()}) <= 1

    def has_to_join(self) -> str | None:
        umpire = self.opening.umpire
        order = [*([umpire] if umpire else []), *self.playing()]
        return next((handle for handle in order if handle not in self.joined), None)

    def owes_reveal(self) -> str | None:
        order = sorted(self.players, key=lambda handle: self.gone(handle) is not None)
        owing = {sealed.by for sealed in self.seals if not sealed.opened}
        return next((handle for handle in order if handle in owing), None)

    def keepers(self, author: str) -> tuple[Keeper, ...]:
        """Section 6 (f)."""
        if self.opening.dice == "self":
            return (Keeper(author),)
        umpire = [self.opening.umpire] if self.opening.dice == "umpire" else []
        witnesses = [h for h in self.playing() if not self.has_seat(h)]
        if self.rules.witnesses_keep:
            order = [*umpire, *self.playing()]
        elif len(self.seated()) <= 1:
            order = [*witnesses, *umpire, *self.seated()]
        else:
            order = [*umpire, *self.seated()]
        return tuple(Keeper(handle) for handle in order if handle and handle != author)


def opened(opening: Opening, rules: Rules = NOW) -> State:
    """The state after an opening; raises ValueError where nobody has a seat."""
    if not (opening.seats or rules.seats_may_lack):
        raise ValueError("an opening has a seat")
    return State(opening, rules, opening.players, opening.seats)


# --- section 5: the active player ---

ActivePlayer = tuple[str | None, tuple[str, ...]]
NOBODY: ActivePlayer = (None, ())


@lru_cache(maxsize=64)  # many ask it of one state, one after the other
def active(s: State) -> ActivePlayer:  # noqa: PLR0911 - one line a case, in the order of the page
    """Return who may write, and which kinds (the umpire's rulings apart)."""
    if s.stocks and not s.result and (opens := s.stocks.opens(s)):
        return opens
    if s.rolling:
        return (s.owed[0].handle, ("dice",)) if s.owed else NOBODY
    joining = s.has_to_join()
    if joining and not s.result:
        resigns = joining in s.players and (not s.started or s.rules.replacement_resigns)
        resigns = resigns and not s.rules.ruling_may_leave_no_start
        return joining, ("join", "resign") if resigns else ("join",)
    if not s.started and not s.result:
        nobody = s.rules.ruling_may_leave_no_start or not s.seated()
        return NOBODY if nobody else (s.seated()[0], ("answer", "resign"))
    if s.offer:
        return s.offer.waiting[0], ("answer", "resign")
    if s.result:
        owing = s.owes_reveal()
        masked = s.decks and s.decks.opening(s)
        return (owing, ("reveal",)) if owing else masked or NOBODY
    if s.decks and (due := s.decks.due(s)):
        return due
    if s.stocks and (wakes := s.stocks.going_on(s)):
        return wakes
    assert s.asked
    aside = ("resign",) if s.offered else ("offer", "resign")
    if s.gone(s.holder(s.asked.side)):
        return s.seated()[0], ("orders", *aside)
    return s.holder(s.asked.side), (s.asked.kind, *aside)


def may(s: State, e: Event) -> bool:
    """Whether an event is valid here, as far as that is a matter of who writes what."""
    if e.kind == "ruling":
        return may_rule(s, e)
    if s.closed and e.kind not in ("reveal", "lay-open"):
        return False
    handle, kinds = active(s)
    if s.rules.ruling_may_leave_no_start and not (handle or s.result):
        return e.kind in ("orders", "seal", "reveal", "offer", "resign")
    if e.by != handle or e.kind not in kinds:
        return False
    starts = e.kind == "answer" and (not s.started or bool(s.stocks and s.stocks.wakes))
    return not starts or e.what is True


def may_rule(s: State, e: Event) -> bool:  # noqa: C901, PLR0911 - one line a ruling
    """Section 8."""
    if e.by != s.opening.umpire or e.by not in s.joined or s.closed:
        return False
    match e.what:
        case ("result",):
            return s.result is not None
        case ("back", _):
            return True
        case ("fork", author, seq, then):
            ruled = [(where, how) for who, where, how in s.forks if who == author]
            twice = any(where == seq or how in ("forfeit", then) for where, how in ruled)
            settled = {(author, True)} & s.renewed
            if s.rules.keys_settle_alone:
                settled |= {(author, False)} & s.renewed
            return author in s.players and not twice and not settled
        case ("forfeit", handle):
            return handle == active(s)[0] and handle in s.playing()
        case ("replace", handle, new, consent):
            known = {*s.players, s.opening.umpire}
            if s.result or handle != active(s)[0] or handle not in s.playing() or new in known:
                return False
            if any(sealed.by == handle and not sealed.opened for sealed in s.seals):
                return False
            if s.decks and s.decks.has_part(handle):
                return False
            if s.stocks and s.stocks.hidden and len(s.stocks.group(handle)) > 1:
                return False
            if s.rolling and s.has_seat(handle) and not s.rules.replace_at_will:
                return bool(consent) and len(s.seated()) > 1
            return not consent
    return False


# --- what an event does ---


def take(s: State, e: Event) -> State:
    """The state after a valid event."""
    wakes = bool(s.stocks and s.stocks.wakes)
    if s.stocks and e.kind not in ("dice", "ruling", "lay-open"):
        s = s.but(stocks=s.stocks.wrote(e))
    after = HANDLERS[e.kind](s, e)
    if wakes and e.kind in ("answer", "join", "resign") and not after.result:
        after = go_on(after, e._replace(then=ROLL))
    if after.stocks and after.rolling and not s.rolling:
        after = after.but(stocks=after.stocks.rolled())
    return after.but(offered=e.kind == "offer" or (e.kind == "answer" and s.offered))


def go_on(s: State, e: Event) -> State:
    """The game goes on to what it needs next; the event is the trigger if that is a roll."""
    if e.then == ROLL:
        by = e.by if e.kind != "ruling" else ""
        return s.but(asked=None, rolling=True, author=by, owed=s.keepers(by), given=())
    if isinstance(e.then, Over):
        return s.but(asked=None, result=(e.then.winner, "victory"))
    if s.decks and e.then is not None and not isinstance(e.then, Ask):
        return s.but(asked=None, decks=s.decks.begun(e.then))
    assert isinstance(e.then, Ask)
    return s.but(asked=e.then)


def start(s: State, e: Event) -> State:
    return go_on(s.but(started=True), e)


def join(s: State, e: Event) -> State:
    s = s.but(joined=s.joined | {e.by})
    return s if s.started or s.has_to_join() else start(s, e)


def orders(s: State, e: Event) -> State:
    return go_on(s, e)


def dice(s: State, e: Event) -> State:
    s = s.but(owed=s.owed[1:], given=(*s.given, s.owed[0]))
    return s if s.owed else go_on(s.but(rolling=False, author=None, given=()), e)


def seal(s: State, e: Event) -> State:
    assert s.asked
    return go_on(s.but(seals=(*s.seals, Sealed(s.asked.side, e.by))), e)


def reveal(s: State, e: Event) -> State:
    """If they owe several after the end, the first is opened: which does not matter here."""
    side = s.asked.side if s.asked and not s.result else None
    mine = next(x for x in s.seals if x.by == e.by and not x.opened and side in (None, x.side))
    s = s.but(seals=tuple(x._replace(opened=x.opened or x is mine) for x in s.seals))
    if s.result:
        return s if e.what else forfeit_after_end(s, e.by)
    if not e.what:
        s = leave(s, e.by, "forfeit")
    return s if s.result else go_on(s, e)


def offer(s: State, e: Event) -> State:
    waiting = tuple(handle for handle in s.seated() if handle != e.by)
    made = Offer(e.by, e.what, waiting)
    return s.but(offer=made) if waiting else agree(s, made, others=False)


def agree(s: State, made: Offer, *, others: bool) -> State:
    """An offer takes effect; ``others``: somebody else said yes."""
    s, what = s.but(offer=None), made.what
    if what == "keys":
        return s.but(renewed=s.renewed | {(made.by, others)})
    return s.but(asked=None, result=(None, "tie")) if what == "tie" else s


def answer(s: State, e: Event) -> State:
    if not s.started:
        return start(s, e)
    if s.decks and not s.offer:
        return s.decks.answered(s, e)
    if s.stocks and not s.offer:
        return s  # a roll is due, and this is its trigger
    assert s.offer
    waiting = s.offer.waiting[1:]
    if e.what and waiting:
        return s.but(offer=s.offer._replace(waiting=waiting))
    if s.gone(s.offer.by):
        return s.but(offer=None)
    return agree(s, s.offer, others=True) if e.what else s.but(offer=None)


def resign(s: State, e: Event) -> State:
    s = settled(leave(s.but(offer=None), e.by, "resigned"), e)
    if s.result or (s.has_to_join() and not s.started):
        return s
    if not s.started:
        return start(s, e)
    return go_on(s, e) if waits_for_nobody(s) else s


def waits_for_nobody(s: State) -> bool:
    """Whether the side that is asked has lost its player."""
    return bool(s.asked and s.gone(s.holder(s.asked.side)))


def settled(s: State, e: Event) -> State:
    """Nobody waits for who has left to say that a box opens."""
    from model import decks

    return decks.settled(s, e) if s.decks else s


def leave(s: State, handle: str, why: str) -> State:
    """They are out: as the one who resigned in section 4."""
    had_seat = s.has_seat(handle)
    s = answered_by_others(s.but(out=(*s.out, (handle, why))))
    held = sorted(side for side, holder in s.seats if not s.gone(holder))
    if had_seat and s.one_left():
        return end(s, held[0] if held else None, why)
    alone = s.opening.dice == "opponents" and len(s.playing()) == 1
    s = end(s, None, "forfeit") if alone else s
    return s.but(stocks=s.stocks.left(s, handle, ruled=why == "forfeit")) if s.stocks else s


def answered_by_others(s: State) -> State:
    """A player who is out answers no offer; it ends where nobody else has to."""
    waiting = tuple(handle for handle in s.offer.waiting if not s.gone(handle)) if s.offer else ()
    ends = not waiting or s.rules.ruling_ends_offer
    return s.but(offer=s.offer._replace(waiting=waiting) if s.offer and not ends else None)


def end(s: State, winner: str | None, why: str) -> State:
    """A game that is over owes no dice."""
    return s.but(
        result=(winner, why), asked=None, rolling=False, author=None, owed=(), given=(), offer=None
    )


def forfeit_after_end(s: State, handle: str) -> State:
    """Section 7.2, last sentences."""
    assert s.result
    if not s.has_seat(handle):
        return s
    winner = s.result[0]
    s = s if s.gone(handle) else s.but(out=(*s.out, (handle, "forfeit")))
    if s.one_left():
        return end(s, min((side for side, h in s.seats if not s.gone(h)), default=None), "forfeit")
    return end(s, None, "forfeit") if winner and s.holder(winner) == handle else s


def ruling(s: State, e: Event) -> State:
    match e.what:
        case ("result",):
            return s.but(closed=True)
        case ("fork", author, seq, then):
            s = s.but(forks=s.forks | {(author, seq, then)})
            heir = heir_of(s, author)
            return s if then == "branch" or s.gone(heir) else forfeit(s, heir, e)
        case ("forfeit", handle):
            return forfeit(s, handle, e)
        case ("replace", handle, new, _):
            s = stand_in(s, handle)
            at = s.players.index(handle) + 1
            return s.but(
                players=(*s.players[:at], new, *s.players[at:]),
                out=(*s.out, (handle, "replaced")),
                seats=tuple((side, new if h == handle else h) for side, h in s.seats),
                offer=None,
                decks=s.decks and s.decks.replaced(handle, new),
            )
    return s


def heir_of(s: State, handle: str) -> str:
    """They, or who is in their place since: a replacement stands after the one replaced."""
    while s.gone(handle) == "replaced":
        handle = s.players[s.players.index(handle) + 1]
    return handle


def forfeit(s: State, handle: str, e: Event) -> State:
    """Put out by a ruling. Nothing goes on by it: a ruling is never a trigger."""
    if s.result:
        return forfeit_after_end(s, handle)
    s = settled(leave(stand_in(s, handle), handle, "forfeit"), e)
    if not s.rules.ruling_goes_on or s.result or s.rolling or s.has_to_join():
        return s
    if not s.started:
        return start(s, e)
    return go_on(s, e) if waits_for_nobody(s) else s


def stand_in(s: State, handle: str) -> State:
    """The umpire keeps in the place of who is put out and owes dice."""
    umpire = s.opening.umpire
    assert umpire
    return s.but(owed=tuple(Keeper(umpire, handle) if k == Keeper(handle) else k for k in s.owed))


def _laid_open(s: State, e: Event) -> State:
    from model import stocks

    return stocks.opened(s, e) if s.stocks else s.decks.opened(s, e)


HANDLERS = {
    "join": join, "orders": orders, "dice": dice, "seal": seal, "reveal": reveal, "offer": offer,
    "answer": answer, "resign": resign, "ruling": ruling,
    "shuffle": lambda s, e: s.decks.shuffled(s, e),
    "unmask": lambda s, e: s.decks.unmasked(s, e),
    "lay-open": _laid_open,
}  # fmt: skip
