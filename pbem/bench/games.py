"""Logs to measure with: real games signed by keys made here, and long ones that come to nothing.

Nothing is written to records: these games are nobody's, and only their bytes matter.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import UNSET

from pbem.crypto import canonical, commitment, vrf
from pbem.identity.identity import Identity
from pbem.kit.contract import RawOrder
from pbem.kit.hidden import cards_of
from pbem.log.event import NO_EVENT, Event, compose
from pbem.log.file import to_bytes
from pbem.play.play import Play
from pbem.selfplay.unsigned import rules_of
from pbem.table import dicing
from pbem.table.events import kinds
from pbem.table.handlers import shares, turns
from pbem.table.handlers.entering import join_alpha
from pbem.table.library import Library, data_digest
from pbem.table.own.dealing import Dealer
from pbem.table.own.private import MaskFile, OwnMask
from pbem.table.table import Table

AT = "2026-11-20T15:04:05Z"
HANDLES = ("alice", "bob", "carol")
"""The players, in order: two at least, and one for each side."""
SALT = "5a" * 32
ROOM = 256 * 1024
"""Bytes of their share that a player in a long log keeps, to play on with."""


def identity(handle: str) -> Identity:
    """Return keys that are the same in every run; they protect nothing."""
    secrets = (hashlib.sha256(f"bench {what} {handle}".encode()).digest() for what in "sbm")
    return Identity(handle, *secrets)


def _bytes_of(seed: int) -> Iterator[bytes]:
    """Yield 32 bytes again and again, by their number."""
    for number in itertools.count():
        yield hashlib.sha256(f"bench {seed} {number}".encode()).digest()


class _Masks(MaskFile):
    """Layers that nobody keeps, for games that are nobody's."""

    def __init__(self) -> None:
        super().__init__(Path())
        self._kept: list[OwnMask] = []

    def masks(self) -> list[OwnMask]:
        """Return every layer, oldest first."""
        return self._kept

    def add(self, mask: OwnMask) -> None:
        """Keep a layer while the game is signed."""
        self._kept.append(mask)

    def give(self, mask: OwnMask, places: Iterable[int], to: str) -> None:
        """Enter nothing: such a game has one branch."""


class _Dealer(Dealer):
    """A player's work with decks, with random numbers that are the same in every run."""

    def __init__(self, table: Table, handle: str, masks: MaskFile, fresh: Iterator[bytes]) -> None:
        super().__init__(table, handle, masks)
        self._fresh = fresh

    def _entropy(self) -> bytes:
        return next(self._fresh)


class Signed:
    """A game being signed: ``table`` at its end, ``events`` so far.

    If the game has one side, the second player is a witness, who keeps the dice. In a game of
    people nobody may foresee certain numbers; here they follow from ``seed``. A player who plays
    the same way has the same dice and the same cards, so that releases are measured at the same
    positions.
    """

    def __init__(
        self, library: Library, scenario: str = "historical", game: str = "saipan", seed: int = 0
    ) -> None:
        rules = rules_of(game)
        options = {name: option.default for name, option in rules.options.items()}
        game_of = rules.game(scenario, options, rules.data())
        sides = game_of.sides
        hands = cards_of(game_of) is not None
        handles = HANDLES[: 2 if hands else max(2, len(sides))]
        seats = dict(zip(sides, handles, strict=False))
        if hands:  # two players, of whom the second has all sides but the first
            seats |= dict.fromkeys(sides[len(handles) :], handles[-1])
        self._masks = {handle: _Masks() for handle in handles}
        self._fresh = _bytes_of(seed)
        self.who = {handle: identity(handle) for handle in handles}
        self.table = Table(library)
        self.events: list[Event] = []
        self._last = ""
        self._given: set[str] = set()
        self._sealed: dict[str, tuple[str, RawOrder]] = {}
        self._moves: dict[str, RawOrder] = {}
        players = tuple(
            kinds.Signer(handle, own.sign_public.hex()) for handle, own in self.who.items()
        )
        self.sign(
            handles[0],
            "open",
            kinds.Open(
                rules=kinds.RulesId(rules.name, rules.version, data_digest(rules.data())),
                scenario=scenario,
                options=options,
                players=players,
                seats=seats,
                umpire=None,
                dice="opponents",
                clock=None,
            ),
        )
        for handle in handles:
            self._join(handle)

    def sign(self, by: str, kind: str, data: kinds.Data) -> Event:
        """Sign an event and fold it in."""
        chain = self.table.chain
        event = compose(
            game=chain.game,
            seq=chain.count,
            prev=chain.head if chain.count else NO_EVENT,
            by=by,
            at=AT,
            kind=kind,
            data=kinds.write_data(data),
            seed=self.who[by].sign_seed,
            salt=next(self._fresh)[:16],
        )
        self.table.take(event)
        self.table.reported()
        self.events.append(event)
        self._last = kind
        return event

    def _join(self, handle: str) -> None:
        game = self.table.game_id
        secret = self.who[handle].vrf_secret(game)
        proof = vrf.prove(secret, join_alpha(game, handle))
        public = vrf.vrf_public(secret).hex()
        box = self.who[handle].box_public.hex()
        self.sign(handle, "join", kinds.Join(vrf=public, proof=proof.hex(), box=box))

    # --- playing -----------------------------------------------------------------------------

    def orders(self, orders: list[RawOrder], standing: kinds.Standing | None = None) -> None:
        """Let who is asked give orders.

        ``standing``: standing orders by side; None: they stay as they were.
        """
        play = self.table.play
        assert play is not None and play.asked is not None  # noqa: S101, PT018 - somebody is
        by = play.seats[play.asked.side]
        data = kinds.Orders(
            side=play.asked.side,
            orders=tuple(orders),
            state=self.table.digest(),
            standing=UNSET if standing is None else standing,
            proofs=(self._dealer(by).proofs(orders) if self.table.decks else ()) or UNSET,
        )
        self.sign(by, "orders", data)

    def _dealer(self, handle: str) -> Dealer:
        """Return what a player does with decks."""
        return _Dealer(self.table, handle, self._masks[handle], self._fresh)

    def _deal(self, handle: str, kind: str) -> None:
        """Shuffle, take a layer off, or open all layers: what is owed with a deck."""
        dealer = self._dealer(handle)
        owed = {"shuffle": dealer.shuffle, "unmask": dealer.unmask, "lay-open": dealer.lay_open}
        self.sign(handle, kind, owed[kind]())

    def _known(self, play: Play, side: str) -> Any:
        """Return the position as who has a side knows it."""
        cards = cards_of(play.game)
        if cards is None or not self.table.decks:
            return play.position
        held = self._dealer(play.seats[side]).hand()
        return cards.knowing(play.position, {(one.deck, one.place): one.card for one in held})

    def dice(self) -> None:
        """Let the keeper due give their dice."""
        owed = self.table.dicing
        assert owed is not None  # noqa: S101 - asked only where dice are owed
        keeper = owed.keepers[0]
        secret = self.who[keeper.handle].vrf_secret(self.table.game_id)
        proof = vrf.prove(secret, dicing.alpha_of(self.table.game_id, owed, keeper))
        data = kinds.DiceData(proof=proof.hex())
        if len(owed.keepers) == 1:
            data = drawn(self.table, proof)
        self.sign(keeper.handle, "dice", data)

    def step(self, seed: int, given: set[str], at_most: int = 1000) -> None:
        """Write the next event as a computer player does.

        Args:
            seed: The seed of its choices.
            given: Those who gave standing orders already; this adds to them.
            at_most: The most orders of a list.
        """
        now, play = self.table.active(), self.table.play
        assert play is not None and now.handle is not None  # noqa: S101, PT018 - it goes on
        if now.kinds == ("dice",):
            self.dice()
            return
        if now.kinds[0] in {"shuffle", "unmask", "lay-open"}:
            self._deal(now.handle, now.kinds[0])
            return
        assert play.asked is not None  # noqa: S101 - no dice are owed, so somebody is asked
        side, label = play.asked.side, play.asked.secret or ""
        known = self._known(play, side)
        raws = [play.game.write_order(order) for order in play.game.sensible(known, seed)]
        raws = raws[:at_most]
        if now.kinds[0] == "seal":
            self._seal(now.handle, label, raws[0])
        elif now.kinds[0] == "reveal":
            event, value = self._sealed[label]
            self.sign(now.handle, "reveal", kinds.Reveal(of=event, salt=SALT, value=value))
        elif side in given:
            self.orders(raws)
        else:
            given.add(side)
            self.orders(raws, {side: dict(play.game.sensible_standing(side))})

    def idle(self) -> None:
        """Write the next event of a log that comes to nothing, in a game that moves at once.

        Somebody moves, offers to take it back, and all others agree; then they move again. A player
        who has nearly used up their share lets the game be played on until another moves.
        """
        now = self.table.active()
        assert now.handle is not None  # noqa: S101 - such a log ends before the game
        if now.kinds[0] == "answer":
            self.sign(now.handle, "answer", kinds.Answer(yes=True))
        elif self._last == "orders":
            self.sign(now.handle, "offer", kinds.OfferUndo(to=self.table.chain.head))
        else:
            while not self._can_idle():
                self.step(0, self._given)
            self.orders([self._move()])

    def _move(self) -> RawOrder:
        """Return a sensible first move; of a position that comes again, the one it was before."""
        play, digest = self.table.play, self.table.digest()
        assert play is not None  # noqa: S101 - it has started
        if digest not in self._moves:
            first = play.game.sensible(play.position, 0)[0]
            self._moves[digest] = play.game.write_order(first)
        return self._moves[digest]

    def _can_idle(self) -> bool:
        now, play = self.table.active(), self.table.play
        assert now.handle is not None and play is not None  # noqa: S101, PT018 - it goes on
        if self.table.written[now.handle] > shares.PLAYER - ROOM:
            return False
        return play.asked is not None and play.asked.name == "movement"

    def _seal(self, by: str, label: str, value: RawOrder) -> None:
        commit = commitment.commit(
            game=self.table.game_id,
            handle=by,
            prev=self.table.chain.head,
            label=label,
            salt=SALT,
            value_jcs=canonical.encode(value),
        )
        event = self.sign(by, "seal", kinds.Seal(label=label, commit=commit))
        self._sealed[label] = (event.id, value)


def drawn(table: Table, proof: bytes) -> kinds.DiceData:
    """Return the last keeper's dice, with rolls and digest, as their software makes them.

    ``proof``: that keeper's.
    """
    rehearsal = table.copy()
    done = rehearsal.dicing
    assert done is not None  # noqa: S101 - a copy of a table that owes dice
    done.betas.append(vrf.output(proof).hex())
    rehearsal.dicing = None
    rolls = turns.draw(rehearsal, done)
    return kinds.DiceData(
        proof=proof.hex(), rolls=tuple((n, got) for n, got in rolls), then=rehearsal.digest()
    )


def finished_game(library: Library, scenario: str, seed: int, game: str = "saipan") -> list[Event]:
    """Return the log of a game of computer players; ``seed``: of their dice and choices."""
    signed = Signed(library, scenario, game, seed)
    given: set[str] = set()
    while signed.table.result is None or signed.table.active().kinds[:1] == ("lay-open",):
        signed.step(seed, given)
    return signed.events


def idle_game(library: Library, events: int) -> Signed:
    """Return a game of ``events`` events that has come to nothing (`Signed.idle`)."""
    game = Signed(library)
    while len(game.events) < events:
        game.idle()
    return game


def write_log(path: Path, events: list[Event]) -> Path:
    """Write a log and return its path."""
    path.write_bytes(to_bytes(events))
    return path


def write_idle_log(path: Path, library: Library, events: int) -> Iterator[int]:
    """Write an idle log event by event, so that it need not fit in memory; yields the count.

    ``events``: so many it has in the end.
    """
    game = Signed(library)
    with path.open("wb") as file:
        while True:
            file.write(to_bytes(game.events))
            game.events.clear()
            yield game.table.chain.count
            if game.table.chain.count >= events:
                return
            game.idle()


def plain_data(event: Event) -> Any:
    """Return the typed data of an event."""
    return kinds.read_data(event.kind, event.data)
