"""Writing events: what a player's own software signs, rehearsed before it is signed.

Every event is composed on the table as it stands, accepted by a copy of it first, and entered in
the player's record before anybody sees it. A mistake in an order raises and leaves no trace.

Source: docs/protocol.md, sections 3 to 8.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any

from msgspec import UNSET

from pbem.crypto import canonical, commitment, signing, vrf
from pbem.errors import KeyFileError, NotYourPen
from pbem.identity.identity import Identity
from pbem.kit.contract import RawOrder
from pbem.log.event import NO_EVENT, VERSION, Event, compose, read_event
from pbem.table import dicing
from pbem.table.events import kinds
from pbem.table.handlers import agreements, groups, turns
from pbem.table.handlers.active import ActivePlayer
from pbem.table.handlers.entering import join_alpha
from pbem.table.library import Library
from pbem.table.own import proving
from pbem.table.own.dealing import Dealer
from pbem.table.own.private import PrivateFile, Secret
from pbem.table.own.record import Entry, Record
from pbem.table.own.stocking import StockKeeper
from pbem.table.roster import key_proof
from pbem.table.state import position_digest
from pbem.table.table import Table


def now_utc() -> str:
    """Return the time now as an event states it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def open_game(
    identity: Identity, library: Library, data: kinds.Open, clock: Callable[[], str] = now_utc
) -> Event:
    """Sign the opening of a game.

    Args:
        identity: The player who opens it.
        library: Has the rules.
        data: The opening.
        clock: Returns the time, as an event has it.

    Raises:
        BadLog: The game cannot be opened like this.
    """
    event = compose(
        game="",
        seq=0,
        prev=NO_EVENT,
        by=identity.handle,
        at=clock(),
        kind="open",
        data=kinds.write_data(data),
        seed=identity.sign_seed,
        version=kinds.version_of(data),
    )
    Table(library).take(event)
    return event


_WHEN = {
    "join": "it is not your turn to join",
    "answer": "there is no offer for you to answer",
    "reveal": "you have no sealed choice to reveal now",
    "shuffle": "you have no deck to shuffle now",
    "unmask": "you have no cards to decrypt now",
    "lay-open": "you reveal your deck keys when the game is over",
    "offer": "only the active player can make an offer, and not while dice or an answer are due",
    "resign": "you can resign only when it is your move and you owe no dice",
}
"""When an event of a kind may be written, for who tries it at another time."""


ANSWERING = {"orders", "seal", "reveal"}
"""The answers to a question; beside them an offer may be made once."""


def check_active(now: ActivePlayer, handle: str, kind: str) -> None:
    """Check that somebody may write this kind of event now.

    Args:
        now: The active player, and the kinds of event that they may write.
        handle: The author.
        kind: The kind of event.

    Raises:
        NotYourPen: They may not; the message says when they may.
    """
    if (
        now.handle == handle
        and kind == "offer"
        and kind not in now.kinds
        and ANSWERING & {*now.kinds}
    ):
        raise NotYourPen(f"an offer was already made here, and one is enough. {now.why}")
    if now.handle != handle or kind not in now.kinds:
        when = _WHEN.get(kind)
        raise NotYourPen(f"{when}. {now.why}" if when else now.why)


class Writer:
    """One player's hand at one table.

    ``since(seq)`` yields the events from number ``seq`` on of the log that the table stands for: a
    keeper answers only what extends what they remember.

    Each method that signs raises `KeyFileError` if another event was signed in this position, or if
    the record of what was signed does not fit the log. It raises `NotYourPen` if an event of its
    kind may not be written now. ``note`` is a message to the other players.
    """

    def __init__(
        self,
        identity: Identity,
        table: Table,
        record: Record,
        private: PrivateFile,
        *,
        since: Callable[[int], Iterable[Event]],
        clock: Callable[[], str] = now_utc,
    ) -> None:
        self.identity = identity
        self.table = table
        self.record = record
        self.private = private
        self._since = since
        self._clock = clock

    # --- each kind ---------------------------------------------------------------------------

    def join(self, standing: kinds.Standing | None = None, note: str = "") -> Event:
        """Join the game with a VRF key made for it alone.

        ``standing``: standing orders, by side; None: none.
        """
        game = self.table.game_id
        secret = self.identity.vrf_secret(game)
        data = kinds.Join(
            vrf=vrf.vrf_public(secret).hex(),
            proof=vrf.prove(secret, join_alpha(game, self.identity.handle)).hex(),
            box=self.identity.box_public.hex(),
            standing=UNSET if standing is None else standing,
            note=note or UNSET,
        )
        return self._sign("join", data)

    def orders(
        self,
        orders: Sequence[RawOrder],
        standing: kinds.Standing | None = None,
        note: str = "",
    ) -> Event:
        """Sign orders for the position as the table has it.

        Args:
            orders: The orders.
            standing: Standing orders that replace all others; None leaves them unchanged.
            note: A message to the other players.
        """
        self._check_active("orders")
        play = self.table.play
        assert play is not None and play.asked is not None  # noqa: S101, PT018 - somebody is asked
        data = kinds.Orders(
            side=play.asked.side,
            orders=tuple(self._stocks.hushed(orders)),
            state=self.table.digest(),
            standing=UNSET if standing is None else standing,
            proofs=proving.proofs(self._dealer, self._stocks, orders) or UNSET,
            note=note or UNSET,
        )
        return self._sign("orders", data)

    def dice(self) -> Event:
        """Give the dice that are owed, or once more those that were given.

        Raises:
            NotYourPen: No dice are due, or not from you.
            SecondTrigger: You answered another trigger on the same predecessor before.
            KeyFileError: The log does not extend what you signed.
        """
        owed = self.table.dicing
        if owed is None:
            raise NotYourPen(f"no dice are due. {self.table.active().why}")
        self._check_active("dice")
        stored = self.unfinished()
        if stored is not None and stored.kind == "dice":
            return stored
        self.record.check_trigger(owed.on, owed.trigger, owed.by)
        self._check_memory()
        keeper = owed.keepers[0]
        secret = self.identity.vrf_secret(self.table.game_id)
        alpha = dicing.alpha_of(self.table.game_id, owed, keeper)
        proof = vrf.prove(secret, alpha)
        data = kinds.DiceData(proof=proof.hex())
        if len(owed.keepers) == 1:
            rehearsal = self.table.copy()
            done = rehearsal.dicing
            assert done is not None  # noqa: S101 - a copy of a table that has one
            done.betas.append(vrf.output(proof).hex())
            rehearsal.dicing = None
            rolls = turns.draw(rehearsal, done)
            data = kinds.DiceData(
                proof=proof.hex(),
                rolls=tuple((n, got) for n, got in rolls),
                then=rehearsal.digest(),
            )
        asked = next(iter(self._since(owed.seq)))
        return self._sign("dice", data, asked)

    def seal(self, value: RawOrder, note: str = "") -> Event:
        """Seal a secret choice; raises IllegalOrder or FormError if it is not a legal one.

        ``value``: the order, as a list has it.
        """
        self._check_active("seal")
        play = self.table.play
        assert play is not None and play.asked is not None  # noqa: S101, PT018 - somebody is asked
        label = play.asked.secret or ""
        play.game.check_secret(play.position, label, play.game.read_order(value))
        salt = secrets.token_hex(32)
        commit = commitment.commit(
            game=self.table.game_id,
            handle=self.identity.handle,
            prev=self.table.chain.head,
            label=label,
            salt=salt,
            value_jcs=canonical.encode(value),
        )
        # On disk before the event is: a commitment that cannot be opened forfeits the game.
        self.private.add(Secret(label, salt, value, commit))
        return self._sign("seal", kinds.Seal(label=label, commit=commit, note=note or UNSET))

    def reveal(self, note: str = "") -> Event:
        """Open what was sealed."""
        self._check_active("reveal")
        play = self.table.play
        asked = play.asked if play is not None and self.table.result is None else None
        sealed = next(
            s
            for s in self.table.seals
            if not s.opened
            and s.by == self.identity.handle
            and (asked is None or s.label == asked.secret)
        )
        secret = self.private.find(sealed.label, sealed.commit)
        data = kinds.Reveal(
            of=sealed.event, salt=secret.salt, value=secret.value, note=note or UNSET
        )
        return self._sign("reveal", data)

    def shuffle(self) -> Event:
        """Layer and shuffle the deck that is to be made."""
        return self._dealt("shuffle", self._dealer.shuffle)

    def unmask(self) -> Event:
        """Take one's layer off what is drawn; raises SecondTrigger as `MaskFile.give`."""
        return self._dealt("unmask", self._dealer.unmask)

    def open_box(self) -> Event:
        """Say whether the box opens in which one was sent a layer or a part of a supply."""
        room = self._dealer if groups.being_moved(self.table) is None else self._stocks
        return self._dealt("answer", lambda: room.open_box(self.identity.box_secret))

    def lay_open(self) -> Event:
        """Open every layer that one has put on a deck, and the supplies that one is to open."""
        return self._dealt("lay-open", lambda: proving.lay_open(self._dealer, self._stocks))

    def _dealt(self, kind: str, make: Callable[[], Any]) -> Event:
        self._check_active(kind)
        stored = self.unfinished()
        if stored is not None and stored.kind == kind:
            return stored
        self._check_memory()
        return self._sign(kind, make())

    @property
    def _dealer(self) -> Dealer:
        return Dealer(self.table, self.identity.handle, self.private.masks)

    @property
    def _stocks(self) -> StockKeeper:
        return StockKeeper(self.table, self.identity.handle, self.private.openings)

    def offer(self, data: kinds.Offer) -> Event:
        """Make an offer: an undo, a draw, new keys or newer rules, as ``data`` say."""
        return self._sign("offer", data)

    def offer_keys(self, renewed: Identity, note: str = "") -> Event:
        """Offer the keys of ``renewed`` for one's own, proven by the new signing key."""
        proven = key_proof(self.table.game_id, self.identity.handle, self.table.chain.head)
        data = kinds.OfferKeys(
            sign=renewed.sign_public.hex(),
            proof=signing.sign(renewed.sign_seed, proven).hex(),
            box=renewed.box_public.hex(),
            note=note or UNSET,
        )
        return self._sign("offer", data)

    def offer_rules(self, rules_id: kinds.RulesId) -> Event:
        """Offer to go on with a newer version of the rules."""
        play = agreements.migrated(self.table, None, rules_id)
        state = position_digest(self.table.game_id, self.table.position_with(play))
        return self._sign("offer", kinds.OfferRules(rules=rules_id, state=state))

    def answer(self, yes: bool, note: str = "") -> Event:
        """Answer the offer that is open, or start a game that nobody has to join any more.

        ``yes``: accept the offer. Not whether a box opens: that says `open_box`, which keeps what
        is in it.

        Raises:
            NotYourPen: Your program, not you, answers whether a box opens.
        """
        if groups.answering(self.table):
            raise NotYourPen("Your program says whether a box opens.", "box", "'pbem deal' does it")
        return self._sign("answer", kinds.Answer(yes=yes, note=note or UNSET))

    def resign(self, note: str = "") -> Event:
        """Give the game up."""
        return self._sign("resign", kinds.Resign(note=note or UNSET))

    def ruling(self, data: kinds.Ruling) -> Event:
        """Rule, as the umpire; ``data``: the ruling.

        Raises:
            NotYourPen: You are not the umpire.
        """
        umpire = self.table.roster.umpire
        if umpire is None or umpire.handle != self.identity.handle:
            raise NotYourPen("only the umpire of the game can give rulings")
        return self._sign("ruling", data)

    # --- what they share ---------------------------------------------------------------------

    def _check_active(self, kind: str) -> None:
        check_active(self.table.active(), self.identity.handle, kind)

    def _check_memory(self) -> None:
        """Refuse to sign on a log that does not extend what this player remembers.

        And where the log remembers more: a backup of the record was put back, and nobody knows
        what else was signed since.
        """
        self.record.check_whole()
        if self.record.restored:
            raise KeyFileError(
                "you restored a backup of this game, and it may lack what you signed later. Ask "
                "your opponents for their newest mail of this game and import it. If they have "
                "nothing newer, type 'pbem take FILE --recovered' with their log"
            )
        player = self.table.roster.find(self.identity.handle)
        last = self.record.last()
        if last is None and player is not None and player.vrf is not None:
            raise KeyFileError(
                f"your signing record for this game ({self.record.path}) is missing, and "
                "signing without it could forfeit the game. Ask the other players for "
                "their log. Then import it and what you mailed yourself with 'pbem take "
                "FILE --recovered'"
            )
        signed = [*self.record.found(), *([] if last is None else [last])]
        if (gone := self._not_here(signed)) is not None:
            raise KeyFileError(
                f"this log does not have event {gone.seq} that you signed: it is an older "
                "copy or another branch. Ask the other players for their log and import "
                "it first. If none of them has the event, use 'pbem take FILE --recovered'"
            )
        lost = None if last is None else lacks(self.record, self.identity.handle, self._since)
        if lost is not None:
            raise KeyFileError(
                f"your signing record for this game ({self.record.path}) lacks event "
                f"{lost.seq}. You restored a backup, or signed it on another computer. Ask "
                "the other players for their log, then import it and what you mailed "
                "yourself with 'pbem take FILE --recovered'"
            )

    def _not_here(self, entries: Iterable[Entry]) -> Entry | None:
        """Return the first of these entries of the record whose event the log has not."""
        since = self._since
        return next((e for e in entries if next((i.id for i in since(e.seq)), "") != e.id), None)

    def unfinished(self) -> Event | None:
        """Return the event that was signed on this position but never came into the log.

        None if there is none.
        """
        signed = self.record.signed_on(self.table.chain.head)
        return None if signed is None else read_event(signed.line.encode())

    def _sign(self, kind: str, data: Any, asked: Event | None = None) -> Event:
        """Compose, rehearse, record. Raises NotYourPen, IllegalOrder, BadLog, KeyFileError."""
        if kind != "ruling":
            self._check_active(kind)
        stored = self.unfinished()
        if stored is not None:
            if stored.kind == kind:
                return stored
            raise KeyFileError(
                f"you already signed event {stored.seq} ({stored.kind}) in this position. "
                "Send that one again: a second one would forfeit the game"
            )
        self._check_memory()
        event = compose(
            game=self.table.game_id,
            seq=self.table.chain.count,
            prev=self.table.chain.head,
            by=self.identity.handle,
            at=self._clock(),
            kind=kind,
            data=kinds.write_data(data),
            seed=self.identity.sign_seed,
            version=self.table.chain.version or VERSION,
        )
        if kind != "dice":  # dice were rehearsed when their rolls were drawn
            self.table.copy().take(event)
        self._check_end(event, asked)
        self.record.add(event, asked, "" if asked is None else self._written_before(asked))
        return event

    def _written_before(self, event: Event) -> str:
        """Return the id of the last event before this one that is no ruling.

        Each look goes twice as far back, so many rulings in a row cost no more than they are long.
        """
        back, written = 1, list[Event]()
        while not written and back < 2 * event.seq:
            following = self._since(max(event.seq - back, 0))
            before = takewhile(lambda one: one.seq < event.seq, following)
            written, back = [one for one in before if one.kind != "ruling"], 2 * back
        return written[-1].id if written else event.id

    def _check_end(self, event: Event, asked: Event | None) -> None:
        """Refuse what does not follow the log's own end, whatever the table says: it may be a copy.

        An entry in the record cannot be taken back. ``asked``: the trigger, of dice.
        """
        end = list(self._since(event.seq - 1 if asked is None else asked.seq))
        where = (end[-1].game_id, end[-1].seq + 1, end[-1].id) if end else None
        good = where == (event.game, event.seq, event.prev)
        owed = self.table.dicing
        if good and asked is not None and owed is not None:
            # A player who stays when an ally leaves opens their supplies after the trigger.
            after = [one for one in end if one.kind not in ("dice", "ruling", "lay-open")]
            umpire = self.table.roster.umpire
            again = any(one.kind == "dice" and one.by == event.by for one in end)
            good = (
                after == [asked]
                and (owed.trigger, owed.by) == (asked.id, asked.by)
                and owed.on == self._written_before(asked)
                # An umpire may keep for themselves and stand in for others.
                and (not again or (umpire is not None and umpire.handle == event.by))
            )
        if not good:
            raise KeyFileError(
                "pbem signed nothing, because the event would not follow the end of the "
                "log. Run 'pbem store rebuild', which reads the log again, then try again"
            )


def lacks(record: Record, handle: str, since: Callable[[int], Iterable[Event]]) -> Event | None:
    """Return an event of the log after all that the record has; None if there is none.

    Args:
        record: The record of signed events.
        handle: The author.
        since: Returns the events of the log from a number on.
    """
    last = record.last()
    first = 0 if last is None else last.seq + 1
    return next((event for event in since(first) if event.by == handle), None)
